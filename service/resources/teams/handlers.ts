/** Handles the endpoints of teams. The client tier has access to the caller's teams, depending on permissions. */
import { Effect } from "effect"
import * as Api from "../../../core/api/teams.ts"
import { TeamNotFound } from "../../../core/errors/team.ts"
import { UserAuthenticationRequired } from "../../../core/errors/user.ts"
import type { ServerTeamUpdate } from "../../../core/schema/server-team.ts"
import { caller, type CallerValues } from "../../request/caller.ts"
import { checkLimit } from "../../validation/check-limit.ts"
import { checkClientImage } from "../../validation/client-image.ts"
import { cursorOfPage, pageStart } from "../../request/page-cursor.ts"
import { textError } from "../../response/raw-response.ts"
import { implement } from "../../endpoint/implement.ts"
import { largeBody, largeClientBody } from "../../validation/body-limits.ts"
import { idOf, ownUserId, userIdOf } from "../../request/references.ts"
import type { TeamRecord } from "../../sql/records/team-record.ts"
import { inTransaction } from "../../sql/rows.ts"
import { createTeam } from "./join-team.ts"
import { requireMembership } from "../team-members/require-membership.ts"
import { requirePermissions } from "./require-permissions.ts"
import { serializeServerTeam, serializeTeam } from "./serialize-team.ts"
import { MAX_PAGE, TeamStore } from "./team-store.ts"

const requireUserId = ({ userId }: CallerValues) =>
  userId === null ? Effect.fail(new UserAuthenticationRequired()) : Effect.succeed(userId)

const find = Effect.fnUntraced(function* (projectId: string, teamId: string) {
  const team = yield* (yield* TeamStore).find(projectId, teamId)
  return team ?? (yield* new TeamNotFound({ teamId }))
})

const change = Effect.fnUntraced(function* (projectId: string, teamId: string, update: ServerTeamUpdate) {
  const team = yield* find(projectId, teamId)
  const changed: TeamRecord = {
    ...team,
    displayName: update.displayName ?? team.displayName,
    profileImageUrl: update.profileImageUrl === undefined ? team.profileImageUrl : update.profileImageUrl,
    clientMetadata: update.clientMetadata === undefined ? team.clientMetadata : update.clientMetadata,
    clientReadOnlyMetadata:
      update.clientReadOnlyMetadata === undefined ? team.clientReadOnlyMetadata : update.clientReadOnlyMetadata,
    serverMetadata: update.serverMetadata === undefined ? team.serverMetadata : update.serverMetadata
  }
  yield* (yield* TeamStore).update(changed)
  return changed
})

/** Returns the creator of a new team: `creator_user_id`, or the caller by the older `add_current_user`. */
const creatorOf = Effect.fnUntraced(function* (reference: string | undefined, addCurrentUser: boolean) {
  if (!addCurrentUser) return reference === undefined ? null : yield* userIdOf(reference)
  if (reference !== undefined) {
    return yield* textError(400, "Give either creator_user_id or add_current_user, not both.")
  }
  const { userId } = yield* caller
  return userId === null ? yield* textError(401, "add_current_user needs a signed-in user.") : yield* ownUserId
})

/** A user with this number of teams cannot create another one. */
export const MAX_TEAMS = 100

