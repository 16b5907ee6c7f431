/** Reads the lines of a file in bounded memory. */
import { createReadStream } from "node:fs"

/** The maximum length of a record, in bytes. A profile image alone may have 1,000,000. */
export const MAX_RECORD_BYTES = 8 * 2 ** 20

type Line =
  | { readonly line: number; readonly text: string; readonly size: number }
  | { readonly line: number; readonly problem: string }

const NEWLINE = 10

export const TOO_LONG = `It is longer than ${MAX_RECORD_BYTES / 2 ** 20} MiB.`

const decode = (line: number, parts: ReadonlyArray<Buffer>): Line => {
  const bytes = Buffer.concat(parts)
  try {
    // A byte order mark at the start is removed.
    return { line, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), size: bytes.length }
  } catch {
    return { line, problem: "It is not UTF-8." }
  }
}

/** Returns the lines that are not empty. A line that is too long is skipped and reported. */
export async function* readLines(path: string): AsyncGenerator<Line> {
  let line = 1
  let parts: Array<Buffer> = []
  let length = 0
  const take = (): Line => {
    const taken: Line = length > MAX_RECORD_BYTES ? { line, problem: TOO_LONG } : decode(line, parts)
    parts = []
    length = 0
    line += 1
    return taken
  }
  const add = (part: Buffer) => {
    length += part.length
    if (length <= MAX_RECORD_BYTES) parts.push(part)
    else parts = []
  }
  const isBlank = (taken: Line) => "text" in taken && taken.text.trim() === ""
  const chunks: AsyncIterable<Buffer> = createReadStream(path)
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, end))
      start = end + 1
      const taken = take()
      if (!isBlank(taken)) yield taken
    }
    add(chunk.subarray(start))
  }
  if (length > 0) {
    const taken = take()
    if (!isBlank(taken)) yield taken
  }
}
