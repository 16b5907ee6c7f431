/** An element of the top layer at an edge of the page, which the page's content makes room for. */
import { useEffect, useState } from "react"

export type PageEdge = "bottom" | "top"

/** Set through the object model and as important: a style sheet of the application cannot override them. */
const hostStyles: Readonly<Record<string, string>> = {
  all: "initial",
  display: "block",
  position: "fixed",
  width: "auto",
  height: "auto",
  margin: "0",
  padding: "0",
  border: "0",
  background: "none",
  overflow: "visible",
  opacity: "1",
  visibility: "visible",
  "pointer-events": "none",
  "z-index": "2147483647"
}

const insets: Readonly<Record<PageEdge, string>> = { bottom: "auto 0 0 0", top: "0 0 auto 0" }

const makeHost = (tag: string, styles: string) => {
  const host = document.createElement(tag)
  for (const [name, value] of Object.entries(hostStyles)) host.style.setProperty(name, value, "important")
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  const root = host.attachShadow({ mode: "open" })
  root.adoptedStyleSheets = [sheet]
  return { host, root }
}

/**
 * Returns the shadow root of an element that is in the top layer while the component is mounted. The page has padding
 * of the element's height at that edge, so that everything can be scrolled from under it, and focused elements are
 * not below it (WCAG 2.2, 2.4.11).
 */
export const useTopLayerRoot = (tag: string, styles: string, edge: PageEdge): ShadowRoot => {
  const [{ host, root }] = useState(() => makeHost(tag, styles))
  useEffect(() => {
    document.body.append(host)
    if (typeof host.showPopover === "function") {
      host.setAttribute("popover", "manual")
      host.showPopover()
    }
    return () => host.remove()
  }, [host])
  useEffect(() => {
    host.style.setProperty("inset", insets[edge], "important")
    const page = document.documentElement.style
    const properties = [`padding-${edge}`, `scroll-padding-${edge}`]
    const before = properties.map((name) => [name, page.getPropertyValue(name)] as const)
    const makeRoom = () => properties.forEach((name) => page.setProperty(name, `${host.offsetHeight}px`))
    const observer = new ResizeObserver(makeRoom)
    observer.observe(host)
    return () => {
      observer.disconnect()
      for (const [name, value] of before) page.setProperty(name, value)
    }
  }, [host, edge])
  return root
}
