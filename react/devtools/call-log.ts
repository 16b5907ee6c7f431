/** Records the calls of the page: times and errors, never inputs, tokens or results. */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Trace } from "../../core/http/tracing.ts"
import { OnWaiting } from "../../core/http/retry.ts"
import { makeListeners } from "../../core/lightweight/listeners.ts"
import { describeError, type ErrorFacts } from "../../core/observability/describe-error.ts"

/** A call before its next attempt. */
interface WaitingCall {
  /** The time of the next attempt, in epoch milliseconds. */
  readonly until: number
  /** Attempts so far. */
  readonly attempts: number
  /** The error of the last attempt. */
  readonly error: ErrorFacts
}

export interface LoggedCall {
  readonly id: number
  /** The endpoint with the template of its path, such as `GET /teams/:team_id`. */
  readonly endpoint: string
  /** In epoch milliseconds. */
  readonly startedAt: number
  /** The time with all attempts and delays, in milliseconds; `null` while the call is running. */
  readonly duration: number | null
  readonly outcome: "running" | "success" | "failure" | "interrupted"
  /** The error of a failure. */
  readonly error: ErrorFacts | null
  /** The number of attempts after the first. */
  readonly retries: number
  /** The latest delay of a call that is running. */
  readonly waiting: WaitingCall | null
}

export interface CallLog {
  /** Records a call that is wrapped in it. */
  readonly trace: Trace
  /** Returns the calls, newest first. The same array until a call changes. */
  readonly calls: () => ReadonlyArray<LoggedCall>
  /** Removes the calls that have ended. */
  readonly clear: () => void
  readonly subscribe: (listener: () => void) => () => void
}

/** The number of calls that a log keeps. */
const LOG_SIZE = 100

export const makeCallLog = (): CallLog => {
  const listeners = makeListeners()
  let calls: ReadonlyArray<LoggedCall> = []
  let count = 0
  let isNotifying = false

  // Later, since a component may start a call during its render.
  const notify = () => {
    if (isNotifying) return
    isNotifying = true
    queueMicrotask(() => {
      isNotifying = false
      listeners.notify()
    })
  }

  const publish = (next: ReadonlyArray<LoggedCall>) => {
    calls = next
    notify()
  }
  const change = (id: number, fields: (call: LoggedCall) => Partial<LoggedCall>) =>
    publish(calls.map((call) => (call.id === id ? { ...call, ...fields(call) } : call)))

  const trace: Trace = (endpoint, call) =>
    Effect.gen(function* () {
      const startedAt = yield* Clock.currentTimeMillis
      const onWaiting = yield* OnWaiting
      const id = ++count
      const started: LoggedCall = {
        id,
        endpoint: endpoint.name,
        startedAt,
        duration: null,
        outcome: "running",
        error: null,
        retries: 0,
        waiting: null
      }
      publish([started, ...calls].slice(0, LOG_SIZE))
      return yield* call.pipe(
        Effect.provideService(OnWaiting, (waiting) => {
          const { attempts, until } = waiting
          const error = describeError(waiting.error)
          change(id, ({ retries }) => ({ retries: retries + 1, waiting: { attempts, until, error } }))
          return onWaiting(waiting)
        }),
        Effect.onExit((exit) =>
          Effect.map(Clock.currentTimeMillis, (now) =>
            change(id, () => ({ duration: Math.max(0, now - startedAt), waiting: null, ...resultOf(exit) }))
          )
        )
      )
    })

  return {
    trace,
    calls: () => calls,
    clear: () => publish(calls.filter(({ outcome }) => outcome === "running")),
    subscribe: listeners.subscribe
  }
}

const resultOf = (exit: Exit.Exit<unknown, unknown>): Pick<LoggedCall, "outcome" | "error"> => {
  if (Exit.isSuccess(exit)) return { outcome: "success", error: null }
  if (Cause.hasInterruptsOnly(exit.cause)) return { outcome: "interrupted", error: null }
  return { outcome: "failure", error: describeError(Cause.squash(exit.cause)) }
}
