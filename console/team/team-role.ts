/**
 * The role of a member, by the direct permissions: `admin` has all default permissions of team creators, `member` those
 * of members. The service determines it in the same way.
 */
import type { PermissionDefinition } from "../../core/schema/permission.ts"
import type { TeamRole } from "../../core/schema/team-role.ts"

type Ids = ReadonlyArray<string>

export interface RoleDefaults {
  readonly ofCreators: Ids
  readonly ofMembers: Ids
  readonly definitions: ReadonlyArray<PermissionDefinition>
}

/** Returns permissions together with those that they contain, at any depth. */
export const closureOf = (definitions: ReadonlyArray<PermissionDefinition>, direct: Ids): ReadonlySet<string> => {
  const contained = new Map(definitions.map(({ containedPermissionIds, id }) => [id, containedPermissionIds]))
  const closure = new Set(direct)
  // A set iterates over what is added meanwhile.
  for (const id of closure) for (const inner of contained.get(id) ?? []) closure.add(inner)
  return closure
}

/** Returns whether creators of teams have permissions that members do not have. Otherwise there are no roles. */
export const areDistinct = ({ definitions, ofCreators, ofMembers }: RoleDefaults): boolean => {
  const held = closureOf(definitions, ofMembers)
  return ofCreators.some((id) => !held.has(id))
}

export const roleOf = (defaults: RoleDefaults, direct: Ids): TeamRole => {
  const held = closureOf(defaults.definitions, direct)
  if (areDistinct(defaults) && defaults.ofCreators.every((id) => held.has(id))) return "admin"
  return defaults.ofMembers.every((id) => held.has(id)) ? "member" : "custom"
}
