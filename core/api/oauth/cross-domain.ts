/**
 * Hands a session to another trusted domain of the project, by an authorization code with PKCE (RFC 7636). The code is
 * exchanged at the token endpoint.
 */
import * as Schema from "effect/Schema"
import { RedirectUrlNotWhitelisted } from "../../errors/redirect-url.ts"
import { UserAuthenticationRequired } from "../../errors/user.ts"
import * as Endpoint from "../../http/endpoint.ts"
import { CodeChallenge } from "../../schema/fields/code-challenge.ts"
import { atMost, NonEmpty } from "../../schema/fields/text.ts"
import { Url } from "../../schema/fields/url.ts"
import { wire } from "../../schema/wire.ts"

/** Returns a redirect URL with a code for the session of the access token and the refresh token. */
export const authorizeCrossDomain = Endpoint.post("/auth/oauth/cross-domain/authorize", {
  tiers: ["client", "server", "admin"],
  session: "current",
  requires: ["refreshToken"],
  missingFrom: "Stack Auth before 2.8.88",
  body: wire({
    /** The callback page of the other domain. */
    redirectUri: Url,
    state: NonEmpty.check(atMost(512)),
    codeChallenge: CodeChallenge,
    codeChallengeMethod: Schema.optionalKey(Schema.Literal("S256")),
    /** The page to which the callback page redirects at the end. */
    afterCallbackRedirectUrl: Schema.optionalKey(Url)
  }),
  success: wire({ redirectUrl: Schema.String }),
  errors: [UserAuthenticationRequired, RedirectUrlNotWhitelisted]
})
