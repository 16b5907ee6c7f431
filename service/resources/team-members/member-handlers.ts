/** Handles the endpoints of team members with addresses and roles. */
import { Array as Arrays, Effect } from "effect"
import * as Api from "../../../core/api/team-members.ts"
import { LastTeamAdmin, TeamRolesNotDistinct } from "../../../core/errors/team-role.ts"
import { TeamMembershipNotFound, TeamNotFound, TeamPermissionRequired } from "../../../core/errors/team.ts"
import type { TeamMember } from "../../../core/schema/team-role.ts"
import { caller } from "../../request/caller.ts"
import { implement } from "../../endpoint/implement.ts"
import { idOf, ownUserId } from "../../request/references.ts"
import { inTransaction } from "../../sql/rows.ts"
import { DefinitionStore } from "../permissions/definition-store.ts"
import { GrantStore } from "../permissions/grant-store.ts"
import { requirePermissions } from "../teams/require-permissions.ts"
import { TeamStore } from "../teams/team-store.ts"
import { memberOf } from "./member-of.ts"
import { type Member, ProfileStore } from "./profile-store.ts"
import { type RoleChange, roleRules } from "./role-rules.ts"
import { serializeMemberProfile } from "./serialize-profile.ts"

const roles = ["admin", "member"] as const

/** The id of the member who calls; `null` in the other tiers, which may do everything. */
const callingMember = Effect.flatMap(caller, ({ tier }) => (tier === "client" ? ownUserId : Effect.succeed(null)))

/** Reads the permissions of all members of a team. `own` is the id of the calling member. */
const readRoles = Effect.fnUntraced(function* (projectId: string, teamId: string, own: string | null) {
  const rules = roleRules(yield* (yield* DefinitionStore).list(projectId))
  const granted = yield* (yield* GrantStore).list(projectId, {
    teamId,
    userId: null,
    permissionId: null,
    recursive: false
  })
  const grantsOf = Arrays.groupBy(granted, ({ userId }) => userId)
  const directOf = (userId: string) => (grantsOf[userId] ?? []).map(({ id }) => id)
  const held = own === null ? null : rules.closureOf(directOf(own))
  const admins = Object.keys(grantsOf).filter((userId) => rules.roleOf(directOf(userId)) === "admin")
  return {
    rules,
    directOf,
    own,
    mayManage: held === null || held.has("$remove_members"),
    isLastAdmin: (userId: string) => admins.length === 1 && admins[0] === userId,
    /**
     * Returns a permission that a change needs and the caller does not have. Everyone who joins gets those of members.
     */
    lacks: ({ grants, revokes }: RoleChange) =>
      held === null ? undefined : [...grants, ...revokes].find((id) => !held.has(id) && !rules.ofMember.has(id))
  }
})

type Roles = Effect.Success<ReturnType<typeof readRoles>>

const serializeMember = (member: Member, seen: Roles): TeamMember => {
  const { primaryEmail, primaryEmailVerified } = member
  const shared = serializeMemberProfile(member)
  const direct = seen.directOf(shared.userId)
  const role = seen.rules.roleOf(direct)
  const mayChange = seen.mayManage && seen.rules.areDistinct && !seen.isLastAdmin(shared.userId)
  const changes = roles.filter((other) => other !== role).map((other) => seen.rules.changeTo(other, direct))
  const isSeen = primaryEmail !== null && (seen.mayManage || shared.userId === seen.own)
  return {
    ...shared,
    primaryEmail: isSeen ? primaryEmail : null,
    primaryEmailVerified: isSeen && primaryEmailVerified,
    role,
    additionalPermissionIds: seen.rules.additional(direct),
    assignableRoles: (mayChange ? changes : [])
      .filter((change) => seen.lacks(change) === undefined)
      .map(({ grants, revokes, role }) => ({ role, grantedPermissionIds: grants, revokedPermissionIds: revokes }))
  }
}

export const memberHandlers = [
  implement(
    Api.list,
    Effect.fnUntraced(function* ({ query }) {
      const { project } = yield* caller
      const own = yield* callingMember
      const projectId = project.id
      const teamId = idOf(query.teamId)
      if (own !== null) yield* requirePermissions({ projectId, teamId, userId: own }, "$read_members")
      else if ((yield* (yield* TeamStore).find(projectId, teamId)) === null) return yield* new TeamNotFound({ teamId })
      const members = yield* (yield* ProfileStore).listMembers(projectId, { teamId, userId: null })
      const seen = yield* readRoles(projectId, teamId, own)
      return { items: members.map((each) => serializeMember(each, seen)), isPaginated: false }
    })
  ),

  implement(
    Api.update,
    Effect.fnUntraced(function* ({ body: { role }, params }) {
      const own = yield* callingMember
      const member = yield* memberOf(params)
      const { projectId, teamId, userId } = member
      if (own !== null) yield* requirePermissions({ ...member, userId: own }, "$remove_members")
      const [found] = yield* (yield* ProfileStore).listMembers(projectId, { teamId, userId })
      if (found === undefined) return yield* new TeamMembershipNotFound({ teamId, userId })
      const before = yield* readRoles(projectId, teamId, own)
      if (!before.rules.areDistinct) return yield* new TeamRolesNotDistinct()
      const change = before.rules.changeTo(role, before.directOf(userId))
      const permissionId = before.lacks(change)
      if (own !== null && permissionId !== undefined) {
        return yield* new TeamPermissionRequired({ teamId, userId: own, permissionId })
      }
      if (role !== "admin" && before.isLastAdmin(userId)) return yield* new LastTeamAdmin({ teamId, userId })
      const grants = yield* GrantStore
      for (const id of change.revokes) yield* grants.revoke(member, id)
      for (const id of change.grants) yield* grants.grant(member, id)
      return serializeMember(found, yield* readRoles(projectId, teamId, own))
    }, inTransaction)
  )
]
