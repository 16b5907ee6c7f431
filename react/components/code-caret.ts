/**
 * The caret of a code field. input-otp learns from `selectionchange` that it has moved, and guesses the well from where
 * it was before. That event is late, and a timer may have made it forget in between: a key that came meanwhile was lost,
 * or acted on another well than the one that is shown. So the caret is where it belongs before the next key comes.
 */
import type { KeyboardEvent } from "react"

/** The index that a key leads to, among the `last + 1` that there are; of several selected characters, their near end. */
const indexAfter = (key: string, start: number, end: number, last: number): number | undefined => {
  const several = end - start > 1
  switch (key) {
    case "ArrowLeft":
      return several ? start : Math.max(start - 1, 0)
    case "ArrowRight":
      return several ? Math.min(end, last) : Math.min(start + 1, last)
    case "Home":
      return 0
    case "End":
      return last
  }
}

/** input-otp takes what is selected now, and selects the character behind a caret. */
const tell = () => document.dispatchEvent(new Event("selectionchange"))

/**
 * Before a key acts: the well that is shown is selected, and the keys that go from well to well have gone. One that no
 * code has does nothing, rather than take the index of the character in the well.
 */
export const prepareKey = (event: KeyboardEvent<HTMLInputElement>, read: (text: string) => string) => {
  const input = event.currentTarget
  if (event.nativeEvent.isComposing) return
  tell()
  if (event.ctrlKey || event.altKey || event.metaKey) return
  if (event.key.length === 1 && read(event.key) === "") return event.preventDefault()
  if (event.shiftKey) return
  const { maxLength, selectionEnd, selectionStart, value } = input
  const last = Math.min(value.length, maxLength - 1)
  const index = indexAfter(event.key, selectionStart ?? last, selectionEnd ?? last, last)
  if (index === undefined) return
  event.preventDefault()
  input.setSelectionRange(index, index + 1)
  tell()
}

/**
 * Makes a code of what was typed, with the caret behind the same character. React would set the code as well, and the
 * caret to its end.
 */
export const tidy = (input: HTMLInputElement, read: (text: string) => string) => {
  const code = read(input.value)
  if (code === input.value) return
  const index = read(input.value.slice(0, input.selectionEnd ?? undefined)).length
  input.value = code
  input.setSelectionRange(index, index)
}
