/** Handles the list of a user's passkeys. The client tier has access to those of the signed-in user. */
import { Effect } from "effect"
import * as Api from "../../../core/api/passkeys.ts"
import { PasskeyNotFound } from "../../../core/errors/passkey.ts"
import { UserNotFound } from "../../../core/errors/user.ts"
import { caller } from "../../request/caller.ts"
import { textError } from "../../response/raw-response.ts"
import { implement } from "../../endpoint/implement.ts"
import { requireAllowedUserId, idOf } from "../../request/references.ts"
import { inTransaction } from "../../sql/rows.ts"
import { UserStore } from "../users/user-store.ts"
import { VerificationCodeStore } from "../verification-codes/verification-code-store.ts"
import { PasskeyStore } from "./passkey-store.ts"

/** Returns the project and the id of the user in the path. Fails in the client tier for other users than the caller. */
const requireAllowedUser = Effect.fnUntraced(function* ({ user_id }: { readonly user_id: string }) {
  const { project } = yield* caller
  const userId = yield* requireAllowedUserId(user_id, textError(403, "Users have access to their own passkeys only."))
  return { projectId: project.id, userId }
})

export const passkeyListHandlers = [
  implement(
    Api.list,
    Effect.fnUntraced(function* ({ params }) {
      const { projectId, userId } = yield* requireAllowedUser(params)
      if (!(yield* (yield* UserStore).exists(projectId, userId))) return yield* new UserNotFound()
      const all = yield* (yield* PasskeyStore).list(projectId, userId)
      return { items: all.map(({ passkey }) => passkey), isPaginated: false }
    })
  ),

  implement(
    Api.rename,
    Effect.fnUntraced(function* ({ body: { name }, params }) {
      const { projectId, userId } = yield* requireAllowedUser(params)
      const passkeys = yield* PasskeyStore
      const id = idOf(params.passkey_id)
      if (!(yield* passkeys.rename(projectId, userId, id, name))) return yield* new PasskeyNotFound()
      const renamed = (yield* passkeys.list(projectId, userId)).find(({ passkey }) => passkey.id === id)
      return renamed === undefined ? yield* new PasskeyNotFound() : renamed.passkey
    }, inTransaction)
  ),

  implement(
    Api.remove,
    Effect.fnUntraced(function* ({ params }) {
      const { projectId, userId } = yield* requireAllowedUser(params)
      const isRemoved = yield* (yield* PasskeyStore).remove(projectId, userId, idOf(params.passkey_id))
      if (!isRemoved) return yield* new PasskeyNotFound()
      yield* (yield* VerificationCodeStore).removeAttempts(userId)
      return { success: true as const }
    }, inTransaction)
  )
]
