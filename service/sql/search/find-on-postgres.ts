/** Finds the rows of a search on PostgreSQL. */
import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { wire } from "../../../core/schema/wire.ts"
import { rowsOf } from "../rows.ts"
import { type FindFirst, type FirstRows, MOST_READ } from "./found-ids.ts"
import { groupsOf, isShort } from "./groups.ts"
import { literals, type SearchIndex } from "./search-index.ts"

/** The number of rows whose texts are read to find rare groups. */
const SAMPLED_ROWS = 128

/** A group is rare if at most this many of them have it. */
const RARE = 2

/** A text is frequent if at least this many of them contain it. */
const MANY = 32

const toLexeme = (text: string) => `'${text.replaceAll(/['\\]/g, "$&$&")}'`

/**
 * Returns a query of PostgreSQL. Its lexemes are strings, in which only quotes and backslashes have a meaning. The
 * first one is that of the project.
 */
const toTsquery = (projectId: string, lexemes: ReadonlyArray<string>) =>
  [toLexeme(`\u0001${projectId}`), ...lexemes].join(" & ")

const texts = rowsOf(wire({ text: Schema.String }))
const numberedIds = rowsOf(wire({ number: Schema.Number, id: Schema.NullOr(Schema.String) }))

/**
 * Returns the search in an index.
 *
 * @param contains a condition on the row `entry` of the index: a text contains the searched one
 */
export const findOnPostgres = (
  sql: SqlClient.SqlClient,
  index: SearchIndex,
  contains: (text: string) => Statement.Fragment
): FindFirst => {
  const { name, row, table } = literals(sql, index)

  /** Returns texts of some rows. Random ids make these rows a sample. */
  const textsOfSome = (projectId: string) =>
    texts.all(sql`
      SELECT coalesce((SELECT entry.text FROM ${name} AS entry WHERE entry.${row}_id = sampled.id), '') AS text
      FROM (
        SELECT id FROM ${table} WHERE project_id = ${projectId} ORDER BY id LIMIT ${sql.literal(String(SAMPLED_ROWS))}
      ) AS sampled`)

  /** Returns the groups that few of some rows have, or the rarest ones. */
  const rareAmong = (sample: ReadonlyArray<{ readonly text: string }>, groups: ReadonlyArray<string>) => {
    const counted = groups.map((group) => ({ group, count: sample.filter(({ text }) => text.includes(group)).length }))
    const most = Math.max(RARE, Math.min(...counted.map(({ count }) => count)))
    return counted.filter(({ count }) => count <= most).map(({ group }) => group)
  }

  /** A statement with at most `limit` rows of the project that contain the text. */
  const hits = (projectId: string, text: string, sample: ReadonlyArray<{ readonly text: string }>, limit: number) => {
    const lexemes = isShort(text) ? [`${toLexeme(text)}:*`] : rareAmong(sample, groupsOf(text)).map(toLexeme)
    return sql`
      SELECT entry.${row}_id AS id FROM ${name} AS entry
      WHERE ${name}_lexemes(entry.project_id, entry.text) @@ ${toTsquery(projectId, lexemes)}::tsquery
        AND entry.project_id = ${projectId} AND ${contains(text)}
      LIMIT ${limit}`
  }

  return Effect.fnUntraced(function* (
    projectId: string,
    text: string,
    { column, conditions, isDescending, limit }: FirstRows
  ) {
    const sample = isShort(text) ? [] : yield* textsOfSome(projectId)
    // The index would be read for all of them, although the first rows in the order have the text, too.
    if (sample.filter((row) => row.text.includes(text)).length >= MANY) return null
    const direction = sql.literal(isDescending ? "DESC" : "ASC")
    const rows = yield* numberedIds.all(sql`
      WITH hit AS MATERIALIZED (${hits(projectId, text, sample, MOST_READ + 1)})
      SELECT counted.number, first.id FROM (SELECT count(*) AS number FROM hit) AS counted
      LEFT JOIN (
        SELECT ${table}.id FROM hit CROSS JOIN LATERAL (
          SELECT * FROM ${table} WHERE ${table}.id = hit.id LIMIT 1
        ) AS ${table}
        WHERE ${sql.and([sql`1 = 1`, ...conditions])}
        ORDER BY ${table}.${column} ${direction}, ${table}.id ${direction} LIMIT ${limit}
      ) AS first ON TRUE`)
    if (rows.some(({ number }) => number > MOST_READ)) return null
    return rows.flatMap(({ id }) => (id === null ? [] : [id]))
  })
}
