/** Handles the endpoints of the API keys of users. The client tier has access to those of the signed-in user. */
import { Effect } from "effect"
import * as Api from "../../../core/api/user-api-keys.ts"
import { ApiKeyRevoked } from "../../../core/errors/api-key.ts"
import { UserAuthenticationRequired } from "../../../core/errors/user.ts"
import { noteTargets } from "../../audit/current-audit.ts"
import { caller } from "../../request/caller.ts"
import { textError } from "../../response/raw-response.ts"
import { implement } from "../../endpoint/implement.ts"
import { idOf } from "../../request/references.ts"
import { inTransaction } from "../../sql/rows.ts"
import { inSessionTransaction } from "../sessions/in-session-transaction.ts"
import { restrictedReasonOf } from "../users/restricted-reason.ts"
import { UserStore } from "../users/user-store.ts"
import { requireUser } from "../users/require-user.ts"
import { changeApiKey, findApiKey } from "./change-api-key.ts"
import { checkApiKey } from "./check-api-key.ts"
import { createApiKey } from "./create-api-key.ts"
import { serializeNewUserApiKey, serializeUserApiKey } from "./serialize-api-key.ts"
import { MAX_LISTED_API_KEYS, UserTeamApiKeyStore } from "./user-team-api-key-store.ts"

/** Returns the caller's project. Fails unless its users may have API keys. */
const projectWithUserKeys = Effect.flatMap(caller, ({ project }) =>
  project.allowUserApiKeys
    ? Effect.succeed(project.id)
    : Effect.fail(textError(400, "This project does not allow API keys of users."))
)

/** Resolves a user. The client tier has access to the caller only, and needs one. */
const requireAllowedUser = Effect.fnUntraced(function* (reference: string) {
  const { tier, userId: ownId } = yield* caller
  if (ownId === null && (tier === "client" || reference === "me")) return yield* new UserAuthenticationRequired()
  const userId = ownId !== null && reference === "me" ? ownId : idOf(reference)
  if (tier === "client" && userId !== ownId) {
    return yield* textError(403, "Users have access to their own API keys only.")
  }
  return userId
})

interface Query {
  readonly userId?: string
}

/** Returns the user whose keys a request is about; `null` for all users of the project. */
const filterOf = Effect.fnUntraced(function* ({ userId }: Query = {}) {
  const { tier } = yield* caller
  const reference = userId ?? (tier === "client" ? "me" : null)
  return { type: "user" as const, ownerId: reference === null ? null : yield* requireAllowedUser(reference) }
})

export const userApiKeyHandlers = [
  implement(
    Api.create,
    Effect.fnUntraced(function* ({ body }) {
      const projectId = yield* projectWithUserKeys
      const userId = yield* requireAllowedUser(body.userId)
      yield* requireUser(projectId, userId)
      return serializeNewUserApiKey(yield* createApiKey(projectId, { type: "user", id: userId }, body))
    }, inSessionTransaction)
  ),

  implement(
    Api.list,
    Effect.fnUntraced(function* ({ query }) {
      const projectId = yield* projectWithUserKeys
      const { tier, userId } = yield* caller
      if (tier === "client" && userId !== null && query?.userId === undefined) {
        return yield* textError(400, "Users list their own API keys only: user_id=me is missing.")
      }
      const filter = yield* filterOf(query)
      const keys = yield* (yield* UserTeamApiKeyStore).list(projectId, filter, MAX_LISTED_API_KEYS)
      return { items: keys.map(serializeUserApiKey), isPaginated: false }
    })
  ),

  implement(
    Api.get,
    Effect.fnUntraced(function* ({ params, query }) {
      const projectId = yield* projectWithUserKeys
      return serializeUserApiKey(yield* findApiKey(projectId, yield* filterOf(query), params.api_key_id))
    })
  ),

  implement(
    Api.update,
    Effect.fnUntraced(function* ({ body, params, query }) {
      const projectId = yield* projectWithUserKeys
      const changed = yield* changeApiKey(projectId, yield* filterOf(query), params.api_key_id, body)
      yield* noteTargets({ user_id: changed.ownerId })
      return serializeUserApiKey(changed)
    }, inTransaction)
  ),

  implement(
    Api.check,
    Effect.fnUntraced(function* ({ body: { apiKey } }) {
      const projectId = yield* projectWithUserKeys
      const key = yield* checkApiKey(projectId, "user", apiKey)
      const user = yield* (yield* UserStore).find(projectId, key.ownerId)
      const reason = user && restrictedReasonOf(user)
      // Valid again when the restriction is lifted. Clients know no other error of a key that was taken away.
      if (reason !== null && reason !== "anonymous") return yield* new ApiKeyRevoked()
      return serializeUserApiKey(key)
    })
  )
]
