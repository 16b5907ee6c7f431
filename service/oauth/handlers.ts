/** The token endpoint (RFC 6749, section 3.2). */
import { Clock, Effect, Redacted } from "effect"
import { refresh } from "../../core/api/oauth.ts"
import { InvalidOAuthClientIdOrSecret } from "../../core/errors/oauth.ts"
import { RefreshTokenNotFoundOrExpired } from "../../core/errors/session.ts"
import { json } from "../endpoint/early-answer.ts"
import { implement } from "../endpoint/implement.ts"
import type { Received } from "../endpoint/received.ts"
import { ApiKeyStore } from "../projects/api-key-store.ts"
import { SessionStore } from "../sessions/session-store.ts"
import { issueAccessToken } from "../sessions/start-session.ts"
import { type ClientCredentials, type Fields, invalidRequest, readCredentials, textOf } from "./client-credentials.ts"

/** In seconds. A constant of the wire: it is not the token's real life, which clients read from the token. */
const EXPIRES_IN = 3599

/** RFC 6749, section 5.1. `Cache-Control` is on every answer of the service. */
const headers = { pragma: "no-cache" }

/** Longer ids are not repeated in the error. */
const MAX_SHOWN_ID = 100

const checkClient = Effect.fnUntraced(function*({ clientId, clientSecret }: ClientCredentials) {
  const keys = yield* ApiKeyStore
  const now = yield* Clock.currentTimeMillis
  const isValid = clientId !== null && clientSecret !== null &&
    (yield* keys.isValid(clientId, "publishable_client_key", clientSecret, now))
  if (clientId !== null && clientSecret !== null && isValid) return { clientId, clientSecret }
  return yield* new InvalidOAuthClientIdOrSecret({
    clientId: clientId === null || clientId.length > MAX_SHOWN_ID ? null : clientId
  })
})

/**
 * Checks what OAuth wants checked, in OAuth's own words and order: the client, then the grant. Parameters that it does
 * not know are ignored, as section 3.2 demands.
 */
const prepare = Effect.fnUntraced(function*(received: Received) {
  const { body } = received
  if (typeof body !== "object" || body === null || Array.isArray(body) || body instanceof Uint8Array) {
    return yield* invalidRequest("The parameters have to be a form or a JSON object.")
  }
  const fields: Fields = { ...body }
  const { clientId, clientSecret } = yield* checkClient(yield* readCredentials(received.headers, fields))
  const grantType = textOf(fields, "grant_type")
  if (grantType === null) return yield* invalidRequest("The parameter grant_type is missing.")
  if (grantType !== "refresh_token") {
    return yield* json(400, {
      error: "unsupported_grant_type",
      error_description: "The grant types that are served: refresh_token."
    })
  }
  const refreshToken = textOf(fields, "refresh_token")
  if (refreshToken === null) return yield* invalidRequest("The parameter refresh_token is missing.")
  return {
    ...received,
    body: { grant_type: grantType, client_id: clientId, client_secret: clientSecret, refresh_token: refreshToken }
  }
})

export const handlers = [
  implement(
    refresh,
    Effect.fnUntraced(function*({ body: { clientId: projectId, refreshToken } }) {
      const sessions = yield* SessionStore
      const now = yield* Clock.currentTimeMillis
      const userId = yield* sessions.findUser(projectId, Redacted.value(refreshToken), now)
      if (userId === null) return yield* new RefreshTokenNotFoundOrExpired()
      const accessToken = yield* issueAccessToken(projectId, userId)
      return { accessToken, tokenType: "Bearer", expiresIn: EXPIRES_IN, scope: "legacy" }
    }),
    { headers, prepare }
  )
]
