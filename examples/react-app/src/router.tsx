/** A router in fifty lines: the current path, links, and navigation. */
import { type ComponentProps, type MouseEvent, useSyncExternalStore } from "react"

const listeners = new Set<() => void>()
const notify = () => listeners.forEach((listener) => listener())

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  addEventListener("popstate", listener)
  return () => {
    listeners.delete(listener)
    removeEventListener("popstate", listener)
  }
}

/** Navigates to a URL of this application. */
export const navigate = (url: string, { replace = false }: { readonly replace?: boolean } = {}) => {
  const target = new URL(url, location.href)
  // Another origin is not a page of this application.
  if (target.origin !== location.origin) return
  // Another hash of the same page: the browser fires `hashchange`.
  if (target.pathname === location.pathname && target.search === location.search && target.hash !== "") {
    location.hash = target.hash
    return
  }
  history[replace ? "replaceState" : "pushState"](null, "", target)
  scrollTo(0, 0)
  notify()
}

/** Returns the path of the page, such as `/teams`. */
export const usePath = (): string =>
  useSyncExternalStore(
    subscribe,
    () => location.pathname,
    () => "/"
  )

/** A link that does not reload the page. */
export const Link = ({ href, ...props }: ComponentProps<"a"> & { readonly href: string }) => {
  const onClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    navigate(href)
  }
  return <a {...props} href={href} onClick={onClick} />
}
