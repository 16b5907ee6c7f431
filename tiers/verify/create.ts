/** Verification as plain promises. Both functions run the effects of the same names. */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { RequestLike } from "../../core/session/request-like.ts"
import type { AccessTokenClaims } from "./claims.ts"
import type { VerifierOptions } from "./options.ts"
import { make as makeSessionReader, type RequestSession, type SessionReaderOptions } from "./session-reader.ts"
import { make as makeVerifier } from "./verifier.ts"

export interface TokenVerifier {
  /** Rejects with `AccessTokenRejected` or `KeysUnavailable`. */
  readonly verify: (token: string | Redacted.Redacted<string>) => Promise<AccessTokenClaims>
}

/**
 * Makes a verifier. Make one per program: it caches the project's keys. Throws `ConfigurationError` for a
 * missing or invalid option.
 *
 * @example
 * const verifier = createVerifier({ projectId })
 * const { userId } = await verifier.verify(token)
 */
export const createVerifier = (options: VerifierOptions = {}): TokenVerifier => {
  const verifier = Effect.runSync(makeVerifier(options))
  return { verify: (token) => Effect.runPromise(verifier.verify(token)) }
}

/**
 * Makes a function that returns the session of a request, for the handlers of any framework. Make one per program: it
 * caches the project's keys. Throws `ConfigurationError` for a missing or invalid option.
 *
 * The function returns `null` for a request without a valid session: respond with 401. It rejects with
 * `KeysUnavailable` or `RequestError` if the session cannot be verified: respond with 503.
 *
 * @example
 * const sessionOf = createSessionReader({ projectId, publishableClientKey })
 *
 * app.get("/me", async (c) => {                         // Hono
 *   const session = await sessionOf(c.req.raw)
 *   return session === null ? c.text("Sign in first", 401) : c.json({ id: session.claims.userId })
 * })
 * app.get("/me", async (request, response) => {         // Express, Fastify, node:http
 *   const session = await sessionOf(request)
 * })
 * const session = await sessionOf(await headers())      // Next
 */
export const createSessionReader = (
  options: SessionReaderOptions = {}
): ((request: RequestLike) => Promise<RequestSession | null>) => {
  const reader = Effect.runSync(makeSessionReader(options))
  return (request) => Effect.runPromise(reader.read(request))
}
