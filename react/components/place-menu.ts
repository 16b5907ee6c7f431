/**
 * Keeps an open menu at its button in browsers without CSS anchor positioning: Firefox before 147, Safari before 26.
 * Follows the same rules as the style sheet does in all others (`theme/menus.css`).
 */

/** The distance to the button, and that to the sides of the window. In CSS pixels. */
const GAP = 6

/** Returns `value`, or the nearer end of the range. The start wins where the range is empty. */
const clamp = (value: number, start: number, end: number) => Math.max(start, Math.min(value, end))

/** Places the menu below its button, or above it where only that fits, and inside the window. */
const place = (menu: HTMLElement, button: HTMLElement) => {
  const { clientHeight, clientWidth } = document.documentElement
  const { bottom, left, right, top } = button.getBoundingClientRect()
  Object.assign(menu.style, { inset: "auto", margin: "0" })
  const { height, width } = menu.getBoundingClientRect()
  const isAtRight = (menu.dataset["align"] === "end") === menu.matches(":dir(ltr)")
  const above = top - GAP - height
  const below = bottom + GAP
  const isAbove = below + height > clientHeight && above >= 0
  menu.style.left = `${clamp(isAtRight ? right - width : left, GAP, clientWidth - width - GAP)}px`
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
