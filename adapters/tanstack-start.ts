/**
 * `keystile/tanstack-start`: the session of a request for the middleware, server functions and server routes of
 * TanStack Start, and a handler for a mounted service.
 *
 * @example
 * // src/keystile.server.ts
 * export const keystile = createKeystile()
 *
 * // src/start.ts
 * const session = createMiddleware().server(keystile.middleware())
 * export const startInstance = createStart(() => ({ requestMiddleware: [session] }))
 *
 * // src/routes/notes.tsx
 * const readNotes = createServerFn()
 *   .validator((page: string) => page)
 *   .handler(async ({ data }) => {
 *     const user = await keystile.getUser(getRequest(), { or: "redirect", returnTo: data })
 *     return notesOf(user.id)
 *   })
 */
import type { User } from "../core/schema/user.ts"
import type { Snapshot } from "../tiers/snapshot/snapshot.ts"
import type { GetUserOptions, GetUserOrRedirectOptions } from "./page-user.ts"
import type { MountableService } from "./mountable-service.ts"
import { makePageSessions, type PageSessionOptions } from "./page-sessions.ts"

export type { GetUserOptions, MountableService }

/** The options of `createKeystile`. */
export interface KeystileOptions extends PageSessionOptions {}

/** The options of `getUser` that redirect visitors to sign-in. */
export interface RedirectOptions extends GetUserOrRedirectOptions {
  /**
   * The URL of the page, such as `location.href` of a loader. Sign-in leads back to it. Default the URL of the request,
   * which for a server function that a browser calls is that of its page in the header `Referer`.
   */
  readonly returnTo?: string | undefined
}

/** Returns the user of the request: `getRequest()` in a server function, `request` in a server route. */
export interface GetUser {
  (request: Request, options: RedirectOptions): Promise<User>
  (request: Request, options?: GetUserOptions): Promise<User | null>
}

/** The session in TanStack Start: middleware, server functions and server routes. */
export interface Keystile {
  /**
   * Returns the function for `createMiddleware().server(…)`, a request middleware of `createStart`. It refreshes the
   * session, and sets its cookies on the response.
   */
  readonly middleware: () => <Result extends { readonly response: Response }>(args: {
    readonly request: Request
    readonly next: () => Result | Promise<Result>
  }) => Promise<Result>
  /** Takes the snapshot of session, user and project for `<KeystileProvider snapshot={…}>`, once per request. */
  readonly takeSnapshot: (request: Request) => Promise<Snapshot>
  /**
   * Returns the signed-in user; `null` without one, or with `or: "redirect"` throws the redirect to sign-in, which
   * leads back to the page. A restricted or anonymous user is not signed in, unless the options include it. Throws a
   * response with 503 if the service did not respond in time.
   */
  readonly getUser: GetUser
  /** Returns the URL of the sign-in page, with a page, or that of the request, as the return URL. */
  readonly signInUrl: (request: Request, returnTo?: string) => string
}

/**
 * Creates the functions. Create them once, in a module of the server: requests of one session share a refresh. Throws
 * `ConfigurationError` when an option is missing or invalid. Options win over environment variables.
 */
export const createKeystile = (options: KeystileOptions = {}): Keystile => {
  const sessions = makePageSessions(options, {
    install: "Add keystile.middleware() to the requestMiddleware of createStart.",
    redirect
  })
  return {
    takeSnapshot: sessions.takeSnapshot,
    // With `or: "redirect"` it never returns `null`.
    getUser: ((request, options: Partial<RedirectOptions> = {}) =>
      sessions.getUser(request, { ...options, returnTo: options.returnTo ?? pageOf(request) })) as GetUser,
    signInUrl: (request, returnTo = pageOf(request)) => sessions.signInUrl(request, returnTo),
    middleware:
      () =>
      async ({ next, request }) => {
        const storeSession = await sessions.read([request], request)
        const result = await next()
        return { ...result, response: storeSession(result.response) }
      }
  }
}

/** Marks the requests of the browser that call a server function. */
const SERVER_FUNCTION = "x-tsr-serverfn"

/** Returns the page that calls a server function; undefined for the request of a page. */
const pageOf = ({ headers }: Request): string | undefined =>
  headers.get(SERVER_FUNCTION) === null ? undefined : (headers.get("referer") ?? "/")

/** Returns what `redirect` of TanStack Router returns: a response with the options of the redirect. */
const redirect = (href: string): Response =>
  Object.assign(new Response(null, { status: 302, headers: { location: href } }), {
    options: { href, statusCode: 302 }
  })

/**
 * Returns the handler of a mounted service, for a server route with the path of its public URL. The service needs
 * `trustedProxies` for the addresses of clients.
 *
 * @example
 * // src/routes/api/auth.$.ts
 * export const Route = createFileRoute("/api/auth/$")({ server: { handlers: { ANY: serviceHandler(service) } } })
 */
export const serviceHandler =
  (service: MountableService) =>
  ({ request }: { readonly request: Request }): Promise<Response> =>
    service.handler(request)
