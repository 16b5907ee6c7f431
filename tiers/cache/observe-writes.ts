/** A tier's calls whose writes show in a cache. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { Cache, Query } from "./cache.ts"

/** Which writes change what is read; see `writes.ts`. */
export interface Writes<Tier> {
  /** The names of the queries that a call changes, by the call's own name. */
  readonly touches: Readonly<Record<string, ReadonlyArray<string>>>
  /** The queries that a call's own answer is an answer to. */
  readonly answers: Readonly<Record<string, Query<unknown, unknown, Tier>>>
}

/** How long a write waits for what it changed to be read again. */
const REFRESH_WAIT = 2000

type Write = Effect.Effect<unknown, unknown>
type Member = Write | ((...input: ReadonlyArray<unknown>) => Write)

/** The service said no, in words of its own: nothing has changed. After any other end a write may have been done. */
const isRefusal = (exit: Exit.Exit<unknown, unknown>) => {
  const error = Exit.findErrorOption(exit)
  return Option.isSome(error) && (error.value as { readonly _tag?: unknown })._tag !== "RequestError"
}

/**
 * The same calls. After each write the queries that it touches are read again, and it ends when they were, so that whoever
 * wrote sees it; but it never fails for that, nor waits for a service that does not answer.
 */
export const observeWrites = <Calls extends object, Tier>(
  calls: Calls,
  { answers, touches }: Writes<Tier>,
  cache: Cache<Tier>,
  session: Effect.Effect<string | null>
): Calls => {
  const observed = (name: string, write: Write): Write => {
    const touched = touches[name] ?? []
    return Effect.gen(function*() {
      const before = yield* session
      const answer = yield* Effect.onExit(write, (exit) =>
        Effect.sync(() => {
          if (!Exit.isSuccess(exit) && !isRefusal(exit)) void cache.touch(touched)
        }))
      const query = answers[name]
      // The answer of a write belongs to who wrote, and who is signed in now need not be the same.
      if (query !== undefined && (yield* session) === before) cache.set(query, answer)
      if (touched.length > 0) {
        const clock = yield* Clock.Clock
        yield* Effect.raceFirst(
          Effect.promise(() => cache.touch(touched)),
          clock.sleep(Duration.millis(REFRESH_WAIT))
        )
      }
      return answer
    })
  }

  const member = (name: string, given: Member): Member =>
    typeof given === "function" ? (...input) => observed(name, given(...input)) : observed(name, given)

  const result = { ...calls } as Record<string, unknown>
  for (const path of Object.keys(touches)) {
    const [first = "", second] = path.split(".")
    if (second === undefined) result[first] = member(path, result[first] as Member)
    else {
      const group = result[first] as Record<string, Member>
      result[first] = { ...group, [second]: member(path, group[second] as Member) }
    }
  }
  return result as Calls
}
