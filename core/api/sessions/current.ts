/** Endpoints that end and refresh the session of a request. */
import { RefreshTokenNotFoundOrExpired } from "../../errors/refresh-token.ts"
import * as Endpoint from "../../http/endpoint.ts"
import { Secret } from "../../schema/fields/secret.ts"
import { Success } from "../../schema/responses.ts"
import { wire } from "../../schema/wire.ts"

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
