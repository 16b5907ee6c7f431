/**
 * Transactions that cannot both be true: PostgreSQL lets one of them go on and asks the other to come again (40001,
 * 40P01). SQLite has one writer at a time and never does.
 */
import { Cause, Effect } from "effect"
import { SqlError } from "effect/sql"
import { setTimeout } from "node:timers/promises"

/** Even a hundred processes that want the same row get it one after another. */
const MAX_TRIES = 50

/** The longest pause between two tries, in milliseconds. */
const MAX_PAUSE = 100

const isConflict = (error: unknown): boolean =>
  error instanceof SqlError.SqlError &&
  (error.reason._tag === "SerializationError" || error.reason._tag === "DeadlockError")

/** Stores turn failures of statements into defects, so a conflict may be either. */
const isFoiled = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) =>
    Cause.isDieReason(reason) ? isConflict(reason.defect) : Cause.isFailReason(reason) && isConflict(reason.error)
  )

/** Runs something again while others foil it. */
export const retryOnConflict = <A, E, R>(transaction: Effect.Effect<A, E, R>, tries = 1): Effect.Effect<A, E, R> =>
  Effect.catchCauseIf(
    transaction,
    (cause) => isFoiled(cause) && tries < MAX_TRIES,
    () => Effect.andThen(pause(tries), retryOnConflict(transaction, tries + 1))
  )

/** By chance, so that two do not meet again; on the real clock, since it is other processes that this waits for. */
const pause = (tries: number) =>
  Effect.promise((signal) => setTimeout(Math.random() * Math.min(2 ** tries, MAX_PAUSE), undefined, { signal }))
