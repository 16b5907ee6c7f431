/** Describes the stored session by the readable claims of its access token. The result contains no token. */
import {
  accessTokenTimes,
  isAnonymous,
  isRestricted,
  LIKELY_VALID_MILLIS,
  type Tokens,
  userIdIn
} from "../../core/session/tokens.ts"

export interface SessionFacts {
  /** `null` without an access token that names a user. */
  readonly userId: string | null
  readonly kind: "anonymous" | "restricted" | "full" | null
  readonly hasAccessToken: boolean
  readonly hasRefreshToken: boolean
  /** Times of the access token in epoch milliseconds; `null` if it does not have them. */
  readonly issuedAt: number | null
  readonly expiresAt: number | null
  /** The first call after this time refreshes the session; `null` if no call does. 0: the next call. */
  readonly refreshesAfter: number | null
}

export const describeSession = ({ accessToken, refreshToken }: Tokens): SessionFacts => {
  const times = accessToken === null ? null : accessTokenTimes(accessToken)
  const expiresAt = times?.expiresAt ?? null
  const neverExpires = times !== null && expiresAt === null
  const refreshTime = expiresAt === null ? 0 : expiresAt - LIKELY_VALID_MILLIS
  return {
    userId: accessToken === null ? null : userIdIn(accessToken),
    kind:
      accessToken === null
        ? null
        : isAnonymous(accessToken)
          ? "anonymous"
          : isRestricted(accessToken)
            ? "restricted"
            : "full",
    hasAccessToken: accessToken !== null,
    hasRefreshToken: refreshToken !== null,
    issuedAt: times?.issuedAt ?? null,
    expiresAt,
    refreshesAfter: refreshToken === null || neverExpires ? null : refreshTime
  }
}
