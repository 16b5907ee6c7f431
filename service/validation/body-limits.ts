/** Limits for the bodies of requests, in bytes except {@link MAX_VALUES}. */

/** For callers without valid keys, for endpoints without keys, and for forms. */
export const SMALL_BODY = 65_536

/**
 * The bytes above {@link SMALL_BODY} that all bodies of requests together may hold. The payloads of webhooks may hold
 * as much; the largest has 17 MB.
 */
export const MEMORY_CAPACITY = 64_000_000

/** For most endpoints with tiers. */
export const DEFAULT_BODY = 1_000_000

/**
 * The limit for the values in JSON (RFC 8259). That many take 15 ms to parse. 2.5 MB of nested arrays take 2 s, also
 * whenever the service reads them as metadata, and 2.5 MB of numbers half a second.
 */
export const MAX_VALUES = 50_000

/** For bodies with metadata, and for the stored text of each metadata field. */
export const LARGE_BODY = 2_500_000

const metadata = ["client_metadata", "client_read_only_metadata", "server_metadata"]

/** For endpoints that take an image of up to 1,000,000 characters and metadata, with the fields that may be long. */
export const largeBody = {
  bodyLimit: LARGE_BODY,
  long: ["profile_image_url", ...metadata],
  json: metadata
}

/** The same, for endpoints of the client tier that set a name. */
export const largeClientBody = { ...largeBody, names: ["display_name"] }
