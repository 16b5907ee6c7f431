/** What the gallery is made of. */
import type { ReactNode } from "react"

export interface Group {
  readonly name: string
  /** `states` puts small parts close together. Default: as wide as a card. */
  readonly layout?: "states"
  readonly items: ReadonlyArray<{ readonly name: string; readonly part: ReactNode }>
}
