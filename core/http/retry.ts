/** When a call goes again, and how long it waits first. */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import type { RequestError } from "../errors/request-error.ts"

/** Marks a failure after which the call may go again. It never leaves the pipeline. */
export class Again<E> extends Data.TaggedError("Again")<{
  /** What the call fails with when there is no attempt left. */
  readonly error: E
  /** What the service asked to wait. */
  readonly afterMillis: number
  /** Whether the next attempt starts without a wait: after one that has taken all of its time. */
  readonly isDue?: boolean
}> {}

/** A call that waits before it goes again. Times are epoch milliseconds. */
export interface Waiting {
  readonly endpoint: string
  readonly until: number
  /** Attempts so far. */
  readonly attempts: number
  readonly error: RequestError
}

/**
 * Is told whenever a call waits, and until when; for a countdown on a button, say. Does nothing by default.
 *
 * @example Effect.provideService(call, OnWaiting, (waiting) => Effect.sync(() => show(waiting.until)))
 */
export const OnWaiting = Context.Reference<(waiting: Waiting) => Effect.Effect<void>>("keystile/OnWaiting", {
  defaultValue: () => () => Effect.void
})

/** Attempts of one call, the first one included (specification, section 9). */
const ATTEMPTS = 5

/** The wait after the first attempt, in milliseconds; each later one is twice as long (specification, section 9). */
const FIRST_WAIT_MILLIS = 1000

/**
 * The retry policy: how long a call waits after its attempt number `attempts` failed, in milliseconds; `null` after the
 * last one. Five attempts in all; exponential from 1000 ms, times 0.5 to 1.5; the service's own wait if that is longer.
 * Not a `Schedule`, whose machinery weighs 0.6 kB in a browser.
 */
export const waitBeforeNext = Effect.fnUntraced(
  function*({ afterMillis, error, isDue = false }: Again<RequestError>, attempts: number, now: number) {
    if (attempts >= ATTEMPTS) return null
    if (isDue) return 0
    // `Random.nextBetween` minds the edges of what a number can be, which weighs 0.1 kB in a browser.
    const jitter = 0.5 + (yield* Random.Random).nextDoubleUnsafe()
    const millis = Math.max(FIRST_WAIT_MILLIS * 2 ** (attempts - 1) * jitter, afterMillis)
    const onWaiting = yield* OnWaiting
    yield* onWaiting({ endpoint: error.endpoint, until: now + millis, attempts, error })
    return millis
  }
)

/** The three forms of RFC 9110, section 5.6.7. */
const httpDates = [
  /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/,
  /^[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d [\d:]{8} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d [\d:]{8} \d{4}$/
]

/**
 * The wait that a `Retry-After` header asks for, in milliseconds from `now`: it holds seconds or an HTTP date
 * (RFC 9110, section 10.2.3). `null` if it is absent or holds neither.
 */
export const retryAfterMillis = (value: string | undefined, now: number): number | null => {
  if (value === undefined || value.length > 64) return null
  const text = value.trim()
  if (/^\d+$/.test(text)) return Number(text) * 1000
  if (!httpDates.some((form) => form.test(text))) return null
  // The form of C's asctime names no zone and means GMT all the same.
  const date = Date.parse(text.endsWith(" GMT") ? text : `${text} GMT`)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}
