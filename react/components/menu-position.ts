/** The horizontal position of menus. */

/** The distance of a menu to its button and to the sides of the window, in CSS pixels. */
export const GAP = 6

/** Returns `value`, or the nearer end of the range. The start wins where the range is empty. */
export const clamp = (value: number, start: number, end: number): number => Math.max(start, Math.min(value, end))

/** Returns the left side of a menu that is aligned with its button, and that in which it has a gap to the window. */
export const leftOfMenu = (menu: HTMLElement, button: HTMLElement) => {
  const { left, right } = button.getBoundingClientRect()
  const isAtRight = (menu.dataset["align"] === "end") === menu.matches(":dir(ltr)")
  const aligned = isAtRight ? right - menu.offsetWidth : left
  const shown = clamp(aligned, GAP, document.documentElement.clientWidth - menu.offsetWidth - GAP)
  return { isAtRight, aligned, shown }
}
