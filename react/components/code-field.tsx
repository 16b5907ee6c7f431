/** A field for a one-time code: six wells, which fill as one types. */
import { type ComponentType, lazy, Suspense } from "react"
import { className } from "../theme/class-name.ts"
import { codeIn } from "./code-characters.ts"
import type { CodeFieldProps, CodeInputProps } from "./code-props.ts"
import { FieldError } from "./field-error.tsx"
import { useCode } from "./use-code.ts"

type CodeInput = ComponentType<CodeInputProps>

/** Stands in for the wells if their file cannot be had: the code can be entered all the same. */
const PlainCodeInput: CodeInput = ({
  autoFocus,
  busy,
  code,
  describedBy,
  disabled,
  inputRef,
  invalid,
  kind,
  label,
  length,
  name,
  onChange,
  pattern
}) => (
  <input
    ref={inputRef}
    className="ks-input"
    aria-label={label}
    aria-invalid={invalid}
    aria-describedby={describedBy}
    autoComplete="one-time-code"
    autoCapitalize={kind === undefined ? "none" : "characters"}
    inputMode={kind === "digits" ? "numeric" : "text"}
    // eslint-disable-next-line jsx-a11y/no-autofocus -- a step of its own, which the user asked for
    autoFocus={autoFocus}
    spellCheck={false}
    disabled={disabled}
    readOnly={busy}
    name={name}
    dir="ltr"
    value={code}
    onChange={({ target }) => onChange(codeIn(target.value, { kind, length, pattern }))}
  />
)

const load = (): Promise<{ default: CodeInput }> =>
  import("./code-input.tsx").then(
    ({ CodeInput }) => ({ default: CodeInput }),
    () => ({ default: PlainCodeInput })
  )

const LazyCodeInput = lazy(load)

/** Fetches the wells, which are a file of their own: call it when it is likely that a code will be asked for. */
export const preloadCodeField = (): void => void load()

export const CodeField = ({
  className: given,
  error,
  length = 6,
  onChange,
  onComplete,
  refused,
  ...props
}: CodeFieldProps) => {
  const { code, errorId, inputRef, type } = useCode({ error, length, onChange, onComplete, refused })
  return (
    <div className={className("ks-field", given)} data-state={error === undefined ? undefined : "invalid"}>
      <Suspense fallback={<EmptySlots length={length} />}>
        <LazyCodeInput
          {...props}
          length={length}
          code={code}
          onChange={type}
          invalid={error !== undefined}
          describedBy={error === undefined ? undefined : errorId}
          inputRef={inputRef}
        />
      </Suspense>
      <FieldError id={errorId}>{error}</FieldError>
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
