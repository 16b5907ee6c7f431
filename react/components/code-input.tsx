/** The input of a code: transparent, over one slot for each character. */
import { type KeyboardEvent, useState } from "react"
import { moveSlot, type TextSelection, selectLast, selectSlot, tidy } from "./code-caret.ts"
import { codeIn } from "./code-characters.ts"
import type { CodeInputProps } from "./code-props.ts"
import { useComposedText } from "./use-composed-text.ts"

export const CodeInput = (props: CodeInputProps) => {
  const { code, inputRef, invalid, kind, length, onChange, pattern } = props
  const read = (text: string) => codeIn(text, { kind, length, pattern })
  const text = useComposedText(code, read)
  const [selection, setSelection] = useState<TextSelection | null>(null)

  const change = (input: HTMLInputElement, { inputType, isComposing }: InputEvent) => {
    text.update(input.value, isComposing)
    if (!isComposing) setSelection(tidy(input, { read, length, isBackwards: inputType === "deleteContentBackward" }))
    onChange(read(input.value))
  }

  // Not in `selectionchange`, which comes after the next key of a fast user.
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { altKey, ctrlKey, currentTarget, key, metaKey, shiftKey } = event
    if (event.nativeEvent.isComposing) return
    setSelection(selectSlot(currentTarget, length))
    if (ctrlKey || altKey || metaKey) return
    // A key that is not part of any code would delete the selected character.
    if (key.length === 1 && read(key) === "") return event.preventDefault()
    const moved = shiftKey ? undefined : moveSlot(currentTarget, key, length)
    if (moved === undefined) return
    event.preventDefault()
    setSelection(moved)
  }

  return (
    <div className="ks-code-box">
      <div className="ks-code" data-invalid={invalid || undefined} data-length={length} aria-hidden="true">
        {Array.from({ length }, (_, slot) => (
          <span
            className="ks-code-slot"
            key={String(slot)}
            data-state={
              isSelected(slot, selection, code, length) ? "active" : slot < code.length ? "filled" : undefined
            }
          >
            {code[slot]}
          </span>
        ))}
      </div>
      <input
        aria-describedby={props.describedBy}
        aria-invalid={invalid}
        aria-label={props.label}
        autoCapitalize={kind === undefined ? "none" : "characters"}
        autoComplete="one-time-code"
        // eslint-disable-next-line jsx-a11y/no-autofocus -- a prop of the field
        autoFocus={props.autoFocus}
        className="ks-code-input"
        dir="ltr"
        disabled={props.disabled}
        inputMode={kind === "digits" ? "numeric" : "text"}
        name={props.name}
        readOnly={props.busy}
        ref={inputRef}
        spellCheck={false}
        value={text.value}
        onBlur={() => setSelection(null)}
        // Browsers send an `InputEvent`. React's type is wider, because old ones did not.
        onChange={({ currentTarget, nativeEvent }) => change(currentTarget, nativeEvent as InputEvent)}
        onCompositionEnd={({ currentTarget }) => {
          text.end()
          setSelection(tidy(currentTarget, { read, length, isBackwards: false }))
        }}
        onFocus={({ currentTarget }) => setSelection(selectLast(currentTarget, length))}
        onKeyDown={onKeyDown}
        onSelect={({ currentTarget }) => {
          if (!text.isComposing && document.activeElement === currentTarget)
            setSelection(selectSlot(currentTarget, length))
        }}
      />
    </div>
  )
}

/** A selection without characters is at the next slot. Behind a code that became shorter, so is any other. */
const isSelected = (slot: number, selection: TextSelection | null, code: string, length: number) => {
  if (selection === null) return false
  const start = Math.min(selection[0], code.length, length - 1)
  return slot >= start && slot < Math.max(start + 1, Math.min(selection[1], code.length))
}
