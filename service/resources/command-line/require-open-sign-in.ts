import { Clock, Effect } from "effect"
import { CliAuthError, CliAuthExpiredError, CliAuthUsedError } from "../../../core/errors/command-line.ts"
import { CommandLineStore } from "./command-line-store.ts"

/** Returns the sign-in of a login code. Fails if it has expired, or was approved or denied before. */
export const requireOpenSignIn = Effect.fnUntraced(function* (projectId: string, loginCode: string) {
  const signIn = yield* (yield* CommandLineStore).findByLoginCode(projectId, loginCode)
  if (signIn === null) return yield* new CliAuthError()
  if (signIn.expiresAt.getTime() <= (yield* Clock.currentTimeMillis)) return yield* new CliAuthExpiredError()
  if (signIn.userId !== null || signIn.deniedAt !== null) return yield* new CliAuthUsedError()
  return signIn
})
