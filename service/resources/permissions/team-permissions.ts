/** Applies the team permissions of a seed: definitions, and the defaults of creators and members. */
import { Effect, Schema } from "effect"
import { PermissionId, systemPermissionIds } from "../../../core/schema/fields/permission-id.ts"
import { DefinitionStore } from "./definition-store.ts"
import { saveDefinitions, SeededDefinition } from "./save-definitions.ts"

export const TeamPermissions = Schema.Struct({
  /** Permissions besides the system's own. A new project gets these in place of `admin` and `member`. */
  definitions: Schema.optionalKey(Schema.Array(SeededDefinition)),
  /** Ids of the permissions that the creator of a team gets. */
  creatorDefaults: Schema.optionalKey(Schema.Array(PermissionId)),
  /** Ids of the permissions that a user who joins a team gets. */
  memberDefaults: Schema.optionalKey(Schema.Array(PermissionId))
})
export type TeamPermissions = typeof TeamPermissions.Type

/** The default permissions of a new project without a seed. */
const standard = {
  definitions: [
    {
      id: "admin",
      description: "Default permission for team creators",
      containedPermissionIds: systemPermissionIds
    },
    {
      id: "member",
      description: "Default permission for team members",
      containedPermissionIds: ["$read_members", "$invite_members"]
    }
  ],
  creatorDefaults: ["admin"],
  memberDefaults: ["member"]
} satisfies TeamPermissions

/** Returns the team permissions of a new project. The standard defaults need the standard definitions. */
export const teamPermissionsOfNewProject = (given: TeamPermissions = {}): Required<TeamPermissions> =>
  given.definitions === undefined
    ? { ...standard, ...given }
    : { creatorDefaults: [], memberDefaults: [], ...given, definitions: given.definitions }

/** Returns the ids that are referred to and not defined, when the permissions are those of a new project. */
export const undefinedPermissions = (given: TeamPermissions): ReadonlyArray<string> => {
  const { creatorDefaults, definitions, memberDefaults } = teamPermissionsOfNewProject(given)
  const defined = new Set<string>([...systemPermissionIds, ...definitions.map(({ id }) => id)])
  const used = [
    ...creatorDefaults,
    ...memberDefaults,
    ...definitions.flatMap((one) => one.containedPermissionIds ?? [])
  ]
  return [...new Set(used.filter((id) => !defined.has(id)))]
}

/** Defines the permissions, or updates those that exist, and sets the given defaults. Other permissions are kept. */
export const saveTeamPermissions = Effect.fnUntraced(function* (projectId: string, permissions: TeamPermissions) {
  const store = yield* DefinitionStore
  const { creatorDefaults, definitions = [], memberDefaults } = permissions
  yield* saveDefinitions(projectId, "team", definitions)
  if (creatorDefaults !== undefined) yield* store.setDefaults(projectId, "creator", creatorDefaults)
  if (memberDefaults !== undefined) yield* store.setDefaults(projectId, "member", memberDefaults)
})
