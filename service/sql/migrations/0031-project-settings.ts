/** Creates the tables of a project's OAuth providers and mail server. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const projectSettings = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer, strict, text } = yield* columnTypes

  yield* sql`
    CREATE TABLE project_oauth_providers (
      project_id ${text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      id ${text} NOT NULL,
      type ${text} NOT NULL CHECK (type IN ('shared', 'standard')),
      enabled ${integer} NOT NULL CHECK (enabled IN (0, 1)),
      client_id ${text},
      client_secret ${text},
      facebook_config_id ${text},
      microsoft_tenant_id ${text},
      PRIMARY KEY (project_id, id),
      CHECK (type = 'shared' OR (client_id IS NOT NULL AND client_secret IS NOT NULL))
    ) ${strict}`

  // A project without a row uses the mail server of the service.
  yield* sql`
    CREATE TABLE project_email_configs (
      project_id ${text} PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
      host ${text} NOT NULL,
      port ${integer} NOT NULL CHECK (port BETWEEN 0 AND 65535),
      username ${text} NOT NULL,
      password ${text} NOT NULL,
      sender_name ${text} NOT NULL,
      sender_email ${text} NOT NULL
    ) ${strict}`
})
