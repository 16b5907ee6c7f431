/** Reads an export of `keystile export`. */
import { Option, Schema } from "effect"
import { decodeRecord, isRecordType, type TransferItem, refusedItem, typeOf } from "../item.ts"
import { readLines } from "../read-lines.ts"
import { FORMAT_VERSION, noCounts, recordTypes, TransferEnd, TransferHeader } from "../record.ts"

const readHeader = Schema.decodeUnknownOption(TransferHeader)
const readEnd = Schema.decodeUnknownOption(TransferEnd)

/** Returns the JSON of a text; `undefined` if it is not JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const NOT_JSON = "It is not JSON. If it is the last line, the file may be cut off."

/** Reports a file without a header as one problem. */
export async function* readKeystile(path: string): AsyncGenerator<TransferItem> {
  const seen = noCounts()
  let line = 0
  let isEnded = false
  for await (const read of readLines(path)) {
    const isFirst = line === 0
    line = read.line
    const json = "text" in read ? parseJson(read.text) : undefined
    if (isFirst) {
      const header = Option.getOrNull(readHeader(json))
      if (header === null) {
        return yield refusedItem(
          line,
          "It is not the header of an export of Keystile. Name another format with --from."
        )
      }
      if (header.version !== FORMAT_VERSION) {
        const known = `this version reads version ${FORMAT_VERSION}. Install a newer keystile.`
        return yield refusedItem(line, `The file has version ${header.version} of the format, and ${known}`)
      }
      continue
    }
    if (isEnded) {
      yield refusedItem(line, "It is behind the end of the export.")
      continue
    }
    if ("problem" in read) {
      yield refusedItem(line, read.problem)
      continue
    }
    const type = typeOf(json)
    if (type !== null && isRecordType(type)) seen[type] += 1
    if (json === undefined) yield refusedItem(line, NOT_JSON)
    else if (type === "end") {
      isEnded = true
      const end = Option.getOrNull(readEnd(json))
      const missing = recordTypes.filter((name) => end?.counts[name] !== seen[name])
      if (missing.length > 0) {
        const found = missing.map((name) => `${end?.counts[name] ?? "?"} of type ${name}, and ${seen[name]} were found`)
        yield refusedItem(line, `The file is incomplete: it has ${found.join("; ")}.`)
      }
    } else yield decodeRecord(line, json, read.size)
  }
  if (!isEnded) {
    yield refusedItem(
      line + 1,
      line === 0 ? "The file is empty." : "The end of the export is missing: it is incomplete."
    )
  }
}
