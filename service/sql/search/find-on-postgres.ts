/** Finds the rows of a search on PostgreSQL. */
import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { wire } from "../../../core/schema/wire.ts"
import { rowsOf } from "../rows.ts"
import { type FindIds, idsOf } from "./found-ids.ts"
import { groupsOf, isShort } from "./groups.ts"
import { literals, type SearchIndex } from "./search-index.ts"

/** The number of rows whose texts are read to find rare groups. */
const SAMPLED_ROWS = 128

/** A group is rare if at most this many of them have it. */
const RARE = 2

const toLexeme = (text: string) => `'${text.replaceAll(/['\\]/g, "$&$&")}'`

/**
 * Returns a query of PostgreSQL. Its lexemes are strings, in which only quotes and backslashes have a meaning. The
 * first one is that of the project.
 */
const toTsquery = (projectId: string, lexemes: ReadonlyArray<string>) =>
  [toLexeme(`\u0001${projectId}`), ...lexemes].join(" & ")

const texts = rowsOf(wire({ text: Schema.String }))

/**
 * Returns the search in an index.
 *
 * @param contains a condition on the row `entry` of the index: a text contains the searched one
 */
export const findOnPostgres = (
  sql: SqlClient.SqlClient,
  index: SearchIndex,
  contains: (text: string) => Statement.Fragment
): FindIds => {
  const { name, row, table } = literals(sql, index)

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

  return Effect.fnUntraced(function* (projectId: string, text: string, most: number) {
    const lexemes = isShort(text)
      ? [`${toLexeme(text)}:*`]
      : (yield* rareAmongSome(projectId, groupsOf(text))).map(toLexeme)
    return yield* idsOf(sql`
      SELECT entry.${row}_id AS id FROM ${name} AS entry
      WHERE ${name}_lexemes(entry.project_id, entry.text) @@ ${toTsquery(projectId, lexemes)}::tsquery
        AND entry.project_id = ${projectId} AND ${contains(text)}
      LIMIT ${most + 1}`)
  })
}
