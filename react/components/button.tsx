/** A button. While busy it keeps its label, width and focus, and ignores clicks. */
import type { ComponentProps } from "react"
import { useClassName } from "../theme/appearance.ts"
import { className } from "../theme/class-name.ts"

export interface ButtonProps extends Omit<ComponentProps<"button">, "type"> {
  readonly type?: "button" | "submit"
  readonly variant?: "primary" | "outline" | "quiet" | "danger" | undefined
  readonly size?: "sm" | undefined
  readonly busy?: boolean | undefined
  readonly width?: "full" | undefined
}

export const Button = ({
  busy = false,
  children,
  className: given,
  onClick,
  size,
  type = "button",
  variant = "primary",
  width,
  ...props
}: ButtonProps) => (
  <button
    {...props}
    type={type === "submit" ? "submit" : "button"}
    className={className("ks-button", useClassName("button", given))}
    data-variant={variant}
    data-size={size}
    data-width={width}
    aria-busy={busy || undefined}
    aria-disabled={busy || props["aria-disabled"]}
    onClick={busy ? (event) => event.preventDefault() : onClick}
  >
    {busy && <span className="ks-spinner" aria-hidden="true" />}
    {children}
  </button>
)

/** A button that looks like a link. */
export const LinkButton = ({ className: given, ...props }: Omit<ComponentProps<"button">, "type">) => (
  <button {...props} type="button" className={className("ks-link", given)} />
)
