/** Finds rows by a part of their texts. The database keeps the index up to date: see `indexed-search.ts`. */
import { Effect, Schema } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { wire } from "../../core/schema/wire.ts"
import { containing, containsText, lowered } from "./dialect.ts"
import { rowsOf } from "./rows.ts"
import { literals, type SearchIndex, TEXT_END } from "./indexed-search.ts"

/** The length of the groups of characters in the index. */
const GROUP = 3

/** The most groups of a text that are looked up. More find hardly fewer rows. */
const MAX_GROUPS = 16

/** The rows that one statement of SQLite compares with a text, which block the event loop for about 10 ms. */
const COMPARED = 2000

/** The rows with a group of characters from which its frequency is estimated. */
const SAMPLE = 64

/** Groups that are so many times as frequent as the rarest one are not looked up: that takes longer than comparing. */
const FREQUENT = 4

/** The rows of which PostgreSQL reads the texts to find rare groups, and how many of them have a rare one. */
const SAMPLED_ROWS = 128
const RARE = 2

/** The smallest text that no text with the prefix exceeds. */
const afterPrefix = (prefix: string) => `${prefix}\u{10ffff}`

/** Returns the groups of characters of a text, at most `MAX_GROUPS`, distributed over the text. */
export const groupsOf = (text: string): ReadonlyArray<string> => {
  const characters = [...text]
  const last = characters.length - GROUP
  const count = Math.min(last + 1, MAX_GROUPS)
  const starts = Array.from({ length: count }, (_, index) =>
    count === 1 ? 0 : Math.round((index * last) / (count - 1))
  )
  return [...new Set(starts.map((start) => characters.slice(start, start + GROUP).join("")))]
}

const isShort = (text: string) => [...text].length < GROUP

/** Returns a query of FTS5. Each group is a string, in which only quotes have a meaning. */
const toFts5 = (groups: ReadonlyArray<string>) =>
  groups.map((group) => `"${group.replaceAll('"', '""')}"`).join(" AND ")

const toLexeme = (text: string) => `'${text.replaceAll(/['\\]/g, "$&$&")}'`

/**
 * Returns a query of PostgreSQL. Its lexemes are strings, in which only quotes and backslashes have a meaning. The
 * first one is that of the project.
 */
const toTsquery = (projectId: string, lexemes: ReadonlyArray<string>) =>
  [toLexeme(`\u0001${projectId}`), ...lexemes].join(" & ")

const owners = rowsOf(wire({ id: Schema.String }))
const texts = rowsOf(wire({ text: Schema.String }))
const numbers = rowsOf(wire({ number: Schema.Number }))

/** Row numbers of a project. */
const Range = wire({ first: Schema.Number, last: Schema.Number })
type Range = typeof Range.Type
const ranges = rowsOf(Range)

type Rows = Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>
const idsOf = (statement: Rows) => Effect.map(owners.all(statement), (rows) => rows.map(({ id }) => id))

/** Returns a condition: the text is in one of the texts of the index's row `entry`. */
export type IsInOneText = (isFound: (value: Statement.Fragment) => Statement.Fragment) => Statement.Fragment

/** @param isInOneText for texts that could reach from one text of a row into the next */
export const makeTextSearch = (sql: SqlClient.SqlClient, index: SearchIndex, isInOneText: IsInOneText) => {
  const { name, row, table } = literals(sql, index)
  const contains = (text: string) => {
    const isFound = containsText(sql, sql`entry.text`, text)
    if (!text.includes(TEXT_END)) return isFound
    return sql.and([isFound, isInOneText((value) => sql`${lowered(sql, value)} LIKE ${containing(text)} ESCAPE '!'`)])
  }

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

  const onSqlite = Effect.fnUntraced(function* (projectId: string, text: string, most: number) {
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

  /** Returns the groups that few of some rows have, or the rarest ones. Random ids make these rows a sample. */
  const rareAmongSome = Effect.fnUntraced(function* (projectId: string, groups: ReadonlyArray<string>) {
    const sample = yield* texts.all(sql`
      SELECT coalesce((SELECT entry.text FROM ${name} AS entry WHERE entry.${row}_id = sampled.id), '') AS text
      FROM (
        SELECT id FROM ${table} WHERE project_id = ${projectId} ORDER BY id LIMIT ${sql.literal(String(SAMPLED_ROWS))}
      ) AS sampled`)
    const counted = groups.map((group) => ({ group, count: sample.filter(({ text }) => text.includes(group)).length }))
    const most = Math.max(RARE, Math.min(...counted.map(({ count }) => count)))
    return counted.filter(({ count }) => count <= most).map(({ group }) => group)
  })

  const onPostgres = Effect.fnUntraced(function* (projectId: string, text: string, most: number) {
    const lexemes = isShort(text)
      ? [`${toLexeme(text)}:*`]
      : (yield* rareAmongSome(projectId, groupsOf(text))).map(toLexeme)
    return yield* idsOf(sql`
      SELECT entry.${row}_id AS id FROM ${name} AS entry
      WHERE ${name}_lexemes(entry.project_id, entry.text) @@ ${toTsquery(projectId, lexemes)}::tsquery
        AND entry.project_id = ${projectId} AND ${contains(text)}
      LIMIT ${most + 1}`)
  })

  return {
    /** A condition on rows of the table: the text is the id, or a part of a text. */
    isFound: (text: string): Statement.Fragment => {
      const searched = toSearched(text)
      // Not with EXISTS, for which PostgreSQL may compare all texts.
      return sql`(
        ${table}.id = ${searched} OR (
          SELECT CASE WHEN ${contains(searched)} THEN 1 ELSE 0 END FROM ${name} AS entry
          WHERE entry.${row}_id = ${table}.id
        ) = 1
      )`
    },
    /**
     * Returns the ids of the rows with the text; `null` if there are more than `most`. The text may also be the id of a
     * row, so it is one of them.
     */
    find: (projectId: string, text: string, most: number): Effect.Effect<ReadonlyArray<string> | null> => {
      const searched = toSearched(text)
      const found = sql.onDialectOrElse({ pg: () => onPostgres, orElse: () => onSqlite })
      return Effect.map(found(projectId, searched, most), (ids) =>
        ids.length > most ? null : [...new Set([...ids, searched])]
      )
    }
  }
}

/** As the databases store it: a lone surrogate has no UTF-8. */
const toSearched = (text: string) => text.toLowerCase().replaceAll(/\p{Surrogate}/gu, "\ufffd")
