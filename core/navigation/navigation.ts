/** Navigates between pages: by the browser, by a router's function, or not at all. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { pause } from "../lightweight/time-limit.ts"
import { makeNavigator, type NavigateOptions, type RedirectMethod } from "./navigate.ts"
import { currentUrl, pageUrl } from "./page-url.ts"
import { callbackUrl } from "./return-url.ts"
import { type HandlerUrls, resolveUrls } from "./handler-urls.ts"

/** The time that a browser may take to leave a page, in milliseconds. */
export const REDIRECT_WAIT = 2000

/** The URLs of the pages, and how calls go to them. */
export class Navigation extends Context.Service<
  Navigation,
  {
    /** The URLs of all pages. */
    readonly urls: HandlerUrls
    /** `window`: the browser loads the page. `router`: the document stays. `none`: nothing navigates. */
    readonly method: "window" | "router" | "none"
    /** The URL of this page; `null` on servers. */
    readonly current: Effect.Effect<URL | null>
    /**
     * Returns the URL of a page, with a return URL if the page takes one.
     *
     * @param page The page of the handler, for example `signIn`.
     */
    readonly urlOf: (page: keyof HandlerUrls, options?: NavigateOptions) => Effect.Effect<string>
    /**
     * Navigates to a page. Ends before the browser leaves the current one.
     *
     * @param page The page of the handler, for example `signIn`.
     */
    readonly goTo: (page: keyof HandlerUrls, options?: NavigateOptions) => Effect.Effect<void>
    /**
     * Navigates to a URL of the application without checking its origin. Ignores `javascript:` and `data:` URLs.
     *
     * @param url The URL, relative or absolute.
     * @param options The entry of the history.
     */
    readonly goToUrl: (url: string, options?: Pick<NavigateOptions, "replace">) => Effect.Effect<void>
    /**
     * Navigates to a page. Ends after 2 s, when the browser has left this page; at once if nothing navigates.
     *
     * @param page The page of the handler, for example `signIn`.
     */
    readonly redirect: (page: keyof HandlerUrls, options?: NavigateOptions) => Effect.Effect<void>
    /**
     * The absolute URL of a page, for a mail or a provider to lead back to; `null` where this page has no URL.
     *
     * @param page The page of the handler, for example `signIn`.
     */
    readonly callbackUrlOf: (page: keyof HandlerUrls) => Effect.Effect<string | null>
  }
>()("keystile/Navigation") {}

/** URLs of pages that differ from the defaults, and the kind of navigation. Default `none`. */
export interface NavigationOptions {
  /** URLs of pages, by page: relative to the origin, or absolute. Default `/handler/sign-in` and so on. */
  readonly urls?: Partial<HandlerUrls> | undefined
  /** The kind of navigation: `window` loads pages, a function calls a router. Default `none`. */
  readonly redirectMethod?: RedirectMethod | undefined
}

/** Makes the navigation between the given pages. */
export const make = (options: NavigationOptions = {}): Navigation["Service"] => {
  const urls = resolveUrls(options.urls)
  const { goToUrl: navigate, method } = makeNavigator(options.redirectMethod)
  const goToUrl: Navigation["Service"]["goToUrl"] = (url, options) => Effect.sync(() => navigate(url, options))
  const urlOf: Navigation["Service"]["urlOf"] = (page, options) =>
    Effect.sync(() => pageUrl(page, currentUrl(), urls, options))
  const goTo: Navigation["Service"]["goTo"] = (page, options = {}) =>
    Effect.flatMap(urlOf(page, options), (url) => goToUrl(url, options))
  const wait = method === "none" ? Effect.void : pause(REDIRECT_WAIT)
  return {
    urls,
    method,
    current: Effect.sync(currentUrl),
    urlOf,
    goTo,
    goToUrl,
    redirect: (page, options) => Effect.flatMap(goTo(page, options), () => wait),
    callbackUrlOf: (page) =>
      Effect.sync(() => {
        const current = currentUrl()
        return current && callbackUrl(urls[page], current, urls)
      })
  }
}

export const layer = (options: NavigationOptions = {}): Layer.Layer<Navigation> =>
  Layer.sync(Navigation, () => make(options))
