/** Replaces the element that an unstyled component renders. */
import type { ReactNode } from "react"

/** Props of the element, which win over those of the component, and `render`. */
export type RenderableProps<Props> = Omit<Props, "children"> & {
  /** The content of the element. */
  readonly children?: ReactNode
  /** Renders the element. Gets all its props: handlers, ARIA and data attributes, `children`. */
  readonly render?: ((props: Props) => ReactNode) | undefined
}
