/** The part of a URL that stays within its origin. */

/** Longer values are no URLs of an application. */
const MAX_LENGTH = 4096

/**
 * Returns path, query and hash of a URL that stays within its origin, and `null` for a URL that leads to another one. It is
 * resolved against two hosts that do not exist, by http and by https: only what follows both is relative.
 * (`https:evil.example` follows an https page, `//evil.example` any.)
 */
export const relativePart = (address: string): string | null => {
  if (address.length > MAX_LENGTH) return null
  const [part, other] = ["https://relative.invalid", "http://relative.invalid"].map((base) => {
    const href = URL.parse(address, base)?.href
    return href?.startsWith(`${base}/`) ? href.slice(base.length) : null
  })
  // A path that begins with two slashes would be read as a host the next time.
  return part != null && part === other && !part.startsWith("//") ? part : null
}
