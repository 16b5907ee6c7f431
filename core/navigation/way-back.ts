/** Which pages of an application are a way back after signing in: a pure function over addresses. */
import type { HandlerUrls } from "./urls.ts"

/**
 * Pages that would ask again for what was just done, or undo it: `signOut`, which is a configured one, or below the handler
 * any name that leads there, as `handler/logout` (see `react/handler/routes.ts`).
 */
const noWayBack = /^(handler\/)?(sign(in|up|out)|log(in|out)|register|(oauth|magiclink)callback)([#?]|$)/i

// A router may take `/Sign%2DIn/` for `/sign-in`. All letters of these pages' names are ASCII.
const place = ({ hash, pathname }: URL) =>
  `${pathname}${hash}`
    .replace(/%[2-7][\da-f]/gi, decodeURIComponent)
    .toLowerCase()
    .replace(/-|\/(?=[/#?]|$)/g, "")

/** Whether an address can be gone back to after signing in: it is none of the pages of signing in and out. */
export const isWayBack = (address: string, current: URL, urls: HandlerUrls): boolean => {
  const url = URL.parse(address, current)
  return (
    url !== null &&
    !Object.entries(urls).some(([name, address]: [string, string]) => {
      const page = URL.parse(address, current)
      // An address that begins as the page's does, then begins with its name. Two pages may differ in their query or hash
      // alone; what the configured one does not say does not matter.
      return (
        page?.origin === url.origin &&
        noWayBack.test(place(url).replace(place(page), name)) &&
        [...page.searchParams].every(([key, value]) => url.searchParams.get(key) === value)
      )
    })
  )
}
