/** The calls of a tier, with their results and changes written to a cache. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import { within } from "../../core/lightweight/time-limit.ts"
import type { Cache } from "./cache.ts"
import { keyOf } from "./query.ts"
import { callAt, takesInput } from "./call-at.ts"
import type { CallTable } from "./call-table.ts"

/** The longest time by which a write is delayed for the refresh of the reads that it changed, in milliseconds. */
const REFRESH_WAIT = 2000

type Call = Effect.Effect<unknown, unknown>
type Input = ReadonlyArray<unknown>
type InterceptCall = (path: string, input: Input) => Call

/** Returns whether the service rejected a call. After a `RequestError` a write may have been done. */
export const isRejected = (exit: Exit.Exit<unknown, unknown>): boolean => {
  const error = Exit.findErrorOption(exit)
  return Option.isSome(error) && !Predicate.isTagged(error.value, "RequestError")
}

/** The same calls, with those at the given paths replaced by calls of the same type. */
const replaceCalls = <Calls extends object>(
  calls: Calls,
  paths: ReadonlyArray<string>,
  intercept: InterceptCall
): Calls => {
  const result = { ...calls } as Record<string, unknown>
  for (const path of paths) {
    const member = takesInput(calls, path)
      ? (...input: Input) => intercept(path, input)
      : Effect.suspend(() => intercept(path, []))
    const [first = "", second] = path.split(".")
    result[first] = second === undefined ? member : { ...(result[first] as object), [second]: member }
  }
  return result as Calls
}

/** Calls that can be bound to one user. */
export interface CallsOf<Calls> {
  readonly as: (userId: string) => Calls
}

/**
 * Returns the same calls with a cache behind them:
 *
 * - A write ends when the reads that it changed are refreshed, or after 2 s. It never fails because a refresh failed.
 * - A write is bound to the user who is shown. When another user has signed in, it fails with `SessionChanged`, also
 *   while that user is read, or if that fails. After one of these calls has started a session, a write is for its user,
 *   also while the change is held back.
 * - A read sends its request at once, and its result replaces the cached one.
 */
export const withCache = <Calls extends CallsOf<Calls>, Tier>(
  calls: Calls,
  table: CallTable,
  cache: Cache<Tier>,
  session: Effect.Effect<string | null>
): Calls => {
  const { bound, reads, selections, sessionStarts, user, writes } = table

  /** Caches the result, unless the session has changed during the call. */
  const cacheResult = (call: Call, key: string, of: "write" | "read"): Call =>
    Effect.gen(function* () {
      const before = yield* session
      const result = yield* call
      if ((yield* session) === before) cache.put(key, result, of)
      return result
    })

  /** A call as the user who is shown. */
  const asShown: InterceptCall = (path, input) =>
    Effect.suspend(() => {
      // `user` is the path of a read of a user.
      const shown = cache.shown(keyOf(user)) as { readonly id: string } | null | undefined
      return callAt(shown == null ? calls : calls.as(shown.id), path, input)
    })

  /** A call that may start a session. If the session is the same afterwards, writes stay bound to the shown user. */
  const sessionStart: InterceptCall = (path, input) =>
    Effect.gen(function* () {
      const before = yield* session
      const result = yield* callAt(calls, path, input)
      if ((yield* session) !== before) cache.forgetShown(keyOf(user))
      return result
    })

  const write: InterceptCall = (path, input) => {
    const { changes = [], forAnyUser = false, replaces } = writes[path] ?? {}
    const affected = replaces === undefined ? changes : [...changes, replaces]
    const call = forAnyUser ? sessionStart(path, input) : asShown(path, input)
    const done = Effect.onExit(replaces === undefined ? call : cacheResult(call, keyOf(replaces), "write"), (exit) =>
      Effect.sync(() => {
        if (!Exit.isSuccess(exit) && !isRejected(exit)) void cache.touch(affected)
      })
    )
    const refreshed = within(
      Effect.promise(() => cache.touch(changes)),
      REFRESH_WAIT,
      () => Effect.void
    )
    return changes.length === 0 ? done : Effect.tap(done, refreshed)
  }
  const read: InterceptCall = (path, input) => cacheResult(callAt(calls, path, input), keyOf(path, input), "read")

  const selection: InterceptCall = (path) => {
    const { of = path, select } = selections[path] ?? {}
    // The rule of a selection names a read whose result it takes.
    return Effect.map(read(of, []), (result) => (select === undefined ? result : select(result as never)))
  }
  const intercepts: ReadonlyArray<readonly [paths: ReadonlyArray<string>, intercept: InterceptCall]> = [
    [reads, read],
    [Object.keys(selections), selection],
    [Object.keys(writes), write],
    [bound, asShown],
    [sessionStarts, sessionStart]
  ]

  return {
    ...intercepts.reduce((all, [paths, intercept]) => replaceCalls(all, paths, intercept), calls),
    as: (userId) => withCache(calls.as(userId), table, cache, session)
  }
}
