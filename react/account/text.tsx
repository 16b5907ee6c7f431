/** A paragraph of the account settings. */
import type { ReactNode } from "react"
import { useClassName } from "../theme/appearance.ts"

export interface TextProps {
  readonly id?: string
  readonly children: ReactNode
}

export const Text = ({ children, id }: TextProps) => (
  <p className={useClassName("text", "ks-text")} id={id}>
    {children}
  </p>
)
