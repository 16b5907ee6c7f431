/** A short label beside a name. */
import type { ComponentProps } from "react"
import { className } from "../theme/class-name.ts"

export interface BadgeProps extends ComponentProps<"span"> {
  readonly tone?: "accent" | "success" | "warning" | "danger" | undefined
}

export const Badge = ({ className: given, tone, ...props }: BadgeProps) => (
  <span {...props} className={className("ks-badge", given)} data-tone={tone} />
)
