/** The URL of the sign-in page for a request of an application's server. */
import type { HandlerUrls } from "../../core/navigation/handler-urls.ts"
import { withReturnTo } from "../../core/navigation/return-url.ts"
import { type ByName, headerOf } from "../../core/session/request-like.ts"
import { PAGE_URL_HEADER, type WebRequest } from "./renew.ts"

/**
 * Returns the URL of the sign-in page with the request's URL as the return URL. The result is absolute for a request
 * with `url`. For `headers` alone, those that `renewSession` passed on, it is relative to the page.
 */
export const signInUrlOf = (
  request: Pick<WebRequest, "url"> | { readonly headers: ByName },
  urls: HandlerUrls
): string => {
  if ("url" in request) {
    const current = new URL(request.url)
    return new URL(withReturnTo(urls.signIn, current, urls), current).href
  }
  const current = URL.parse(headerOf(request, PAGE_URL_HEADER) ?? "")
  return current === null ? urls.signIn : withReturnTo(urls.signIn, current, urls)
}
