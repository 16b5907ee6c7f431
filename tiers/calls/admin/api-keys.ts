/** The keys of the project. */
import * as Effect from "effect/Effect"
import * as Api from "../../../core/api/api-keys.ts"
import type { ApiKeyNotFound } from "../../../core/errors/api-key.ts"
import type { RequestError } from "../../../core/errors/request-error.ts"
import type { ApiKey, ApiKeyCreate, ApiKeyFirstView } from "../../../core/schema/api-key.ts"
import type { CallDependencies } from "../call-dependencies.ts"
import { byKeys } from "../server/user-scope.ts"

/** A set of keys to make: which of the three it holds, and until when it is good. */
export interface ApiKeyInput extends ApiKeyCreate {}

export interface ApiKeyCalls {
  /** The newest first. Of each key only the last four characters. */
  readonly list: () => Effect.Effect<ReadonlyArray<ApiKey>, RequestError>
  /** Returns the keys themselves, which no other call does. */
  readonly create: (input: ApiKeyInput) => Effect.Effect<ApiKeyFirstView, RequestError>
  /**
   * Returns a set of keys, without the keys themselves.
   *
   * @param id The id of the set of keys.
   */
  readonly get: (id: string) => Effect.Effect<ApiKey, ApiKeyNotFound | RequestError>
  /**
   * Changes the description of a set of keys.
   *
   * @param id The id of the set of keys.
   * @param changes The new description.
   */
  readonly update: (
    id: string,
    changes: {
      /** The purpose of the keys, for the list of keys. */
      readonly description: string
    }
  ) => Effect.Effect<ApiKey, ApiKeyNotFound | RequestError>
  /**
   * For good. Revoking again moves the time of the revocation.
   *
   * @param id The id of the set of keys.
   */
  readonly revoke: (id: string) => Effect.Effect<ApiKey, ApiKeyNotFound | RequestError>
}

export const apiKeyCalls = (dependencies: CallDependencies): ApiKeyCalls => {
  const run = byKeys(dependencies)
  const params = (id: string) => ({ api_key_id: id })
  return {
    list: () => Effect.map(run(Api.list, {}), ({ items }) => items),
    create: (input) => run(Api.create, { body: input }),
    get: (id) => run(Api.get, { params: params(id) }),
    update: (id, { description }) => run(Api.update, { params: params(id), body: { description } }),
    revoke: (id) => run(Api.update, { params: params(id), body: { revoked: true } })
  }
}
