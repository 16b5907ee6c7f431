/** The head of the page of one user or team: avatar, name, facts, and buttons. */
import type { ReactNode } from "react"
import { initialsOf } from "./initials.ts"

interface Props {
  readonly name: string
  readonly facts: ReactNode
  readonly actions: ReactNode
}

export const PageHead = ({ actions, facts, name }: Props) => (
  <div className="ks-page-head">
    <span className="ks-avatar" data-size="lg" aria-hidden="true">
      {initialsOf(name)}
    </span>
    <div className="ks-page-facts">
      <h1 className="ks-section-title">{name}</h1>
      {facts}
    </div>
    <div className="ks-row">{actions}</div>
  </div>
)
