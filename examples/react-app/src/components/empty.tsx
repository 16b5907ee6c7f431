/** The content of an empty page. */
import type { ReactNode } from "react"
import { Icon } from "./icons.tsx"

interface EmptyProps {
  /** The path of an icon. */
  readonly icon: string
  readonly title: string
  readonly text: string
  /** Text that explains how to add content. */
  readonly children?: ReactNode
}

export const Empty = ({ children, icon, text, title }: EmptyProps) => (
  <section className="empty">
    <span className="ks-title-icon">
      <Icon path={icon} />
    </span>
    <h2 className="empty-title">{title}</h2>
    <p className="ks-text">{text}</p>
    {children}
  </section>
)
