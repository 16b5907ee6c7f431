/** The `Button` of `keystile/react`, which handles errors of its `onClick`. */
import type { MouseEvent } from "react"
import { useEventHandler } from "./use-event-handler.ts"
import { Button, type ButtonProps } from "./button.tsx"
import { EventErrorNotice } from "./event-error-notice.tsx"

/**
 * A button. It is busy while the promise of its `onClick` is pending. An error, thrown or of the promise, shows in a
 * notice below.
 *
 * @example <Button onClick={async () => { await user.update({ displayName: "Noor" }) }}>Rename</Button>
 */
export const AsyncButton = ({ busy = false, onClick, ...props }: ButtonProps) => {
  const { failed, pending, run } = useEventHandler()
  return (
    <>
      <Button
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
