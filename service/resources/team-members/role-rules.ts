/**
 * Determines the roles of team members from their permissions, and what a change of the role grants and revokes.
 *
 * The role `admin` is the default permissions of team creators, `member` those of team members. Permissions outside
 * both are never changed, except one that contains a permission of `admin`: it would keep the role.
 */
import type { AssignableTeamRole, TeamRole } from "../../../core/schema/team-role.ts"
import type { Definition } from "../permissions/definition-store.ts"

type Ids = ReadonlyArray<string>

export interface RoleChange {
  readonly role: AssignableTeamRole
  readonly grants: Ids
  readonly revokes: Ids
}

interface RoleRules {
  /** True if an admin has permissions that a member does not have. */
  readonly areDistinct: boolean
  /** The default permissions of members, and those that they contain. */
  readonly ofMember: ReadonlySet<string>
  /** Returns permissions together with those that they contain, at any depth. */
  readonly closureOf: (direct: Ids) => ReadonlySet<string>
  readonly roleOf: (direct: Ids) => TeamRole
  /** Returns the direct permissions that are not part of the role. */
  readonly additional: (direct: Ids) => Ids
  /** Returns what changes direct permissions to those of the role. */
  readonly changeTo: (role: AssignableTeamRole, direct: Ids) => RoleChange
}

export const roleRules = (definitions: ReadonlyArray<Definition>): RoleRules => {
  const contained = new Map(definitions.map(({ containedIds, id }) => [id, containedIds]))
  const closureOf = (direct: Ids): ReadonlySet<string> => {
    const closure = new Set(direct)
    // A set iterates over what is added meanwhile.
    for (const id of closure) for (const inner of contained.get(id) ?? []) closure.add(inner)
    return closure
  }

  const creatorIds = definitions.flatMap(({ id, isCreatorDefault }) => (isCreatorDefault ? [id] : []))
  const memberIds = definitions.flatMap(({ id, isMemberDefault }) => (isMemberDefault ? [id] : []))
  const ofAdmin = closureOf(creatorIds)
  const ofMember = closureOf(memberIds)
  const onlyAdmin = creatorIds.filter((id) => !ofMember.has(id))
  const areDistinct = onlyAdmin.length > 0

  const roleOf = (direct: Ids): TeamRole => {
    const held = closureOf(direct)
    if (areDistinct && creatorIds.every((id) => held.has(id))) return "admin"
    return memberIds.every((id) => held.has(id)) ? "member" : "custom"
  }

  const missing = (ids: Ids, direct: Ids) => {
    const held = closureOf(direct)
    return ids.filter((id) => !held.has(id))
  }

  /** Returns whether a direct permission is part of being an admin. */
  const makesAdmin = (id: string) => {
    const closure = closureOf([id])
    return (ofAdmin.has(id) && !ofMember.has(id)) || onlyAdmin.some((adminId) => closure.has(adminId))
  }

  return {
    areDistinct,
    ofMember,
    closureOf,
    roleOf,
    additional: (direct) => {
      const role = roleOf(direct)
      if (role === "custom") return direct
      return direct.filter((id) => !ofMember.has(id) && !(role === "admin" && ofAdmin.has(id)))
    },
    changeTo: (role, direct) => {
      if (role === roleOf(direct)) return { role, grants: [], revokes: [] }
      if (role === "admin") return { role, grants: missing(creatorIds, direct), revokes: [] }
      const revokes = direct.filter(makesAdmin)
      const kept = direct.filter((id) => !revokes.includes(id))
      return { role, grants: missing(memberIds, kept), revokes }
    }
  }
}
