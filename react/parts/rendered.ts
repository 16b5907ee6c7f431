/** How an application puts an element of its own in place of a part. */
import type { ReactNode } from "react"

/** Props of a part: those of its element, which win over what the part sets, and `render`. */
export type Rendered<Props> = Omit<Props, "children"> & {
  readonly children?: ReactNode
  /** Draws the element. It is given all that the part would have: handlers, ARIA and data attributes, `children`. */
  readonly render?: ((props: Props) => ReactNode) | undefined
}
