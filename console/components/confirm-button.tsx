/**
 * A button for an action that cannot be undone. The first click shows the confirmation, another one runs it: not the
 * second one of a double click, and not a key that is held down. The question ends when the focus leaves the button,
 * and with Escape.
 */
import { useState } from "react"
import { Button } from "./button.tsx"

interface Props {
  readonly word: string
  /** The object of the action, e.g. a user's name. Default: none, the word is enough. */
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
        // A button is clicked for every repeated key press.
        if (event.repeat) event.preventDefault()
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
        onClick={(event) => {
          if (!isConfirming) setConfirming(true)
          // `detail` counts the clicks at the same place in quick succession (UI Events, section 3.4).
          else if (event.detail < 2) void onConfirm().then(() => setConfirming(false))
        }}
      >
        {text}
      </Button>
    </span>
  )
}
