/** Verification as plain promises. The functions run the effects of the same names. */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { TeamApiKey, UserApiKey } from "../../core/schema/user-team-api-key.ts"
import type { RequestLike } from "../../core/session/request-like.ts"
import { type ApiKeyReaderOptions, make as makeApiKeyReader } from "./api-key-reader.ts"
import type { AccessTokenClaims } from "./claims.ts"
import type { VerifierOptions } from "./options.ts"
import { make as makeSessionReader, type RequestSession, type SessionReaderOptions } from "./session-reader.ts"
import { make as makeVerifier } from "./verifier.ts"

/** Verifies access tokens without a request to the service. */
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

/** Reads the API keys of requests. Methods reject with the errors of the service `ApiKeyReader`. */
export interface RequestApiKeys {
  /** Returns the API key of a user; `null` for a request without an API key. */
  readonly readUserKey: (request: RequestLike) => Promise<UserApiKey | null>
  /** Returns the API key of a team; `null` for a request without an API key. */
  readonly readTeamKey: (request: RequestLike) => Promise<TeamApiKey | null>
}

/**
 * Makes a reader of the API keys of requests, for the handlers of any framework. Each key is checked by a request to
 * the service with the secret server key. Throws `ConfigurationError` for a missing or invalid option.
 *
 * Both methods reject with one of `ApiKeyNotValid` for a key that is unknown, revoked, expired or of the other type:
 * respond with 401. They reject with `RequestError` if the key cannot be checked: respond with 503.
 *
 * @example
 * const apiKeys = createApiKeyReader({ projectId, secretServerKey })
 *
 * app.get("/reports", async (c) => {                    // Hono
 *   const apiKey = await apiKeys.readUserKey(c.req.raw).catch((error) => {
 *     if (isApiKeyNotValid(error)) return null
 *     throw error
 *   })
 *   return apiKey === null ? c.text("Send a valid API key", 401) : c.json(await reportsOf(apiKey.userId))
 * })
 */
export const createApiKeyReader = (options: ApiKeyReaderOptions = {}): RequestApiKeys => {
  const reader = Effect.runSync(makeApiKeyReader(options))
  return {
    readUserKey: (request) => Effect.runPromise(reader.readUserKey(request)),
    readTeamKey: (request) => Effect.runPromise(reader.readTeamKey(request))
  }
}
