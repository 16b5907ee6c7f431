/** Which page of sign-in an address is: a pure function over addresses. */
import { type HandlerPage, handlerPages, type HandlerUrls } from "../../core/navigation/handler-urls.ts"
import { kebabCase } from "../../core/schema/names.ts"
import { pageOf } from "./page-table.ts"

/** What to do with an address: show a page, go on to where it is, or say that there is none. */
export type Route =
  { readonly page: HandlerPage } | { readonly page: HandlerPage; readonly redirect: string } | { readonly page: null }

const nowhere: Route = { page: null }

// Looks behind, so that slashes within an address are not gone over again from each of them.
const pathOf = ({ pathname }: URL) => pathname.replace(/(?<!\/)\/+$/, "")

/**
 * The route of an address. An alias leads to the page's own address, and a page that the application configured to be
 * outside of the handler leads there; the query goes along. `error` and `accountSettings` are shown here in any case.
 */
export const routeOf = (current: URL, urls: HandlerUrls): Route => {
  const path = pathOf(current)
  const at = (url: string) => URL.parse(url, current)
  // Wherever the application mounts the handler, an address that it configured is that page: it leads nowhere else.
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
  return { page, redirect: target.origin === current.origin ? relative(target) : target.href }
}

const relative = ({ hash, pathname, search }: URL) => `${pathname}${search}${hash}`
