/** The field of a one-time code. */
import { type ComponentType, lazy, Suspense } from "react"
import { className } from "../theme/class-name.ts"
import { codeIn } from "./code-characters.ts"
import { codeInputAttributes } from "./code-input-attributes.ts"
import type { CodeFieldProps, CodeInputProps } from "./code-props.ts"
import { EventErrorNotice } from "./event-error-notice.tsx"
import { FieldError } from "./field-error.tsx"
import { useCode } from "./use-code.ts"
import { useEventHandler } from "./use-event-handler.ts"

type CodeInput = ComponentType<CodeInputProps>

/** A plain input, used if the module with the slots cannot be loaded. */
const PlainCodeInput: CodeInput = (props) => {
  const { code, inputRef, kind, length, onChange, pattern } = props
  return (
    <input
      {...codeInputAttributes(props)}
      ref={inputRef}
      className="ks-input"
      value={code}
      onChange={({ target }) => onChange(codeIn(target.value, { kind, length, pattern }))}
    />
  )
}

const load = (): Promise<{ default: CodeInput }> =>
  import("./code-input.tsx").then(
    ({ CodeInput }) => ({ default: CodeInput }),
    () => ({ default: PlainCodeInput })
  )

const LazyCodeInput = lazy(load)

/** Loads the slots ahead of the first render. */
export const preloadCodeField = (): void => void load()

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
      <Suspense fallback={<EmptySlots length={length} />}>
        <LazyCodeInput
          {...props}
          busy={busy || pending}
          length={length}
          code={code}
          onChange={type}
          invalid={error !== undefined}
          describedBy={error === undefined ? undefined : errorId}
          inputRef={inputRef}
        />
      </Suspense>
      <FieldError id={errorId}>{error}</FieldError>
      {failed !== null && <EventErrorNotice failed={failed} />}
    </div>
  )
}

const EmptySlots = ({ length }: { readonly length: number }) => (
  <div className="ks-code" data-length={length} aria-hidden="true">
    {Array.from({ length }, (_, at) => (
      <span className="ks-code-slot" key={String(at)} />
    ))}
  </div>
)
