/** Handles the token endpoint (RFC 6749, section 3.2) for the grants `authorization_code` and `refresh_token`. */
import { Clock, Effect, Redacted } from "effect"
import { exchange } from "../../../core/api/oauth/exchange.ts"
import { refresh } from "../../../core/api/oauth/refresh.ts"
import { InvalidScope } from "../../../core/errors/oauth.ts"
import { InvalidOAuthClientIdOrSecret } from "../../../core/errors/oauth-client.ts"
import { RefreshTokenNotFoundOrExpired } from "../../../core/errors/refresh-token.ts"
import { rawJson } from "../../response/raw-response.ts"
import { implement, type Implementation } from "../../endpoint/implement.ts"
import type { ReceivedRequest } from "../../request/received-request.ts"
import { SessionStore } from "../sessions/session-store.ts"
import { renewAccessToken } from "../sessions/start-session.ts"
import { type ClientCredentials, type Fields, invalidRequest, readCredentials, textOf } from "./client-credentials.ts"
import { isClientOf, isPublicClient } from "./client-key.ts"
import { exchangeCode } from "./exchange-code.ts"

/** The constant `expires_in` of all responses, in seconds. Clients read the actual expiry from the token. */
const EXPIRES_IN = 3599

/** The fields of the responses of both grants, besides the tokens. */
const constants = { tokenType: "Bearer", expiresIn: EXPIRES_IN, scope: "legacy" } as const

/** The header that RFC 6749, section 5.1, requires besides `Cache-Control`, which every response has. */
const headers = { pragma: "no-cache" }

/** The maximum length of a client id that the error repeats. */
const MAX_SHOWN_ID = 100

/**
 * Authenticates the client: its id is a project, its secret a publishable key. Without a key, in a project that
 * requires one, only a code can be exchanged, with the verifier of its flow. The key was checked when the flow started.
 */
const checkClient = Effect.fnUntraced(function* ({ clientId, clientSecret }: ClientCredentials, isPublic: boolean) {
  const hasNoKey = clientSecret === null || isPublicClient(clientSecret)
  const isValid =
    clientId !== null &&
    ((hasNoKey && isPublic) || (clientSecret !== null && (yield* isClientOf(clientId, clientSecret))))
  if (isValid) return { client_id: clientId, client_secret: clientSecret ?? "" }
  return yield* new InvalidOAuthClientIdOrSecret({
    clientId: clientId === null || clientId.length > MAX_SHOWN_ID ? null : clientId
  })
})

/**
 * Authenticates the client, then checks the parameters of the grant. Errors are those of OAuth. Unknown parameters are
 * ignored, as RFC 6749, section 3.2, requires.
 */
const prepare = Effect.fnUntraced(function* (received: ReceivedRequest) {
  const { body } = received
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    return yield* invalidRequest("The parameters have to be a form or a JSON object.")
  }
  const fields: Fields = { ...body }
  const grantType = textOf(fields, "grant_type")
  const isPublic = grantType === "authorization_code" && textOf(fields, "code_verifier") !== null
  const client = yield* checkClient(yield* readCredentials(received.headers, fields), isPublic)
  switch (grantType) {
    case null:
      return yield* invalidRequest("The parameter grant_type is missing.")
    case "refresh_token": {
      const parameters = yield* readTexts(fields, ["refresh_token"])
      return {
        implementation: refreshHandler,
        received: withBody(received, { grant_type: grantType, ...client, ...parameters })
      }
    }
    case "authorization_code": {
      const parameters = yield* readTexts(fields, ["code", "redirect_uri"])
      if ((fields["scope"] ?? "legacy") !== "legacy") return yield* new InvalidScope()
      // Every flow has a challenge, so a missing verifier fails as an empty one.
      const verifier = { code_verifier: textOf(fields, "code_verifier") ?? "" }
      return {
        implementation: exchangeHandler,
        received: withBody(received, { grant_type: grantType, ...client, ...parameters, ...verifier })
      }
    }
    default:
      return yield* rawJson(400, {
        error: "unsupported_grant_type",
        error_description: "The grant types that are served: authorization_code, refresh_token."
      })
  }
})

const withBody = (received: ReceivedRequest, body: object): ReceivedRequest => ({ ...received, body })

const readTexts = Effect.fnUntraced(function* (fields: Fields, names: ReadonlyArray<string>) {
  const texts: Record<string, string> = {}
  for (const name of names) {
    const text = textOf(fields, name)
    if (text === null) return yield* invalidRequest(`The parameter ${name} is missing.`)
    texts[name] = text
  }
  return texts
})

const refreshHandler = implement(
  refresh,
  Effect.fnUntraced(function* ({ body: { clientId: projectId, refreshToken } }) {
    const sessions = yield* SessionStore
    const now = yield* Clock.currentTimeMillis
    const subject = yield* sessions.find(projectId, Redacted.value(refreshToken), now)
    const accessToken = subject && (yield* renewAccessToken(projectId, subject))
    return accessToken === null ? yield* new RefreshTokenNotFoundOrExpired() : { ...constants, accessToken }
  }),
  { headers }
)

const exchangeHandler = implement(
  exchange,
  ({ body: { clientId, code, codeVerifier, redirectUri } }) =>
    Effect.map(
      exchangeCode(clientId, { code, codeVerifier, redirectUri }),
      ({ accessToken, afterCallbackRedirectUrl, isNewUser, refreshToken }) => ({
        ...constants,
        accessToken,
        refreshToken,
        isNewUser,
        newUser: isNewUser,
        afterCallbackRedirectUrl,
        oldAfterCallbackRedirectUrl: afterCallbackRedirectUrl
      })
    ),
  { headers }
)

type TokenServices<I> = I extends Implementation<infer R> ? R : never

/** The token endpoint, for both grants. */
export const tokenHandler: Implementation<
  | TokenServices<typeof refreshHandler>
  | TokenServices<typeof exchangeHandler>
  | Effect.Services<ReturnType<typeof prepare>>
> = {
  ...refreshHandler,
  handle: (received) =>
    Effect.flatMap(prepare(received), ({ implementation, received }) => implementation.handle(received))
}
