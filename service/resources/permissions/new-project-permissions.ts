/** Defines the permissions of new projects. */
import { Effect } from "effect"
import { systemPermissionIds } from "../../../core/schema/fields/permission-id.ts"
import { DefinitionStore } from "./definition-store.ts"
import { saveTeamPermissions, type TeamPermissions, teamPermissionsOfNewProject } from "./team-permissions.ts"

export type SystemPermissionId = (typeof systemPermissionIds)[number]

const descriptions: Readonly<Record<SystemPermissionId, string>> = {
  $update_team: "Update the team information",
  $delete_team: "Delete the team",
  $read_members: "Read and list the other members of the team",
  $remove_members: "Remove other members from the team",
  $invite_members: "Invite other users to the team",
  $manage_api_keys: "Create and revoke the API keys of the team"
}

/** Defines the system permissions and the given ones. Default: `admin` for creators and `member` for members. */
export const definePermissionsOfNewProject = Effect.fnUntraced(function* (
  projectId: string,
  teamPermissions: TeamPermissions | undefined
) {
  const definitions = yield* DefinitionStore
  for (const id of systemPermissionIds) {
    // A new project has no definitions yet.
    yield* definitions
      .insert(projectId, { scope: "team", id, description: descriptions[id] })
      .pipe(Effect.catchTag("UniqueViolation", Effect.die))
  }
  yield* saveTeamPermissions(projectId, teamPermissionsOfNewProject(teamPermissions)).pipe(
    Effect.catchTag("DefinedInOtherScope", Effect.die)
  )
})
