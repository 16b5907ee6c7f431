/** Server rendering with promises. Every method runs the effect of the same name. */
import * as Effect from "effect/Effect"
import type { RequestLike, WritableRequest } from "../../core/session/request-like.ts"
import { Client, type ClientOptions, make } from "../client.ts"
import { type RenewedSession, type RenewOptions, renewSession, type WebRequest } from "./renew.ts"
import { entryUrlOf, type PageRequest } from "./entry-url.ts"
import { readSnapshot, type ReadSnapshotOptions } from "./read.ts"
import type { Snapshot, SnapshotContent } from "./snapshot.ts"
import { type SnapshotOptions, takeSnapshot } from "./take.ts"

/** The options of `createServerRendering`. */
export type ServerRenderingOptions = Omit<ClientOptions, "tokenStore" | "redirectMethod"> & SnapshotOptions

/** The session of requests, for server rendering. */
export interface ServerRendering {
  /**
   * Takes the snapshot of session, user and project for a page, for `<KeystileProvider snapshot={…}>`. Data that the
   * service does not return in time are absent. Rejects with `ConfigurationError` for a value that is not a request.
   *
   * With `{ headers, setCookie }` or `{ request, setCookie }`, a renewed access token is written to the cookies of the
   * response, where the framework allows it.
   */
  readonly takeSnapshot: (request: RequestLike | WritableRequest) => Promise<Snapshot>
  /**
   * Reads a snapshot. `user` is `null` if no user is signed in, and `undefined` when the service did not respond. A
   * restricted or anonymous user is not signed in, unless the options include it. Throws `SnapshotRejected` if the
   * value is not a snapshot of this project.
   */
  readonly readSnapshot: (snapshot: Snapshot, options?: ReadSnapshotOptions) => SnapshotContent
  /** Renews the session of a request in a middleware, once for all components that handle the request. */
  readonly renewSession: (request: WebRequest, options?: RenewOptions) => Promise<RenewedSession>
  /**
   * Returns the URL of the sign-in page, with the request's URL as the return URL. The result is absolute for a request
   * with `url`. For `headers` alone, those that `renewSession` passed on, it is relative to the page.
   *
   * @example
   * // A server component of Next
   * redirect(keystile.signInUrl({ headers: await headers() }))
   */
  readonly signInUrl: (request: PageRequest) => string
  /**
   * As `signInUrl`, the URL of the page `onboarding`, on which a restricted user gets access. The sign-in page leads a
   * restricted user to it as well.
   */
  readonly onboardingUrl: (request: PageRequest) => string
}

/**
 * Creates the functions with which a server renders pages. Create them once: all requests share the refreshes. Throws
 * `ConfigurationError` when an option is missing or invalid.
 *
 * @example
 * // Next: app/keystile.ts
 * export const keystile = createServerRendering()
 * // app/layout.tsx
 * <KeystileProvider snapshot={await keystile.takeSnapshot({ headers: await headers() })}>{children}</KeystileProvider>
 */
export const createServerRendering = ({ timeoutMillis, ...options }: ServerRenderingOptions = {}): ServerRendering => {
  const client = Effect.runSync(make({ ...options, tokenStore: null }))
  const run = <A, E>(effect: Effect.Effect<A, E, Client>) =>
    Effect.runPromise(Effect.provideService(effect, Client, client))
  return {
    takeSnapshot: (request) => run(takeSnapshot(request, { timeoutMillis })),
    readSnapshot: (snapshot, options) => Effect.runSync(readSnapshot(snapshot, client.projectId, options)),
    renewSession: (request, options) => run(renewSession(request, { timeoutMillis, ...options })),
    signInUrl: (request) => entryUrlOf("signIn", request, client.navigation.urls),
    onboardingUrl: (request) => entryUrlOf("onboarding", request, client.navigation.urls)
  }
}
