/** Moves the focus to the title of the next step, and animates the change. */
import { type ReactNode, useEffect, useRef, useState } from "react"
import { focusTitle } from "./focus-title.ts"
import { makeStepHeight, StepHeightContext } from "./step-motion.ts"

export interface StepFocusProps {
  /** Id of the step. When it changes, the focus moves; the first step does not move it. */
  readonly step: string
  readonly children: ReactNode
}

export const StepFocus = ({ children, step }: StepFocusProps) => {
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  const [height] = useState(makeStepHeight)

  useEffect(() => {
    const element = box.current
    if (shown.current === step || element === null) return undefined
    shown.current = step
    return focusTitle(element)
  }, [step])

  return (
    <div className="ks-steps" ref={box}>
      <StepHeightContext value={height}>{children}</StepHeightContext>
    </div>
  )
}
