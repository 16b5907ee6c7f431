/** The API keys of a user, with which the user's programs call the backend of the application. */
import * as Effect from "effect/Effect"
import * as Api from "../../core/api/user-api-keys.ts"
import { call } from "../../core/call/call.ts"
import type { UserApiKey, UserApiKeyFirstView } from "../../core/schema/user-team-api-key.ts"
import type { CallDependencies } from "./call-dependencies.ts"
import type { CallError } from "./call-error.ts"
import { omitUndefined } from "./omit-undefined.ts"

/** An API key to create. */
export interface UserTeamApiKeyInput {
  /** At most 1000 characters. */
  readonly description: string
  /** `null` for a key that does not expire. */
  readonly expiresAt: Date | null
  /** True if the key may be published, such as in the code of a page. Default `false`. */
  readonly isPublic?: boolean | undefined
}

/** The changes of an API key. */
export interface UserTeamApiKeyChanges {
  /** The new description. */
  readonly description: string
}

/** The errors of `userApiKeys.list`. */
export type ListUserApiKeysError = CallError<typeof Api.list>

/** The errors of `userApiKeys.create`. */
export type CreateUserApiKeyError = CallError<typeof Api.create>

/** The errors of `userApiKeys.get`, `userApiKeys.update` and `userApiKeys.revoke`. */
export type ChangeUserApiKeyError = CallError<typeof Api.update>

/** Check `config.allowUserApiKeys` of the project before you offer these calls. */
export interface UserApiKeyCalls {
  /** Returns the newest first, also those that are revoked or have expired. Of each only the last four characters. */
  readonly list: () => Effect.Effect<ReadonlyArray<UserApiKey>, ListUserApiKeysError>
  /**
   * Returns an API key of the user.
   *
   * @param id The id of the key.
   */
  readonly get: (id: string) => Effect.Effect<UserApiKey, ChangeUserApiKeyError>
  /** Creates a key. Show it at once: it cannot be read again. */
  readonly create: (input: UserTeamApiKeyInput) => Effect.Effect<UserApiKeyFirstView, CreateUserApiKeyError>
  /**
   * Changes the description of an API key.
   *
   * @param id The id of the key.
   */
  readonly update: (id: string, changes: UserTeamApiKeyChanges) => Effect.Effect<UserApiKey, ChangeUserApiKeyError>
  /**
   * Revokes a key for ever.
   *
   * @param id The id of the key.
   */
  readonly revoke: (id: string) => Effect.Effect<UserApiKey, ChangeUserApiKeyError>
}

/** The API keys of one user; in the client tier only one's own. */
export const userApiKeyCalls = ({ bind }: CallDependencies, userId: string = "me"): UserApiKeyCalls => {
  const one = (id: string) => ({ params: { api_key_id: id }, query: { userId } })
  return {
    list: () => Effect.map(bind(call(Api.list, { query: { userId } })), ({ items }) => items),
    get: (id) => bind(call(Api.get, one(id))),
    create: (input) => bind(call(Api.create, { body: { ...omitUndefined(input), userId } })),
    update: (id, { description }) => bind(call(Api.update, { ...one(id), body: { description } })),
    revoke: (id) => bind(call(Api.update, { ...one(id), body: { revoked: true } }))
  }
}
