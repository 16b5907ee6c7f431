/** The parts of the console's pages: what they look like is in `console.css` and in the screens' own style sheets. */
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react"
import { Icon, type IconName } from "./icons.tsx"

interface ButtonProps {
  readonly children: ReactNode
  readonly variant?: "primary" | "outline" | "quiet" | "danger"
  readonly type?: "button" | "submit"
  readonly label?: string
  readonly busy?: boolean
  readonly onClick?: () => void
}

export const Button = ({ busy = false, children, label, onClick, type = "button", variant = "outline" }: ButtonProps) => (
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

/** How long a button says that it has copied, in milliseconds. */
const COPIED = 2000

/** Copies a text, and says so for a moment, also to those who do not see it. */
export const useCopy = () => {
  const [copied, setCopied] = useState<string | null>(null)
  useEffect(() => {
    if (copied === null) return undefined
    const timer = setTimeout(() => setCopied(null), COPIED)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text)
    setCopied(text)
  }
  return { copied, copy }
}

interface CopyProps {
  readonly text: string
  readonly children: ReactNode
}

export const CopyButton = ({ children, text }: CopyProps) => {
  const { copied, copy } = useCopy()
  return (
    <>
      <Button onClick={() => void copy(text)}>
        <Icon name={copied === text ? "check" : "copy"} />
        {children}
      </Button>
      <Said>{copied === text ? "Copied" : ""}</Said>
    </>
  )
}

/** For screen readers. */
export const Said = ({ children }: { readonly children: ReactNode }) => (
  <span role="status" className="ks-visually-hidden">{children}</span>
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

interface ValueProps {
  readonly name: string
  readonly value: string
  /** Not shown until it is asked for; copied without. */
  readonly secret?: boolean
}

const masked = (value: string) => `${value.slice(0, 4)}${"•".repeat(16)}${value.slice(-4)}`

/** A name and a value to copy. */
export const Value = ({ name, secret = false, value }: ValueProps) => {
  const [shown, setShown] = useState(!secret)
  const { copied, copy } = useCopy()
  return (
    <div className="ks-key">
      <dt>{name}</dt>
      <dd>
        <span className="ks-mono ks-truncate" title={shown ? value : undefined}>{shown ? value : masked(value)}</span>
        {secret && (
          <IconButton icon={shown ? "eyeOff" : "eye"} label={`${shown ? "Hide" : "Show"} ${name}`} onClick={() => setShown(!shown)} />
        )}
        <IconButton icon={copied === value ? "check" : "copy"} label={`Copy ${name}`} onClick={() => void copy(value)} />
        <Said>{copied === value ? `${name} copied` : ""}</Said>
      </dd>
    </div>
  )
}

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly type?: "text" | "email" | "password" | "number" | "url"
  readonly hint?: string
  readonly placeholder?: string
  readonly required?: boolean
  readonly min?: number
  readonly max?: number
  readonly onCommit?: () => void
}

export const Field = ({ hint, label, max, min, onChange, onCommit, placeholder, required, type = "text", value }: FieldProps) => {
  const id = useId()
  return (
    <div className="ks-field">
      <label className="ks-label" htmlFor={id}>{label}</label>
      <div className="ks-input-box">
        <input
          id={id}
          className="ks-input"
          data-size="sm"
          type={type}
          value={value}
          min={min}
          max={max}
          required={required}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          onChange={({ target }) => onChange(target.value)}
          onBlur={onCommit}
        />
      </div>
      {hint !== undefined && <p className="ks-hint" id={`${id}-hint`}>{hint}</p>}
    </div>
  )
}

interface CheckProps {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

export const Check = ({ checked, label, onChange }: CheckProps) => (
  <label className="ks-check">
    <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
    {label}
  </label>
)

interface SearchProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onChange: (value: string) => void
}

export const Search = ({ label, onChange, placeholder, value }: SearchProps) => (
  <div className="ks-input-box">
    <input
      className="ks-input"
      data-size="sm"
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </div>
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
  children !== null && <p className="ks-error" role="alert"><Icon name="alert" />{children}</p>

interface EmptyProps {
  readonly icon: IconName
  readonly title: string
  readonly children: ReactNode
}

/** Nothing is there, and what would bring something. */
export const Empty = ({ children, icon, title }: EmptyProps) => (
  <div className="ks-empty">
    <span className="ks-seal"><Icon name={icon} /></span>
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

interface DialogProps {
  readonly title: string
  readonly children: ReactNode
  readonly onClose: () => void
}

/** A dialog, open as long as it is there. The browser keeps the focus within, and gives it back. */
export const Dialog = ({ children, onClose, title }: DialogProps) => {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Closed while it is still there: only then the focus goes back to where it was.
  useLayoutEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={element}
      className="ks-dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className="ks-dialog-body">
        <h2 className="ks-section-title" id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  )
}
