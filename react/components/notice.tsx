/** A notice for the page as a whole; an error of a field stands under the field instead. */
import { type ReactNode, useState } from "react"
import { useCountdown } from "../hooks/use-countdown.ts"
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
  /** `{count}` stands for the seconds. */
  readonly text: Template<"count">
  /** Epoch milliseconds. The notice goes away then. */
  readonly until: number
  readonly role?: "alert" | "status"
}

/** Counts down for the eye; who listens hears it once, not every second. */
export const CountdownNotice = ({ role = "alert", text, until }: CountdownNoticeProps) => {
  const left = useCountdown(until)
  const [first] = useState(left)
  if (left === 0) return null
  return (
    <Notice role={role}>
      <span className="ks-visually-hidden">{format(text, { count: first })}</span>
      <span aria-hidden="true">{format(text, { count: left })}</span>
    </Notice>
  )
}
