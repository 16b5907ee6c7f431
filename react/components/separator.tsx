/** A line with a text between two sign-in methods. */
import type { ComponentProps } from "react"
import { className } from "../theme/class-name.ts"

/** A line with a word in its middle, such as "or". */
export const Separator = ({ className: given, ...props }: ComponentProps<"p">) => (
  <p {...props} className={className("ks-separator", given)} />
)
