/** A group of the components page. */
import type { ReactNode } from "react"

export interface Group {
  readonly name: string
  /** `states` arranges small components side by side. Default: as wide as a card. */
  readonly layout?: "states"
  readonly items: ReadonlyArray<{ readonly name: string; readonly component: ReactNode }>
}
