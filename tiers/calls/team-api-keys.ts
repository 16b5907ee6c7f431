/** The API keys of teams, with which programs of a team call the backend of the application. */
import * as Effect from "effect/Effect"
import * as Api from "../../core/api/team-api-keys.ts"
import { call } from "../../core/call/call.ts"
import type { TeamApiKey, TeamApiKeyFirstView } from "../../core/schema/user-team-api-key.ts"
import type { CallDependencies } from "./call-dependencies.ts"
import type { CallError } from "./call-error.ts"
import { omitUndefined } from "./omit-undefined.ts"
import type { UserTeamApiKeyChanges, UserTeamApiKeyInput } from "./user-api-keys.ts"

/** The errors of `teamApiKeys.list`, `teamApiKeys.get`, `teamApiKeys.update` and `teamApiKeys.revoke`. */
export type TeamApiKeyError = CallError<typeof Api.list>

/** The errors of `teamApiKeys.create`. */
export type CreateTeamApiKeyError = CallError<typeof Api.create>

/**
 * Check `config.allowTeamApiKeys` of the project before you offer these calls. In the client tier they need
 * `$manage_api_keys` in the team, and fail with `ApiKeyNotFound` without it.
 */
export interface TeamApiKeyCalls {
  /** Returns the newest first, also those that are revoked or have expired. Of each only the last four characters. */
  readonly list: (teamId: string) => Effect.Effect<ReadonlyArray<TeamApiKey>, TeamApiKeyError>
  /**
   * Returns an API key of a team.
   *
   * @param id The id of the key.
   */
  readonly get: (teamId: string, id: string) => Effect.Effect<TeamApiKey, TeamApiKeyError>
  /** Creates a key. Show it at once: it cannot be read again. */
  readonly create: (
    teamId: string,
    input: UserTeamApiKeyInput
  ) => Effect.Effect<TeamApiKeyFirstView, CreateTeamApiKeyError>
  /**
   * Changes the description of an API key.
   *
   * @param id The id of the key.
   */
  readonly update: (
    teamId: string,
    id: string,
    changes: UserTeamApiKeyChanges
  ) => Effect.Effect<TeamApiKey, TeamApiKeyError>
  /**
   * Revokes a key for ever.
   *
   * @param id The id of the key.
   */
  readonly revoke: (teamId: string, id: string) => Effect.Effect<TeamApiKey, TeamApiKeyError>
}

export const teamApiKeyCalls = ({ bind }: CallDependencies): TeamApiKeyCalls => {
  const one = (teamId: string, id: string) => ({ params: { api_key_id: id }, query: { teamId } })
  return {
    list: (teamId) => Effect.map(bind(call(Api.list, { query: { teamId } })), ({ items }) => items),
    get: (teamId, id) => bind(call(Api.get, one(teamId, id))),
    create: (teamId, input) => bind(call(Api.create, { body: { ...omitUndefined(input), teamId } })),
    update: (teamId, id, { description }) => bind(call(Api.update, { ...one(teamId, id), body: { description } })),
    revoke: (teamId, id) => bind(call(Api.update, { ...one(teamId, id), body: { revoked: true } }))
  }
}
