/** Stores the permissions that were granted to team members, and resolves the contained ones. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { wire } from "../../../core/schema/wire.ts"
import { exists, rowsOf } from "../../sql/rows.ts"
import type { TeamDefaultFor } from "./definition-store.ts"

const Grant = wire({ id: Schema.String, teamId: Schema.String, userId: Schema.String })
type Grant = typeof Grant.Type

export interface GrantHolder {
  readonly projectId: string
  readonly teamId: string
  readonly userId: string
}

interface GrantFilter {
  readonly teamId: string | null
  readonly userId: string | null
  readonly permissionId: string | null
  /** True includes the permissions that direct ones contain, at any depth. */
  readonly recursive: boolean
}

export class GrantStore extends Context.Service<
  GrantStore,
  {
    /** Returns whether the member has the permission, directly or contained in another one. */
    readonly holds: (holder: GrantHolder, permissionId: string) => Effect.Effect<boolean>
    /** Lists permissions by team, user and id, without duplicates. */
    readonly list: (projectId: string, filter: GrantFilter) => Effect.Effect<ReadonlyArray<Grant>>
    /** Grants a permission. Returns whether it was not granted before. */
    readonly grant: (holder: GrantHolder, permissionId: string) => Effect.Effect<boolean>
    /** Grants the defaults. Returns the ids of those that were not granted before. */
    readonly grantDefaults: (holder: GrantHolder, to: TeamDefaultFor) => Effect.Effect<ReadonlyArray<string>>
    /** Removes a direct grant. Returns whether there was one. */
    readonly revoke: (holder: GrantHolder, permissionId: string) => Effect.Effect<boolean>
  }
>()("keystile/service/GrantStore") {}

const held = rowsOf(Grant)
const grantedIds = rowsOf(wire({ permissionId: Schema.String }))

export const layer: Layer.Layer<GrantStore, never, SqlClient.SqlClient> = Layer.effect(
  GrantStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    /**
     * Selects contained permissions recursively. UNION removes duplicates, so the recursion ends for permissions that
     * contain each other. CROSS JOIN prevents SQLite from scanning all permissions of the project for each row.
     */
    const contained = (projectId: string) =>
      sql`
        UNION
        SELECT held.team_id, held.user_id, permission_contents.contained_id
        FROM held CROSS JOIN permission_contents
        WHERE permission_contents.project_id = ${projectId} AND permission_contents.permission_id = held.id`

    return GrantStore.of({
      holds: ({ projectId, teamId, userId }, permissionId) =>
        exists(sql`
          WITH RECURSIVE held (team_id, user_id, id) AS (
            SELECT team_id, user_id, permission_id FROM member_permissions
            WHERE project_id = ${projectId} AND team_id = ${teamId} AND user_id = ${userId}
            ${contained(projectId)}
          )
          SELECT 1 FROM held WHERE id = ${permissionId}`),
      list: (projectId, { permissionId, recursive, teamId, userId }) =>
        held.all(sql`
          WITH RECURSIVE held (team_id, user_id, id) AS (
            SELECT team_id, user_id, permission_id FROM member_permissions
            WHERE ${sql.and([
              sql`project_id = ${projectId}`,
              ...(teamId === null ? [] : [sql`team_id = ${teamId}`]),
              ...(userId === null ? [] : [sql`user_id = ${userId}`])
            ])}
            ${recursive ? contained(projectId) : sql``}
          )
          SELECT team_id, user_id, id FROM held
          ${permissionId === null ? sql`` : sql`WHERE id = ${permissionId}`}
          ORDER BY team_id, user_id, id`),
      grant: ({ projectId, teamId, userId }, permissionId) =>
        exists(sql`
          INSERT INTO member_permissions (project_id, team_id, user_id, permission_id)
          VALUES (${projectId}, ${teamId}, ${userId}, ${permissionId})
          ON CONFLICT (team_id, user_id, permission_id) DO NOTHING RETURNING permission_id`),
      grantDefaults: ({ projectId, teamId, userId }, to) =>
        Effect.map(
          grantedIds.all(sql`
          INSERT INTO member_permissions (project_id, team_id, user_id, permission_id)
          SELECT project_id, ${teamId}, ${userId}, id FROM permission_definitions
          WHERE project_id = ${projectId}
            AND ${to === "creator" ? sql`is_creator_default = ${true}` : sql`is_member_default = ${true}`}
          ON CONFLICT (team_id, user_id, permission_id) DO NOTHING RETURNING permission_id`),
          (rows) => rows.map(({ permissionId }) => permissionId)
        ),
      revoke: ({ projectId, teamId, userId }, permissionId) =>
        exists(sql`
          DELETE FROM member_permissions
          WHERE project_id = ${projectId} AND team_id = ${teamId} AND user_id = ${userId}
            AND permission_id = ${permissionId}
          RETURNING permission_id`)
    })
  })
)
