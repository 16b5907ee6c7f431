/** The indexes of the searches for users and for teams. */
import { lowerCase } from "../dialect.ts"
import { type SearchIndex, textEnd } from "./search-index.ts"

/** Names and addresses of users. */
export const userIndex: SearchIndex = {
  name: "user_search",
  table: "users",
  row: "user",
  texts: (sql) => {
    const end = textEnd(sql)
    const addresses = sql.literal(sql.onDialectOrElse({ pg: () => "string_agg", orElse: () => "group_concat" }))
    return sql`
    coalesce(${lowerCase(sql, sql`users.display_name`)} || ${end}, '') || coalesce((
      SELECT ${addresses}(${lowerCase(sql, sql`own.value`)} || ${end}, '') FROM contact_channels AS own
      WHERE own.user_id = users.id
    ), '')`
  }
}

/** Names of teams. */
export const teamIndex: SearchIndex = {
  name: "team_search",
  table: "teams",
  row: "team",
  texts: (sql) => sql`${lowerCase(sql, sql`teams.display_name`)} || ${textEnd(sql)}`
}
