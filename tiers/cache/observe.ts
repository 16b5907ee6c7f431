/** A tier's calls, whose writes and reads show in a cache. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { type Cache, keyOf } from "./cache.ts"

/** Which calls are cached, and which of them the others change; see `writes.ts`. Calls go by their paths: `teams.list`. */
export interface CallTable {
  readonly reads: ReadonlyArray<string>
  /** The reads that a write changes, whatever they were given. */
  readonly writes: Readonly<Record<string, ReadonlyArray<string>>>
  /** The reads without input that a write's own answer is an answer to. */
  readonly answers: Readonly<Record<string, string>>
}

/** How long a write waits for what it changed to be read again, in milliseconds. */
const REFRESH_WAIT = 2000

type Call = Effect.Effect<unknown, unknown>
type Member = Call | ((...input: ReadonlyArray<unknown>) => Call)
type Around = (call: Call, path: string, input: ReadonlyArray<unknown>) => Call

/** The service said no, in words of its own: nothing has changed. After any other end a write may have been done. */
const isRefusal = (exit: Exit.Exit<unknown, unknown>) => {
  const error = Exit.findErrorOption(exit)
  return Option.isSome(error) && (error.value as { readonly _tag?: unknown })._tag !== "RequestError"
}

/** Calls with something around the members of these paths. */
const wrapped = <Calls extends object>(calls: Calls, paths: ReadonlyArray<string>, around: Around): Calls => {
  const wrap = (member: Member, path: string): Member =>
    typeof member === "function" ? (...input) => around(member(...input), path, input) : around(member, path, [])
  const result = { ...calls } as Record<string, unknown>
  for (const path of paths) {
    const [first = "", second] = path.split(".")
    if (second === undefined) result[first] = wrap(result[first] as Member, path)
    else {
      const group = result[first] as Record<string, Member>
      result[first] = { ...group, [second]: wrap(group[second] as Member, path) }
    }
  }
  return result as Calls
}

/**
 * The same calls. After each write what it touches is read again, and it ends when that was done, so that whoever wrote
 * sees it; but it never fails for that, nor waits for a service that does not answer. A direct read goes out at once, and
 * what it brings shows, too.
 */
export const observed = <Calls extends object, Tier>(
  calls: Calls,
  { answers, reads, writes }: CallTable,
  cache: Cache<Tier>,
  session: Effect.Effect<string | null>
): Calls => {
  /** Puts an answer, which belongs to who asked: who is signed in when it comes need not be the same. */
  const kept = (call: Call, key: string | undefined, of: "write" | "read"): Call =>
    key === undefined ? call : Effect.gen(function*() {
      const before = yield* session
      const answer = yield* call
      if ((yield* session) === before) cache.put(key, answer, of)
      return answer
    })

  const write: Around = (call, path) => {
    const touched = writes[path] ?? []
    const answer = answers[path]
    const done = Effect.onExit(kept(call, answer && keyOf(answer), "write"), (exit) =>
      Effect.sync(() => {
        if (!Exit.isSuccess(exit) && !isRefusal(exit)) void cache.touch(touched)
      }))
    const readAgain = Clock.clockWith((clock) =>
      Effect.raceFirst(Effect.promise(() => cache.touch(touched)), clock.sleep(Duration.millis(REFRESH_WAIT)))
    )
    return touched.length === 0 ? done : Effect.tap(done, readAgain)
  }

  const read: Around = (call, path, input) => kept(call, keyOf(path, input), "read")
  return wrapped(wrapped(calls, reads, read), Object.keys(writes), write)
}
