/**
 * A small button. While busy or disabled it keeps its focus, and ignores clicks. The button of the screens would make
 * the first page of the console 0.2 kB larger.
 */
import type { MouseEvent, ReactNode } from "react"

interface Props {
  readonly children: ReactNode
  readonly variant?: "primary" | "outline" | "quiet" | "danger"
  readonly type?: "button" | "submit"
  readonly label?: string
  readonly busy?: boolean
  readonly isDisabled?: boolean
  /** Set for a button that shows and hides a part of the page. */
  readonly isExpanded?: boolean
  readonly onClick?: (event: MouseEvent<HTMLButtonElement>) => void
}

export const Button = ({
  busy = false,
  children,
  isDisabled = false,
  isExpanded,
  label,
  onClick,
  type = "button",
  variant = "outline"
}: Props) => (
  <button
    type={type === "submit" ? "submit" : "button"}
    className="ks-button"
    data-variant={variant}
    data-size="sm"
    aria-label={label}
    aria-busy={busy || undefined}
    aria-disabled={busy || isDisabled || undefined}
    aria-expanded={isExpanded}
    onClick={busy || isDisabled ? (event) => event.preventDefault() : onClick}
  >
    {busy && <span className="ks-spinner" aria-hidden="true" />}
    {children}
  </button>
)
