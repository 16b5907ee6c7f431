/**
 * Works on the due rows of a table, in lanes with a bounded number of concurrent attempts.
 *
 * The dispatcher runs while rows are pending and is woken by new ones. A row is claimed for the time of an attempt, so
 * that another process retries it if this one dies. So every row is attempted at least once, in no particular order.
 */
import { Cause, Clock, Effect, Latch, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { ClockLead } from "../clock-lead.ts"
import { isShared } from "../sql/dialect.ts"
import { unavailable } from "../sql/unavailable.ts"
import type { Claim } from "./queue-table.ts"
import { randomUUID } from "node:crypto"

export interface Queue<Row> {
  /** Names the work in the log. */
  readonly name: string
  /** The lanes with pending rows, and when the first is due, in epoch milliseconds. */
  readonly due: Effect.Effect<ReadonlyArray<{ readonly lane: string; readonly dueAt: number }>>
  readonly claim: (claim: Claim) => Effect.Effect<ReadonlyArray<Row>>
  /** Makes one attempt and records its outcome. */
  readonly attempt: (row: Row, claim: string) => Effect.Effect<void>
  /** Makes a row due again whose attempt the end of the service interrupted. Default: its claim expires. */
  readonly release?: (row: Row, claim: string, now: number) => Effect.Effect<void>
  /**
   * The lifetime of a claim, in milliseconds. It is longer than an attempt: rows of a process that died are claimed
   * again after it.
   */
  readonly lease: number
  /** The most concurrent attempts of a lane in this process, so that a slow one does not delay the others. */
  readonly laneLimit: number
  /** The most concurrent attempts in this process. Default: no limit. */
  readonly limit?: number
  /** The interval of checks for rows that another process adds to a SQLite file, in milliseconds. Default: none. */
  readonly pollMillis?: number
}

/** The interval of checks for rows of other processes and for an unavailable database, in milliseconds. */
const LOOK_AGAIN = 2000

/** Starts the dispatcher, and returns an effect that starts it again if it does not run. */
export const makeQueueDispatcher = <Row>(
  queue: Queue<Row>
): Effect.Effect<{ readonly wake: Effect.Effect<void> }, never, Scope.Scope | SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const { attempt, laneLimit, lease, limit = Infinity, name, release } = queue
    const clock = yield* ClockLead
    const sql = yield* SqlClient.SqlClient
    const context = yield* Effect.context<Scope.Scope>()
    const scope = yield* Effect.scope

    const underWay = new Map<string, number>()
    let total = 0
    const bell = Latch.makeUnsafe()
    let isAwake = false
    // Attempts are interrupted only by the end of the service, whose rows this process must not claim again.
    let isEnding = false

    /** Requests report an unavailable database themselves. */
    const report = (cause: Cause.Cause<unknown>) =>
      Cause.hasInterruptsOnly(cause) || unavailable(Cause.squash(cause)) !== null
        ? Effect.void
        : Effect.logError(`${name} failed`, cause)

    const count = (lane: string, by: number) => {
      total += by
      const inLane = (underWay.get(lane) ?? 0) + by
      if (inLane === 0) underWay.delete(lane)
      else underWay.set(lane, inLane)
    }

    /** Starts due attempts. Returns when the next one is due, in epoch milliseconds. */
    const round = Effect.gen(function* () {
      if (isEnding) return Infinity
      const now = yield* Clock.currentTimeMillis
      let next = Infinity
      for (const { dueAt, lane } of yield* queue.due) {
        const room = Math.min(laneLimit - (underWay.get(lane) ?? 0), limit - total)
        if (room <= 0) continue
        if (dueAt > now) {
          next = Math.min(next, dueAt)
          continue
        }
        const claim = randomUUID()
        const claimed = yield* queue.claim({ claim, lane, now, until: now + lease, limit: room })
        // Another process has claimed them.
        if (claimed.length === 0) next = Math.min(next, now + LOOK_AGAIN)
        else bell.openUnsafe()
        for (const row of claimed) {
          count(lane, 1)
          yield* attempt(row, claim).pipe(
            Effect.onInterrupt(() => {
              isEnding = true
              return release === undefined
                ? Effect.void
                : Effect.flatMap(Clock.currentTimeMillis, (time) => release(row, claim, time))
            }),
            Effect.catchCause(report),
            Effect.ensuring(
              Effect.sync(() => {
                count(lane, -1)
                if (!isEnding) bell.openUnsafe()
              })
            ),
            Effect.forkIn(scope)
          )
        }
      }
      return next
    })

    const work = Effect.gen(function* () {
      while (true) {
        bell.closeUnsafe()
        const moved = yield* clock.advanced
        const now = yield* Clock.currentTimeMillis
        const next = yield* Effect.catchCause(round, (cause) => Effect.as(report(cause), now + LOOK_AGAIN))
        if (Latch.isOpen(bell)) continue
        if (next === Infinity && total === 0) {
          isAwake = false
          return
        }
        const rings = Effect.raceFirst(bell.await, moved)
        yield* next === Infinity ? rings : Effect.raceFirst(rings, Effect.sleep(Math.max(1, next - now)))
      }
    })

    const wake = Effect.suspend(() => {
      bell.openUnsafe()
      if (isAwake) return Effect.void
      isAwake = true
      // On the clock of the service, without the context of the caller.
      return Effect.asVoid(Effect.forkIn(Effect.provideContext(clock.run(work), context), scope))
    })

    yield* wake
    const interval = isShared(sql) ? LOOK_AGAIN : queue.pollMillis
    if (interval !== undefined) {
      // On the real clock, since other processes do not use this one.
      const run = Effect.runForkWith(context)
      const timer = setInterval(() => void run(wake), interval).unref()
      yield* Effect.addFinalizer(() => Effect.sync(() => clearInterval(timer)))
    }

    return { wake }
  })
