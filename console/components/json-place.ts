/**
 * Finds where a text stops being JSON (RFC 8259). Browsers name the place in messages of different forms, or not at
 * all.
 */

/** Returns the line and the column of an index, from 1. */
export const placeOf = (text: string, index: number): { readonly line: number; readonly column: number } => {
  const before = text.slice(0, index).split("\n")
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 }
}

const SPACE = /[ \t\n\r]*/y
const SCALAR = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y
const STRING = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy

/** The text is wrong at this index. */
class Wrong {
  readonly index: number
  constructor(index: number) {
    this.index = index
  }
}

/** Returns the index after what matches at an index, or `null`. */
const after = (pattern: RegExp, text: string, index: number): number | null => {
  pattern.lastIndex = index
  return pattern.test(text) ? pattern.lastIndex : null
}

const skipSpace = (text: string, index: number): number => after(SPACE, text, index) ?? index

/** Returns the index after a list in brackets, whose items `readItem` reads. */
const readList = (text: string, open: number, close: string, readItem: (index: number) => number): number => {
  let index = skipSpace(text, open + 1)
  if (text[index] === close) return index + 1
  for (;;) {
    index = skipSpace(text, readItem(index))
    if (text[index] === close) return index + 1
    if (text[index] !== ",") throw new Wrong(index)
    index = skipSpace(text, index + 1)
  }
}

const readMember = (text: string, start: number): number => {
  const key = after(STRING, text, start)
  if (key === null) throw new Wrong(start)
  const colon = skipSpace(text, key)
  if (text[colon] !== ":") throw new Wrong(colon)
  return readValue(text, skipSpace(text, colon + 1))
}

/** Returns the index after a value. */
const readValue = (text: string, start: number): number => {
  if (text[start] === "{") return readList(text, start, "}", (index) => readMember(text, index))
  if (text[start] === "[") return readList(text, start, "]", (index) => readValue(text, index))
  const end = after(text[start] === '"' ? STRING : SCALAR, text, start)
  if (end === null) throw new Wrong(start)
  return end
}

/** Returns the index of the first character that is wrong; `null` if the text is JSON, or empty. */
export const wrongIndex = (text: string): number | null => {
  if (text.trim() === "") return null
  try {
    const end = skipSpace(text, readValue(text, skipSpace(text, 0)))
    return end === text.length ? null : end
  } catch (error) {
    if (error instanceof Wrong) return error.index
    throw error
  }
}

/** Returns the problem of a text, with its place; `null` if it is JSON, or empty. */
export const jsonProblem = (text: string): { readonly message: string; readonly index: number } | null => {
  const index = wrongIndex(text)
  if (index === null) return null
  const { column, line } = placeOf(text, index)
  const what = index >= text.trimEnd().length ? "it ends too early, in" : "see"
  return { message: `This is no valid JSON: ${what} line ${line}, column ${column}.`, index }
}
