/** The formats of exported lists. */
import { BYTE_ORDER_MARK, csvRow } from "./csv.ts"

export const formatOptions = [
  ["csv", "CSV, for spreadsheets"],
  ["ndjson", "NDJSON, one JSON object a line"]
] as const

export type FormatName = (typeof formatOptions)[number][0]

/** A format in which the items of a list are written. */
export interface Written<A> {
  /** The columns of the CSV. */
  readonly columns: ReadonlyArray<readonly [name: string, read: (item: A) => string]>
  /** Returns the item as the API has it. */
  readonly toJson: (item: A) => unknown
}

export interface Format<A> {
  readonly type: string
  readonly head: string
  readonly write: (item: A) => string
}

export const formatOf = <A>(name: FormatName, { columns, toJson }: Written<A>): Format<A> =>
  name === "csv"
    ? {
        type: "text/csv;charset=utf-8",
        head: BYTE_ORDER_MARK + csvRow(columns.map(([column]) => column)),
        write: (item) => csvRow(columns.map(([, read]) => read(item)))
      }
    : { type: "application/x-ndjson", head: "", write: (item) => `${JSON.stringify(toJson(item))}\n` }
