/**
 * Keeps the caret of a code field in its slot. input-otp reads caret moves from `selectionchange`, which is late: a
 * key in between was lost or replaced another slot than the one shown. These functions set the selection before the
 * next key.
 */
import type { KeyboardEvent } from "react"

/**
 * Returns the index that a key moves to, from 0 to `last`. A selection of several characters collapses to its near
 * end.
 */
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

/** Makes input-otp read the selection, and select the character behind a caret. */
const tell = () => document.dispatchEvent(new Event("selectionchange"))

/**
 * Selects the shown slot before a key acts, and moves between slots. Keys that are not part of any code are ignored.
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

/** Replaces typed text by its code and keeps the caret behind the same character. React would move it to the end. */
export const tidy = (input: HTMLInputElement, read: (text: string) => string) => {
  const code = read(input.value)
  if (code === input.value) return
  const index = read(input.value.slice(0, input.selectionEnd ?? undefined)).length
  input.value = code
  input.setSelectionRange(index, index)
}
