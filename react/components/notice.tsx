/** A notice about a form or page. Errors of a field are shown below the field. */
import { type ReactNode, useState } from "react"
import { useTimeLeft } from "./time-left.ts"
import { format, type Template } from "../messages/template.ts"
import { alertIcon, Icon } from "./icons.tsx"

export interface NoticeProps {
  readonly children: ReactNode
  /** `alert` is announced at once, `status` after other speech. Default `alert`. */
  readonly role?: "alert" | "status"
}

export const Notice = ({ children, role = "alert" }: NoticeProps) => (
  <div className="ks-notice" data-tone="warning" role={role}>
    <Icon path={alertIcon} />
    <span>{children}</span>
  </div>
)

export interface CountdownNoticeProps {
  /** `{time}` is replaced by the time left. */
  readonly text: Template<"time">
  /** Epoch milliseconds when the notice disappears. */
  readonly until: number
  readonly role?: "alert" | "status"
}

/** Counts down visually. Screen readers announce it once, not every second. */
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
