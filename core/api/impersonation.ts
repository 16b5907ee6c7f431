/**
 * Signs an owner of the project in as one of its users: an extension of the wire. The application begins the flow with
 * PKCE (RFC 7636), the owner authorizes it on the owners' console, and the code is exchanged at the token endpoint.
 */
import * as Schema from "effect/Schema"
import {
  CannotImpersonateAnonymousUser,
  ImpersonationNotEnabled,
  ImpersonationRequiresOwner
} from "../errors/impersonation.ts"
import { RedirectUrlNotWhitelisted } from "../errors/redirect-url.ts"
import { UserNotFound } from "../errors/user.ts"
import * as Endpoint from "../http/endpoint.ts"
import { CodeChallenge } from "../schema/fields/code-challenge.ts"
import { matching } from "../schema/fields/matching.ts"
import { atMost, NonEmpty } from "../schema/fields/text.ts"
import { Url } from "../schema/fields/url.ts"
import { Uuid } from "../schema/fields/uuid.ts"
import { wire } from "../schema/wire.ts"

/** The maximum length of a reason. */
export const MAX_REASON = 500

/** Why an owner signs in as a user, for the audit log. */
const Reason = Schema.String.check(atMost(MAX_REASON)).check(matching(/\S/u, { expected: "a reason" }))

/** Returns a redirect URL with a code for a session of the user, which is valid for a minute and once. */
export const authorize = Endpoint.post("/auth/impersonation/authorize", {
  tiers: ["admin"],
  missingFrom: "Stack Auth",
  body: wire({
    userId: Uuid,
    reason: Reason,
    /** The callback page of the application. */
    redirectUri: Url,
    state: NonEmpty.check(atMost(512)),
    codeChallenge: CodeChallenge,
    codeChallengeMethod: Schema.optionalKey(Schema.Literal("S256"))
  }),
  success: wire({ redirectUrl: Schema.String }),
  errors: [
    ImpersonationNotEnabled,
    ImpersonationRequiresOwner,
    CannotImpersonateAnonymousUser,
    UserNotFound,
    RedirectUrlNotWhitelisted
  ]
})
