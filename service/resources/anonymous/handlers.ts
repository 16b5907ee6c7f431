/** Handles the sign-up of anonymous users. */
import { Clock, Effect } from "effect"
import { signUp } from "../../../core/api/anonymous.ts"
import { SignUpNotEnabled } from "../../../core/errors/user.ts"
import { caller } from "../../request/caller.ts"
import { implement } from "../../endpoint/implement.ts"
import { inTransaction } from "../../sql/rows.ts"
import { startSession } from "../sessions/start-session.ts"
import { blankUser, createUser } from "../users/create-user.ts"
import { randomUUID } from "node:crypto"

export const handlers = [
  implement(
    signUp,
    Effect.fnUntraced(function* () {
      const { project } = yield* caller
      if (!project.signUpEnabled) return yield* new SignUpNotEnabled()
      const user = { ...blankUser(project.id, randomUUID(), yield* Clock.currentTimeMillis), isAnonymous: true }
      // Without an address there is none that another user could have.
      yield* Effect.orDie(createUser({ user, primaryEmail: null, passwordHash: null }))
      return yield* startSession(project.id, user.id)
    }, inTransaction)
  )
]
