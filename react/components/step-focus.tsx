/** Moves the focus to the title of what comes next, so that who listens hears it and who types goes on from there. */
import { type ReactNode, useEffect, useRef } from "react"

export interface StepFocusProps {
  /** Which step this is. When it changes, the focus moves; what is there first leaves the focus alone. */
  readonly step: string
  readonly children: ReactNode
}

const isField = (element: Element | null) => element?.matches("input, textarea, select") === true

export const StepFocus = ({ children, step }: StepFocusProps) => {
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef(step)

  useEffect(() => {
    const element = box.current
    if (shown.current === step || element === null) return undefined
    shown.current = step
    const focusTitle = () => {
      // A field that asked for the focus keeps it: its name says what the step wants.
      if (element.contains(document.activeElement) && isField(document.activeElement)) return true
      // The title of what is still loading goes with it.
      const title = element.querySelector<HTMLElement>(":is(h1, h2):not([aria-busy=true] *)")
      if (title === null) return false
      title.tabIndex = -1
      title.focus()
      return true
    }
    if (focusTitle()) return undefined
    // The step is still on its way.
    const observer = new MutationObserver(() => {
      if (focusTitle()) observer.disconnect()
    })
    observer.observe(element, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [step])

  return <div className="ks-steps" ref={box}>{children}</div>
}
