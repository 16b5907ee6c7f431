/** A tier's calls, whose writes and reads show in a cache. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { within } from "../../core/lightweight/time-limit.ts"
import { type Cache, keyOf } from "./cache.ts"

/** Which calls are cached, and which of them the others change; see `writes.ts`. Calls go by their paths: `teams.list`. */
export interface CallTable {
  readonly reads: ReadonlyArray<string>
  /** The reads that a write changes, whatever they were given. */
  readonly writes: Readonly<Record<string, ReadonlyArray<string>>>
  /** The reads without input that a write's own answer is an answer to. */
  readonly answers: Readonly<Record<string, string>>
  /** The read that tells who is shown. */
  readonly user: string
  /** The writes that change who that is. */
  readonly unbound: ReadonlyArray<string>
}

/** How long a write waits for what it changed to be read again, in milliseconds. */
const REFRESH_WAIT = 2000

type Call = Effect.Effect<unknown, unknown>
type Input = ReadonlyArray<unknown>
type Around = (path: string, input: Input) => Call

const memberOf = (calls: object, path: string): unknown =>
  path.split(".").reduce((group: unknown, name) => (group as Record<string, unknown>)[name], calls)

const callOf = (calls: object, path: string, input: Input): Call => {
  const member = memberOf(calls, path) as Call | ((...input: Input) => Call)
  return typeof member === "function" ? member(...input) : member
}

/** The service said no, in words of its own: nothing has changed. After any other end a write may have been done. */
const isRefusal = (exit: Exit.Exit<unknown, unknown>) => {
  const error = Exit.findErrorOption(exit)
  return Option.isSome(error) && (error.value as { readonly _tag?: unknown })._tag !== "RequestError"
}

/** Calls with something in place of the members of these paths. */
const replaced = <Calls extends object>(calls: Calls, paths: ReadonlyArray<string>, around: Around): Calls => {
  const result = { ...calls } as Record<string, unknown>
  for (const path of paths) {
    const isFunction = typeof memberOf(calls, path) === "function"
    const member = isFunction ? (...input: Input) => around(path, input) : Effect.suspend(() => around(path, []))
    const [first = "", second] = path.split(".")
    result[first] = second === undefined ? member : { ...(result[first] as object), [second]: member }
  }
  return result as Calls
}

/** Calls that can be made in the name of one user, and in nobody else's. */
export interface CallsOf<Calls> {
  readonly as: (userId: string) => Calls
}

/**
 * The same calls. After each write what it touches is read again, and it ends when that was done, so that whoever wrote
 * sees it; but it never fails for that, nor waits for a service that does not answer. A direct read goes out at once, and
 * what it brings shows, too.
 *
 * A write is that of the user who is shown: when somebody else is signed in by now, it fails with `SessionChanged`.
 */
export const observed = <Calls extends CallsOf<Calls>, Tier>(
  calls: Calls,
  table: CallTable,
  cache: Cache<Tier>,
  session: Effect.Effect<string | null>
): Calls => {
  const { answers, reads, unbound, user, writes } = table

  /** Puts an answer, which belongs to who asked: who is signed in when it comes need not be the same. */
  const kept = (call: Call, key: string, of: "write" | "read"): Call =>
    Effect.gen(function* () {
      const before = yield* session
      const answer = yield* call
      if ((yield* session) === before) cache.put(key, answer, of)
      return answer
    })

  const write: Around = (path, input) => {
    const touched = writes[path] ?? []
    const shown = cache.known(keyOf(user)) as { readonly id: string } | null | undefined
    const call = callOf(shown == null || unbound.includes(path) ? calls : calls.as(shown.id), path, input)
    const answer = answers[path]
    const done = Effect.onExit(answer === undefined ? call : kept(call, keyOf(answer), "write"), (exit) =>
      Effect.sync(() => {
        if (!Exit.isSuccess(exit) && !isRefusal(exit)) void cache.touch(touched)
      })
    )
    const readAgain = within(
      Effect.promise(() => cache.touch(touched)),
      REFRESH_WAIT,
      () => Effect.void
    )
    return touched.length === 0 ? done : Effect.tap(done, readAgain)
  }
  const writeLater: Around = (path, input) => Effect.suspend(() => write(path, input))
  const read: Around = (path, input) => kept(callOf(calls, path, input), keyOf(path, input), "read")

  return {
    ...replaced(replaced(calls, reads, read), Object.keys(writes), writeLater),
    as: (userId) => observed(calls.as(userId), table, cache, session)
  }
}
