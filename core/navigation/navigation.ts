/** Navigates between pages: by the browser, by a router's function, or not at all. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { isDevelopment } from "../environment/development.ts"
import { pause } from "../lightweight/time-limit.ts"
import { callbackUrl, hasReturnTo, canReturnTo, returnTo, withReturnTo } from "./return-url.ts"
import { type HandlerUrls, resolveUrls } from "./handler-urls.ts"

/** The kind of navigation: `window` loads pages, a function calls a router, `none` does nothing. */
export type RedirectMethod = "window" | "none" | ((url: string, options: { readonly replace: boolean }) => void)

export interface NavigateOptions {
  /** Replaces the current entry of the history. Default `false`. */
  readonly replace?: boolean | undefined
  /** Omits the return URL. Default `false`. */
  readonly noRedirectBack?: boolean | undefined
}

/** The time that a browser may take to leave a page, in milliseconds. */
export const REDIRECT_WAIT = 2000

export class Navigation extends Context.Service<
  Navigation,
  {
    readonly urls: HandlerUrls
    /** `window`: the browser loads the page. `router`: the document stays. `none`: nothing navigates. */
    readonly method: "window" | "router" | "none"
    /** The URL of this page; `null` on servers. */
    readonly current: Effect.Effect<URL | null>
    /** Returns the URL of a page, with a return URL if the page takes one. */
    readonly urlOf: (page: keyof HandlerUrls, options?: NavigateOptions) => Effect.Effect<string>
    /** Navigates to a page. Ends before the browser leaves the current one. */
    readonly goTo: (page: keyof HandlerUrls, options?: NavigateOptions) => Effect.Effect<void>
    /** Navigates to a URL of the application without checking its origin. Ignores `javascript:` and `data:` URLs. */
    readonly goToUrl: (url: string, options?: Pick<NavigateOptions, "replace">) => Effect.Effect<void>
    /** Navigates to a page. Ends after 2 s, when the browser has left this page; at once if nothing navigates. */
    readonly redirect: (page: keyof HandlerUrls, options?: NavigateOptions) => Effect.Effect<void>
    /** The whole address of a page, for a mail or a provider to lead back to; `null` where this page has no address. */
    readonly callbackUrlOf: (page: keyof HandlerUrls) => Effect.Effect<string | null>
  }
>()("keystile/Navigation") {}

const navigateWindow = (url: string, { replace }: { readonly replace: boolean }) =>
  replace ? globalThis.location.replace(url) : globalThis.location.assign(url)

const currentUrl = Effect.sync(() => URL.parse(globalThis.location?.href))

// `javascript:` and `data:` URLs would run scripts in this origin.
const isPage = (url: string) => /^https?:/.test(URL.parse(url, "https://relative.invalid")?.href ?? "")

/** URLs of pages that differ from the defaults, and the kind of navigation. Default `none`. */
export interface NavigationOptions {
  readonly urls?: Partial<HandlerUrls> | undefined
  readonly redirectMethod?: RedirectMethod | undefined
}

/** Makes the navigation between the given pages. */
export const make = (options: NavigationOptions = {}): Navigation["Service"] => {
  const urls = resolveUrls(options.urls)
  const method = options.redirectMethod ?? "none"
  const navigate = method === "window" ? navigateWindow : method === "none" ? () => {} : method
  const goToUrl: Navigation["Service"]["goToUrl"] = (url, { replace = false } = {}) =>
    Effect.sync(() => {
      if (isPage(url)) navigate(url, { replace })
    })
  const urlOf = (page: keyof HandlerUrls, { noRedirectBack = false }: NavigateOptions = {}) =>
    Effect.map(currentUrl, (current) => {
      const target = urls[page]
      if (noRedirectBack || current === null) return target
      if (page === "signIn" || page === "signUp") return withReturnTo(target, current, urls)
      if (page !== "afterSignIn" && page !== "afterSignUp") return target
      const back = returnTo(current, urls)
      if (back === null && hasReturnTo(current) && isDevelopment && process.env.NODE_ENV !== "production") {
        globalThis.console.warn(
          "Keystile: the return URL in after_auth_return_to is ignored, because it leads to another origin. To follow it, " +
            "name a page of that origin in the option `urls`, for example as `home`."
        )
      }
      return back !== null && canReturnTo(back, current, urls) ? back : target
    })
  const goTo: Navigation["Service"]["goTo"] = (page, options = {}) =>
    Effect.flatMap(urlOf(page, options), (url) => goToUrl(url, options))
  const wait = method === "none" ? Effect.void : pause(REDIRECT_WAIT)
  return {
    urls,
    method: typeof method === "function" ? "router" : method,
    current: currentUrl,
    urlOf,
    goTo,
    goToUrl,
    redirect: (page, options) => Effect.flatMap(goTo(page, options), () => wait),
    callbackUrlOf: (page) => Effect.map(currentUrl, (current) => current && callbackUrl(urls[page], current, urls))
  }
}

export const layer = (options: NavigationOptions = {}): Layer.Layer<Navigation> =>
  Layer.sync(Navigation, () => make(options))
