/** Finds the page of a URL. */
import { type HandlerPage, handlerPages, type HandlerUrls } from "../../core/navigation/handler-urls.ts"
import { kebabCase } from "../../core/schema/names.ts"
import { pageOf } from "./page-table.ts"
import { parseUrl } from "../../core/environment/parse-url.ts"

/** Show a page, redirect to its URL, or show that there is no such page. */
export type HandlerRoute =
  { readonly page: HandlerPage } | { readonly page: HandlerPage; readonly redirect: string } | { readonly page: null }

const nowhere: HandlerRoute = { page: null }

// The look-behind avoids quadratic backtracking over repeated slashes.
const pathOf = ({ pathname }: URL) => pathname.replace(/(?<!\/)\/+$/, "")

/**
 * Returns the route of a URL. Aliases redirect to the page's own URL, and pages that are configured outside of the
 * handler redirect there, both with the query. `error` and `accountSettings` are always shown here.
 */
export const routeOf = (current: URL, urls: HandlerUrls): HandlerRoute => {
  const path = pathOf(current)
  const at = (url: string) => parseUrl(url, current)
  // A configured URL is its page, also outside of the handler's path.
  const configured = handlerPages.find((page) => {
    const url = at(urls[page])
    return url !== null && url.origin === current.origin && pathOf(url) === path
  })
  if (configured !== undefined) return { page: configured }

  const base = at(urls.handler)
  if (base === null || base.origin !== current.origin || !path.startsWith(`${pathOf(base)}/`)) return nowhere
  const name = path.slice(pathOf(base).length + 1)
  const plain = name.replaceAll("-", "").toLowerCase()
  const page =
    handlerPages.find((page) => page.toLowerCase() === plain) ??
    handlerPages.find((page) => pageOf(page).aliases?.includes(plain))
  if (page === undefined) return nowhere
  if (pageOf(page).isAlwaysShown && name === kebabCase(page)) return { page }
  const target = at(urls[page])
  if (target === null) return { page }
  for (const [key, value] of current.searchParams) target.searchParams.append(key, value)
  if (target.hash === "") target.hash = current.hash
  return { page, redirect: target.origin === current.origin ? relativeUrl(target) : target.href }
}

const relativeUrl = ({ hash, pathname, search }: URL) => `${pathname}${search}${hash}`
