/** Moves the focus to a sensible place when the focused control is removed, instead of leaving it on `<body>`. */
import { focusTitle } from "../components/focus-title.ts"

const controls =
  ":is(a[href], button, input, select, textarea, [tabindex='0']):not([tabindex='-1'], [type='hidden'], [hidden])"

const firstControl = (element: Element | null): HTMLElement | null =>
  element instanceof HTMLElement && element.matches(controls)
    ? element
    : (element?.querySelector<HTMLElement>(controls) ?? null)

/** Focuses a heading, which is no Tab stop. */
export const focusHeading = (heading: HTMLElement): void => {
  heading.tabIndex = -1
  heading.focus()
}

/** The former position of an element: the remaining parent, and the node before the gap. */
interface Gap {
  readonly parent: Element
  readonly before: Element | null
}

/** Returns where the removed element was. If its parent was removed as well, returns the gap of the parent. */
const gapOf = (removed: Node, records: ReadonlyArray<MutationRecord>): Gap | null => {
  const record = records.find(({ removedNodes }) => Array.from(removedNodes).some((node) => node.contains(removed)))
  if (record === undefined || !(record.target instanceof Element)) return null
  if (!record.target.isConnected) return gapOf(record.target, records)
  const { previousSibling } = record
  return {
    parent: record.target,
    before: previousSibling instanceof Element && previousSibling.isConnected ? previousSibling : null
  }
}

/** Returns the control in place of the removed one, else the control before it, else any near it in the same group. */
const nearestControl = ({ before, parent }: Gap, group: Element): HTMLElement | null => {
  const replacement = before === null ? parent.firstElementChild : before.nextElementSibling
  for (let near: Element | null = parent; near !== null && near !== group; near = near.parentElement) {
    const found = near === parent ? (firstControl(replacement) ?? firstControl(before)) : null
    const control = found ?? firstControl(near)
    if (control !== null) return control
  }
  return null
}

/**
 * Watches a page of sections and dialogs. When its focused control is removed, focuses the first of these:
 *
 * - the control that took its place, e.g. the next row of a list, or "Disable" in place of "Enable"
 * - a control near it in the same section, e.g. the field of a form whose button is gone
 * - the button in the section's header
 * - the title of the section, or of the page once there is one
 *
 * Leaves the focus alone where something else has taken it. Returns a function that stops watching.
 */
export const keepFocus = (page: HTMLElement): (() => void) => {
  let focused: Element | null = null
  let stopWaiting = () => {}

  const focusNear = (gap: Gap) => {
    const group = gap.parent.closest("dialog, .ks-section") ?? page
    const control = nearestControl(gap, group) ?? firstControl(group.querySelector(":scope > .ks-section-head"))
    if (control !== null) return control.focus()
    const heading = group === page ? null : group.querySelector<HTMLElement>(".ks-title, .ks-section-title")
    if (heading === null) stopWaiting = focusTitle(page)
    else focusHeading(heading)
  }

  const onFocusIn = ({ target }: FocusEvent) => {
    stopWaiting()
    focused = target instanceof Element && page.contains(target) ? target : null
  }

  /** Forgets a control that lost the focus while it was on the page: the user has clicked elsewhere. */
  const onFocusOut = ({ target }: FocusEvent) =>
    queueMicrotask(() => {
      if (target === focused && focused?.isConnected && document.activeElement !== focused) focused = null
    })

  const observer = new MutationObserver((records) => {
    if (focused === null || focused.isConnected) return
    const gap = gapOf(focused, records)
    focused = null
    const { activeElement } = document
    if (gap !== null && (activeElement === null || activeElement === document.body)) focusNear(gap)
  })

  document.addEventListener("focusin", onFocusIn)
  document.addEventListener("focusout", onFocusOut)
  observer.observe(page, { childList: true, subtree: true })
  return () => {
    document.removeEventListener("focusin", onFocusIn)
    document.removeEventListener("focusout", onFocusOut)
    observer.disconnect()
    stopWaiting()
  }
}
