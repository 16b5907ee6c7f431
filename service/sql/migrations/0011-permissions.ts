/**
 * Creates the tables of team permissions: definitions, contained permissions and grants.
 *
 * System permissions have rows too, so that foreign keys can refer to every permission. The foreign keys cascade the
 * renaming and the deletion of a permission to all its uses.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

const system = [
  ["$update_team", "Update the team information"],
  ["$delete_team", "Delete the team"],
  ["$read_members", "Read and list the other members of the team"],
  ["$remove_members", "Remove other members from the team"],
  ["$invite_members", "Invite other users to the team"]
] as const

export const permissions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer, strict, text } = yield* columnTypes

  yield* sql`
    CREATE TABLE permission_definitions (
      project_id ${text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      id ${text} NOT NULL,
      description ${text},
      is_creator_default ${integer} NOT NULL CHECK (is_creator_default IN (0, 1)),
      is_member_default ${integer} NOT NULL CHECK (is_member_default IN (0, 1)),
      PRIMARY KEY (project_id, id)
    ) ${strict}`

  yield* sql`
    CREATE TABLE permission_contents (
      project_id ${text} NOT NULL,
      permission_id ${text} NOT NULL,
      contained_id ${text} NOT NULL,
      PRIMARY KEY (project_id, permission_id, contained_id),
      FOREIGN KEY (project_id, permission_id) REFERENCES permission_definitions (project_id, id)
        ON DELETE CASCADE ON UPDATE CASCADE,
      FOREIGN KEY (project_id, contained_id) REFERENCES permission_definitions (project_id, id)
        ON DELETE CASCADE ON UPDATE CASCADE
    ) ${strict}`
  yield* sql`CREATE INDEX containers_of_permission ON permission_contents (project_id, contained_id)`

  // Direct grants only. Contained permissions are resolved when permissions are read.
  yield* sql`
    CREATE TABLE member_permissions (
      project_id ${text} NOT NULL,
      team_id ${text} NOT NULL,
      user_id ${text} NOT NULL,
      permission_id ${text} NOT NULL,
      PRIMARY KEY (team_id, user_id, permission_id),
      FOREIGN KEY (team_id, user_id) REFERENCES team_memberships (team_id, user_id) ON DELETE CASCADE,
      FOREIGN KEY (project_id, permission_id) REFERENCES permission_definitions (project_id, id)
        ON DELETE CASCADE ON UPDATE CASCADE
    ) ${strict}`
  yield* sql`CREATE INDEX permissions_of_user ON member_permissions (project_id, user_id, team_id, permission_id)`
  yield* sql`CREATE INDEX holders_of_permission ON member_permissions (project_id, permission_id)`

  // Existing projects get the permissions of new projects.
  for (const [id, description] of system) {
    yield* sql`
      INSERT INTO permission_definitions (project_id, id, description, is_creator_default, is_member_default)
      SELECT id, ${id}, ${description}, 0, 0 FROM projects`
  }
  yield* sql`
    INSERT INTO permission_definitions (project_id, id, description, is_creator_default, is_member_default)
    SELECT id, 'admin', 'Default permission for team creators', 1, 0 FROM projects`
  yield* sql`
    INSERT INTO permission_definitions (project_id, id, description, is_creator_default, is_member_default)
    SELECT id, 'member', 'Default permission for team members', 0, 1 FROM projects`
  for (const [id] of system) {
    yield* sql`
      INSERT INTO permission_contents (project_id, permission_id, contained_id)
      SELECT id, 'admin', ${id} FROM projects`
  }
  for (const id of ["$read_members", "$invite_members"]) {
    yield* sql`
      INSERT INTO permission_contents (project_id, permission_id, contained_id)
      SELECT id, 'member', ${id} FROM projects`
  }
})
