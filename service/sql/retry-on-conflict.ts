/**
 * Retries transactions that PostgreSQL aborts because of a conflict with another one (SQLSTATE 40001 and 40P01). SQLite
 * has one writer at a time and no conflicts.
 */
import { Cause, Effect, Semaphore } from "effect"
import { SqlError } from "effect/sql"
import { setTimeout } from "node:timers/promises"

/** The maximum number of attempts, enough for a hundred processes that change the same row. */
const MAX_TRIES = 50

/** The number of attempts that run beside all other transactions. */
const FREE_TRIES = 3

/** Held during each later attempt. Without it, one of 20 concurrent sign-ups on a new database needed 39 attempts. */
const lateAttempts = Semaphore.makeUnsafe(1)

/** The longest pause between two attempts, in milliseconds. */
const MAX_PAUSE = 100

const isConflict = (error: unknown): boolean =>
  error instanceof SqlError.SqlError &&
  (error.reason._tag === "SerializationError" || error.reason._tag === "DeadlockError")

/** Stores turn errors of statements into defects, so a conflict may be either. */
const hasConflict = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) =>
    Cause.isDieReason(reason) ? isConflict(reason.defect) : Cause.isFailReason(reason) && isConflict(reason.error)
  )

/** Runs a transaction again after a conflict: up to 50 attempts, from the fourth on one at a time in the process. */
export const retryOnConflict = <A, E, R>(transaction: Effect.Effect<A, E, R>, tries = 1): Effect.Effect<A, E, R> =>
  Effect.catchCauseIf(
    tries > FREE_TRIES ? lateAttempts.withPermits(1)(transaction) : transaction,
    (cause) => hasConflict(cause) && tries < MAX_TRIES,
    () => Effect.andThen(pause(tries), retryOnConflict(transaction, tries + 1))
  )

/**
 * Sleeps for a random time, so that two processes do not collide again. On the real clock, which other processes use.
 */
const pause = (tries: number) =>
  Effect.promise((signal) => setTimeout(Math.random() * Math.min(2 ** tries, MAX_PAUSE), undefined, { signal }))
