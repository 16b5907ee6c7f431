/** Reads the sessions of requests that render pages, for the adapters of React Router, TanStack Start and Astro. */
import type { User } from "../core/schema/user.ts"
import type { CookieOptions } from "../core/session/request-like.ts"
import { createServerRendering, type ServerRenderingOptions } from "../tiers/snapshot/create.ts"
import { PAGE_URL_HEADER, type WebRequest } from "../tiers/snapshot/renew.ts"
import type { Snapshot } from "../tiers/snapshot/snapshot.ts"
import { type EntryUrl, type GetUserOptions, pageUserOf } from "./page-user.ts"
import { type ResponseSession, storeSession, SWITCHING_PROTOCOLS } from "./store-session.ts"

/** The options of `createKeystile`. */
export interface PageSessionOptions extends ServerRenderingOptions, CookieOptions {}

/** The options of `getUser` for requests whose URL may differ from that of their page. */
interface GetUserOfPageOptions extends GetUserOptions {
  /** The URL of the page to which sign-in leads back, on the host of the request. Default: the URL of the request. */
  readonly returnTo?: string | undefined
}

/** The redirects and the error message of one framework. */
export interface Framework {
  /** Says how to install the middleware. Part of the error message for a request whose session was not read. */
  readonly install: string
  /** Returns what `getUser` throws as a redirect. */
  readonly redirect: (url: string) => unknown
}

/** The sessions of requests, by key. A key is an object of the framework that belongs to one request. */
export interface PageSessions {
  /** Refreshes the session of a request. Returns a function that sets its headers on the response. */
  readonly read: (keys: ReadonlyArray<object>, request: WebRequest) => Promise<(response: Response) => Response>
  /** Returns whether the session of the request was read. */
  readonly isKnown: (key: object) => boolean
  readonly takeSnapshot: (key: object) => Promise<Snapshot>
  readonly getUser: (key: object, options?: GetUserOfPageOptions) => Promise<User | null>
  readonly signInUrl: (key: object, returnTo?: string) => string
}

interface KnownRequest {
  readonly headers: Headers
  readonly url: string
  snapshot?: Promise<Snapshot>
}

/** Returns a redirect to a path of the application. */
export const redirectTo = (location: string): Response => new Response(null, { status: 302, headers: { location } })

/** Sets the headers of a session. Copies a response that `fetch` returned, because its headers are immutable. */
const withSession = (response: Response, session: ResponseSession): Response => {
  if (response.status === SWITCHING_PROTOCOLS) return response
  try {
    storeSession(response.headers, session)
    return response
  } catch {
    const copy = new Response(response.body, response)
    storeSession(copy.headers, session)
    return copy
  }
}

/**
 * Returns the URL of a page on the host of a request, or of the home page for another host. Only the host is compared:
 * behind a proxy that terminates TLS, the request has the scheme `http` and its page `https`.
 */
const restrictToHost = (page: string, requestUrl: string): string => {
  const url = new URL("/", requestUrl)
  const given = URL.parse(page, requestUrl)
  if (given?.host === url.host) {
    // Assigned apart from the host: as a relative URL, a path that begins with two slashes would name another host.
    url.pathname = given.pathname
    url.search = given.search
    url.hash = given.hash
  }
  return url.href
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

  const entryUrl = (name: EntryUrl, key: object, returnTo?: string) => {
    const { headers, url } = requestOf(key)
    return rendering[name]({
      headers: returnTo === undefined ? headers : new Headers({ [PAGE_URL_HEADER]: restrictToHost(returnTo, url) })
    })
  }

  return {
    takeSnapshot,
    isKnown: (key) => requests.has(key),
    signInUrl: (key, returnTo) => entryUrl("signInUrl", key, returnTo),
    read: async (keys, request) => {
      const { headers, setCookies, signedIn } = await rendering.renewSession(request, { embedded, httpOnly })
      const known: KnownRequest = { headers, url: request.url }
      for (const key of keys) requests.set(key, known)
      return (response) => withSession(response, { setCookies, isPersonal: signedIn || known.snapshot !== undefined })
    },
    getUser: async (key, { returnTo, ...options } = {}) => {
      const found = pageUserOf(rendering, await takeSnapshot(key), options)
      if (found === undefined) throw new Response("The service did not respond in time.", { status: 503 })
      if ("redirectTo" in found) throw redirect(entryUrl(found.redirectTo, key, returnTo))
      return found.user
    }
  }
}
