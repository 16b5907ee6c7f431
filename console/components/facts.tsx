/** Names and values of a record. */
import type { ReactNode } from "react"

/** Lists the facts inside. */
export const Facts = ({ children }: { readonly children: ReactNode }) => <dl className="ks-facts">{children}</dl>

export const Fact = ({ children, name }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
