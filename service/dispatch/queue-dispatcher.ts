/**
 * Works on the due rows of a table, in lanes with a bounded number of concurrent attempts.
 *
 * Lanes share the slots fairly by project (`fair-slots.ts`).
 *
 * The dispatcher runs while rows are pending and is woken by new ones. A row is claimed for the time of an attempt, so
 * that another process retries it if this one dies. So every row is attempted at least once, in no particular order.
 */
import { Cause, Clock, Effect, Latch, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { ClockLead } from "../time/clock-lead.ts"
import { isShared } from "../sql/dialect.ts"
import { outageReason } from "../sql/unavailable.ts"
import { type Lane, makeFairSlots, type SlotLimits } from "./fair-slots.ts"
import type { QueueClaim } from "./queue-table.ts"
import { randomUUID } from "node:crypto"

/** A lane with pending rows. */
export interface PendingLane extends Lane {
  /** The time at which the first of its rows is due, in epoch milliseconds. */
  readonly dueAt: number
}

interface Queue<Row> extends SlotLimits {
  /** Names the work in the log. */
  readonly name: string
  readonly due: Effect.Effect<ReadonlyArray<PendingLane>>
  readonly claim: (claim: QueueClaim) => Effect.Effect<ReadonlyArray<Row>>
  /** Makes one attempt and records its outcome. */
  readonly attempt: (row: Row, claim: string) => Effect.Effect<void>
  /** Makes a row due again whose attempt the end of the service interrupted. Default: its claim expires. */
  readonly release?: (row: Row, claim: string, now: number) => Effect.Effect<void>
  /**
   * The lifetime of a claim, in milliseconds. It is longer than an attempt: rows of a process that died are claimed
   * again after it.
   */
  readonly lease: number
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
    const { attempt, lease, name, release } = queue
    const clock = yield* ClockLead
    const sql = yield* SqlClient.SqlClient
    const context = yield* Effect.context<Scope.Scope>()
    const scope = yield* Effect.scope

    const slots = makeFairSlots(queue)
    const woken = Latch.makeUnsafe()
    let isAwake = false
    // Attempts are interrupted only by the end of the service, whose rows this process must not claim again.
    let isEnding = false

    /** Requests report an unavailable database themselves. */
    const report = (cause: Cause.Cause<unknown>) =>
      Cause.hasInterruptsOnly(cause) || outageReason(Cause.squash(cause)) !== null
        ? Effect.void
        : Effect.logError(`${name} failed`, cause)

    /** Starts the attempt of a claimed row in a fiber of its own. */
    const start = (lane: Lane, row: Row, claim: string) => {
      slots.start(lane)
      return attempt(row, claim).pipe(
        Effect.onInterrupt(() => {
          isEnding = true
          return release === undefined
            ? Effect.void
            : Effect.flatMap(Clock.currentTimeMillis, (time) => release(row, claim, time))
        }),
        Effect.catchCause(report),
        Effect.ensuring(
          Effect.sync(() => {
            slots.end(lane)
            if (!isEnding) woken.openUnsafe()
          })
        ),
        Effect.forkIn(scope)
      )
    }

    /**
     * Starts due attempts. Returns when the next one is due, in epoch milliseconds. A round claims from each lane at
     * most once, so that it ends even if attempts end as fast as they start. The next round claims further due rows.
     */
    const round = Effect.gen(function* () {
      if (isEnding) return Infinity
      const now = yield* Clock.currentTimeMillis
      const pending = [...(yield* queue.due)].sort((a, b) => a.dueAt - b.dueAt)
      const due = new Set(pending.filter(({ dueAt }) => dueAt <= now))
      let next = pending.find(({ dueAt }) => dueAt > now)?.dueAt ?? Infinity
      slots.setDue([...due])
      // Again for slots that were granted to lanes with fewer due rows.
      while (true) {
        const granted = slots.grant([...due])
        if (granted.size === 0) return next
        for (const [lane, limit] of granted) {
          if (isEnding) return Infinity
          due.delete(lane)
          const claim = randomUUID()
          const time = yield* Clock.currentTimeMillis
          const claimed = yield* queue.claim({ claim, lane: lane.lane, now: time, until: time + lease, limit })
          // Another process has claimed them.
          if (claimed.length === 0) next = Math.min(next, time + LOOK_AGAIN)
          else woken.openUnsafe()
          for (const row of claimed) yield* start(lane, row, claim)
        }
      }
    })

    const work = Effect.gen(function* () {
      while (true) {
        woken.closeUnsafe()
        const moved = yield* clock.advanced
        const now = yield* Clock.currentTimeMillis
        const next = yield* Effect.catchCause(round, (cause) => Effect.as(report(cause), now + LOOK_AGAIN))
        if (Latch.isOpen(woken)) continue
        if (next === Infinity && slots.size() === 0) {
          isAwake = false
          return
        }
        const wakeUp = Effect.raceFirst(woken.await, moved)
        yield* next === Infinity ? wakeUp : Effect.raceFirst(wakeUp, Effect.sleep(Math.max(1, next - now)))
      }
    })

    const wake = Effect.suspend(() => {
      woken.openUnsafe()
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
