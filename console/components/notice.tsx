import type { ReactNode } from "react"
import { Icon } from "./icons.tsx"

interface Props {
  readonly children: ReactNode
  readonly tone?: "warning"
  readonly live?: "status" | "alert"
}

export const Notice = ({ children, live, tone }: Props) => (
  <div className="ks-notice" data-tone={tone} role={live}>
    <Icon name="alert" />
    <span>{children}</span>
  </div>
)
