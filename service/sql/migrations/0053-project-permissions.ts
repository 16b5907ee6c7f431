/**
 * Adds project permissions: definitions of that scope beside those of teams, the defaults of new users, and grants to
 * users. The primary key of the definitions gives both scopes one name space.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const projectPermissions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer, strict, text } = yield* columnTypes

  yield* sql`
    ALTER TABLE permission_definitions
    ADD COLUMN scope ${text} NOT NULL DEFAULT 'team' CHECK (scope IN ('team', 'project'))`
  yield* sql`
    ALTER TABLE permission_definitions
    ADD COLUMN is_user_default ${integer} NOT NULL DEFAULT 0 CHECK (is_user_default IN (0, 1))`
  yield* sql`CREATE INDEX defaults_of_users ON permission_definitions (project_id, is_user_default, id)`

  // Direct grants only. Contained permissions are resolved when permissions are read.
  yield* sql`
    CREATE TABLE user_permissions (
      project_id ${text} NOT NULL,
      user_id ${text} NOT NULL,
      permission_id ${text} NOT NULL,
      PRIMARY KEY (user_id, permission_id),
      FOREIGN KEY (project_id, user_id) REFERENCES users (project_id, id) ON DELETE CASCADE,
      FOREIGN KEY (project_id, permission_id) REFERENCES permission_definitions (project_id, id)
        ON DELETE CASCADE ON UPDATE CASCADE
    ) ${strict}`
  yield* sql`CREATE INDEX user_permissions_of_project ON user_permissions (project_id, user_id, permission_id)`
  yield* sql`CREATE INDEX users_of_permission ON user_permissions (project_id, permission_id, user_id)`
})
