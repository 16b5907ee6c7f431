/** Buttons that copy a text to the clipboard. */
import { type ReactNode, useState } from "react"
import { useCopy as useCopyOrFail } from "../../react/components/use-copy.ts"
import { Dialog } from "./dialog.tsx"
import { Icon } from "./icons.tsx"
import { Button } from "./button.tsx"
import { IconButton } from "./icon-button.tsx"
import { ScreenReaderStatus } from "./screen-reader-status.tsx"

/** Same as `useCopy` of the screens, with a dialog for a text that could not be copied. */
export const useCopy = () => {
  const { copied, copy, notCopied, reset } = useCopyOrFail()
  return { copied, copy, failure: notCopied !== null && <NotCopied text={notCopied} onClose={reset} /> }
}

interface NotCopiedProps {
  readonly text: string
  readonly onClose: () => void
}

/** Shows the text selected: the browser has no clipboard over http, or the user has denied it. */
const NotCopied = ({ onClose, text }: NotCopiedProps) => (
  <Dialog title="Not copied" onClose={onClose}>
    <p className="ks-text">The browser does not allow this page to copy. Copy the selected text.</p>
    <textarea
      className="ks-input ks-text-area ks-mono"
      aria-label="Text to copy"
      readOnly
      rows={4}
      value={text}
      onFocus={({ target }) => target.select()}
    />
    <div className="ks-dialog-actions">
      <Button onClick={onClose}>Close</Button>
    </div>
  </Dialog>
)

interface CopyProps {
  readonly text: string
  readonly label?: string
  readonly children: ReactNode
}

export const CopyButton = ({ children, label, text }: CopyProps) => {
  const { copied, copy, failure } = useCopy()
  return (
    <>
      <Button {...(label !== undefined && { label })} onClick={() => void copy(text)}>
        <Icon name={copied === text ? "check" : "copy"} />
        {children}
      </Button>
      <ScreenReaderStatus>{copied === text ? "Copied" : ""}</ScreenReaderStatus>
      {failure}
    </>
  )
}

interface ValueProps {
  readonly name: string
  readonly value: string
  /** Masks the value until the user reveals it. Copying does not reveal it. */
  readonly secret?: boolean
  /** Called after the value was copied. */
  readonly onCopied?: () => void
}

const masked = (value: string) => `${value.slice(0, 4)}${"•".repeat(16)}${value.slice(-4)}`

/** Shows a name and a value with a button that copies the value. */
export const Value = ({ name, onCopied, secret = false, value }: ValueProps) => {
  const [shown, setShown] = useState(!secret)
  const { copied, copy, failure } = useCopy()
  const copyValue = async () => {
    if (await copy(value)) onCopied?.()
  }
  return (
    <div className="ks-key">
      <dt>{name}</dt>
      <dd>
        <span className="ks-mono ks-truncate" title={shown ? value : undefined}>
          {shown ? value : masked(value)}
        </span>
        {secret && (
          <IconButton
            icon={shown ? "eyeOff" : "eye"}
            label={`${shown ? "Hide" : "Show"} ${name}`}
            onClick={() => setShown(!shown)}
          />
        )}
        <IconButton
          icon={copied === value ? "check" : "copy"}
          label={`Copy ${name}`}
          onClick={() => void copyValue()}
        />
        <ScreenReaderStatus>{copied === value ? `${name} copied` : ""}</ScreenReaderStatus>
        {failure}
      </dd>
    </div>
  )
}
