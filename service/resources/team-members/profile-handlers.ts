/** How members appear in their teams. */
import { Effect } from "effect"
import * as Api from "../../../core/api/team-member-profiles.ts"
import { TeamMembershipNotFound, TeamNotFound } from "../../../core/errors/team.ts"
import type { TeamMemberProfileUpdate } from "../../../core/schema/team-member.ts"
import { caller } from "../../endpoint/caller.ts"
import { textError } from "../../endpoint/http-error-response.ts"
import { implement } from "../../endpoint/implement.ts"
import { largeBody } from "../../endpoint/large-body.ts"
import { idOf, ownUserId, userIdOf } from "../../endpoint/references.ts"
import type { Holder } from "../permissions/grant-store.ts"
import { inTransaction } from "../../sql/rows.ts"
import { requireMember, requirePermissions } from "../teams/require-permissions.ts"
import { TeamStore } from "../teams/team-store.ts"
import { named, requireMembership, requireUser } from "./require-membership.ts"
import { ProfileStore } from "./profile-store.ts"
import { serializeProfile, serializeServerProfile } from "./serialize-profile.ts"

interface Query {
  readonly teamId?: string
  readonly userId?: string
}

const readQuery = Effect.fnUntraced(function* ({ teamId, userId }: Query) {
  return {
    teamId: teamId === undefined ? null : idOf(teamId),
    userId: userId === undefined ? null : yield* userIdOf(userId)
  }
})

const find = Effect.fnUntraced(function* (member: Holder) {
  yield* requireMembership(member)
  const profile = yield* (yield* ProfileStore).find(member)
  const { teamId, userId } = member
  return profile ?? (yield* new TeamMembershipNotFound({ teamId, userId }))
})

const change = Effect.fnUntraced(function* (member: Holder, update: TeamMemberProfileUpdate) {
  const profiles = yield* ProfileStore
  const profile = yield* find(member)
  yield* profiles.update(member, {
    displayName: update.displayName ?? profile.displayName,
    profileImageUrl: update.profileImageUrl === undefined ? profile.profileImageUrl : update.profileImageUrl
  })
  return yield* find(member)
})

export const profileHandlers = [
  implement(
    Api.list,
    Effect.fnUntraced(function* ({ query = {} }) {
      const { project } = yield* caller
      const own = yield* ownUserId
      const { teamId, userId } = yield* readQuery(query)
      if (teamId === null) return yield* textError(400, "In the client tier team_id has to be given.")
      const member = { projectId: project.id, teamId, userId: own }
      if (userId === own) yield* requireMember(member)
      else yield* requirePermissions(member, "$read_members")
      if (userId !== null) yield* requireUser(project.id, userId)
      const profiles = yield* (yield* ProfileStore).list(project.id, { teamId, userId })
      return { items: profiles.map(serializeProfile), isPaginated: false }
    })
  ),

  implement(
    Api.listAsServer,
    Effect.fnUntraced(function* ({ query = {} }) {
      const { project } = yield* caller
      const { teamId, userId } = yield* readQuery(query)
      if (teamId !== null && (yield* (yield* TeamStore).find(project.id, teamId)) === null) {
        return yield* new TeamNotFound({ teamId })
      }
      if (userId !== null) yield* requireUser(project.id, userId)
      const profiles = yield* (yield* ProfileStore).list(project.id, { teamId, userId })
      return { items: profiles.map(serializeServerProfile), isPaginated: false }
    })
  ),

  implement(
    Api.get,
    Effect.fnUntraced(function* ({ params }) {
      const own = yield* ownUserId
      const member = yield* named(params)
      if (member.userId !== own) yield* requirePermissions({ ...member, userId: own }, "$read_members")
      return serializeProfile(yield* find(member))
    })
  ),

  implement(
    Api.getAsServer,
    Effect.fnUntraced(function* ({ params }) {
      return serializeServerProfile(yield* find(yield* named(params)))
    })
  ),

  implement(
    Api.update,
    Effect.fnUntraced(function* ({ body, params }) {
      const own = yield* ownUserId
      const member = yield* named(params)
      if (member.userId !== own) return yield* textError(403, "Users change their own profile only.")
      return serializeProfile(yield* change(member, body))
    }, inTransaction),
    largeBody
  ),

  implement(
    Api.updateAsServer,
    Effect.fnUntraced(function* ({ body, params }) {
      return serializeServerProfile(yield* change(yield* named(params), body))
    }, inTransaction),
    largeBody
  )
]
