/**
 * Keeps the selection of a code field at a slot: the character behind the caret is selected, so that a key replaces it.
 * Behind the last of the typed characters there is none, and a key adds one.
 */

/** The first selected character, and the one behind the last. */
export type TextSelection = readonly [start: number, end: number]

/** Selects the character behind a caret, or the last one of a whole code. Returns the selection. */
export const selectSlot = (input: HTMLInputElement, length: number): TextSelection => {
  const { selectionEnd, selectionStart, value } = input
  const [start, end] = [selectionStart ?? value.length, selectionEnd ?? value.length]
  if (end > start) return [start, end]
  return select(input, Math.min(start, length - 1))
}

/** Selects a slot. Returns the selection, which is empty behind the typed characters. */
const select = (input: HTMLInputElement, slot: number): TextSelection => {
  const start = Math.min(slot, input.value.length)
  const end = Math.min(start + 1, input.value.length)
  input.setSelectionRange(start, end)
  return [start, end]
}

/** Selects the slot behind the typed characters, or the last one. */
export const selectLast = (input: HTMLInputElement, length: number): TextSelection =>
  select(input, Math.min(input.value.length, length - 1))

/**
 * Returns the slot that a key moves to, from 0 to `last`. A selection of several characters collapses to its near end.
 */
const slotAfter = (key: string, [start, end]: TextSelection, last: number): number | undefined => {
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

/** Moves between slots. Returns the selection, or `undefined` for a key that does not move. */
export const moveSlot = (input: HTMLInputElement, key: string, length: number): TextSelection | undefined => {
  const slot = slotAfter(key, selectSlot(input, length), Math.min(input.value.length, length - 1))
  return slot === undefined ? undefined : select(input, slot)
}

/**
 * Replaces typed text by its code and keeps the caret behind the same character. React would move it to the end. After
 * a deletion backwards the character before the caret is selected. Returns the selection.
 */
export const tidy = (
  input: HTMLInputElement,
  { isBackwards, length, read }: { isBackwards: boolean; length: number; read: (text: string) => string }
): TextSelection => {
  const code = read(input.value)
  const caret = read(input.value.slice(0, input.selectionEnd ?? undefined)).length
  if (code !== input.value) input.value = code
  return select(input, Math.min(isBackwards && caret < code.length ? Math.max(caret - 1, 0) : caret, length - 1))
}
