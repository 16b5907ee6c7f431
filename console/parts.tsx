/** The parts of the console's pages: what they look like is in `console.css` and in the screens' own style sheets. */
import type { ReactNode } from "react"
import { Icon, type IconName } from "./icons.tsx"

interface ButtonProps {
  readonly children: ReactNode
  readonly variant?: "primary" | "outline" | "quiet" | "danger"
  readonly type?: "button" | "submit"
  readonly label?: string
  readonly busy?: boolean
  readonly onClick?: () => void
}

export const Button = ({
  busy = false,
  children,
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
    onClick={onClick}
  >
    {busy && <span className="ks-spinner" aria-hidden="true" />}
    {children}
  </button>
)

interface ForGoodProps {
  readonly word: string
  /** What it is done to. */
  readonly what: string
  readonly asked: boolean
  readonly busy: boolean
  readonly onAsk: () => void
  readonly onConfirm: () => void
}

/** For what cannot be taken back: the first press asks, the second one does it. */
export const ForGoodButton = ({ asked, busy, onAsk, onConfirm, what, word }: ForGoodProps) =>
  asked ? (
    <Button variant="danger" label={`${word} ${what} for good`} busy={busy} onClick={onConfirm}>
      {word} for good
    </Button>
  ) : (
    <Button variant="quiet" label={`${word} ${what}`} onClick={onAsk}>
      {word}
    </Button>
  )

/** For screen readers. */
export const Said = ({ children }: { readonly children: ReactNode }) => (
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

/** Why something was not done. */
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

/** Nothing is there, and what would bring something. */
export const Empty = ({ children, icon, title }: EmptyProps) => (
  <div className="ks-empty">
    <span className="ks-seal">
      <Icon name={icon} />
    </span>
    <p className="ks-strong">{title}</p>
    <p className="ks-text">{children}</p>
  </div>
)

/** What will be a table. */
export const Bones = () => (
  <div className="ks-bones" role="status">
    <span className="ks-visually-hidden">Loading</span>
    {["62%", "84%", "48%", "71%"].map((width) => (
      <span key={width} className="ks-bone" data-bone="text" style={{ inlineSize: width }} />
    ))}
  </div>
)
