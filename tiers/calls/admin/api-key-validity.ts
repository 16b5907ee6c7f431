/** Checks whether a set of keys can be used at a given time. Pure functions. */
import type { ApiKey } from "../../../core/schema/api-key.ts"

/** Why a set of keys is of no use any more. */
export type WhyApiKeyInvalid = "expired" | "manually-revoked"

type Validity = Pick<ApiKey, "expiresAt" | "manuallyRevokedAt">

/** Returns `null` for a valid set. An expired set that is also revoked is `expired`. */
export const whyApiKeyInvalid = ({ expiresAt, manuallyRevokedAt }: Validity, now: Date): WhyApiKeyInvalid | null =>
  expiresAt.getTime() <= now.getTime() ? "expired" : manuallyRevokedAt == null ? null : "manually-revoked"

export const isApiKeyValid = (apiKey: Validity, now: Date): boolean => whyApiKeyInvalid(apiKey, now) === null
