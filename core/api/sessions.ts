/** Sessions: ending the caller's, refreshing it, making one for any user. */
import * as Schema from "effect/Schema"
import { RefreshTokenNotFoundOrExpired } from "../errors/refresh-token.ts"
import { UserIdDoesNotExist } from "../errors/user.ts"
import * as Endpoint from "../http/endpoint.ts"
import { Secret } from "../schema/fields/secret.ts"
import { UserRef } from "../schema/fields/uuid.ts"
import { Success } from "../schema/responses.ts"
import { wire } from "../schema/wire.ts"

const tiers = ["client", "server", "admin"] as const

/** Signs out: ends the refresh token. Access tokens that were issued for it stay valid until they expire. */
export const signOut = Endpoint.del("/auth/sessions/current", {
  tiers,
  session: "current",
  requires: ["refreshToken"],
  success: Success,
  errors: [RefreshTokenNotFoundOrExpired]
})

/** A new access token. The SDK refreshes at the token endpoint instead. */
export const refresh = Endpoint.post("/auth/sessions/current/refresh", {
  tiers,
  session: "current",
  idempotent: true,
  requires: ["refreshToken"],
  success: wire({ accessToken: Secret }),
  errors: [RefreshTokenNotFoundOrExpired]
})

/** The default and the longest life of a session, in milliseconds: one year, and two days more. */
export const DEFAULT_SESSION_MILLIS = 31_536_000_000
export const MAX_SESSION_MILLIS = 31_708_800_000

/** A session for any user. No second factor is asked for. */
export const create = Endpoint.post("/auth/sessions", {
  tiers: ["server", "admin"],
  body: wire({
    userId: UserRef,
    /** Of the refresh token, in milliseconds. */
    expiresInMillis: Schema.optionalKey(Schema.Finite.check(Schema.isLessThanOrEqualTo(MAX_SESSION_MILLIS)))
  }),
  success: wire({ refreshToken: Secret, accessToken: Secret }),
  errors: [UserIdDoesNotExist]
})
