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
import type { CookieOptions } from "../core/session/request-like.ts"
import { createServerRendering, type ServerRenderingOptions } from "../tiers/snapshot/create.ts"
import type { Snapshot } from "../tiers/snapshot/snapshot.ts"
import { storeSessionIn } from "./store-session.ts"

/** The options of `createKeystile`. */
export interface KeystileOptions extends ServerRenderingOptions, CookieOptions {}

/** The arguments of a middleware that are used here. */
export interface MiddlewareArguments {
  /** The request. */
  readonly request: Request
  /** The `RouterContextProvider` of the request. */
  readonly context: object
}

/** Returns the user of the request, by the context of its loader, action or middleware. */
export interface GetUser {
  (context: object, options: { readonly or: "redirect" }): Promise<User>
  (context: object, options?: { readonly or?: "return-null" | "redirect" | undefined }): Promise<User | null>
}

/** The session in React Router: middleware, loaders and actions. */
export interface Keystile {
  /** Returns the middleware of the root route. It refreshes the session, and sets its cookies on every response. */
  readonly middleware: () => (args: MiddlewareArguments, next: () => Promise<Response>) => Promise<Response>
  /** Takes the snapshot of session, user and project for `<KeystileProvider snapshot={…}>`, once per request. */
  readonly takeSnapshot: (context: object) => Promise<Snapshot>
  /**
   * Returns the signed-in user; `null` without one, or with `or: "redirect"` throws the redirect to sign-in, which
   * leads back to the page. Throws a response with 503 if the service did not respond in time.
   */
  readonly getUser: GetUser
  /** Returns the URL of the sign-in page, with the page of the request as the return URL. */
  readonly signInUrl: (context: object) => string
}

interface KnownRequest {
  readonly headers: Headers
  snapshot?: Promise<Snapshot>
}

/**
 * Creates the functions. Create them once, in a module of the server: requests of one session share a refresh. Throws
 * `ConfigurationError` when an option is missing or invalid. Options win over environment variables.
 */
export const createKeystile = ({ embedded, httpOnly, ...options }: KeystileOptions = {}): Keystile => {
  const rendering = createServerRendering(options)
  const requests = new WeakMap<object, KnownRequest>()

  const requestOf = (context: object): KnownRequest => {
    const known = requests.get(context)
    if (known === undefined) {
      throw new Error("The session of this request was not read. Add keystile.middleware() to the root route.")
    }
    return known
  }

  const takeSnapshot = (context: object) => {
    const request = requestOf(context)
    return (request.snapshot ??= rendering.takeSnapshot({ headers: request.headers }))
  }

  const signInUrl = (context: object) => rendering.signInUrl(requestOf(context))

  async function getUser(context: object, options: { readonly or: "redirect" }): Promise<User>
  async function getUser(
    context: object,
    options?: { readonly or?: "return-null" | "redirect" | undefined }
  ): Promise<User | null>
  async function getUser(
    context: object,
    { or = "return-null" }: { readonly or?: "return-null" | "redirect" | undefined } = {}
  ) {
    const { user } = rendering.readSnapshot(await takeSnapshot(context))
    if (user === undefined) throw new Response("The service did not respond in time.", { status: 503 })
    if (user === null && or === "redirect") {
      throw new Response(null, { status: 302, headers: { location: signInUrl(context) } })
    }
    return user
  }

  return {
    takeSnapshot,
    getUser,
    signInUrl,
    middleware:
      () =>
      async ({ context, request }, next) => {
        const { headers, setCookies } = await rendering.renewSession(request, { embedded, httpOnly })
        requests.set(context, { headers })
        const response = await next()
        storeSessionIn(response.headers, setCookies)
        return response
      }
  }
}
