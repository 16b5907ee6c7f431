/** Finds users by a part of a name or of an address. */
import type { SqlClient } from "effect/sql"
import { userIndex } from "../../sql/search/search-indexes.ts"
import { makeTextSearch } from "../../sql/search/text-search.ts"

export const makeUserSearch = (sql: SqlClient.SqlClient) =>
  makeTextSearch(
    sql,
    userIndex,
    (isFound) => sql`(
      EXISTS (SELECT 1 FROM users AS named WHERE named.id = entry.user_id AND ${isFound(sql`named.display_name`)})
      OR EXISTS (
        SELECT 1 FROM contact_channels AS channel
        WHERE channel.user_id = entry.user_id AND ${isFound(sql`channel.value`)}
      )
    )`
  )
