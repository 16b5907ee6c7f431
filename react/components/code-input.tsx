/** The slots of a code field, loaded on demand with input-otp. */
import { useInsertionEffect, useState } from "react"
import { OTPInput } from "../libraries/otp-input.ts"
import { prepareKey, tidy } from "./code-caret.ts"
import { codeIn } from "./code-characters.ts"
import { codeInputAttributes } from "./code-input-attributes.ts"
import type { CodeInputProps } from "./code-props.ts"

const styleId = "input-otp-style"

/**
 * input-otp adds a `<style>` to the head unless an element has this id. A strict content security policy forbids it,
 * so our stylesheet has its rules and an empty `<meta>` has the id.
 */
const useOwnStyles = () =>
  useInsertionEffect(() => {
    if (document.getElementById(styleId) !== null) return
    const marker = document.createElement("meta")
    marker.id = styleId
    document.head.append(marker)
  }, [])

export const CodeInput = (props: CodeInputProps) => {
  const { code, inputRef, invalid, kind, length, onChange, pattern } = props
  useOwnStyles()
  const read = (text: string) => codeIn(text, { kind, length, pattern })
  // Text that an input method is composing. It is read but not changed, since a change would repeat it.
  const [composed, setComposed] = useState<string | null>(null)
  return (
    <OTPInput
      {...codeInputAttributes(props)}
      ref={inputRef}
      containerClassName="ks-code-box"
      className="ks-code-input"
      maxLength={length}
      value={composed !== null && read(composed) === code ? composed : code}
      onKeyDown={(event) => prepareKey(event, read)}
      onInput={({ currentTarget, nativeEvent }) => {
        const isComposing = nativeEvent instanceof InputEvent && nativeEvent.isComposing
        setComposed(isComposing ? currentTarget.value : null)
        if (!isComposing) tidy(currentTarget, read)
      }}
      onCompositionEnd={({ currentTarget }) => {
        setComposed(null)
        tidy(currentTarget, read)
      }}
      onChange={(text) => onChange(read(text))}
      pasteTransformer={read}
      pushPasswordManagerStrategy="none"
      noScriptCSSFallback={null}
      render={({ slots }) => (
        <div className="ks-code" data-invalid={invalid || undefined} data-length={length} aria-hidden="true">
          {slots.map(({ isActive }, at) => (
            <span
              className="ks-code-slot"
              // eslint-disable-next-line react/no-array-index-key -- a slot has no other identity
              key={at}
              data-state={isActive ? "active" : at < code.length ? "filled" : undefined}
            >
              {code[at]}
            </span>
          ))}
        </div>
      )}
    />
  )
}
