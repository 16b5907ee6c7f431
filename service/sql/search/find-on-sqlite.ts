/** Finds the rows of a search on SQLite. */
import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { wire } from "../../../core/schema/wire.ts"
import { rowsOf } from "../rows.ts"
import { type FindIds, idsOf } from "./found-ids.ts"
import { groupsOf, isShort } from "./groups.ts"
import { literals, type SearchIndex } from "./search-index.ts"

/** The rows that one statement of SQLite compares with a text, which block the event loop for about 10 ms. */
const COMPARED = 2000

/** The rows with a group of characters from which its frequency is estimated. */
const SAMPLE = 64

/** Groups that are so many times as frequent as the rarest one are not looked up: that takes longer than comparing. */
const FREQUENT = 4

/** The smallest text that no text with the prefix exceeds. */
const afterPrefix = (prefix: string) => `${prefix}\u{10ffff}`

/** Returns a query of FTS5. Each group is a string, in which only quotes have a meaning. */
const toFts5 = (groups: ReadonlyArray<string>) =>
  groups.map((group) => `"${group.replaceAll('"', '""')}"`).join(" AND ")

const numbers = rowsOf(wire({ number: Schema.Number }))

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
): FindIds => {
  const { name, row } = literals(sql, index)

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

  /** Returns the rarest groups, and the row numbers among which about `COMPARED` rows have them. */
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
    return {
      groups: measured.filter(({ distance }) => distance >= longest / FREQUENT).map(({ group }) => group),
      span: Math.min(last - first + 1, Math.ceil((longest / SAMPLE) * COMPARED))
    }
  })

  return Effect.fnUntraced(function* (projectId: string, text: string, most: number) {
    if (isShort(text)) return yield* findByPrefix(text, most)
    const range = yield* ranges.first(sql`
      SELECT project.number << 30 AS first, coalesce((
        SELECT max(entry.number) FROM ${name} AS entry
        WHERE entry.number BETWEEN project.number << 30 AND (project.number + 1 << 30) - 1
      ), 0) AS last
      FROM ${name}_projects AS project WHERE project.project_id = ${projectId}`)
    const ids: Array<string> = []
    if (range === null) return ids
    const { groups, span } = yield* rarest(range, groupsOf(text))
    for (let first = range.first; first <= range.last; first += span) {
      const found = yield* idsOf(sql`
        SELECT entry.${row}_id AS id FROM ${name}_index CROSS JOIN ${name} AS entry
        WHERE ${inIndex(groups, first, Math.min(first + span - 1, range.last))}
          AND entry.number = ${name}_index.rowid AND ${contains(text)}
        LIMIT ${most + 1}`)
      ids.push(...found)
      if (ids.length > most) break
      // Requests are handled between two ranges.
      yield* Effect.yieldNow
    }
    return ids
  })
}
