/** Refreshes an access token (RFC 6749, section 6). */
import * as Schema from "effect/Schema"
import { InvalidOAuthClientIdOrSecret } from "../../errors/oauth-client.ts"
import { ProviderRejected, RefreshTokenNotFoundOrExpired } from "../../errors/refresh-token.ts"
import * as Endpoint from "../../http/endpoint.ts"
import { redacted, Secret } from "../../schema/fields/secret.ts"
import { NonEmpty } from "../../schema/fields/text.ts"
import { wire } from "../../schema/wire.ts"

/** An access token of a response. */
export const AccessToken = redacted(NonEmpty)

/** The token type of a response (RFC 6749, section 7.1). */
export const TokenType = Schema.Literals(["Bearer", "bearer", "BEARER"])

/** In seconds. A constant of the protocol, not the actual lifetime of the token. */
export const ExpiresIn = Schema.optionalKey(
  Schema.Finite.check(Schema.makeFilter((seconds) => seconds > 0, { expected: "a positive number" }))
)

/** The granted scopes of a response, separated by spaces. */
export const Scope = Schema.optionalKey(Schema.String)

/** Returns a new access token for a refresh token. Refresh tokens do not rotate, so the call may be repeated. */
export const refresh = Endpoint.post("/auth/oauth/token", {
  tiers: [],
  encoding: "form",
  idempotent: true,
  body: wire({
    grantType: Schema.Literal("refresh_token"),
    /** The project's id. */
    clientId: Schema.String,
    /** The publishable client key, or `__stack_public_client__` in a project that requires none. */
    clientSecret: Secret,
    refreshToken: Secret
  }),
  success: wire({ accessToken: AccessToken, tokenType: TokenType, expiresIn: ExpiresIn, scope: Scope }),
  errors: [RefreshTokenNotFoundOrExpired, ProviderRejected, InvalidOAuthClientIdOrSecret]
})
