import type { ReactNode } from "react"
import { Icon, type IconName } from "./icons.tsx"

interface Props {
  readonly icon: IconName
  readonly title: string
  readonly children: ReactNode
}

/** The content of an empty page: a title, and how to get entries. */
export const Empty = ({ children, icon, title }: Props) => (
  <div className="ks-empty">
    <span className="ks-title-icon">
      <Icon name={icon} />
    </span>
    <p className="ks-strong">{title}</p>
    <p className="ks-text">{children}</p>
  </div>
)
