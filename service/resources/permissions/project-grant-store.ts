/** Stores the project permissions that were granted to users, and resolves the contained ones. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { wire } from "../../../core/schema/wire.ts"
import { exists, rowsOf } from "../../sql/rows.ts"

const HeldProjectPermission = wire({ id: Schema.String, userId: Schema.String })
type HeldProjectPermission = typeof HeldProjectPermission.Type

/** A user of a project, as the holder of project permissions. */
export interface ProjectHolder {
  readonly projectId: string
  readonly userId: string
}

export interface HeldProjectFilter {
  readonly userId: string | null
  readonly permissionId: string | null
  /** True includes the permissions that direct ones contain, at any depth. */
  readonly recursive: boolean
}

export class ProjectGrantStore extends Context.Service<
  ProjectGrantStore,
  {
    /** Lists permissions by user and id, without duplicates. */
    readonly list: (projectId: string, filter: HeldProjectFilter) => Effect.Effect<ReadonlyArray<HeldProjectPermission>>
    /** Grants a permission. Returns whether it was not granted before. */
    readonly grant: (holder: ProjectHolder, permissionId: string) => Effect.Effect<boolean>
    /** Grants the defaults of new users. Returns their ids. */
    readonly grantDefaults: (holder: ProjectHolder) => Effect.Effect<ReadonlyArray<string>>
    /** Removes a direct grant. Returns whether there was one. */
    readonly revoke: (holder: ProjectHolder, permissionId: string) => Effect.Effect<boolean>
  }
>()("keystile/service/ProjectGrantStore") {}

const held = rowsOf(HeldProjectPermission)
const grantedIds = rowsOf(wire({ permissionId: Schema.String }))

export const layer: Layer.Layer<ProjectGrantStore, never, SqlClient.SqlClient> = Layer.effect(
  ProjectGrantStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    /**
     * Selects contained permissions recursively. UNION removes duplicates, so the recursion ends for permissions that
     * contain each other. CROSS JOIN prevents SQLite from scanning all permissions of the project for each row.
     */
    const contained = (projectId: string) =>
      sql`
        UNION
        SELECT held.user_id, permission_contents.contained_id
        FROM held CROSS JOIN permission_contents
        WHERE permission_contents.project_id = ${projectId} AND permission_contents.permission_id = held.id`

    return ProjectGrantStore.of({
      list: (projectId, { permissionId, recursive, userId }) =>
        held.all(sql`
          WITH RECURSIVE held (user_id, id) AS (
            SELECT user_id, permission_id FROM user_permissions
            WHERE ${sql.and([
              sql`project_id = ${projectId}`,
              ...(userId === null ? [] : [sql`user_id = ${userId}`]),
              ...(permissionId === null || recursive ? [] : [sql`permission_id = ${permissionId}`])
            ])}
            ${recursive ? contained(projectId) : sql``}
          )
          SELECT user_id, id FROM held
          ${permissionId === null ? sql`` : sql`WHERE id = ${permissionId}`}
          ORDER BY user_id, id`),
      grant: ({ projectId, userId }, permissionId) =>
        exists(sql`
          INSERT INTO user_permissions (project_id, user_id, permission_id)
          VALUES (${projectId}, ${userId}, ${permissionId})
          ON CONFLICT (user_id, permission_id) DO NOTHING RETURNING permission_id`),
      grantDefaults: ({ projectId, userId }) =>
        Effect.map(
          grantedIds.all(sql`
            INSERT INTO user_permissions (project_id, user_id, permission_id)
            SELECT project_id, ${userId}, id FROM permission_definitions
            WHERE project_id = ${projectId} AND is_user_default = ${true}
            ON CONFLICT (user_id, permission_id) DO NOTHING RETURNING permission_id`),
          (rows) => rows.map(({ permissionId }) => permissionId)
        ),
      revoke: ({ projectId, userId }, permissionId) =>
        exists(sql`
          DELETE FROM user_permissions
          WHERE project_id = ${projectId} AND user_id = ${userId} AND permission_id = ${permissionId}
          RETURNING permission_id`)
    })
  })
)
