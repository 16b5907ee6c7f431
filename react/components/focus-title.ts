/** Moves the focus to the title of new content, so that screen readers and keyboards continue there. */

const isField = (element: Element | null) => element?.matches("input, textarea, select") === true

/**
 * Focuses the first title inside an element once there is one, unless a field inside has the focus. Skips titles of
 * busy content. Returns a function that stops waiting.
 */
export const focusTitle = (element: HTMLElement): (() => void) => {
  const focus = () => {
    if (element.contains(document.activeElement) && isField(document.activeElement)) return true
    const title = element.querySelector<HTMLElement>(":is(h1, h2):not([aria-busy=true] *)")
    if (title === null) return false
    title.tabIndex = -1
    title.focus()
    return true
  }
  if (focus()) return () => {}
  const observer = new MutationObserver(() => {
    if (focus()) observer.disconnect()
  })
  observer.observe(element, { childList: true, subtree: true })
  return () => observer.disconnect()
}
