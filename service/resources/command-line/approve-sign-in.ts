import { Clock, Effect, Redacted } from "effect"
import { CliAuthError, CliAuthUsedError } from "../../../core/errors/command-line.ts"
import { NotAllowedWhileImpersonating } from "../../../core/errors/impersonation.ts"
import { RestrictedUserNotAllowed } from "../../../core/errors/restricted-user.ts"
import { noteSignIn } from "../../audit/current-audit.ts"
import { caller } from "../../request/caller.ts"
import { inTransaction } from "../../sql/rows.ts"
import { SessionStore } from "../sessions/session-store.ts"
import { restrictedReasonOf } from "../users/restricted-reason.ts"
import { UserStore } from "../users/user-store.ts"
import { CommandLineStore } from "./command-line-store.ts"
import { requireOpenSignIn } from "./require-open-sign-in.ts"

/** Approves a sign-in by the refresh token of the user in the browser. */
export const approveSignIn = Effect.fnUntraced(function* (
  loginCode: string,
  refreshToken: Redacted.Redacted<string> | undefined
) {
  const { project, userId: callerId } = yield* caller
  const { id } = yield* requireOpenSignIn(project.id, loginCode)
  const now = yield* Clock.currentTimeMillis
  const subject =
    refreshToken === undefined ? null : yield* (yield* SessionStore).find(project.id, Redacted.value(refreshToken), now)
  if (subject === null) return yield* new CliAuthError({ message: "Sign in again to approve." })
  if (subject.impersonatorId !== null) return yield* new NotAllowedWhileImpersonating()
  // The page may show another user than the one whose refresh token the browser has by now.
  if (callerId !== null && callerId !== subject.userId) {
    return yield* new CliAuthError({ message: "The access token and the refresh token have different users." })
  }
  const user = yield* (yield* UserStore).find(project.id, subject.userId)
  const type = user && restrictedReasonOf(user)
  if (type !== null) return yield* new RestrictedUserNotAllowed({ restrictedReason: { type } })
  if (!(yield* (yield* CommandLineStore).approve(id, subject))) return yield* new CliAuthUsedError()
  yield* noteSignIn(project.id, subject.userId)
  return { success: true as const }
}, inTransaction)
