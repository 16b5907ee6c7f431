/**
 * Keeps an open menu at its button in browsers without CSS anchor positioning: Firefox before 147, Safari before 26.
 * Follows the same rules as the style sheet does in all others (`theme/menus.css`).
 */
import { clamp, GAP, leftOfMenu } from "./menu-position.ts"

/** Places the menu below its button, or above it where only that fits, and inside the window. */
const place = (menu: HTMLElement, button: HTMLElement) => {
  const { clientHeight } = document.documentElement
  const { bottom, top } = button.getBoundingClientRect()
  Object.assign(menu.style, { inset: "auto", margin: "0" })
  const { height } = menu.getBoundingClientRect()
  const above = top - GAP - height
  const below = bottom + GAP
  const isAbove = below + height > clientHeight && above >= 0
  menu.style.left = `${leftOfMenu(menu, button).shown}px`
  menu.style.top = `${isAbove ? above : clamp(below, 0, clientHeight - height)}px`
}

/** Places the menu again whenever its size, its button or the window changes. Returns a function that stops this. */
export const keepMenuAtButton = (menu: HTMLElement, button: HTMLElement): (() => void) => {
  const placeAgain = () => place(menu, button)
  placeAgain()
  const observer = new ResizeObserver(placeAgain)
  for (const element of [menu, button, document.documentElement]) observer.observe(element)
  addEventListener("resize", placeAgain)
  // Scroll events do not bubble.
  addEventListener("scroll", placeAgain, { capture: true, passive: true })
  return () => {
    observer.disconnect()
    removeEventListener("resize", placeAgain)
    removeEventListener("scroll", placeAgain, { capture: true })
  }
}
