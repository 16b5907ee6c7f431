/** Creates and serializes sets of API keys. */
import { Clock, Effect, Redacted } from "effect"
import type { ApiKey, ApiKeyCreate } from "../../../core/schema/api-key.ts"
import { noteTargets } from "../../audit/current-audit.ts"
import { ApiKeyStore, type KeySetRecord } from "./api-key-store.ts"
import { newApiKey } from "./new-api-key.ts"
import { inTransaction } from "../../sql/rows.ts"
import { randomUUID } from "node:crypto"

/** Creates a key set and returns it with its keys. Only their hashes are stored. */
export const createKeySet = Effect.fnUntraced(function* (projectId: string, wanted: ApiKeyCreate) {
  const keys = {
    ...(wanted.hasPublishableClientKey && { publishable_client_key: yield* newApiKey("pck") }),
    ...(wanted.hasSecretServerKey && { secret_server_key: yield* newApiKey("ssk") }),
    ...(wanted.hasSuperSecretAdminKey && { super_secret_admin_key: yield* newApiKey("sak") })
  }
  const id = randomUUID()
  const createdAt = yield* Clock.currentTimeMillis
  const { description, expiresAt } = wanted
  const set = { id, projectId, description, keys, createdAt, expiresAt: expiresAt.getTime() }
  yield* noteTargets({ api_key_id: id })
  yield* inTransaction((yield* ApiKeyStore).insert(set))
  return {
    id,
    description,
    expiresAt,
    createdAt: new Date(createdAt),
    ...(keys.publishable_client_key && { publishableClientKey: Redacted.make(keys.publishable_client_key) }),
    ...(keys.secret_server_key && { secretServerKey: Redacted.make(keys.secret_server_key) }),
    ...(keys.super_secret_admin_key && { superSecretAdminKey: Redacted.make(keys.super_secret_admin_key) })
  }
})

/** Returns a key set with the last four characters of each key. */
export const serializeKeySet = (set: KeySetRecord): ApiKey => ({
  id: set.id,
  description: set.description,
  createdAt: set.createdAt,
  expiresAt: set.expiresAt,
  ...(set.revokedAt !== null && { manuallyRevokedAt: set.revokedAt }),
  ...(set.publishableClientKey !== null && { publishableClientKey: { lastFour: set.publishableClientKey } }),
  ...(set.secretServerKey !== null && { secretServerKey: { lastFour: set.secretServerKey } }),
  ...(set.superSecretAdminKey !== null && { superSecretAdminKey: { lastFour: set.superSecretAdminKey } })
})
