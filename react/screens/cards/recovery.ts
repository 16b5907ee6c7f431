/** Requests after an outage: asks the service again until it answers. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { RequestError } from "../../../core/errors/request-error.ts"
import { pause } from "../../../core/lightweight/time-limit.ts"
import { type ClientQuery, projectQuery, userQuery } from "../../../tiers/cache/queries.ts"
import type { Keystile } from "../../runtime/keystile.ts"

/** How long the service is left alone after a request that failed, in milliseconds. */
const RECOVERY_PAUSE = 5000

/** Whether a later request may succeed by itself: the service was away or out of order. */
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

/** Reads user and project, which every screen needs, until both are there. What shows meanwhile stays. */
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
