/** A button. While busy it keeps its label, width and focus, and ignores clicks. */
import type { ComponentProps } from "react"
import { useClassName } from "../theme/appearance.ts"
import { className } from "../theme/class-name.ts"

/** Props of `<Button>`. */
export interface ButtonProps extends Omit<ComponentProps<"button">, "type"> {
  /** The type of the element. Default `button`. */
  readonly type?: "button" | "submit"
  /** The look. Default `primary`. */
  readonly variant?: "primary" | "outline" | "quiet" | "danger" | undefined
  /** `sm`: for lists and table rows. */
  readonly size?: "sm" | undefined
  /** Shows a spinner and ignores clicks. Default `false`. */
  readonly busy?: boolean | undefined
  /** `full`: as wide as its parent. */
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
