/** Creates sessions for any user, at the request of the application's server. */
import { Effect } from "effect"
import { create } from "../../../core/api/sessions/create.ts"
import { UserIdDoesNotExist } from "../../../core/errors/user.ts"
import { caller } from "../../request/caller.ts"
import { implement } from "../../endpoint/implement.ts"
import { userIdOf } from "../../request/references.ts"
import { startSession } from "./start-session.ts"
import { inTransaction } from "../../sql/rows.ts"
import { UserStore } from "../users/user-store.ts"

export const createHandlers = [
  implement(
    create,
    Effect.fnUntraced(function* ({ body: { expiresInMillis, isImpersonation = false, userId: reference } }) {
      const { project } = yield* caller
      const userId = yield* userIdOf(reference)
      // Rounded down to whole milliseconds. A session with a negative lifetime expires at once.
      const lifetime = expiresInMillis === undefined ? {} : { lifetimeMillis: Math.max(0, Math.floor(expiresInMillis)) }
      return yield* inTransaction(
        Effect.gen(function* () {
          const users = yield* UserStore
          if (!(yield* users.exists(project.id, userId))) return yield* new UserIdDoesNotExist({ userId })
          const { accessToken, refreshToken } = yield* startSession(project.id, userId, {
            ...lifetime,
            isImpersonation
          })
          return { accessToken, refreshToken }
        })
      )
    })
  )
]
