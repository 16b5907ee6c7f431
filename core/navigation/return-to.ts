/**
 * The way back after signing in: the parameter `after_auth_return_to`, and why it never leaves the origin.
 *
 * Everything here is a pure function over addresses; `navigation.ts` does the going.
 */
import type { HandlerUrls } from "./urls.ts"
import { isWayBack } from "./way-back.ts"

const RETURN_TO_PARAMETER = "after_auth_return_to"

/** Longer values are no addresses of an application. */
const MAX_LENGTH = 4096

/**
 * The part of an address that stays within its origin (path, query and hash), or `null` if the address leads anywhere
 * else. It is resolved against two hosts that nobody has, by http and by https: only what follows both is relative.
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

/** Where the page says that the user came from, if that is on this origin. */
export const returnTo = (current: URL): string | null => {
  const given = current.searchParams.get(RETURN_TO_PARAMETER)
  return given === null ? null : relativePart(given)
}

/**
 * The address of a sign-in or sign-up page with the way back to the current one. An existing way back is kept. A page
 * of another origin is given none, and what is no way back is left out.
 */
export const withReturnTo = (target: string, current: URL, urls: HandlerUrls): string => {
  const url = URL.parse(target, current)
  if (url?.origin !== current.origin) return target
  const back = returnTo(current) ?? relativePart(`${current.pathname}${current.search}${current.hash}`)
  if (back !== null && isWayBack(back, current, urls)) url.searchParams.set(RETURN_TO_PARAMETER, back)
  return `${url.pathname}${url.search}${url.hash}`
}

/**
 * The whole address of a page to which a mail or a provider leads back: the way back of the current page goes along, and
 * what belongs to one visit does not (wire, sections 5 and 9).
 */
export const callbackUrl = (target: string, current: URL): string | null => {
  const url = URL.parse(target, current)
  if (url === null) return null
  const back = returnTo(current)
  if (back !== null && url.origin === current.origin) url.searchParams.set(RETURN_TO_PARAMETER, back)
  url.hash = ""
  for (const name of ["code", "state"]) url.searchParams.delete(name)
  return url.href
}
