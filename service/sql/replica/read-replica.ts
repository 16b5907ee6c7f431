/**
 * Reads lists from a standby of the PostgreSQL database.
 *
 * Guarantee: a list sees every change that any process confirmed before the request of the list arrived. It reads the
 * end of the primary's write-ahead log, and then from the standby once it has replayed the log up to there. If the
 * standby does not get there soon, or cannot be used, the list is read from the database.
 */
import { Cause, Clock, Context, Effect, Layer, Option, Redacted, Schedule } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { Gauges } from "../../process/gauges.ts"
import { nameOfDatabase } from "../postgres-database.ts"
import { explainPostgres } from "../postgres-errors.ts"
import { withSchemaOf } from "./replica-url.ts"
import { readPosition, requireReplayed, StandbyUnusable } from "./standby.ts"

/** Reads lists from the read replica. Default: from the database. */
export const ReadReplica = Context.Reference<{
  /** Runs an effect that only reads. It may run twice: on the replica, and after a failure there on the database. */
  readonly read: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}>("keystile/service/ReadReplica", { defaultValue: () => ({ read: (effect) => effect }) })

/** The time after a failure in which the replica is not tried, in milliseconds. After it, one list tries it. */
const REST = 1000

/** A standby may catch up in 6 pauses, 63 ms in all. Usually it is less than a millisecond behind. */
const catchUp = { schedule: Schedule.exponential("1 millis", 2), times: 6 }

/** Failures of one read, which say nothing about the next. A standby cancels statements that delay its replay. */
const failuresOfOneRead: ReadonlySet<SqlError.SqlErrorReason["_tag"]> = new Set([
  "SerializationError",
  "DeadlockError",
  "LockTimeoutError",
  "StatementTimeoutError"
])

/** Returns the failure of a statement, which stores turn into a defect. */
const sqlErrorIn = (cause: Cause.Cause<unknown>): SqlError.SqlError | undefined =>
  cause.reasons
    .map((reason) => (Cause.isDieReason(reason) ? reason.defect : Cause.isFailReason(reason) ? reason.error : null))
    .find((failure) => failure instanceof SqlError.SqlError)

const make = Effect.fnUntraced(function* (replica: Redacted.Redacted<string>, database: Redacted.Redacted<string>) {
  const sql = yield* SqlClient.SqlClient
  // Loaded on demand, as by `database.ts`.
  const driver = yield* Effect.promise(() => import("../postgres.ts"))
  const url = withSchemaOf(Redacted.value(replica), Redacted.value(database))
  const name = nameOfDatabase(url)
  const standby = yield* driver.makeReplica(Redacted.make(url), sql)

  let isUsable = true
  let restsUntil = 0
  const counts = { replica: 0, database: 0 }
  const { publish } = yield* Gauges
  for (const server of ["replica", "database"] as const) {
    publish({
      name: "keystile_replica_reads_total",
      description: "Reads of lists by the server that handled them: the read replica, or the database in its place.",
      isCounter: true,
      labels: { server },
      read: () => counts[server]
    })
  }
  publish({
    name: "keystile_replica_usable",
    description: "1 while lists are read from the read replica, 0 while they are read from the database.",
    read: () => Number(isUsable)
  })

  const succeeds = Effect.suspend(() => {
    if (isUsable) return Effect.void
    isUsable = true
    restsUntil = 0
    return Effect.logInfo(`Lists are read from the read replica ${name} again.`)
  })

  const fails = Effect.fnUntraced(function* (problem: string) {
    restsUntil = (yield* Clock.currentTimeMillis) + REST
    if (!isUsable) return
    isUsable = false
    yield* Effect.logWarning(
      `The read replica ${name} is not used: ${problem} Lists are read from the database meanwhile.`
    )
  })

  const onDatabase = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.suspend(() => {
      counts.database++
      return effect
    })

  /** Returns whether the replica may be tried. While it is not usable, only one read at a time tries it. */
  const isTried = Effect.map(Clock.currentTimeMillis, (now) => {
    if (now < restsUntil) return false
    if (!isUsable) restsUntil = now + REST
    return true
  })

  const onReplica = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(readPosition(sql), (position) => {
      const replayed = Effect.retry(requireReplayed(standby, position), {
        ...catchUp,
        while: ({ reason }) => reason === "behind"
      })
      return standby.withTransaction(Effect.andThen(replayed, effect)).pipe(
        Effect.tap(() => {
          counts.replica++
          return succeeds
        }),
        Effect.catchCause((cause): Effect.Effect<A, E, R> => {
          const failure = Cause.squash(cause)
          if (failure instanceof StandbyUnusable) return Effect.andThen(fails(failure.problem), onDatabase(effect))
          const sqlError = sqlErrorIn(cause)
          // The failure of the effect itself, which has read what it needs. All others are excluded above.
          if (sqlError === undefined) return Effect.failCause(cause as Cause.Cause<E>)
          const { _tag, cause: reason } = sqlError.reason
          return Effect.andThen(
            failuresOfOneRead.has(_tag) ? Effect.void : fails(explainPostgres(reason)),
            onDatabase(effect)
          )
        })
      )
    })

  const read = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Effect.serviceOption(sql.transactionService), (outer) =>
      // A transaction reads its own changes.
      Option.isSome(outer)
        ? effect
        : Effect.flatMap(isTried, (mayTry) => (mayTry ? onReplica(effect) : onDatabase(effect)))
    )
  return { read }
})

/** Reads lists from a replica of the database; from the database itself without one. */
export const layer = (
  replica: Redacted.Redacted<string> | null,
  database: Redacted.Redacted<string>
): Layer.Layer<never, never, SqlClient.SqlClient> =>
  replica === null ? Layer.empty : Layer.effect(ReadReplica, make(replica, database))
