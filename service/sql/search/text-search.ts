/** Finds rows by a part of their texts. The database keeps the index up to date: see `create-search-index.ts`. */
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { containsPattern, containsText, lowerCase } from "../dialect.ts"
import { findOnPostgres } from "./find-on-postgres.ts"
import { findOnSqlite } from "./find-on-sqlite.ts"
import type { FirstRows } from "./found-ids.ts"
import { literals, type SearchIndex, TEXT_END } from "./search-index.ts"

/** Returns a condition: the text is in one of the texts of the index's row `entry`. */
type IsInOneText = (isFound: (value: Statement.Fragment) => Statement.Fragment) => Statement.Fragment

/**
 * Returns the search of an index.
 *
 * @param isInOneText for texts that could reach from one text of a row into the next
 */
export const makeTextSearch = (sql: SqlClient.SqlClient, index: SearchIndex, isInOneText: IsInOneText) => {
  const { name, row, table } = literals(sql, index)
  const contains = (text: string) => {
    const isFound = containsText(sql, sql`entry.text`, text)
    if (!text.includes(TEXT_END)) return isFound
    return sql.and([
      isFound,
      isInOneText((value) => sql`${lowerCase(sql, value)} LIKE ${containsPattern(text)} ESCAPE '!'`)
    ])
  }
  const find = sql.onDialectOrElse({
    pg: () => findOnPostgres(sql, index, contains),
    orElse: () => findOnSqlite(sql, index, contains)
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
     * Returns the ids of the first rows with the text and with conditions; `null` if too many rows have the text. The
     * text may also be the id of a row, for which the conditions are not checked.
     */
    findFirst: (projectId: string, text: string, first: FirstRows): Effect.Effect<ReadonlyArray<string> | null> => {
      const searched = toSearched(text)
      return Effect.map(find(projectId, searched, first), (ids) =>
        ids === null ? null : [...new Set([...ids, searched])]
      )
    }
  }
}

/** As the databases store it: a lone surrogate has no UTF-8. */
const toSearched = (text: string) => text.toLowerCase().replaceAll(/\p{Surrogate}/gu, "\ufffd")
