/** Reads the records of a CSV file (RFC 4180) in bounded memory. */
import { createReadStream } from "node:fs"
import { MAX_RECORD_BYTES, TOO_LONG } from "./read-lines.ts"

type CsvRecord =
  /** The fields by the names of the first record. */
  | { readonly line: number; readonly fields: ReadonlyMap<string, string>; readonly size: number }
  | { readonly line: number; readonly problem: string }

const QUOTE = 34
const NEWLINE = 10

/** Returns the fields; `null` if a quoted field does not end. */
const split = (text: string): ReadonlyArray<string> | null => {
  const fields: Array<string> = []
  let index = 0
  while (true) {
    if (text[index] === '"') {
      let field = ""
      index += 1
      while (true) {
        const end = text.indexOf('"', index)
        if (end === -1) return null
        field += text.slice(index, end)
        index = end + 1
        if (text[index] !== '"') break
        field += '"'
        index += 1
      }
      fields.push(field)
      const next = text.indexOf(",", index)
      if (next === -1) return fields
      index = next + 1
    } else {
      const next = text.indexOf(",", index)
      fields.push(text.slice(index, next === -1 ? undefined : next))
      if (next === -1) return fields
      index = next + 1
    }
  }
}

/** Returns the records behind the first one, which names the fields. Damaged ones are reported. */
export async function* readCsv(path: string): AsyncGenerator<CsvRecord> {
  let names: ReadonlyArray<string> | null = null
  let line = 1
  let startLine = 1
  let isQuoted = false
  let parts: Array<Buffer> = []
  let length = 0

  const add = (part: Buffer) => {
    length += part.length
    if (length <= MAX_RECORD_BYTES) parts.push(part)
    else parts = []
  }
  const take = (): CsvRecord | null => {
    const bytes = Buffer.concat(parts)
    const size = length
    parts = []
    length = 0
    if (size > MAX_RECORD_BYTES) return { line: startLine, problem: TOO_LONG }
    let text: string
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(bytes).replace(/\r$/, "")
    } catch {
      return { line: startLine, problem: "It is not UTF-8." }
    }
    if (text === "") return null
    const fields = split(text)
    if (fields === null) return { line: startLine, problem: "A field in quotes does not end." }
    if (names === null) {
      names = fields.map((name) => name.trim())
      return null
    }
    if (fields.length !== names.length) {
      return { line: startLine, problem: `It has ${fields.length} fields, and the first line has ${names.length}.` }
    }
    return { line: startLine, fields: new Map(names.map((name, index) => [name, fields[index] ?? ""])), size }
  }

  const chunks: AsyncIterable<Buffer> = createReadStream(path)
  for await (const chunk of chunks) {
    let from = 0
    for (let index = 0; index < chunk.length; index++) {
      const byte = chunk[index]
      // Two quotes within a field switch twice.
      if (byte === QUOTE) isQuoted = !isQuoted
      else if (byte === NEWLINE) {
        line += 1
        if (isQuoted) continue
        add(chunk.subarray(from, index))
        from = index + 1
        const record = take()
        if (record !== null) yield record
        startLine = line
      }
    }
    add(chunk.subarray(from))
  }
  const record = take()
  if (record !== null) yield record
}
