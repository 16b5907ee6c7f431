/** The field of a one-time code. */
import { type ComponentType, createElement, useContext, useEffect, useState, useSyncExternalStore } from "react"
import { makeListeners } from "../../core/lightweight/listeners.ts"
import { className } from "../theme/class-name.ts"
import { CardTextContext } from "./card-text.ts"
import type { CodeFieldProps, CodeInputProps } from "./code-props.ts"
import { EarlyCodeInput } from "./early-code-input.tsx"
import { EventErrorNotice } from "./event-error-notice.tsx"
import { FieldError } from "./field-error.tsx"
import { useCode } from "./use-code.ts"
import { useEventHandler } from "./use-event-handler.ts"

type CodeInput = ComponentType<CodeInputProps>

let loaded: CodeInput | undefined
let loading: Promise<void> | undefined
const listeners = makeListeners()

const load = (): Promise<void> =>
  (loading ??= import("./code-input.tsx").then(
    ({ CodeInput }) => {
      loaded = CodeInput
      listeners.notify()
    },
    () => void (loading = undefined)
  ))

/** Loads the slots ahead of the first render. Resolves also if that fails: an input without them stays then. */
export const preloadCodeField = (): Promise<void> => load()

/** Returns the input: the one with the slots of input-otp, once it is loaded. */
const useCodeInput = (): CodeInput => {
  useEffect(() => void load(), [])
  return useSyncExternalStore(
    listeners.subscribe,
    () => loaded ?? EarlyCodeInput,
    () => EarlyCodeInput
  )
}

/** A field for a code of several characters, one box for each. */
export const CodeField = ({
  className: given,
  error,
  length = 6,
  autoFocus,
  onChange,
  onComplete,
  refused,
  busy = false,
  ...props
}: CodeFieldProps) => {
  const input = useCodeInput()
  const [first] = useState(() => input)
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
      {createElement(input, {
        ...props,
        // The input that replaces the first one takes over its focus.
        autoFocus: autoFocus === true && input === first,
        busy: busy || pending,
        length,
        code,
        onChange: type,
        invalid: error !== undefined,
        describedBy: error === undefined ? cardText : errorId,
        inputRef
      })}
      <FieldError id={errorId}>{error}</FieldError>
      {failed !== null && <EventErrorNotice failed={failed} />}
    </div>
  )
}
