/** The keys of a project, for its owner. A key is shown once, at its creation. */
import { Clock, Effect, Redacted } from "effect"
import { create, get, list, update } from "../../core/api/api-keys.ts"
import { ApiKeyNotFound } from "../../core/errors/project.ts"
import type { ApiKey } from "../../core/schema/api-key.ts"
import { newDevelopmentKey } from "../projects/new-key.ts"
import { caller } from "../endpoint/caller.ts"
import { implement } from "../endpoint/implement.ts"
import { ApiKeyStore, type KeySetRecord } from "../projects/api-key-store.ts"
import { inTransaction } from "../sql/rows.ts"
import { randomUUID } from "node:crypto"

const represent = (set: KeySetRecord): ApiKey => ({
  id: set.id,
  description: set.description,
  createdAt: set.createdAt,
  expiresAt: set.expiresAt,
  ...(set.revokedAt !== null && { manuallyRevokedAt: set.revokedAt }),
  ...(set.publishableClientKey !== null && { publishableClientKey: { lastFour: set.publishableClientKey } }),
  ...(set.secretServerKey !== null && { secretServerKey: { lastFour: set.secretServerKey } }),
  ...(set.superSecretAdminKey !== null && { superSecretAdminKey: { lastFour: set.superSecretAdminKey } })
})

/** A set of the caller's project. Ids are kept in lower case. */
const find = Effect.fnUntraced(function*(id: string) {
  const { project } = yield* caller
  const found = yield* (yield* ApiKeyStore).find(project.id, id.toLowerCase())
  return found ?? (yield* new ApiKeyNotFound())
})

export const handlers = [
  implement(
    create,
    Effect.fnUntraced(function*({ body }) {
      const { project } = yield* caller
      const keys = {
        ...(body.hasPublishableClientKey && { publishable_client_key: newDevelopmentKey("pck") }),
        ...(body.hasSecretServerKey && { secret_server_key: newDevelopmentKey("ssk") }),
        ...(body.hasSuperSecretAdminKey && { super_secret_admin_key: newDevelopmentKey("sak") })
      }
      const id = randomUUID()
      const createdAt = yield* Clock.currentTimeMillis
      const { description, expiresAt } = body
      const set = { id, projectId: project.id, description, keys, createdAt, expiresAt: expiresAt.getTime() }
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
  ),

  implement(
    list,
    Effect.fnUntraced(function*() {
      const { project } = yield* caller
      const sets = yield* (yield* ApiKeyStore).list(project.id)
      return { items: sets.map(represent), isPaginated: false }
    })
  ),

  implement(get, ({ params }) => Effect.map(find(params.api_key_id), represent)),

  implement(
    update,
    Effect.fnUntraced(function*({ body, params }) {
      const { project } = yield* caller
      const now = yield* Clock.currentTimeMillis
      return yield* inTransaction(Effect.gen(function*() {
        const set = yield* find(params.api_key_id)
        const changed = {
          ...set,
          description: body.description ?? set.description,
          revokedAt: body.revoked ? new Date(now) : set.revokedAt
        }
        yield* (yield* ApiKeyStore).update(project.id, changed)
        return represent(changed)
      }))
    })
  )
]
