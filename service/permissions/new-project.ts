/** The permissions that a new project starts with (wire, section 11). */
import { Effect } from "effect"
import { systemPermissionIds } from "../../core/schema/fields.ts"
import { DefinitionStore } from "./definition-store.ts"

export type SystemPermissionId = (typeof systemPermissionIds)[number]

const descriptions: Readonly<Record<SystemPermissionId, string>> = {
  $update_team: "Update the team information",
  $delete_team: "Delete the team",
  $read_members: "Read and list the other members of the team",
  $remove_members: "Remove other members from the team",
  $invite_members: "Invite other users to the team"
}

/** Defines the system's permissions, `admin` for those who make a team and `member` for those who join one. */
export const definePermissionsOfNewProject = Effect.fnUntraced(function*(projectId: string) {
  const definitions = yield* DefinitionStore
  yield* Effect.gen(function*() {
    for (const id of systemPermissionIds) yield* definitions.insert(projectId, id, descriptions[id])
    yield* definitions.insert(projectId, "admin", "Default permission for team creators")
    yield* definitions.insert(projectId, "member", "Default permission for team members")
  }).pipe(
    // A new project has none.
    Effect.catchTag("Taken", Effect.die)
  )
  yield* definitions.setContents(projectId, "admin", systemPermissionIds)
  yield* definitions.setContents(projectId, "member", ["$read_members", "$invite_members"])
  yield* definitions.setDefaults(projectId, "creator", ["admin"])
  yield* definitions.setDefaults(projectId, "member", ["member"])
})
