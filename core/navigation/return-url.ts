/**
 * Return URLs: the pages to redirect to after sign-in, from the parameter `after_auth_return_to`. They are of this
 * origin, or of one that the application names in its `urls`.
 *
 * Pure functions over URLs; `navigation.ts` navigates.
 */
import type { HandlerUrls } from "./handler-urls.ts"
import { relativePart, trustedUrl } from "./trusted-url.ts"
import { parseUrl } from "../environment/parse-url.ts"

const RETURN_TO_PARAMETER = "after_auth_return_to"

/** True if a page has a return URL, trusted or not. */
export const hasReturnTo = ({ searchParams }: URL): boolean => searchParams.has(RETURN_TO_PARAMETER)

/**
 * Returns the return URL of a page, if it is trusted: relative within this origin, absolute for another origin that
 * `urls` names.
 */
export const returnTo = (current: URL, urls: HandlerUrls): string | null => {
  const given = current.searchParams.get(RETURN_TO_PARAMETER)
  return given === null ? null : trustedUrl(given, current, urls)
}

/**
 * Returns the URL of a sign-in or sign-up page with the current page as its return URL. A trusted return URL that the
 * current page has already is kept; pages of signing in and out are none. A page of another origin gets the absolute
 * URL, which it follows if its application names this origin.
 */
export const withReturnTo = (target: string, current: URL, urls: HandlerUrls): string => {
  const url = parseUrl(target, current)
  if (url === null) return target
  const isHere = url.origin === current.origin
  const back = returnTo(current, urls) ?? relativePart(`${current.pathname}${current.search}${current.hash}`)
  if (back !== null && canReturnTo(back, current, urls)) {
    url.searchParams.set(RETURN_TO_PARAMETER, isHere ? back : new URL(back, current).href)
  }
  return isHere ? `${url.pathname}${url.search}${url.hash}` : url.href
}

/**
 * Returns the absolute URL of the page to which a mail or a provider redirects. It has the return URL of the current
 * page, and neither a hash nor the parameters `code` and `state`.
 */
export const callbackUrl = (target: string, current: URL, urls: HandlerUrls): string | null => {
  const url = parseUrl(target, current)
  if (url === null) return null
  const back = returnTo(current, urls)
  if (back !== null && url.origin === current.origin) url.searchParams.set(RETURN_TO_PARAMETER, back)
  url.hash = ""
  for (const name of ["code", "state"]) url.searchParams.delete(name)
  return url.href
}

/**
 * Pages that would repeat or undo the finished step, or that users leave once they are not restricted: `signOut`, which
 * is a configured one, or below the handler any name that leads there, as `handler/logout` (see
 * `react/handler/routes.ts`).
 */
const signInPages = /^(handler\/)?(sign(in|up|out)|log(in|out)|register|onboarding|(oauth|magiclink)callback)([#?]|$)/i

// A router may take `/Sign%2DIn/` for `/sign-in`. All letters of these pages' names are ASCII.
const normalizedPath = ({ hash, pathname }: URL) =>
  `${pathname}${hash}`
    .replace(/%[2-7][\da-f]/gi, decodeURIComponent)
    .toLowerCase()
    .replace(/-|\/(?=[/#?]|$)/g, "")

/** True if a URL may be a return URL: pages of sign-in and sign-out may not. */
export const canReturnTo = (target: string, current: URL, urls: HandlerUrls): boolean => {
  const url = parseUrl(target, current)
  return (
    url !== null &&
    !Object.entries(urls).some(([name, pageUrl]: [string, string]) => {
      const page = parseUrl(pageUrl, current)
      // The configured page's part of the path is replaced by its name. Two pages may differ in their query or hash
      // only. Parameters that the configured page does not have are ignored.
      return (
        page?.origin === url.origin &&
        signInPages.test(normalizedPath(url).replace(normalizedPath(page), name)) &&
        [...page.searchParams].every(([key, value]) => url.searchParams.get(key) === value)
      )
    })
  )
}
