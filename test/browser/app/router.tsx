/** A minimal router: the current path, links, and a function that navigates. */
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
  // A URL of another origin needs a page load.
  if (target.origin !== location.origin) return
  history[replace ? "replaceState" : "pushState"](null, "", target)
  scrollTo(0, 0)
  notify()
}

/** Returns the current path, such as `/profile`. */
export const usePath = (): string =>
  useSyncExternalStore(
    subscribe,
    () => location.pathname,
    () => "/"
  )

/** A link that navigates without a page load. */
export const Link = ({ href, ...props }: ComponentProps<"a"> & { readonly href: string }) => {
  const onClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    navigate(href)
  }
  return <a {...props} href={href} onClick={onClick} />
}
