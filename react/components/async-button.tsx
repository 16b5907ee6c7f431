/** The button that applications import: it handles what its handler throws or rejects with. */
import type { MouseEvent } from "react"
import { useEventHandler } from "./use-event-handler.ts"
import { Button as PlainButton, type ButtonProps } from "./button.tsx"
import { EventErrorNotice } from "./event-error-notice.tsx"

/**
 * A button. While its handler's promise is pending it is busy, and an error shows in a notice below it: it can be pressed
 * again.
 *
 * @example <Button onClick={async () => { await user.update({ displayName: "Noor" }) }}>Rename</Button>
 */
export const Button = ({ busy = false, onClick, ...props }: ButtonProps) => {
  const { failed, pending, run } = useEventHandler()
  return (
    <>
      <PlainButton
        {...props}
        busy={busy || pending}
        onClick={
          onClick === undefined ? undefined : (event: MouseEvent<HTMLButtonElement>) => run(() => onClick(event))
        }
      />
      {failed !== null && <EventErrorNotice failed={failed} />}
    </>
  )
}
