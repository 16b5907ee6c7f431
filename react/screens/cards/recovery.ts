/** Polls the service after an outage. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { RequestError } from "../../../core/errors/request-error.ts"
import { pause } from "../../../core/lightweight/time-limit.ts"
import { type ClientQuery, projectQuery, userQuery } from "../../../tiers/cache/queries.ts"
import type { Keystile } from "../../runtime/keystile.ts"

/** Pause between two attempts, in milliseconds. */
const RECOVERY_PAUSE = 5000

/** Returns whether a later request may succeed: the service was unreachable or failed. */
export const isOutage = (error: unknown): boolean => {
  if (!(error instanceof RequestError)) return false
  const { reason } = error
  switch (reason._tag) {
    case "ModuleNotLoaded":
    case "NoConnection":
    case "Offline":
    case "TimedOut":
      return true
    case "UnexpectedStatus":
      return reason.status >= 500
    default:
      return false
  }
}

/** Reads user and project until both succeed. The shown content stays meanwhile. */
export const untilAnswered = ({ cache }: Keystile): Effect.Effect<void> => {
  const read = async <A, E>(query: ClientQuery<A, E>) => {
    const { exit, promise } = cache.read(query)
    if (exit === undefined) await promise
    else if (!Exit.isSuccess(exit)) await cache.refresh(query)
    const answer = cache.read(query).exit
    return answer !== undefined && Exit.isSuccess(answer)
  }
  const attempt = Effect.promise(() => Promise.all([read(projectQuery), read(userQuery)]))
  return Effect.gen(function* () {
    for (let isAnswered = false; !isAnswered;) {
      yield* pause(RECOVERY_PAUSE)
      isAnswered = (yield* attempt).every(Boolean)
    }
  })
}
