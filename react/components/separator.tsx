/** A line with a word in it, between two ways to go on. */
import type { ComponentProps } from "react"
import { className } from "../theme/class-name.ts"

export const Separator = ({ className: given, ...props }: ComponentProps<"p">) => (
  <p {...props} className={className("ks-separator", given)} />
)
