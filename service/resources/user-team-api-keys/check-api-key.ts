import { Clock, Effect, Redacted } from "effect"
import { ApiKeyExpired, ApiKeyNotFound, ApiKeyRevoked, WrongApiKeyType } from "../../../core/errors/api-key.ts"
import { hasKeyFormat } from "./key-format.ts"
import { type KeyOwner, UserTeamApiKeyStore } from "./user-team-api-key-store.ts"

/** Returns the record of a valid key of a user or a team. */
export const checkApiKey = Effect.fnUntraced(function* (
  projectId: string,
  expectedType: KeyOwner["type"],
  apiKey: Redacted.Redacted<string>
) {
  const key = Redacted.value(apiKey)
  const record = hasKeyFormat(key) ? yield* (yield* UserTeamApiKeyStore).findByKey(projectId, key) : null
  if (record === null) return yield* new ApiKeyNotFound()
  if (record.type !== expectedType) return yield* new WrongApiKeyType({ expectedType, actualType: record.type })
  if (record.revokedAt !== null) return yield* new ApiKeyRevoked()
  const now = yield* Clock.currentTimeMillis
  if (record.expiresAt !== null && record.expiresAt.getTime() <= now) return yield* new ApiKeyExpired()
  return record
})
