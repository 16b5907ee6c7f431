/** Server rendering as plain promises. Every method runs the effect of the same name. */
import * as Effect from "effect/Effect"
import { withReturnTo } from "../../core/navigation/return-url.ts"
import { type ByName, headerOf, type RequestLike, type WritableRequest } from "../../core/session/request-like.ts"
import { Client, type ClientOptions, make } from "../client.ts"
import { PAGE_URL_HEADER, type RenewedSession, type RenewOptions, renewSession, type WebRequest } from "./renew.ts"
import { readSnapshot } from "./read.ts"
import type { Snapshot, SnapshotAnswers } from "./snapshot.ts"
import { type SnapshotOptions, takeSnapshot } from "./take.ts"

export type ServerRenderingOptions = Omit<ClientOptions, "tokenStore" | "redirectMethod"> & SnapshotOptions

export interface ServerRendering {
  /**
   * What a page of this request is to know from the start, for `<KeystileProvider snapshot={…}>`. What the service does
   * not answer in time is left out. Rejects when the request is none.
   *
   * With `{ headers, setCookie }` or `{ request, setCookie }` a renewed access token goes into the response's cookies,
   * where the framework allows it.
   */
  readonly takeSnapshot: (request: RequestLike | WritableRequest) => Promise<Snapshot>
  /**
   * Reads a snapshot. `user` is `null` without a session, and `undefined` when the service did not respond.
   * Throws `SnapshotRejected` for what is no snapshot.
   */
  readonly readSnapshot: (snapshot: Snapshot) => SnapshotAnswers
  /** For a middleware: renews the session of a request once, for all that answers it. */
  readonly renewSession: (request: WebRequest, options?: RenewOptions) => Promise<RenewedSession>
  /**
   * Returns the URL of the sign-in page, with the request's URL as the return URL. The result is absolute for a request
   * with `url`. For `headers` alone, those that `renewSession` passed on, it is relative to the page.
   *
   * @example
   * // A server component of Next
   * redirect(keystile.signInUrl({ headers: await headers() }))
   */
  readonly signInUrl: (request: Pick<WebRequest, "url"> | { readonly headers: ByName }) => string
}

/**
 * Makes what a server needs to render pages; keep it, all requests share its refreshes. Throws `ConfigurationError`
 * when an option is missing or cannot be right.
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
    readSnapshot: (snapshot) => Effect.runSync(readSnapshot(snapshot, client.projectId)),
    renewSession: (request, options) => run(renewSession(request, { timeoutMillis, ...options })),
    signInUrl: (request) => {
      const { urls } = client.navigation
      if ("url" in request) {
        const current = new URL(request.url)
        return new URL(withReturnTo(urls.signIn, current, urls), current).href
      }
      const current = URL.parse(headerOf(request, PAGE_URL_HEADER) ?? "")
      return current === null ? urls.signIn : withReturnTo(urls.signIn, current, urls)
    }
  }
}
