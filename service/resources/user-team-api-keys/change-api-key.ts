import { Clock, Effect } from "effect"
import { ApiKeyNotFound } from "../../../core/errors/api-key.ts"
import type { UserTeamApiKeyUpdate } from "../../../core/schema/user-team-api-key.ts"
import { idOf } from "../../request/references.ts"
import { type ApiKeyFilter, UserTeamApiKeyStore } from "./user-team-api-key-store.ts"

/** Returns a key of the user or the team. */
export const findApiKey = Effect.fnUntraced(function* (projectId: string, filter: ApiKeyFilter, id: string) {
  const found = yield* (yield* UserTeamApiKeyStore).find(projectId, filter, idOf(id))
  return found ?? (yield* new ApiKeyNotFound())
})

/** Changes or revokes a key and returns it. A key that is revoked already keeps the time. Belongs in a transaction. */
export const changeApiKey = Effect.fnUntraced(function* (
  projectId: string,
  filter: ApiKeyFilter,
  id: string,
  { description, revoked }: UserTeamApiKeyUpdate
) {
  const keys = yield* UserTeamApiKeyStore
  const revokedAt = revoked === true ? yield* Clock.currentTimeMillis : null
  yield* keys.update(projectId, filter, idOf(id), { description, revokedAt })
  return yield* findApiKey(projectId, filter, id)
})
