/** Reads a file of JSON. No problem quotes the file, which may contain passwords. */
import { Data, Effect } from "effect"
import { readFileSync } from "node:fs"
import { positionOf, wrongIndex } from "../../core/json/json-position.ts"

/** The file cannot be used. `problem` continues a sentence such as "The file seed.json …". */
class FileUnusable extends Data.TaggedError("FileUnusable")<{ readonly problem: string }> {}

/** The file descriptor of the standard input. */
export const STDIN = 0

/** Returns the content of a file, or of the standard input. A byte order mark is ignored. */
export const readJsonFile = Effect.fnUntraced(function* (file: string | typeof STDIN) {
  const text = yield* Effect.try({
    try: () => readFileSync(file, "utf8").replace(/^\uFEFF/, ""),
    catch: () => new FileUnusable({ problem: "cannot be read. Check the path and its permissions." })
  })
  return yield* Effect.try({
    try: (): unknown => JSON.parse(text),
    catch: () => new FileUnusable({ problem: `is not JSON: ${whatIsWrong(text)}.` })
  })
})

/** Returns the position of the mistake. The message of `JSON.parse` may quote the text. */
const whatIsWrong = (text: string): string => {
  const index = wrongIndex(text)
  if (index === null) return "it is empty"
  const { column, line } = positionOf(text, index)
  return `see line ${line}, column ${column}`
}
