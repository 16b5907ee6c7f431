/** Known errors about the access token of a user. */
import * as Schema from "effect/Schema"
import { isOneOf, knownError } from "./known-error.ts"
import { Millis } from "../schema/fields/millis.ts"

/** The access token is malformed, or its signature is wrong. */
export class UnparsableAccessToken extends knownError("UnparsableAccessToken", {
  status: 401,
  message: "The access token cannot be read. Please sign in again."
}) {}

/** The access token has expired. `expiredAt` is `null` if the time is unknown. */
export class AccessTokenExpired extends knownError("AccessTokenExpired", {
  status: 401,
  details: { expiredAt: Schema.NullOr(Millis) },
  detailNames: { expiredAt: "expired_at_millis" },
  message: ({ expiredAt }) => `The access token expired${expiredAt === null ? "" : ` at ${expiredAt.toISOString()}`}.`
}) {}

/** The access token was issued for another project than the one of the request. */
export class InvalidProjectForAccessToken extends knownError("InvalidProjectForAccessToken", {
  status: 401,
  message: "The access token belongs to another project. Please sign in again."
}) {}

/** The access token is invalid. A refreshed one may be valid. */
export type InvalidAccessToken = UnparsableAccessToken | AccessTokenExpired | InvalidProjectForAccessToken

/** True for an instance of any class of {@link InvalidAccessToken}. */
export const isInvalidAccessToken = isOneOf<InvalidAccessToken>([
  UnparsableAccessToken,
  AccessTokenExpired,
  InvalidProjectForAccessToken
])

/** The service does not accept the session of the request. */
export type InvalidSessionAuthentication = InvalidAccessToken

/** True for an instance of any class of {@link InvalidSessionAuthentication}. */
export const isInvalidSessionAuthentication: (error: unknown) => error is InvalidSessionAuthentication =
  isInvalidAccessToken

/** The service does not let the request act for a user. */
export type SessionAuthenticationError = InvalidSessionAuthentication

/** True for an instance of any class of {@link SessionAuthenticationError}. */
export const isSessionAuthenticationError: (error: unknown) => error is SessionAuthenticationError =
  isInvalidSessionAuthentication
