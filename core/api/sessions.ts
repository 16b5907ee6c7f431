/** Endpoints that end, refresh and create sessions. */
import * as Schema from "effect/Schema"
import { RefreshTokenNotFoundOrExpired } from "../errors/refresh-token.ts"
import { UserIdDoesNotExist } from "../errors/user.ts"
import * as Endpoint from "../http/endpoint.ts"
import { Secret } from "../schema/fields/secret.ts"
import { UserRef } from "../schema/fields/uuid.ts"
import { Success } from "../schema/responses.ts"
import { wire } from "../schema/wire.ts"

const tiers = ["client", "server", "admin"] as const

/** Signs out: revokes the refresh token. Its access tokens stay valid until they expire. */
export const signOut = Endpoint.del("/auth/sessions/current", {
  tiers,
  session: "current",
  requires: ["refreshToken"],
  success: Success,
  errors: [RefreshTokenNotFoundOrExpired]
})

/** Returns a new access token. The SDK uses the token endpoint instead. */
export const refresh = Endpoint.post("/auth/sessions/current/refresh", {
  tiers,
  session: "current",
  idempotent: true,
  requires: ["refreshToken"],
  success: wire({ accessToken: Secret }),
  errors: [RefreshTokenNotFoundOrExpired]
})

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
