/** How the providers of a project are reached, where that is not the usual way. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const oauthProviders = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer, strict, text } = yield* columnTypes

  // Only the seed writes these. They stay what they are when an owner changes the settings of a provider, and go when
  // the owner makes it a shared one. The endpoints are JSON: 'embedded', or URLs that take the place of the provider's
  // own.
  yield* sql`
    CREATE TABLE oauth_endpoints (
      project_id ${text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      provider_id ${text} NOT NULL,
      endpoints ${text} NOT NULL,
      PRIMARY KEY (project_id, provider_id)
    ) ${strict}`
  yield* sql`
    CREATE TABLE oauth_settings (
      project_id ${text} PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
      plain_challenge_allowed ${integer} NOT NULL CHECK (plain_challenge_allowed IN (0, 1))
    ) ${strict}`
})
