/**
 * Reads a page of rows whose conditions may select few of them, so that one statement would read the whole project.
 *
 * It reads ranges of a bounded number of rows, in the order of the page, between which other requests are handled. When
 * these contain few of the selected rows, an index of a search or of a condition is read instead.
 */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { isShared } from "./dialect.ts"

/** The rows of the first range, and of the largest one. On SQLite 2,000 rows block the event loop for 10 to 20 ms. */
const FIRST_RANGE = 500
const LARGEST_RANGE = { sqlite: 2000, postgres: 16_000 }

/** The most rows that are read in order as long as they fill the page. */
const MOST_IN_ORDER = 8000

/** The rows after which a bounded page ends: three or four ranges, which take about 30 ms. */
const MOST_OF_BOUNDED = { sqlite: 3500, postgres: 7500 }

/** A text that few rows have: an id, or an address. */
const SPECIFIC = /^(?:[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|\S+@\S+\.\S+)$/i

interface RangeReader<Row, Position> {
  readonly limit: number
  /** Ends the page early if the conditions select few rows, and no index does. Default `false`. */
  readonly isBounded?: boolean
  /** The text of a search; `null` for other conditions. */
  readonly text: string | null
  /** Reads at most `limit` of the rows that all conditions select, among the `size` rows after a position. */
  readonly read: (after: Position | null, size: number, limit: number) => Effect.Effect<ReadonlyArray<Row>>
  /** Returns the position of the last of these `size` rows; `null` if there are fewer. */
  readonly lastOf: (after: Position | null, size: number) => Effect.Effect<Position | null>
  /** Reads the whole page by another index; `null` if each selects too many rows. */
  readonly readByIndex: Effect.Effect<ReadonlyArray<Row> | null>
}

/** Rows of a page. */
interface RangePage<Row, Position> {
  readonly rows: ReadonlyArray<Row>
  /** The position of the last row that was read, if the page ended early; otherwise `null`. */
  readonly stoppedAt: Position | null
}

export const readInRanges = Effect.fnUntraced(function* <Row, Position>(
  sql: SqlClient.SqlClient,
  { isBounded = false, lastOf, limit, read, readByIndex, text }: RangeReader<Row, Position>
): Effect.fn.Return<RangePage<Row, Position>> {
  const database = isShared(sql) ? "postgres" : "sqlite"
  const largest = LARGEST_RANGE[database]
  const most = isBounded ? MOST_OF_BOUNDED[database] : Infinity
  const whole = (rows: ReadonlyArray<Row>) => ({ rows, stoppedAt: null })
  let isIndexTried = text !== null && SPECIFIC.test(text)
  if (isIndexTried) {
    const page = yield* readByIndex
    if (page !== null) return whole(page)
  }
  let after: Position | null = null
  let size = FIRST_RANGE
  let count = 0
  const found: Array<Row> = []
  while (true) {
    found.push(...(yield* read(after, size, limit - found.length)))
    if (found.length >= limit) return whole(found)
    const last: Position | null = yield* lastOf(after, size)
    if (last === null) return whole(found)
    count += size
    // The page is full after about this many rows, if the selected ones are distributed evenly.
    if (!isIndexTried && (count * limit) / found.length > MOST_IN_ORDER) {
      isIndexTried = true
      const page = yield* readByIndex
      if (page !== null) return whole(page)
    }
    if (count >= most) return { rows: found, stoppedAt: last }
    after = last
    size = Math.min(size * 2, largest)
    // Requests are handled between two ranges.
    yield* Effect.yieldNow
  }
})
