/** Finds the rows of a search on SQLite. */
import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { wire } from "../../../core/schema/wire.ts"
import { rowsOf } from "../rows.ts"
import { type FindFirst, type FirstRows, idsOf, MOST_READ } from "./found-ids.ts"
import { groupsOf, isShort } from "./groups.ts"
import { literals, type SearchIndex } from "./search-index.ts"

/** The rows that one statement of SQLite compares with a text, which block the event loop for about 10 ms. */
const COMPARED = 2000

/** The row numbers that one statement reads at most. Groups may be frequent that few rows have together. */
const LARGEST_PART = 200_000

/** The rows with a group of characters from which its frequency is estimated. */
const SAMPLE = 64

/** Groups that are so many times as frequent as the rarest one are not looked up: that takes longer than comparing. */
const FREQUENT = 4

/** The samples of an estimate, and the rows of each. */
const SAMPLES = 16
const SAMPLED = 500

/** The rows that are found by one or two letters. */
const MOST_OF_PREFIX = 8000

/** The smallest text that no text with the prefix exceeds. */
const afterPrefix = (prefix: string) => `${prefix}\u{10ffff}`

/** Returns a query of FTS5. Each group is a string, in which only quotes have a meaning. */
const toFts5 = (groups: ReadonlyArray<string>) =>
  groups.map((group) => `"${group.replaceAll('"', '""')}"`).join(" AND ")

const numbers = rowsOf(wire({ number: Schema.Number }))

const FoundRow = wire({ at: Schema.Number, id: Schema.String })
type FoundRow = typeof FoundRow.Type
const positions = rowsOf(FoundRow)

/** Row numbers of a project. */
const Range = wire({ first: Schema.Number, last: Schema.Number })
type Range = typeof Range.Type
const ranges = rowsOf(Range)

/**
 * Returns the search in an index.
 *
 * @param contains a condition on the row `entry` of the index: a text contains the searched one
 */
export const findOnSqlite = (
  sql: SqlClient.SqlClient,
  index: SearchIndex,
  contains: (text: string) => Statement.Fragment
): FindFirst => {
  const { name, row, table } = literals(sql, index)

  /** One or two characters: the groups of the index that begin with them. Those of other projects count, too. */
  const findByPrefix = (text: string, most: number) =>
    idsOf(sql`
      SELECT entry.${row}_id AS id FROM (
        SELECT term.doc AS number FROM ${name}_terms AS term
        WHERE term.term >= ${text} AND term.term <= ${afterPrefix(text)}
        LIMIT ${most + 1}
      ) AS hit CROSS JOIN ${name} AS entry
      WHERE entry.number = hit.number`)

  /** The rows of the index with all groups. FTS5 ignores bounds that are not integers, as the driver binds numbers. */
  const inIndex = (groups: ReadonlyArray<string>, first: number, last: number) =>
    sql`${name}_index MATCH ${toFts5(groups)} AND ${name}_index.rowid BETWEEN ${BigInt(first)} AND ${BigInt(last)}`

  /** Returns the rarest groups. */
  const rarest = Effect.fnUntraced(function* ({ first, last }: Range, groups: ReadonlyArray<string>) {
    const measured: Array<{ readonly group: string; readonly distance: number }> = []
    for (const group of groups) {
      const row = yield* numbers.first(sql`
        SELECT rowid AS number FROM ${name}_index WHERE ${inIndex([group], first, last)}
        LIMIT 1 OFFSET ${SAMPLE - 1}`)
      // The index ends before: all rows together are few.
      measured.push({ group, distance: row === null ? Infinity : row.number - first + 1 })
    }
    const longest = Math.max(...measured.map(({ distance }) => distance))
    return measured.filter(({ distance }) => distance >= longest / FREQUENT).map(({ group }) => group)
  })

  /** Returns the row numbers of a project. */
  const rangeOf = (projectId: string) =>
    ranges.first(sql`
      SELECT project.number << 30 AS first, coalesce((
        SELECT max(entry.number) FROM ${name} AS entry
        WHERE entry.number BETWEEN project.number << 30 AND (project.number + 1 << 30) - 1
      ), 0) AS last
      FROM ${name}_projects AS project WHERE project.project_id = ${projectId}`)

  /** The number of the last one of the next `COMPARED` rows with these groups; `null` if there are fewer. */
  const endOfPart = (groups: ReadonlyArray<string>, first: number, last: number) =>
    Effect.map(
      numbers.first(sql`
        SELECT rowid AS number FROM ${name}_index WHERE ${inIndex(groups, first, last)}
        ORDER BY rowid LIMIT 1 OFFSET ${COMPARED - 1}`),
      (end) => end?.number ?? null
    )

  /** Estimates the number of rows with these groups by samples. */
  const estimate = Effect.fnUntraced(function* ({ first, last }: Range, groups: ReadonlyArray<string>) {
    const distance = (last - first + 1) / SAMPLES
    if (distance < SAMPLED) return 0
    let count = 0
    for (let index = 0; index < SAMPLES; index++) {
      const start = first + Math.floor(index * distance)
      const row = yield* numbers.first(sql`
        SELECT count(*) AS number FROM ${name}_index WHERE ${inIndex(groups, start, start + SAMPLED - 1)}`)
      count += row?.number ?? 0
    }
    return (count * distance) / SAMPLED
  })

  return Effect.fnUntraced(function* (
    projectId: string,
    text: string,
    { column, conditions, isDescending, limit }: FirstRows
  ) {
    if (isShort(text)) {
      const some = yield* findByPrefix(text, MOST_OF_PREFIX)
      return some.length > MOST_OF_PREFIX ? null : some
    }
    const range = yield* rangeOf(projectId)
    if (range === null) return []
    const groups = yield* rarest(range, groupsOf(text))
    const direction = sql.literal(isDescending ? "DESC" : "ASC")
    let found: ReadonlyArray<FoundRow> = []
    let read = 0
    let start = range.first
    while (start <= range.last) {
      const last = Math.min(start + LARGEST_PART - 1, range.last)
      const end = yield* endOfPart(groups, start, last)
      const part = yield* positions.all(sql`
        SELECT ${table}.${column} AS at, ${table}.id AS id
        FROM ${name}_index CROSS JOIN ${name} AS entry CROSS JOIN ${table}
        WHERE ${inIndex(groups, start, end ?? last)} AND entry.number = ${name}_index.rowid
          AND ${contains(text)} AND ${table}.id = entry.${row}_id AND ${sql.and([sql`1 = 1`, ...conditions])}
        ORDER BY ${table}.${column} ${direction}, ${table}.id ${direction} LIMIT ${limit}`)
      const ascending = [...found, ...part].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
      found = (isDescending ? ascending.toReversed() : ascending).slice(0, limit)
      if (end !== null) {
        if (read === 0 && (yield* estimate(range, groups)) > MOST_READ) return null
        read += COMPARED
        if (read > MOST_READ) return null
      }
      start = (end ?? last) + 1
      // Requests are handled between two parts.
      yield* Effect.yieldNow
    }
    return found.map(({ id }) => id)
  })
}
