/** A router in forty lines: the path of the page, links, and a function that goes somewhere. */
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

/** Goes to an address of this application. */
export const navigate = (url: string, { replace = false }: { readonly replace?: boolean } = {}) => {
  const target = new URL(url, location.href)
  // An address of another origin is no page of this application.
  if (target.origin !== location.origin) return
  history[replace ? "replaceState" : "pushState"](null, "", target)
  scrollTo(0, 0)
  notify()
}

/** The path of the page, such as `/profile`. */
export const usePath = (): string =>
  useSyncExternalStore(
    subscribe,
    () => location.pathname,
    () => "/"
  )

/** A link that does not load the page anew. */
export const Link = ({ href, ...props }: ComponentProps<"a"> & { readonly href: string }) => {
  const onClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    navigate(href)
  }
  return <a {...props} href={href} onClick={onClick} />
}
