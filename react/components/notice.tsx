/** A notice for the page as a whole; an error of a field stands under the field instead. */
import { type ReactNode, useState } from "react"
import { useTimeLeft } from "./time-left.ts"
import { format, type Template } from "../messages/template.ts"
import { alertIcon, Icon } from "./icons.tsx"

export interface NoticeProps {
  readonly children: ReactNode
  /** `alert` interrupts who listens, `status` waits. Default `alert`. */
  readonly role?: "alert" | "status"
}

export const Notice = ({ children, role = "alert" }: NoticeProps) => (
  <div className="ks-notice" data-tone="warning" role={role}>
    <Icon path={alertIcon} />
    <span>{children}</span>
  </div>
)

export interface CountdownNoticeProps {
  /** `{time}` stands for what is left. */
  readonly text: Template<"time">
  /** Epoch milliseconds. The notice goes away then. */
  readonly until: number
  readonly role?: "alert" | "status"
}

/** Counts down for the eye; who listens hears it once, not every second. */
export const CountdownNotice = ({ role = "alert", text, until }: CountdownNoticeProps) => {
  const left = useTimeLeft(until)
  const [first] = useState(left)
  if (left === null) return null
  return (
    <Notice role={role}>
      <span className="ks-visually-hidden">{format(text, { time: first ?? left })}</span>
      <span aria-hidden="true">{format(text, { time: left })}</span>
    </Notice>
  )
}
