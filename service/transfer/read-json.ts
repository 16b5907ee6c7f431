/** Reads the elements of the arrays in a JSON file in bounded memory. */
import { createReadStream } from "node:fs"
import { MAX_RECORD_BYTES, TOO_LONG } from "./read-lines.ts"

type Element =
  /** `array` is the property of the outer object that has the array; empty if the file is one array. */
  | { readonly line: number; readonly array: string; readonly json: unknown; readonly size: number }
  | { readonly line: number; readonly problem: string }

const CODES = { quote: 34, comma: 44, open: 91, backslash: 92, close: 93, openObject: 123, closeObject: 125 } as const
const NEWLINE = 10

/** The longest name of a property of the outer object. */
const MAX_NAME = 200

const isSpace = (byte: number) => byte === 32 || byte === NEWLINE || byte === 13 || byte === 9

const NOT_JSON = "The file is not JSON with a list, or an object of lists."

const decode = (bytes: Buffer): string | null => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const elementOf = (line: number, array: string, bytes: Buffer): Element => {
  const text = decode(bytes)
  if (text === null) return { line, problem: "It is not UTF-8." }
  try {
    return { line, array, json: JSON.parse(text), size: bytes.length }
  } catch {
    return { line, problem: "It is not JSON." }
  }
}

/**
 * Returns the elements of `[…]`, and those of each list in `{"name": […], …}`; other properties are skipped. An element
 * that is damaged or too long is reported with its first line, and the others are returned.
 */
export async function* readJson(path: string): AsyncGenerator<Element> {
  let line = 1
  let depth = 0
  let isInText = false
  let isEscaped = false
  /** The depth within the array whose elements are returned; 0 before it is known. */
  let elementDepth = 0
  let isInArray = false
  let array = ""
  let name: Array<number> = []
  let isName = false
  let parts: Array<Buffer> = []
  let length = 0
  let startLine = 0
  let isStarted = false

  const add = (part: Buffer) => {
    length += part.length
    if (length <= MAX_RECORD_BYTES) parts.push(part)
    else parts = []
  }
  const take = (): Element => {
    const taken: Element =
      length > MAX_RECORD_BYTES
        ? { line: startLine, problem: TOO_LONG }
        : elementOf(startLine, array, Buffer.concat(parts))
    parts = []
    length = 0
    isStarted = false
    return taken
  }

  let isFirstChunk = true
  const chunks: AsyncIterable<Buffer> = createReadStream(path)
  for await (const chunk of chunks) {
    // A byte order mark is not part of the JSON.
    const hasMark = isFirstChunk && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf
    isFirstChunk = false
    let from = 0
    for (let index = hasMark ? 3 : 0; index < chunk.length; index++) {
      const byte = chunk[index] ?? 0
      if (byte === NEWLINE) line += 1
      if (isInText) {
        if (isName && byte !== CODES.quote && name.length < MAX_NAME) name.push(byte)
        if (isEscaped) isEscaped = false
        else if (byte === CODES.backslash) isEscaped = true
        else if (byte === CODES.quote) {
          isInText = false
          isName = false
        }
        continue
      }
      if (isInArray && depth === elementDepth) {
        if (byte === CODES.comma || byte === CODES.close) {
          if (isStarted) {
            add(chunk.subarray(from, index))
            yield take()
          }
        } else if (!isStarted && !isSpace(byte)) {
          isStarted = true
          startLine = line
          from = index
        }
      }
      if (byte === CODES.quote) {
        isInText = true
        isName = depth === 1 && elementDepth !== 1
        if (isName) name = []
      } else if (byte === CODES.open || byte === CODES.openObject) {
        depth += 1
        const isOuterList = depth === 1 && byte === CODES.open
        const isListOfObject = depth === 2 && byte === CODES.open && elementDepth !== 1
        if (isOuterList || isListOfObject) {
          elementDepth = depth
          isInArray = true
          array = isOuterList ? "" : Buffer.from(name).toString()
        }
      } else if (byte === CODES.close || byte === CODES.closeObject) {
        if (isInArray && depth === elementDepth) isInArray = false
        depth -= 1
      } else if (depth === 0 && !isSpace(byte)) {
        return yield { line, problem: NOT_JSON }
      }
    }
    if (isStarted) {
      add(chunk.subarray(from))
      from = 0
    }
  }
  if (depth !== 0 || isInText) yield { line: isStarted ? startLine : line, problem: "The file is cut off here." }
  else if (elementDepth === 0) yield { line, problem: NOT_JSON }
}
