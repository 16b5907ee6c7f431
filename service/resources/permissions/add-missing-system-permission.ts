/** Adds the latest system permission to a project that was created without it. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { systemPermissionIds } from "../../../core/schema/fields/permission-id.ts"
import { exists, inTransaction, run } from "../../sql/rows.ts"

const LATEST: (typeof systemPermissionIds)[number] = "$manage_api_keys"

/** The system permissions of versions before it. */
const earlier = ["$update_team", "$delete_team", "$read_members", "$remove_members", "$invite_members"]

/**
 * Adds `$manage_api_keys` to a project without it, and to the permissions that contain all earlier system permissions,
 * such as that of team creators. Returns whether it was missing.
 *
 * The migration added it to the projects of its time. A process of an earlier version, which still serves requests
 * during an update, creates projects without it afterwards.
 */
export const addMissingSystemPermission = Effect.fnUntraced(function* (projectId: string) {
  const sql = yield* SqlClient.SqlClient
  const isThere = exists(sql`
    SELECT 1 FROM permission_definitions WHERE project_id = ${projectId} AND id = ${LATEST}`)
  if (yield* isThere) return false
  yield* inTransaction(
    Effect.gen(function* () {
      yield* run(sql`
        INSERT INTO permission_definitions (project_id, id, description, is_creator_default, is_member_default)
        SELECT project_id, ${LATEST}, 'Create and revoke the API keys of the team', 0, 0 FROM permission_definitions
        WHERE project_id = ${projectId} AND id = '$invite_members'
        ON CONFLICT DO NOTHING`)
      yield* run(sql`
        INSERT INTO permission_contents (project_id, permission_id, contained_id)
        SELECT project_id, permission_id, ${LATEST} FROM permission_contents
        WHERE project_id = ${projectId} AND ${sql.in("contained_id", earlier)}
        GROUP BY project_id, permission_id
        HAVING count(*) = ${earlier.length}
        ON CONFLICT DO NOTHING`)
    })
  )
  return yield* isThere
})
