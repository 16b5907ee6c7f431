/** The endpoint that creates a session for any user. */
import * as Schema from "effect/Schema"
import { UserIdDoesNotExist } from "../../errors/user.ts"
import * as Endpoint from "../../http/endpoint.ts"
import { Secret } from "../../schema/fields/secret.ts"
import { MAX_SESSION_MILLIS } from "../../schema/fields/session-duration.ts"
import { UserRef } from "../../schema/fields/uuid.ts"
import { wire } from "../../schema/wire.ts"

/** Creates a session for any user, without a second factor. */
export const create = Endpoint.post("/auth/sessions", {
  tiers: ["server", "admin"],
  body: wire({
    userId: UserRef,
    /** The lifetime of the refresh token, in milliseconds, at most that of the project. */
    expiresInMillis: Schema.optionalKey(Schema.Finite.check(Schema.isLessThanOrEqualTo(MAX_SESSION_MILLIS))),
    /** True if an administrator signs in as the user. Only the admin tier lists such a session. Default: false. */
    isImpersonation: Schema.optionalKey(Schema.Boolean)
  }),
  success: wire({ refreshToken: Secret, accessToken: Secret }),
  errors: [UserIdDoesNotExist]
})
