/** URLs of pages, as seen from the current one. */
import { isDevelopment, warnOnce } from "../environment/development.ts"
import type { HandlerUrls } from "./handler-urls.ts"
import type { NavigateOptions } from "./navigate.ts"
import { canReturnTo, hasReturnTo, returnTo, withReturnTo } from "./return-url.ts"
import { parseUrl } from "../environment/parse-url.ts"

/** Returns the URL of this page; `null` on servers. */
export const currentUrl = (): URL | null => parseUrl(globalThis.location?.href)

/** Returns the URL of a page, with a return URL if the page takes one. */
export const pageUrl = (
  page: keyof HandlerUrls,
  current: URL | null,
  urls: HandlerUrls,
  { noRedirectBack = false }: NavigateOptions = {}
): string => {
  const target = urls[page]
  if (current === null) return target
  const back = returnTo(current, urls)
  // Also for links to other pages, which lose the return URL.
  if (back === null && hasReturnTo(current) && isDevelopment && process.env.NODE_ENV !== "production") {
    warnOnce(
      "Keystile: the return URL in after_auth_return_to is ignored, because it leads to another origin. " +
        "To follow it, name a page of that origin in the option `urls`, for example as `home`."
    )
  }
  if (noRedirectBack) return target
  if (page === "signIn" || page === "signUp" || page === "onboarding") return withReturnTo(target, current, urls)
  if (page !== "afterSignIn" && page !== "afterSignUp") return target
  return back !== null && canReturnTo(back, current, urls) ? back : target
}
