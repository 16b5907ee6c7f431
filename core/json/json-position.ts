/**
 * Finds positions in a text of JSON (RFC 8259): where it stops being JSON, and where a value is. Runtimes name the
 * first in messages of different forms, or not at all.
 */

/** Deeper values are refused, because the code that reads them is recursive. */
const MAX_DEPTH = 500

/** Returns the line and the column of an index, from 1. */
export const positionOf = (text: string, index: number): { readonly line: number; readonly column: number } => {
  const before = text.slice(0, index).split("\n")
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 }
}

const SPACE = /[ \t\n\r]*/y
const SCALAR = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y
const STRING = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy

/** The text is wrong at this index. */
class JsonMistake {
  readonly index: number
  constructor(index: number) {
    this.index = index
  }
}

/** Returns the index after what matches at an index, or `null`. */
const endOfMatch = (pattern: RegExp, text: string, index: number): number | null => {
  pattern.lastIndex = index
  return pattern.test(text) ? pattern.lastIndex : null
}

const skipSpace = (text: string, index: number): number => endOfMatch(SPACE, text, index) ?? index

/** Returns the index after a list in brackets, whose items `readItem` reads. */
const readList = (text: string, open: number, close: string, readItem: (index: number) => number): number => {
  let index = skipSpace(text, open + 1)
  if (text[index] === close) return index + 1
  for (;;) {
    index = skipSpace(text, readItem(index))
    if (text[index] === close) return index + 1
    if (text[index] !== ",") throw new JsonMistake(index)
    index = skipSpace(text, index + 1)
  }
}

/** Returns the index of the value of a member. */
const readKey = (text: string, start: number): number => {
  const key = endOfMatch(STRING, text, start)
  if (key === null) throw new JsonMistake(start)
  const colon = skipSpace(text, key)
  if (text[colon] !== ":") throw new JsonMistake(colon)
  return skipSpace(text, colon + 1)
}

/** Returns the index after a value. */
const readValue = (text: string, start: number, depth = 0): number => {
  if (depth > MAX_DEPTH) throw new JsonMistake(start)
  const readItem = (index: number) => readValue(text, index, depth + 1)
  if (text[start] === "{") return readList(text, start, "}", (index) => readItem(readKey(text, index)))
  if (text[start] === "[") return readList(text, start, "]", readItem)
  const end = endOfMatch(text[start] === '"' ? STRING : SCALAR, text, start)
  if (end === null) throw new JsonMistake(start)
  return end
}

/** Returns the index of the first character that is wrong or nested too deeply; `null` for JSON and for no text. */
export const wrongIndex = (text: string): number | null => {
  if (text.trim() === "") return null
  try {
    const end = skipSpace(text, readValue(text, skipSpace(text, 0)))
    return end === text.length ? null : end
  } catch (error) {
    if (error instanceof JsonMistake) return error.index
    throw error
  }
}

/** Returns the problem of a text, with its position; `null` if it is JSON, or empty. */
export const jsonProblem = (text: string): { readonly message: string; readonly index: number } | null => {
  const index = wrongIndex(text)
  if (index === null) return null
  const { column, line } = positionOf(text, index)
  const what = index >= text.trimEnd().length ? "it ends too early, in" : "see"
  return { message: `This is no valid JSON: ${what} line ${line}, column ${column}.`, index }
}

/** Returns the index of a member or an item of the value at an index; `null` if there is none. */
const indexInside = (text: string, open: number, key: PropertyKey): number | null => {
  let found: number | null = null
  let position = 0
  if (text[open] === "[") {
    readList(text, open, "]", (index) => {
      if (String(position++) === String(key)) found = index
      return readValue(text, index)
    })
  } else if (text[open] === "{") {
    readList(text, open, "}", (index) => {
      const value = readKey(text, index)
      const name: unknown = JSON.parse(text.slice(index, endOfMatch(STRING, text, index) ?? index))
      // Parsers use the last one of members of the same name.
      if (name === String(key)) found = value
      return readValue(text, value)
    })
  }
  return found
}

/** Returns the index of the value at a path in valid JSON, or of the innermost value around it that exists. */
export const indexOfPath = (text: string, path: ReadonlyArray<PropertyKey>): number => {
  let index = skipSpace(text, 0)
  for (const key of path) {
    const inside = indexInside(text, index, key)
    if (inside === null) return index
    index = inside
  }
  return index
}
