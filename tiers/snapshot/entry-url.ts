/** The URLs of the pages on which a visitor of an application's server gets access: sign-in and onboarding. */
import type { HandlerUrls } from "../../core/navigation/handler-urls.ts"
import { withReturnTo } from "../../core/navigation/return-url.ts"
import { type ByName, headerOf } from "../../core/session/request-like.ts"
import { PAGE_URL_HEADER, type WebRequest } from "./renew.ts"

/** A request with its URL, or the headers that `renewSession` passed on. */
export type PageRequest = Pick<WebRequest, "url"> | { readonly headers: ByName }

/**
 * Returns the URL of a page with the request's URL as the return URL. The result is absolute for a request with `url`.
 * For `headers` alone, those that `renewSession` passed on, it is relative to the page.
 */
export const entryUrlOf = (page: "signIn" | "onboarding", request: PageRequest, urls: HandlerUrls): string => {
  const target = urls[page]
  if ("url" in request) {
    const current = new URL(request.url)
    return new URL(withReturnTo(target, current, urls), current).href
  }
  const current = URL.parse(headerOf(request, PAGE_URL_HEADER) ?? "")
  return current === null ? target : withReturnTo(target, current, urls)
}
