/** Moves the focus to the title of what comes next, so that who listens hears it and who types goes on from there. */
import { type ReactNode, useEffect, useRef } from "react"
import { focusTitle } from "./focus-title.ts"

export interface StepFocusProps {
  /** Which step this is. When it changes, the focus moves; what is there first leaves the focus alone. */
  readonly step: string
  readonly children: ReactNode
}

export const StepFocus = ({ children, step }: StepFocusProps) => {
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef(step)

  useEffect(() => {
    const element = box.current
    if (shown.current === step || element === null) return undefined
    shown.current = step
    return focusTitle(element)
  }, [step])

  return (
    <div className="ks-steps" ref={box}>
      {children}
    </div>
  )
}
