/**
 * `keystile/react-router`: the session of a request for the middleware, loaders and actions of React Router's framework
 * mode, version 8, or 7 with the middleware of `future.v8_middleware`.
 *
 * @example
 * // app/keystile.server.ts
 * export const keystile = createKeystile()
 *
 * // app/root.tsx
 * export const middleware = [keystile.middleware()]
 * export const loader = async ({ context }: Route.LoaderArgs) => ({ snapshot: await keystile.takeSnapshot(context) })
 * // … <KeystileProvider snapshot={snapshot}>
 *
 * // app/routes/notes.tsx
 * export const loader = async ({ context }: Route.LoaderArgs) => {
 *   const user = await keystile.getUser(context, { or: "redirect" })
 *   return notesOf(user.id)
 * }
 */
import type { User } from "../core/schema/user.ts"
import type { Snapshot } from "../tiers/snapshot/snapshot.ts"
import type { GetUserOptions, GetUserOrRedirectOptions } from "./page-user.ts"
import { makePageSessions, type PageSessionOptions, redirectTo } from "./page-sessions.ts"

export type { GetUserOptions, GetUserOrRedirectOptions }

/** The options of `createKeystile`. */
export interface KeystileOptions extends PageSessionOptions {}

/** The arguments of a middleware that are used here. */
export interface MiddlewareArguments {
  /** The request. In version 8 its URL is the one that was received, as `/notes.data` for the data of a page. */
  readonly request: Request
  /** The URL of the page. Version 7 has it in the request only. */
  readonly url?: URL | undefined
  /** The `RouterContextProvider` of the request. */
  readonly context: object
}

/** Returns the user of the request, by the context of its loader, action or middleware. */
export interface GetUser {
  (context: object, options: GetUserOrRedirectOptions): Promise<User>
  (context: object, options?: GetUserOptions): Promise<User | null>
}

/** The session in React Router: middleware, loaders and actions. */
export interface Keystile {
  /** Returns the middleware of the root route. It refreshes the session, and sets its cookies on every response. */
  readonly middleware: () => (args: MiddlewareArguments, next: () => Promise<Response>) => Promise<Response>
  /** Takes the snapshot of session, user and project for `<KeystileProvider snapshot={…}>`, once per request. */
  readonly takeSnapshot: (context: object) => Promise<Snapshot>
  /**
   * Returns the signed-in user; `null` without one, or with `or: "redirect"` throws the redirect to sign-in, which
   * leads back to the page. A restricted or anonymous user is not signed in, unless the options include it. Throws a
   * response with 503 if the service did not respond in time.
   */
  readonly getUser: GetUser
  /** Returns the URL of the sign-in page, with the page of the request as the return URL. */
  readonly signInUrl: (context: object) => string
}

/**
 * Creates the functions. Create them once, in a module of the server: requests of one session share a refresh. Throws
 * `ConfigurationError` when an option is missing or invalid. Options win over environment variables.
 */
export const createKeystile = (options: KeystileOptions = {}): Keystile => {
  const { getUser, read, signInUrl, takeSnapshot } = makePageSessions(options, {
    install: "Add keystile.middleware() to the root route.",
    redirect: redirectTo
  })
  return {
    takeSnapshot,
    // With `or: "redirect"` it never returns `null`.
    getUser: getUser as GetUser,
    signInUrl: (context) => signInUrl(context),
    middleware:
      () =>
      async ({ context, request, url }, next) => {
        const storeSession = await read([context], { headers: request.headers, url: url?.href ?? request.url })
        return storeSession(await next())
      }
  }
}
