/** Buttons that copy a text to the clipboard. */
import { type ReactNode, useEffect, useState } from "react"
import { Icon } from "./icons.tsx"
import { Button } from "./button.tsx"
import { IconButton } from "./icon-button.tsx"
import { ScreenReaderStatus } from "./screen-reader-status.tsx"

/** The time for which a button confirms that it has copied, in milliseconds. */
const COPIED = 2000

/** Copies a text, and returns it for the time of the confirmation. */
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
  readonly label?: string
  readonly children: ReactNode
}

export const CopyButton = ({ children, label, text }: CopyProps) => {
  const { copied, copy } = useCopy()
  return (
    <>
      <Button {...(label !== undefined && { label })} onClick={() => void copy(text)}>
        <Icon name={copied === text ? "check" : "copy"} />
        {children}
      </Button>
      <ScreenReaderStatus>{copied === text ? "Copied" : ""}</ScreenReaderStatus>
    </>
  )
}

interface ValueProps {
  readonly name: string
  readonly value: string
  /** Masks the value until the user reveals it. Copying does not reveal it. */
  readonly secret?: boolean
}

const masked = (value: string) => `${value.slice(0, 4)}${"•".repeat(16)}${value.slice(-4)}`

/** Shows a name and a value with a button that copies the value. */
export const Value = ({ name, secret = false, value }: ValueProps) => {
  const [shown, setShown] = useState(!secret)
  const { copied, copy } = useCopy()
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
          onClick={() => void copy(value)}
        />
        <ScreenReaderStatus>{copied === value ? `${name} copied` : ""}</ScreenReaderStatus>
      </dd>
    </div>
  )
}
