/**
 * A button for an action that cannot be undone. The first click asks for confirmation, the second one runs it. The
 * question ends when the focus leaves the button, and with Escape.
 */
import { useState } from "react"
import { Button } from "./button.tsx"

interface Props {
  readonly word: string
  /** The object of the action, e.g. a user's name. Default: the word says all. */
  readonly what?: string | undefined
  readonly variant?: "outline" | "quiet"
  readonly busy: boolean
  /** Resolves when the action has ended. */
  readonly onConfirm: () => Promise<unknown>
}

export const ConfirmButton = ({ busy, onConfirm, variant = "quiet", what, word }: Props) => {
  const [isConfirming, setConfirming] = useState(false)
  const text = isConfirming ? `${word} for good` : word
  const cancel = () => {
    if (!busy) setConfirming(false)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- It listens to the button in it.
    <span
      onBlur={cancel}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !isConfirming) return
        // A dialog around the button stays open.
        event.preventDefault()
        cancel()
      }}
    >
      <Button
        variant={isConfirming ? "danger" : variant}
        label={what === undefined ? text : isConfirming ? `${word} ${what} for good` : `${word} ${what}`}
        busy={busy}
        onClick={() => (isConfirming ? void onConfirm().then(() => setConfirming(false)) : setConfirming(true))}
      >
        {text}
      </Button>
    </span>
  )
}
