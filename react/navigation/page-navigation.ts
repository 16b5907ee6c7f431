/** Navigation and links to the pages of sign-in. */
import { type MouseEvent, useCallback } from "react"
import type { HandlerUrls } from "../../core/navigation/handler-urls.ts"
import type { NavigateOptions } from "../../core/navigation/navigate.ts"
import { currentUrl, pageUrl } from "../../core/navigation/page-url.ts"
import { returnTo } from "../../core/navigation/return-url.ts"
import { useProviderContext } from "../runtime/keystile-context.ts"
import { useBrowserValue } from "../runtime/use-browser-value.ts"
import { useSite, withSite } from "../runtime/use-site.ts"

export interface PageLink {
  readonly href: string
  readonly onClick: (event: MouseEvent) => void
}

/** Navigates to a page, with the return URL of the current one or of `from`. */
type GoTo = (page: keyof HandlerUrls, options?: NavigateOptions, from?: URL | null) => void

/** Returns a function that navigates to a page, for event handlers and effects. */
export const useGoTo = (): GoTo => {
  const provided = useProviderContext()
  return useCallback(
    (page, options, from = currentUrl()) =>
      withSite(provided, ({ goToUrl, urls }) => goToUrl(pageUrl(page, from, urls, options), options)),
    [provided]
  )
}

/** Returns the props of a link to a page, with this page as the return URL. */
export const usePageLink = (page: keyof HandlerUrls): PageLink => {
  const { goToUrl, method, urls } = useSite()
  const href = () => {
    const current = currentUrl()
    return pageUrl(page, current, urls, { noRedirectBack: current === null || returnTo(current, urls) === null })
  }
  return {
    // A server does not know the page's URL, so its link has no return URL until hydration.
    href: useBrowserValue(href, urls[page]),
    onClick: (event) => {
      const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
      if (method !== "router" || !plain || event.defaultPrevented) return
      event.preventDefault()
      goToUrl(href())
    }
  }
}
