/** Small components of the console's pages. Their styles are in console.css and in the style sheets of the screens. */
import type { ReactNode } from "react"
import { Icon, type IconName } from "./icons.tsx"

interface ButtonProps {
  readonly children: ReactNode
  readonly variant?: "primary" | "outline" | "quiet" | "danger"
  readonly type?: "button" | "submit"
  readonly label?: string
  readonly busy?: boolean
  /** Set for a button that shows and hides a part of the page. */
  readonly isExpanded?: boolean
  readonly onClick?: () => void
}

export const Button = ({
  busy = false,
  children,
  isExpanded,
  label,
  onClick,
  type = "button",
  variant = "outline"
}: ButtonProps) => (
  <button
    type={type === "submit" ? "submit" : "button"}
    className="ks-button"
    data-variant={variant}
    data-size="sm"
    aria-label={label}
    aria-busy={busy || undefined}
    aria-disabled={busy || undefined}
    aria-expanded={isExpanded}
    onClick={onClick}
  >
    {busy && <span className="ks-spinner" aria-hidden="true" />}
    {children}
  </button>
)

/** A live region for screen readers only. */
export const ScreenReaderStatus = ({ children }: { readonly children: ReactNode }) => (
  <span role="status" className="ks-visually-hidden">
    {children}
  </span>
)

interface IconButtonProps {
  readonly icon: IconName
  readonly label: string
  readonly onClick: () => void
}

export const IconButton = ({ icon, label, onClick }: IconButtonProps) => (
  <button type="button" className="ks-icon-button" aria-label={label} title={label} onClick={onClick}>
    <Icon name={icon} />
  </button>
)

interface NoticeProps {
  readonly children: ReactNode
  readonly tone?: "warning"
  readonly live?: "status" | "alert"
}

export const Notice = ({ children, live, tone }: NoticeProps) => (
  <div className="ks-notice" data-tone={tone} role={live}>
    <Icon name="alert" />
    <span>{children}</span>
  </div>
)

/** An error message beside a form or a button. */
export const Problem = ({ children }: { readonly children: string | null }) =>
  children !== null && (
    <p className="ks-error" role="alert">
      <Icon name="alert" />
      {children}
    </p>
  )

interface EmptyProps {
  readonly icon: IconName
  readonly title: string
  readonly children: ReactNode
}

/** The content of an empty page: a title, and how to get entries. */
export const Empty = ({ children, icon, title }: EmptyProps) => (
  <div className="ks-empty">
    <span className="ks-title-icon">
      <Icon name={icon} />
    </span>
    <p className="ks-strong">{title}</p>
    <p className="ks-text">{children}</p>
  </div>
)

/** The skeleton of a table. */
export const TableSkeleton = () => (
  <div className="ks-skeleton-text" role="status">
    <span className="ks-visually-hidden">Loading</span>
    {["62%", "84%", "48%", "71%"].map((width) => (
      <span key={width} className="ks-skeleton" data-shape="text" style={{ inlineSize: width }} />
    ))}
  </div>
)
