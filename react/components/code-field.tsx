/** The field of a one-time code. */
import { useContext } from "react"
import { className } from "../theme/class-name.ts"
import { CardTextContext } from "./card-text.ts"
import { CodeInput } from "./code-input.tsx"
import type { CodeFieldProps } from "./code-props.ts"
import { EventErrorNotice } from "./event-error-notice.tsx"
import { FieldError } from "./field-error.tsx"
import { useCode } from "./use-code.ts"
import { useEventHandler } from "./use-event-handler.ts"

/** A field for a code of several characters, one box for each. */
export const CodeField = ({
  className: given,
  error,
  length = 6,
  onChange,
  onComplete,
  refused,
  busy = false,
  ...props
}: CodeFieldProps) => {
  const cardText = useContext(CardTextContext)
  const { failed, pending, run } = useEventHandler()
  const { code, errorId, inputRef, type } = useCode({
    error,
    length,
    onChange,
    onComplete: onComplete && ((code) => run(() => onComplete(code))),
    refused: failed ?? refused
  })
  return (
    <div className={className("ks-field", given)} data-state={error === undefined ? undefined : "invalid"}>
      <CodeInput
        {...props}
        busy={busy || pending}
        length={length}
        code={code}
        onChange={type}
        invalid={error !== undefined}
        describedBy={error === undefined ? cardText : errorId}
        inputRef={inputRef}
      />
      <FieldError id={errorId}>{error}</FieldError>
      {failed !== null && <EventErrorNotice failed={failed} />}
    </div>
  )
}
