/** The items that the reader of a file returns. */
import { Option, Schema } from "effect"
import { snakeCase } from "../../core/schema/names.ts"
import { linesOf } from "../validation/schema-error.ts"
import { codecOf, recordTypes, records, type RecordType, type TransferRecord } from "./record.ts"

export type TransferItem =
  | { readonly type: "record"; readonly line: number; readonly record: TransferRecord; readonly size: number }
  /** A part of the file that cannot be imported. The reason contains no values. */
  | { readonly type: "refused"; readonly line: number; readonly reason: string }

export type TransferItems = AsyncIterable<TransferItem>

export const refusedItem = (line: number, reason: string): TransferItem => ({ type: "refused", line, reason })

const decoders = Object.fromEntries(
  recordTypes.map((type) => [
    type,
    Schema.decodeUnknownResult(codecOf(type), { onExcessProperty: "error", errors: "all" })
  ])
)

/** The most problems of a line that are reported. */
const MAX_PROBLEMS = 3

const RecordLike = Schema.Struct({ type: Schema.String })
const readType = Schema.decodeUnknownOption(RecordLike)

export const isRecordType = (type: string): type is RecordType => Object.hasOwn(records, type)

/** Returns the `type` of a JSON object. */
export const typeOf = (json: unknown): string | null =>
  Option.match(readType(json), { onNone: () => null, onSome: ({ type }) => type })

/** Validates a record in its encoded form. `size` is the length of its text. */
export const decodeRecord = (line: number, json: unknown, size: number): TransferItem => {
  const type = typeOf(json)
  const decode = type !== null && isRecordType(type) ? decoders[type] : undefined
  if (decode === undefined) return refusedItem(line, "It has no known type of record.")
  const result = decode(json)
  if (result._tag === "Success") return { type: "record", line, record: result.success, size }
  // Checks of whole fields report the names of TypeScript.
  const problems = linesOf(result.failure.issue).map((problem) =>
    problem.replace(/^: /, "").replace(/^[A-Za-z.\d_]+(?=:)/, snakeCase)
  )
  const more = problems.length > MAX_PROBLEMS ? ` and ${problems.length - MAX_PROBLEMS} more problems` : ""
  return refusedItem(line, `${problems.slice(0, MAX_PROBLEMS).join("; ")}${more}`)
}
