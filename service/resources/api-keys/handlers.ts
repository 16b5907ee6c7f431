/** Handles the endpoints of a project's API keys. A key is returned once, at its creation. */
import { Clock, Effect } from "effect"
import { create, get, list, update } from "../../../core/api/api-keys.ts"
import { ApiKeyNotFound } from "../../../core/errors/api-key.ts"
import { caller } from "../../request/caller.ts"
import { implement } from "../../endpoint/implement.ts"
import { ApiKeyStore } from "./api-key-store.ts"
import { inTransaction } from "../../sql/rows.ts"
import { createKeySet, serializeKeySet } from "./key-set.ts"

/** Returns a key set of the caller's project. Ids are stored in lower case. */
const find = Effect.fnUntraced(function* (id: string) {
  const { project } = yield* caller
  const found = yield* (yield* ApiKeyStore).find(project.id, id.toLowerCase())
  return found ?? (yield* new ApiKeyNotFound())
})

export { layer } from "./api-key-store.ts"

export const keySetUpdate = implement(
  update,
  Effect.fnUntraced(function* ({ body, params }) {
    const { project } = yield* caller
    const now = yield* Clock.currentTimeMillis
    return yield* inTransaction(
      Effect.gen(function* () {
        const set = yield* find(params.api_key_id)
        const changed = {
          ...set,
          description: body.description ?? set.description,
          revokedAt: body.revoked ? new Date(now) : set.revokedAt
        }
        yield* (yield* ApiKeyStore).update(project.id, changed)
        return serializeKeySet(changed)
      })
    )
  })
)

export const handlers = [
  implement(
    create,
    Effect.fnUntraced(function* ({ body }) {
      const { project } = yield* caller
      return yield* createKeySet(project.id, body)
    })
  ),

  implement(
    list,
    Effect.fnUntraced(function* () {
      const { project } = yield* caller
      const sets = yield* (yield* ApiKeyStore).list(project.id)
      return { items: sets.map(serializeKeySet), isPaginated: false }
    })
  ),

  implement(get, ({ params }) => Effect.map(find(params.api_key_id), serializeKeySet)),

  keySetUpdate
]
