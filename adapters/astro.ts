/**
 * `keystile/astro`: the session of a request for the middleware, pages, endpoints and actions of Astro that are
 * rendered on demand, and a handler for a mounted service.
 *
 * @example
 * // src/keystile.ts
 * export const keystile = createKeystile()
 *
 * // src/middleware.ts
 * export const onRequest = keystile.middleware()
 *
 * // src/pages/notes.astro
 * const user = await keystile.getUser(Astro, { or: "redirect" })
 */
import type { User } from "../core/schema/user.ts"
import type { Snapshot } from "../tiers/snapshot/snapshot.ts"
import type { GetUserOptions, GetUserOrRedirectOptions } from "./page-user.ts"
import type { MountableService } from "./mountable-service.ts"
import { makePageSessions, type PageSessionOptions, redirectTo } from "./page-sessions.ts"

export type { GetUserOptions, GetUserOrRedirectOptions, MountableService }

/** The options of `createKeystile`. */
export interface KeystileOptions extends PageSessionOptions {}

/** The fields of `Astro` and of an `APIContext` that are used here. */
export interface AstroContext {
  /** The request. */
  readonly request: Request
  /**
   * The values that the middleware and the page of a request share. A rewrite replaces the request and keeps this
   * object, so the session is found by it. A server that passes `locals` to Astro must pass a new object for each
   * request: with one object for several requests, a user could get the session of another.
   */
  readonly locals?: object | undefined
}

/** The fields of the context of a middleware that are used here. */
export interface MiddlewareContext extends AstroContext {
  /** True while Astro builds a page, whose request has no session. */
  readonly isPrerendered: boolean
}

/** Returns the user of the request. */
export interface GetUser {
  (context: AstroContext, options: GetUserOrRedirectOptions): Promise<User>
  (context: AstroContext, options?: GetUserOptions): Promise<User | null>
}

/** The session in Astro: middleware, pages, endpoints and actions. */
export interface Keystile {
  /**
   * Returns the middleware `onRequest`. It refreshes the session, sets its cookies on the response, and responds with
   * the redirects of `getUser`. It does nothing for prerendered pages.
   */
  readonly middleware: () => (context: MiddlewareContext, next: () => Promise<Response>) => Promise<Response>
  /** Takes the snapshot of session, user and project for `<KeystileProvider snapshot={…}>`, once per request. */
  readonly takeSnapshot: (context: AstroContext) => Promise<Snapshot>
  /**
   * Returns the signed-in user; `null` without one, or with `or: "redirect"` the middleware redirects to sign-in, which
   * leads back to the page. A restricted or anonymous user is not signed in, unless the options include it. The
   * middleware responds with 503 if the service did not respond in time.
   *
   * In a page call it in the frontmatter of the page itself, since a response cannot change when its body is being
   * sent. In an action call it without `or: "redirect"`: whatever an action throws is a 500, except an `ActionError`.
   */
  readonly getUser: GetUser
  /** Returns the URL of the sign-in page, with the page of the request as the return URL. */
  readonly signInUrl: (context: AstroContext) => string
}

/**
 * Creates the functions. Create them once, in a module of the server: requests of one session share a refresh. Throws
 * `ConfigurationError` when an option is missing or invalid. Options win over environment variables.
 */
export const createKeystile = (options: KeystileOptions = {}): Keystile => {
  const { getUser, isKnown, read, signInUrl, takeSnapshot } = makePageSessions(options, {
    install: "Export keystile.middleware() as onRequest from src/middleware.ts. A prerendered page has no session.",
    redirect: redirectTo
  })
  const keyOf = ({ locals, request }: AstroContext) => (locals === undefined || isKnown(request) ? request : locals)
  return {
    takeSnapshot: (context) => takeSnapshot(keyOf(context)),
    // With `or: "redirect"` it never returns `null`.
    getUser: ((context: AstroContext, options) => getUser(keyOf(context), options)) as GetUser,
    signInUrl: (context) => signInUrl(keyOf(context)),
    middleware:
      () =>
      async ({ isPrerendered, locals, request }, next) => {
        if (isPrerendered) return next()
        const storeSession = await read(locals === undefined ? [request] : [request, locals], request)
        const response = await next().catch((thrown: unknown) => {
          if (thrown instanceof Response) return thrown
          throw thrown
        })
        return storeSession(response)
      }
  }
}

/**
 * Returns the endpoint of a mounted service, for a file with the path of its public URL.
 *
 * @example
 * // src/pages/api/auth/[...path].ts
 * export const ALL = serviceHandler(service)
 */
export const serviceHandler =
  (service: MountableService) =>
  (context: AstroContext & { readonly clientAddress: string }): Promise<Response> =>
    service.handler(context.request, { address: context.clientAddress })
