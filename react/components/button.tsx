/** A button. While busy it keeps its label, its width and the focus, and does nothing. */
import type { ComponentProps } from "react"

export interface ButtonProps extends Omit<ComponentProps<"button">, "type"> {
  readonly type?: "button" | "submit"
  readonly variant?: "primary" | "outline" | "quiet"
  readonly busy?: boolean
  readonly width?: "full"
}

export const Button = (
  { busy = false, children, onClick, type = "button", variant = "primary", width, ...props }: ButtonProps
) => (
  <button
    {...props}
    type={type === "submit" ? "submit" : "button"}
    className="ks-button"
    data-variant={variant}
    data-width={width}
    aria-busy={busy || undefined}
    aria-disabled={busy || undefined}
    onClick={busy ? (event) => event.preventDefault() : onClick}
  >
    {busy && <span className="ks-spinner" aria-hidden="true" />}
    {children}
  </button>
)
