/**
 * The input of a code until the one with the slots of input-otp is loaded, and in its place if that fails: it takes the
 * first keys, and a phone opens its keyboard. It has no caret within the code.
 */
import { useState } from "react"
import { codeIn } from "./code-characters.ts"
import { codeInputAttributes } from "./code-input-attributes.ts"
import type { CodeInputProps } from "./code-props.ts"

export const EarlyCodeInput = (props: CodeInputProps) => {
  const { code, inputRef, invalid, kind, length, onChange, pattern } = props
  const [isFocused, setFocused] = useState(false)
  const active = isFocused ? Math.min(code.length, length - 1) : -1
  return (
    <div className="ks-code-box">
      <div className="ks-code" data-invalid={invalid || undefined} data-length={length} aria-hidden="true">
        {Array.from({ length }, (_, at) => (
          <span
            className="ks-code-slot"
            key={String(at)}
            data-state={at === active ? "active" : at < code.length ? "filled" : undefined}
          >
            {code[at]}
          </span>
        ))}
      </div>
      <input
        {...codeInputAttributes(props)}
        ref={inputRef}
        className="ks-code-early"
        value={code}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onChange={({ target }) => onChange(codeIn(target.value, { kind, length, pattern }))}
      />
    </div>
  )
}
