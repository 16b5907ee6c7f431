/** How long the bodies of requests may be, in bytes. */

/** Callers without valid keys, and endpoints that take no keys. */
export const SMALL_BODY = 65_536

/** Most endpoints with tiers. */
export const DEFAULT_BODY = 1_000_000
