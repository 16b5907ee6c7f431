/** Handles the endpoints of team members' profiles. */
import { Effect } from "effect"
import * as Api from "../../../core/api/team-member-profiles.ts"
import { TeamMembershipNotFound, TeamNotFound } from "../../../core/errors/team.ts"
import type { TeamMemberProfileUpdate } from "../../../core/schema/team-member.ts"
import { caller } from "../../request/caller.ts"
import { textError } from "../../response/raw-response.ts"
import { implement } from "../../endpoint/implement.ts"
import { largeBody, largeClientBody } from "../../validation/body-limits.ts"
import { idOf, ownUserId, userIdOf } from "../../request/references.ts"
import type { GrantHolder } from "../permissions/grant-store.ts"
import { inTransaction } from "../../sql/rows.ts"
import { requirePermissions } from "../teams/require-permissions.ts"
import { TeamStore } from "../teams/team-store.ts"
import { MembershipStore } from "./membership-store.ts"
import { ProfileStore } from "./profile-store.ts"
import { serializeMemberProfile, serializeServerProfile } from "./serialize-profile.ts"
import { requireUser } from "../users/require-user.ts"
import { memberOf } from "./member-of.ts"
import { requireMembership } from "./require-membership.ts"

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

const find = Effect.fnUntraced(function* (member: GrantHolder) {
  const { projectId, teamId, userId } = member
  yield* requireUser(projectId, userId)
  yield* requireMembership(member)
  const profile = yield* (yield* ProfileStore).find(member)
  return profile ?? (yield* new TeamMembershipNotFound({ teamId, userId }))
})

/** Finds what other members see. The user is not read, who may have much metadata. */
const findMember = Effect.fnUntraced(function* (member: GrantHolder) {
  const { projectId, teamId, userId } = member
  yield* requireUser(projectId, userId)
  yield* requireMembership(member)
  const [found] = yield* (yield* ProfileStore).listMembers(projectId, { teamId, userId })
  return found ?? (yield* new TeamMembershipNotFound({ teamId, userId }))
})

const change = Effect.fnUntraced(function* (member: GrantHolder, update: TeamMemberProfileUpdate) {
  yield* requireUser(member.projectId, member.userId)
  yield* requireMembership(member)
  yield* (yield* MembershipStore).setProfile(member, update)
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
      if (userId === own) yield* requireMembership(member)
      else yield* requirePermissions(member, "$read_members")
      if (userId !== null) yield* requireUser(project.id, userId)
      const members = yield* (yield* ProfileStore).listMembers(project.id, { teamId, userId })
      return { items: members.map(serializeMemberProfile), isPaginated: false }
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
      if (profiles === null) {
        return yield* textError(
          400,
          "The images and metadata of these members are too large for one list. Read their users in pages with GET /users, or send user_id."
        )
      }
      return { items: profiles.map(serializeServerProfile), isPaginated: false }
    }),
    { isReadFromReplica: true }
  ),

  implement(
    Api.get,
    Effect.fnUntraced(function* ({ params }) {
      const own = yield* ownUserId
      const member = yield* memberOf(params)
      if (member.userId !== own) yield* requirePermissions({ ...member, userId: own }, "$read_members")
      return serializeMemberProfile(yield* findMember(member))
    })
  ),

  implement(
    Api.getAsServer,
    Effect.fnUntraced(function* ({ params }) {
      return serializeServerProfile(yield* find(yield* memberOf(params)))
    })
  ),

  implement(
    Api.update,
    Effect.fnUntraced(function* ({ body, params }) {
      const own = yield* ownUserId
      const member = yield* memberOf(params)
      if (member.userId !== own) return yield* textError(403, "Users change their own profile only.")
      yield* change(member, body)
      return serializeMemberProfile(yield* findMember(member))
    }, inTransaction),
    largeClientBody
  ),

  implement(
    Api.updateAsServer,
    Effect.fnUntraced(function* ({ body, params }) {
      const member = yield* memberOf(params)
      yield* change(member, body)
      return serializeServerProfile(yield* find(member))
    }, inTransaction),
    largeBody
  )
]
