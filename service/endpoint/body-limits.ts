/** Limits for the bodies of requests, in bytes. */

/** For callers without valid keys, and for endpoints without keys. */
export const SMALL_BODY = 65_536

/** For most endpoints with tiers. */
export const DEFAULT_BODY = 1_000_000
