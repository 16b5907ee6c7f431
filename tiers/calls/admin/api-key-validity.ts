/** Whether a set of keys can still be used: pure, over the set and a moment. */
import type { ApiKey } from "../../../core/schema/api-key.ts"

/** Why a set of keys is of no use any more. */
export type WhyApiKeyInvalid = "expired" | "manually-revoked"

type Validity = Pick<ApiKey, "expiresAt" | "manuallyRevokedAt">

/** `null`: it is valid. A set that is both says `expired` (specification, section 4). */
export const whyApiKeyInvalid = ({ expiresAt, manuallyRevokedAt }: Validity, now: Date): WhyApiKeyInvalid | null =>
  expiresAt.getTime() <= now.getTime() ? "expired" : manuallyRevokedAt == null ? null : "manually-revoked"

export const isApiKeyValid = (apiKey: Validity, now: Date): boolean => whyApiKeyInvalid(apiKey, now) === null
