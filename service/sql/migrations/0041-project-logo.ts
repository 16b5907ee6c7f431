/** Adds the logo of a project, which its mails show. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const projectLogo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { text } = yield* columnTypes
  yield* sql`ALTER TABLE projects ADD COLUMN logo_url ${text}`
  yield* sql`ALTER TABLE projects ADD COLUMN logo_dark_mode_url ${text}`
})
