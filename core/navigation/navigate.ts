/** Navigates to a URL: by the browser, by a router's function, or not at all. */
import { parseUrl } from "../environment/parse-url.ts"

/** The kind of navigation: `window` loads pages, a function calls a router, `none` does nothing. */
export type RedirectMethod = "window" | "none" | ((url: string, options: { readonly replace: boolean }) => void)

/** The options of a redirect. */
export interface NavigateOptions {
  /** Replaces the current entry of the history. Default `false`. */
  readonly replace?: boolean | undefined
  /** Omits the return URL. Default `false`. */
  readonly noRedirectBack?: boolean | undefined
}

export interface Navigator {
  /** `window`: the browser loads the page. `router`: the document stays. `none`: nothing navigates. */
  readonly method: "window" | "router" | "none"
  /** Navigates to a URL of the application without checking its origin. Ignores `javascript:` and `data:` URLs. */
  readonly goToUrl: (url: string, options?: Pick<NavigateOptions, "replace">) => void
}

const navigateWindow = (url: string, { replace }: { readonly replace: boolean }) =>
  replace ? globalThis.location.replace(url) : globalThis.location.assign(url)

// `javascript:` and `data:` URLs would run scripts in this origin.
const isPage = (url: string) => /^https?:/.test(parseUrl(url, "https://relative.invalid")?.href ?? "")

export const makeNavigator = (method: RedirectMethod = "none"): Navigator => {
  const navigate = method === "window" ? navigateWindow : method === "none" ? () => {} : method
  return {
    method: typeof method === "function" ? "router" : method,
    goToUrl: (url, { replace = false } = {}) => {
      if (isPage(url)) navigate(url, { replace })
    }
  }
}
