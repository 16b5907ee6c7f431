/** Which URLs from outside are followed: a pure function over URLs. */
import { relativePart } from "./relative-part.ts"
import type { HandlerUrls } from "./urls.ts"

/** What browsers read in another way than it looks: they drop line ends and take a backslash for a slash. */
const isAmbiguous = (address: string) => /[\\\s\p{Cc}]/u.test(address)

/**
 * Returns the URL if it is trusted: one of this origin, as its relative part, or one of an origin that `urls` names. Returns
 * `null` for all others, and for what two programs could read differently.
 */
export const trustedUrl = (address: string, current: URL, urls: HandlerUrls): string | null => {
  const part = relativePart(address)
  if (part !== null) return part
  if (address.length > 4096 || isAmbiguous(address) || !/^https?:\/\/[^/]/i.test(address)) return null
  const url = URL.parse(address)
  if (url === null || url.username !== "" || url.password !== "") return null
  // An absolute URL of this origin whose path begins with two slashes has no relative form.
  if (url.origin === current.origin) return relativePart(`${url.pathname}${url.search}${url.hash}`) ?? url.href
  return Object.values(urls).some((page: string) => URL.parse(page, current)?.origin === url.origin) ? url.href : null
}
