/** Handles the endpoints of the API keys of teams. In the client tier the caller needs `$manage_api_keys`. */
import { Effect } from "effect"
import * as Api from "../../../core/api/team-api-keys.ts"
import { ApiKeyNotFound } from "../../../core/errors/api-key.ts"
import { TeamNotFound } from "../../../core/errors/team.ts"
import { UserAuthenticationRequired } from "../../../core/errors/user.ts"
import { noteTargets } from "../../audit/current-audit.ts"
import { caller } from "../../request/caller.ts"
import { textError } from "../../response/raw-response.ts"
import { implement } from "../../endpoint/implement.ts"
import { idOf } from "../../request/references.ts"
import { inTransaction } from "../../sql/rows.ts"
import { inSessionTransaction } from "../sessions/in-session-transaction.ts"
import { addMissingSystemPermission } from "../permissions/add-missing-system-permission.ts"
import { GrantStore } from "../permissions/grant-store.ts"
import type { SystemPermissionId } from "../permissions/new-project-permissions.ts"
import { TeamStore } from "../teams/team-store.ts"
import { changeApiKey, findApiKey } from "./change-api-key.ts"
import { checkApiKey } from "./check-api-key.ts"
import { createApiKey } from "./create-api-key.ts"
import { serializeNewTeamApiKey, serializeTeamApiKey } from "./serialize-api-key.ts"
import { MAX_LISTED_API_KEYS, UserTeamApiKeyStore } from "./user-team-api-key-store.ts"

const MANAGE_API_KEYS: SystemPermissionId = "$manage_api_keys"

/** Returns the caller's project. Fails unless its teams may have API keys. */
const projectWithTeamKeys = Effect.flatMap(caller, ({ project }) =>
  project.allowTeamApiKeys
    ? Effect.succeed(project.id)
    : Effect.fail(textError(400, "This project does not allow API keys of teams."))
)

/** Returns the filter of a team. The error of callers without the permission does not tell whether the team exists. */
const filterOf = Effect.fnUntraced(function* (projectId: string, team: string) {
  const { tier, userId } = yield* caller
  const teamId = idOf(team)
  if (tier === "client") {
    if (userId === null) return yield* new UserAuthenticationRequired()
    const holds = (yield* GrantStore).holds({ projectId, teamId, userId }, MANAGE_API_KEYS)
    const isAllowed = (yield* holds) || ((yield* addMissingSystemPermission(projectId)) && (yield* holds))
    if (!isAllowed) return yield* new ApiKeyNotFound()
  }
  return { type: "team" as const, ownerId: teamId }
})

export const teamApiKeyHandlers = [
  implement(
    Api.create,
    Effect.fnUntraced(function* ({ body }) {
      const projectId = yield* projectWithTeamKeys
      const { ownerId: id, type } = yield* filterOf(projectId, body.teamId)
      if ((yield* (yield* TeamStore).find(projectId, id)) === null) return yield* new TeamNotFound({ teamId: id })
      return serializeNewTeamApiKey(yield* createApiKey(projectId, { type, id }, body))
    }, inSessionTransaction)
  ),

  implement(
    Api.list,
    Effect.fnUntraced(function* ({ query: { teamId } }) {
      const projectId = yield* projectWithTeamKeys
      const filter = yield* filterOf(projectId, teamId)
      const keys = yield* (yield* UserTeamApiKeyStore).list(projectId, filter, MAX_LISTED_API_KEYS)
      return { items: keys.map(serializeTeamApiKey), isPaginated: false }
    })
  ),

  implement(
    Api.get,
    Effect.fnUntraced(function* ({ params, query: { teamId } }) {
      const projectId = yield* projectWithTeamKeys
      return serializeTeamApiKey(yield* findApiKey(projectId, yield* filterOf(projectId, teamId), params.api_key_id))
    })
  ),

  implement(
    Api.update,
    Effect.fnUntraced(function* ({ body, params, query: { teamId } }) {
      const projectId = yield* projectWithTeamKeys
      const filter = yield* filterOf(projectId, teamId)
      const changed = yield* changeApiKey(projectId, filter, params.api_key_id, body)
      yield* noteTargets({ team_id: changed.ownerId })
      return serializeTeamApiKey(changed)
    }, inTransaction)
  ),

  implement(
    Api.check,
    Effect.fnUntraced(function* ({ body: { apiKey } }) {
      return serializeTeamApiKey(yield* checkApiKey(yield* projectWithTeamKeys, "team", apiKey))
    })
  )
]