export const handlers = [
  implement(
    Api.list,
    Effect.fnUntraced(function* ({ query }) {
      const { project, userId: own } = yield* caller
      const userId = query?.userId === undefined ? null : yield* userIdOf(query.userId)
      if (userId === null || userId !== own) {
        return yield* textError(403, 'In the client tier user_id has to be "me" or the id of the signed-in user.')
      }
      const teams = yield* (yield* TeamStore).list(project.id, { userId })
      if (teams === null) {
        return yield* textError(400, "The images and metadata of the user's teams are too large for a list.")
      }
      return { items: teams.map(serializeTeam), isPaginated: false }
    })
  ),

  implement(
    Api.listAsServer,
    Effect.fnUntraced(function* ({ query = {} }) {
      const { project } = yield* caller
      const { cursor, desc, query: text, userId } = query
      const store = yield* TeamStore
      const list = {
        userId: userId === undefined ? null : yield* userIdOf(userId),
        text: text || null,
        from: yield* pageStart(cursor, (id) => store.positionOf(project.id, id)),
        newestFirst: desc === "true"
      }
      if (query.limit === undefined) {
        const teams = yield* store.list(project.id, list)
        if (teams === null) {
          return yield* textError(
            400,
            "The images and metadata of the teams are too large for one list. Send a limit, and read it in pages."
          )
        }
        return { items: teams.map(serializeServerTeam), isPaginated: false }
      }
      // Not refused, as in the list of users. The cursor leads to the others.
      const { next, teams } = yield* store.page(project.id, { ...list, limit: Math.min(query.limit, MAX_PAGE) })
      return {
        items: teams.map(serializeServerTeam),
        isPaginated: true,
        pagination: { nextCursor: cursorOfPage(next) }
      }
    }),
    { isReadFromReplica: true }
  ),

  implement(
    Api.create,
    Effect.fnUntraced(function* ({ body: { creatorUserId, ...team }, query }) {
      // Without a signed-in user, `me` fails before all other checks.
      if (creatorUserId === "me") yield* ownUserId
      const { project, userId } = yield* caller
      if (userId === null) return yield* new UserAuthenticationRequired()
      if (!project.clientTeamCreationEnabled) {
        return yield* textError(403, "The project does not let its users create teams.")
      }
      yield* checkClientImage(team)
      const creatorId = yield* creatorOf(creatorUserId, query?.addCurrentUser === "true")
      if (creatorId !== null && creatorId !== userId) {
        return yield* textError(403, 'Users create teams as themselves: creator_user_id has to be "me".')
      }
      yield* checkLimit(yield* (yield* TeamStore).countOfUser(project.id, userId), {
        maximum: MAX_TEAMS,
        of: "teams of a user",
        advice: "Leave or delete one first."
      })
      return serializeTeam(yield* createTeam(project.id, team, userId))
    }, inTransaction),
    largeClientBody
  ),

  implement(
    Api.createAsServer,
    Effect.fnUntraced(function* ({ body: { creatorUserId, ...team }, query }) {
      const { project } = yield* caller
      const creatorId = yield* creatorOf(creatorUserId, query?.addCurrentUser === "true")
      return serializeServerTeam(yield* createTeam(project.id, team, creatorId))
    }),
    largeBody
  ),

  implement(
    Api.get,
    Effect.fnUntraced(function* ({ params }) {
      const values = yield* caller
      const userId = yield* requireUserId(values)
      const teamId = idOf(params.team_id)
      yield* requireMembership({ projectId: values.project.id, teamId, userId })
      return serializeTeam(yield* find(values.project.id, teamId))
    })
  ),

  implement(
    Api.getAsServer,
    Effect.fnUntraced(function* ({ params }) {
      const { project } = yield* caller
      return serializeServerTeam(yield* find(project.id, idOf(params.team_id)))
    })
  ),

  implement(
    Api.update,
    Effect.fnUntraced(function* ({ body, params }) {
      const values = yield* caller
      const userId = yield* requireUserId(values)
      yield* checkClientImage(body)
      const member = { projectId: values.project.id, teamId: idOf(params.team_id), userId }
      yield* requirePermissions(member, "$update_team")
      return serializeTeam(yield* change(member.projectId, member.teamId, body))
    }, inTransaction),
    largeClientBody
  ),

  implement(
    Api.updateAsServer,
    Effect.fnUntraced(function* ({ body, params }) {
      const { project } = yield* caller
      return serializeServerTeam(yield* change(project.id, idOf(params.team_id), body))
    }, inTransaction),
    largeBody
  ),

  implement(
    Api.remove,
    Effect.fnUntraced(function* ({ params }) {
      const values = yield* caller
      const teamId = idOf(params.team_id)
      const projectId = values.project.id
      if (values.tier === "client") {
        yield* requirePermissions({ projectId, teamId, userId: yield* requireUserId(values) }, "$delete_team")
      }
      const removed = yield* (yield* TeamStore).remove(projectId, teamId)
      return removed ? { success: true as const } : yield* new TeamNotFound({ teamId })
    }, inTransaction)
  )
]
