/** Creates the tables of OAuth settings that only a seed can change: provider endpoints and the challenge method. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const oauthProviders = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer, strict, text } = yield* columnTypes

  // Only the seed writes these rows. They are kept when an owner changes the settings of a provider, and deleted when
  // the owner changes its type to shared. `endpoints` is JSON: 'embedded', or URLs that replace those of the provider.
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
