/** Checks URLs from outside of the program. Pure functions over URLs. */
import type { HandlerUrls } from "./handler-urls.ts"
import { parseUrl } from "../environment/parse-url.ts"

/** Longer values are no URLs of an application. */
const MAX_LENGTH = 4096

/**
 * Returns path, query and hash of a URL that stays within its origin, and `null` for a URL that leads to another one.
 * It is resolved against two hosts that do not exist, by http and by https: only what follows both is relative.
 * (`https:evil.example` follows an https page, `//evil.example` any.)
 */
export const relativePart = (target: string): string | null => {
  if (target.length > MAX_LENGTH) return null
  const [part, other] = ["https://relative.invalid", "http://relative.invalid"].map((base) => {
    const href = parseUrl(target, base)?.href
    return href?.startsWith(`${base}/`) ? href.slice(base.length) : null
  })
  // A path that begins with two slashes would be read as a host the next time.
  return part != null && part === other && !part.startsWith("//") ? part : null
}

/** Characters that browsers read differently: they drop line ends and read a backslash as a slash. */
const isAmbiguous = (target: string) => /[\\\s\p{Cc}]/u.test(target)

/**
 * Returns the URL if it is trusted: one of this origin, as its relative part, or one of an origin that `urls` names.
 * Returns `null` for all others, and for what two programs could read differently.
 */
export const trustedUrl = (target: string, current: URL, urls: HandlerUrls): string | null => {
  const part = relativePart(target)
  if (part !== null) return part
  if (target.length > MAX_LENGTH || isAmbiguous(target) || !/^https?:\/\/[^/]/i.test(target)) return null
  const url = parseUrl(target)
  if (url === null || url.username !== "" || url.password !== "") return null
  // An absolute URL of this origin whose path begins with two slashes has no relative form.
  if (url.origin === current.origin) return relativePart(`${url.pathname}${url.search}${url.hash}`) ?? url.href
  return Object.values(urls).some((page: string) => parseUrl(page, current)?.origin === url.origin) ? url.href : null
}
