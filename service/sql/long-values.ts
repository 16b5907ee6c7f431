/**
 * Reads lists whose rows may have long values, such as images of a megabyte, in bounded memory.
 *
 * The statement of a list reads a long value as an empty text, which these columns never contain. If a list has long
 * values, another statement measures their rows, and a third one reads those that fit. The expressions are texts,
 * because a statement with one fragment for all of them is composed faster.
 */
import { Effect } from "effect"
import type { SqlConnection } from "effect/sql"

/** The columns of users and teams with long values. */
export const longColumns = ["profile_image_url", "client_metadata", "client_read_only_metadata", "server_metadata"]

/** The longest value in the statement of a list without a limit, in bytes. */
export const LONGEST_OF_LIST = 1000

/** The most bytes of images and metadata in a list. Those of long metadata count {@link METADATA_WEIGHT} times. */
export const MAX_LIST_BYTES = 32_000_000

/**
 * How often a byte of metadata counts, if a value has more than {@link LONGEST_OF_LIST} bytes. Parsed JSON takes up to
 * 20 times the memory of its text: a list with 30 MB of empty arrays blocked the event loop for 3 seconds.
 */
export const METADATA_WEIGHT = 8

const isMetadata = (column: string) => column.endsWith("metadata")

/** The most bytes of one value in the statement of a list with so many rows. All of them are at most half the limit. */
export const longestValue = (rows: number, columns: number): number => Math.floor(MAX_LIST_BYTES / 2 / (rows * columns))

/** Returns a value, or an empty text for a longer one. Neither database reads the text of a column for its length. */
export const shortValue = (value: string, longest: number, length = `octet_length(${value})`): string =>
  `CASE WHEN ${length} > ${longest} THEN '' ELSE ${value} END`

/** Returns how many rows of a list have at most {@link MAX_LIST_BYTES}: at least one, if there is any. */
export const countFitting = (bytes: ReadonlyArray<number>): number => {
  let total = 0
  const end = bytes.findIndex((each, index) => (total += each) > MAX_LIST_BYTES && index > 0)
  return end === -1 ? bytes.length : end
}

/** The weighted bytes of the values of a row. */
export const totalBytes = (columns: ReadonlyArray<string>): string =>
  columns
    .map((column) => {
      const bytes = `coalesce(octet_length(${column}), 0)`
      return isMetadata(column)
        ? `${bytes} * CASE WHEN ${bytes} > ${LONGEST_OF_LIST} THEN ${METADATA_WEIGHT} ELSE 1 END`
        : bytes
    })
    .join(" + ")

type Row = SqlConnection.Row

export interface LongRows {
  /** The columns of the result whose long values are empty texts. */
  readonly columns: ReadonlyArray<string>
  /** Returns the bytes of rows by their ids. */
  readonly measure: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, number>>
  /** Reads rows with their long values. */
  readonly readWhole: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Row>>
}

const idOf = ({ id }: Row) => String(id)

const hasLongValue = (row: Row, columns: ReadonlyArray<string>): boolean => columns.some((column) => row[column] === "")

const bytesOf = (row: Row, columns: ReadonlyArray<string>) =>
  columns.reduce((sum, column) => {
    const { length } = String(row[column] ?? "")
    return sum + (isMetadata(column) && length > LONGEST_OF_LIST ? length * METADATA_WEIGHT : length)
  }, 0)

/**
 * Completes the rows of a list, up to {@link MAX_LIST_BYTES}. Returns the first row that does not fit, or `null`,
 * as `next`. At least one row is returned, whatever its size.
 */
export const readLongValues = Effect.fnUntraced(function* (
  rows: ReadonlyArray<Row>,
  { columns, measure, readWhole }: LongRows
): Effect.fn.Return<{ readonly rows: ReadonlyArray<Row>; readonly next: Row | null }> {
  const long = rows.filter((row) => hasLongValue(row, columns)).map(idOf)
  if (long.length === 0) return { rows, next: null }
  const measured = yield* measure(long)
  const end = countFitting(rows.map((row) => measured.get(idOf(row)) ?? bytesOf(row, columns)))
  const fitting = rows.slice(0, end)
  const isLong = new Set(long)
  const whole = new Map(
    (yield* readWhole(fitting.map(idOf).filter((id) => isLong.has(id)))).map((row) => [idOf(row), row])
  )
  return {
    // A row that is missing was deleted meanwhile.
    rows: fitting.flatMap((row) => {
      const complete = isLong.has(idOf(row)) ? whole.get(idOf(row)) : row
      return complete === undefined ? [] : [complete]
    }),
    next: rows[end] ?? null
  }
})

/** Reads a list that has no pages; `null` if its images and metadata have more than {@link MAX_LIST_BYTES}. */
export const readList = Effect.fnUntraced(function* (list: {
  /** The columns of the result whose long values are empty texts. */
  readonly columns: ReadonlyArray<string>
  readonly readShort: Effect.Effect<ReadonlyArray<Row>>
  /** Returns the bytes of all long values. */
  readonly measure: Effect.Effect<number>
  readonly readWhole: Effect.Effect<ReadonlyArray<Row>>
}): Effect.fn.Return<ReadonlyArray<Row> | null> {
  const rows = yield* list.readShort
  if (!rows.some((row) => hasLongValue(row, list.columns))) return rows
  return (yield* list.measure) > MAX_LIST_BYTES ? null : yield* list.readWhole
})
