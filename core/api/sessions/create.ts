/** The endpoint that creates a session for any user. */
import * as Schema from "effect/Schema"
import { UserIdDoesNotExist } from "../../errors/user.ts"
import * as Endpoint from "../../http/endpoint.ts"
import { Secret } from "../../schema/fields/secret.ts"
import { UserRef } from "../../schema/fields/uuid.ts"
import { wire } from "../../schema/wire.ts"

/** The default lifetime of a session, in milliseconds: a year. The maximum is two days longer. */
export const DEFAULT_SESSION_MILLIS = 31_536_000_000
/** The longest lifetime of a session in milliseconds: 367 days. */
export const MAX_SESSION_MILLIS = 31_708_800_000

/** Creates a session for any user, without a second factor. */
export const create = Endpoint.post("/auth/sessions", {
  tiers: ["server", "admin"],
  body: wire({
    userId: UserRef,
    /** The lifetime of the refresh token, in milliseconds. */
    expiresInMillis: Schema.optionalKey(Schema.Finite.check(Schema.isLessThanOrEqualTo(MAX_SESSION_MILLIS))),
    /** True if an administrator signs in as the user. Only the admin tier lists such a session. Default: false. */
    isImpersonation: Schema.optionalKey(Schema.Boolean)
  }),
  success: wire({ refreshToken: Secret, accessToken: Secret }),
  errors: [UserIdDoesNotExist]
})
