/** URLs of pages, as seen from the current one. Pure functions over URLs. */
import { isDevelopment } from "../environment/development.ts"
import type { HandlerUrls } from "./handler-urls.ts"
import type { NavigateOptions } from "./navigate.ts"
import { canReturnTo, returnTo, withReturnTo } from "./return-url.ts"
import { reportUntrustedReturn } from "./untrusted-return-url.ts"

/** Returns the URL of this page; `null` on servers. */
export const currentUrl = (): URL | null => URL.parse(globalThis.location?.href)

/** Returns the URL of a page, with a return URL if the page takes one. */
export const pageUrl = (
  page: keyof HandlerUrls,
  current: URL | null,
  urls: HandlerUrls,
  { noRedirectBack = false }: NavigateOptions = {}
): string => {
  const target = urls[page]
  // Also for links that have no return URL because it is not trusted.
  if (isDevelopment && process.env.NODE_ENV !== "production" && current !== null) reportUntrustedReturn(current, urls)
  if (noRedirectBack || current === null) return target
  if (page === "signIn" || page === "signUp" || page === "onboarding") return withReturnTo(target, current, urls)
  if (page !== "afterSignIn" && page !== "afterSignUp") return target
  const back = returnTo(current, urls)
  return back !== null && canReturnTo(back, current, urls) ? back : target
}
