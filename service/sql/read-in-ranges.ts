/**
 * Reads a page of rows whose conditions may select few of them, so that one statement would read the whole project.
 *
 * It reads ranges of a bounded number of rows, in the order of the page, between which other requests are handled. When
 * these contain few of the rows that a search finds, the index of the search is read instead.
 */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { isShared } from "./dialect.ts"

/** The rows of the first range, and of the largest one. On SQLite 2,000 rows block the event loop for 10 to 20 ms. */
const FIRST_RANGE = 500
const LARGEST_RANGE = { sqlite: 2000, postgres: 16_000 }

/** The most rows that are read in order as long as they fill the page. */
const MOST_IN_ORDER = 8000

/** The most rows that are read from the index of a search, and sorted. */
export const MOST_FOUND = 8000

/** A text that few rows have: an id, or an address. */
const SPECIFIC = /^(?:[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|\S+@\S+\.\S+)$/i

export interface RangeReader<Row, Position> {
  readonly limit: number
  /** The text of a search; `null` for other conditions. */
  readonly text: string | null
  /** Reads at most `limit` of the rows that all conditions select, among the `size` rows after a position. */
  readonly read: (after: Position | null, size: number, limit: number) => Effect.Effect<ReadonlyArray<Row>>
  /** Returns the position of the last of these `size` rows; `null` if there are fewer. */
  readonly lastOf: (after: Position | null, size: number) => Effect.Effect<Position | null>
  /** Reads the whole page by the index of the search; `null` if the search finds more than `MOST_FOUND` rows. */
  readonly search: (text: string) => Effect.Effect<ReadonlyArray<Row> | null>
}

export const readInRanges = Effect.fnUntraced(function* <Row, Position>(
  sql: SqlClient.SqlClient,
  { lastOf, limit, read, search, text }: RangeReader<Row, Position>
) {
  const largest = isShared(sql) ? LARGEST_RANGE.postgres : LARGEST_RANGE.sqlite
  if (text !== null && SPECIFIC.test(text)) {
    const page = yield* search(text)
    if (page !== null) return page
  }
  let isSearched = text === null || SPECIFIC.test(text)
  let after: Position | null = null
  let size = FIRST_RANGE
  let count = 0
  const found: Array<Row> = []
  while (true) {
    found.push(...(yield* read(after, size, limit - found.length)))
    if (found.length >= limit) return found
    const last: Position | null = yield* lastOf(after, size)
    if (last === null) return found
    count += size
    // The page is full after about this many rows, if those with the text are distributed evenly.
    if (!isSearched && text !== null && (count * limit) / found.length > MOST_IN_ORDER) {
      isSearched = true
      const page = yield* search(text)
      if (page !== null) return page
    }
    after = last
    size = Math.min(size * 2, largest)
    // Requests are handled between two ranges.
    yield* Effect.yieldNow
  }
})
