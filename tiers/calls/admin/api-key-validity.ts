/** Checks whether a set of keys, or a key of a user or a team, can be used at a given time. Pure functions. */

/** Why keys are of no use any more. */
export type WhyApiKeyInvalid = "expired" | "manually-revoked"

interface Validity {
  /** Absent for a key that does not expire. */
  readonly expiresAt?: Date
  readonly manuallyRevokedAt?: Date
}

/** Returns `null` for a valid set. An expired set that is also revoked is `expired`. */
export const whyApiKeyInvalid = ({ expiresAt, manuallyRevokedAt }: Validity, now: Date): WhyApiKeyInvalid | null =>
  expiresAt !== undefined && expiresAt.getTime() <= now.getTime()
    ? "expired"
    : manuallyRevokedAt == null
      ? null
      : "manually-revoked"

/** Returns true if a set of keys is neither revoked nor expired. */
export const isApiKeyValid = (apiKey: Validity, now: Date): boolean => whyApiKeyInvalid(apiKey, now) === null
