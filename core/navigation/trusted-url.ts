/** Which addresses from outside may be gone to: a pure function over addresses. */
import { relativePart } from "./return-to.ts"
import type { HandlerUrls } from "./urls.ts"

/** What browsers read in another way than it looks: they drop line ends and take a backslash for a slash. */
const isAmbiguous = (address: string) => /[\\\s\p{Cc}]/u.test(address)

/**
 * The address, if it may be gone to: it is of this origin, or of one to which the application's own pages belong. `null`
 * for everything else, and for whatever two programs could read in two ways.
 */
export const trustedUrl = (address: string, current: URL, urls: HandlerUrls): string | null => {
  const part = relativePart(address)
  if (part !== null) return part
  if (address.length > 4096 || isAmbiguous(address) || !/^https?:\/\/[^/]/i.test(address)) return null
  const url = URL.parse(address)
  if (url === null || url.username !== "" || url.password !== "") return null
  const trusted = [current.origin, ...Object.values(urls).map((page: string) => URL.parse(page, current)?.origin)]
  return trusted.includes(url.origin) ? url.href : null
}
