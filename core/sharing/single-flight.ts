/**
 * Single flight: concurrent callers with the same key share one run of an effect. Results are not cached.
 *
 * A run ends early only when its last caller is interrupted. The services that need more than that (results that
 * expire, a delay between runs) add it themselves.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as MutableHashMap from "effect/MutableHashMap"
import * as Option from "effect/Option"

/** A running effect. */
interface SharedFiber<A, E> {
  readonly fiber: Fiber.Fiber<A, E>
  /** Epoch milliseconds. */
  readonly startedAt: number
  callers: number
}

/** One caller's part in a run. */
interface FlightCaller<A, E> {
  /** Awaits the result. Interrupting it interrupts the run if no other caller is left. */
  readonly result: Effect.Effect<A, E>
  /** When the run started, in epoch milliseconds. */
  readonly startedAt: number
  /** True if another caller started the run. */
  readonly isJoined: boolean
}

export interface SingleFlight<Key> {
  /** Joins the run of this key or starts the effect. A key identifies one effect, with its types. */
  readonly join: <A, E>(
    key: Key,
    effect: Effect.Effect<A, E>,
    context: Context.Context<never>,
    options?: JoinOptions
  ) => FlightCaller<A, E>
  /** Prevents later callers from joining the current runs, which continue. */
  readonly clear: () => void
}

export interface JoinOptions {
  /** Completes the run even when all callers are interrupted. Default `false`. */
  readonly outlivesCallers?: boolean
}

/** Makes an empty set of runs. Keys are compared by Effect's `Equal`: `Redacted` keys by their values. */
export const makeSingleFlight = <Key>(): SingleFlight<Key> => {
  const runs = MutableHashMap.empty<Key, SharedFiber<unknown, unknown>>()
  const find = (key: Key) => Option.getOrUndefined(MutableHashMap.get(runs, key))

  const join = (
    key: Key,
    effect: Effect.Effect<unknown, unknown>,
    context: Context.Context<never>,
    { outlivesCallers = false }: JoinOptions = {}
  ) => {
    const known = find(key)
    const run = known ?? {
      fiber: Effect.runForkWith(context)(effect),
      startedAt: Context.get(context, Clock.Clock).currentTimeMillisUnsafe(),
      callers: 0
    }
    const remove = () => {
      if (find(key) === run) MutableHashMap.remove(runs, key)
    }
    if (known === undefined && run.fiber.pollUnsafe() === undefined) {
      MutableHashMap.set(runs, key, run)
      run.fiber.addObserver(remove)
    }
    run.callers++
    const result: Effect.Effect<unknown, unknown> = Effect.callback((resume) => {
      run.fiber.addObserver(resume)
      return Effect.suspend(() => {
        if (--run.callers > 0 || outlivesCallers || run.fiber.pollUnsafe() !== undefined) return Effect.void
        remove()
        return Fiber.interrupt(run.fiber)
      })
    })
    return { result, startedAt: run.startedAt, isJoined: known !== undefined }
  }

  // A key identifies the types of its effect. TypeScript cannot express that.
  return { join: join as SingleFlight<Key>["join"], clear: () => MutableHashMap.clear(runs) }
}
