import { Clock, Effect, Redacted } from "effect"
import { noteTargets } from "../../audit/current-audit.ts"
import { checkLimit } from "../../validation/check-limit.ts"
import { newKey } from "./key-format.ts"
import { type ApiKeyRecord, type KeyOwner, UserTeamApiKeyStore } from "./user-team-api-key-store.ts"
import { randomUUID } from "node:crypto"

/** The maximum number of valid keys of a user or a team. As many that are revoked or expired are kept. */
const MAX_API_KEYS = 100

interface ApiKeyValues {
  readonly description: string
  /** `null` for a key that does not expire. */
  readonly expiresAt: Date | null
  readonly isPublic?: boolean
}

/** Creates a key and returns it. Belongs in a transaction, so that concurrent requests count each other. */
export const createApiKey = Effect.fnUntraced(function* (projectId: string, owner: KeyOwner, wanted: ApiKeyValues) {
  const { description, expiresAt, isPublic = false } = wanted
  const keys = yield* UserTeamApiKeyStore
  const now = yield* Clock.currentTimeMillis
  yield* checkLimit(yield* keys.countValid(projectId, owner, now), {
    maximum: MAX_API_KEYS,
    of: `valid API keys of a ${owner.type}`,
    advice: "Revoke one first."
  })
  yield* keys.removeInvalid(projectId, owner, now, MAX_API_KEYS)
  const id = randomUUID()
  const key = newKey(id, owner.type, isPublic)
  yield* noteTargets({ api_key_id: id })
  yield* keys.insert({
    id,
    projectId,
    owner,
    key,
    description,
    isPublic,
    createdAt: now,
    expiresAt: expiresAt?.getTime() ?? null
  })
  const record: ApiKeyRecord = {
    id,
    type: owner.type,
    ownerId: owner.id,
    description,
    isPublic,
    lastFour: key.slice(-4),
    createdAt: new Date(now),
    expiresAt,
    revokedAt: null
  }
  return { record, key: Redacted.make(key) }
})
