/** The head of the page of one user or team: initials, name, facts, and buttons. */
import type { ReactNode } from "react"
import { Avatar } from "./avatar.tsx"

interface Props {
  readonly name: string
  readonly kind: "user" | "team"
  readonly facts: ReactNode
  readonly actions: ReactNode
}

export const PageHead = ({ actions, facts, kind, name }: Props) => (
  <div className="ks-page-head">
    <Avatar kind={kind} name={name} size="lg" />
    <div className="ks-page-facts">
      <h1 className="ks-section-title">{name}</h1>
      {facts}
    </div>
    <div className="ks-row">{actions}</div>
  </div>
)
