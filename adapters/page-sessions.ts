/**
 * The sessions of requests that render pages. The adapters of React Router, TanStack Start and Astro are made of it.
 */
import type { User } from "../core/schema/user.ts"
import type { CookieOptions } from "../core/session/request-like.ts"
import { createServerRendering, type ServerRenderingOptions } from "../tiers/snapshot/create.ts"
import { PAGE_URL_HEADER } from "../tiers/snapshot/renew.ts"
import type { Snapshot } from "../tiers/snapshot/snapshot.ts"
import { storeSessionIn } from "./store-session.ts"

/** The options of `createKeystile`. */
export interface PageSessionOptions extends ServerRenderingOptions, CookieOptions {}

/** The options of `getUser`. */
export interface GetUserOptions {
  /** The result without a user: `null`, or a redirect to sign-in. Default `"return-null"`. */
  readonly or?: "return-null" | "redirect" | undefined
  /** The URL of the page to which sign-in leads back, on the origin of the request. Default that of the request. */
  readonly returnTo?: string | undefined
}

/** The functions of one framework. */
export interface Framework {
  /** The framework's call that reads the session of a request, for the error of a request that was not read. */
  readonly install: string
  /** Returns what `getUser` throws as a redirect. */
  readonly redirect: (url: string) => unknown
}

/** A service that is mounted in the application: the result of `createService` of `keystile/service/production`. */
export interface MountableService {
  /** Answers a request. */
  readonly handler: (request: Request, origin?: { readonly address?: string | undefined }) => Promise<Response>
}

/** The sessions of requests. Each is known by an object of the framework's, which is one object per request. */
export interface PageSessions {
  /** Refreshes the session of a request. Returns a function that sets its cookies on the response. */
  readonly read: (key: object, request: Request) => Promise<(response: Response) => Response>
  readonly takeSnapshot: (key: object) => Promise<Snapshot>
  readonly getUser: (key: object, options?: GetUserOptions) => Promise<User | null>
  readonly signInUrl: (key: object, returnTo?: string) => string
}

interface KnownRequest {
  readonly headers: Headers
  readonly url: string
  snapshot?: Promise<Snapshot>
}

/** Returns a redirect with a path of the application. */
export const redirectTo = (location: string): Response => new Response(null, { status: 302, headers: { location } })

/** Sets the cookies on a response. The headers of one that `fetch` returned are immutable, so it is copied. */
const withCookies = (response: Response, setCookies: ReadonlyArray<string>): Response => {
  if (setCookies.length === 0) return response
  try {
    storeSessionIn(response.headers, setCookies)
    return response
  } catch {
    const copy = new Response(response.body, response)
    storeSessionIn(copy.headers, setCookies)
    return copy
  }
}

/** Throws `ConfigurationError` for a missing or invalid option. */
export const makePageSessions = (
  { embedded, httpOnly, ...options }: PageSessionOptions,
  { install, redirect }: Framework
): PageSessions => {
  const rendering = createServerRendering(options)
  const requests = new WeakMap<object, KnownRequest>()

  const requestOf = (key: object): KnownRequest => {
    const known = requests.get(key)
    if (known === undefined) throw new Error(`The session of this request was not read. ${install}`)
    return known
  }

  const takeSnapshot = (key: object) => {
    const request = requestOf(key)
    return (request.snapshot ??= rendering.takeSnapshot({ headers: request.headers }))
  }

  const signInUrl = (key: object, returnTo?: string) => {
    const { headers, url } = requestOf(key)
    if (returnTo === undefined) return rendering.signInUrl({ headers })
    const page = URL.parse(returnTo, url)
    const isOwn = page !== null && page.origin === new URL(url).origin
    return rendering.signInUrl({
      headers: new Headers({ [PAGE_URL_HEADER]: isOwn ? page.href : new URL("/", url).href })
    })
  }

  return {
    takeSnapshot,
    signInUrl,
    read: async (key, request) => {
      const { headers, setCookies } = await rendering.renewSession(request, { embedded, httpOnly })
      requests.set(key, { headers, url: request.url })
      return (response) => withCookies(response, setCookies)
    },
    getUser: async (key, { or = "return-null", returnTo } = {}) => {
      const { user } = rendering.readSnapshot(await takeSnapshot(key))
      if (user === undefined) throw new Response("The service did not respond in time.", { status: 503 })
      if (user === null && or === "redirect") throw redirect(signInUrl(key, returnTo))
      return user
    }
  }
}
