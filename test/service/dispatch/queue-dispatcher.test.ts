/** The order in which due rows of several projects are attempted. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import type { Lane, SlotLimits } from "../../../service/dispatch/fair-slots.ts"
import { makeQueueDispatcher, type PendingLane } from "../../../service/dispatch/queue-dispatcher.ts"
import * as Database from "../../../service/sql/database.ts"
import { SECOND } from "../../durations.ts"

const LEASE = 3600 * SECOND

interface TestLane extends Lane {
  /** The number of due rows. */
  rows: number
  /** The duration of an attempt, in milliseconds. */
  readonly millis: number
}

const laneOf = (lane: string, rows: number, millis: number, projectId = lane): TestLane => ({
  lane,
  projectId,
  rows,
  millis
})
const lanesOf = (count: number, rows: number, millis: number) =>
  Array.from({ length: count }, (_, index) => laneOf(`slow-${index}`, rows, millis))

/** A dispatcher on rows in memory that records its attempts. */
const startDispatcher = Effect.fnUntraced(function* (
  limits: SlotLimits,
  given: ReadonlyArray<TestLane>,
  claimMillis = 0
) {
  const lanes = [...given]
  const claims: Array<{ readonly at: number; readonly now: number; readonly until: number }> = []
  const starts: Array<{ readonly lane: string; readonly at: number }> = []
  const running: Array<Lane> = []
  let most = 0
  const { wake } = yield* makeQueueDispatcher<TestLane>({
    name: "The test",
    due: Effect.sync(() => lanes.filter(({ rows }) => rows > 0).map((lane): PendingLane => ({ ...lane, dueAt: 0 }))),
    claim: ({ lane, limit, now, until }) =>
      Effect.gen(function* () {
        claims.push({ at: yield* Clock.currentTimeMillis, now, until })
        if (claimMillis > 0) yield* Effect.sleep(claimMillis)
        const found = lanes.find((one) => one.lane === lane) ?? assert.fail(lane)
        const claimed = Math.min(limit, found.rows)
        found.rows -= claimed
        return Array.from({ length: claimed }, () => found)
      }),
    attempt: (lane) =>
      Effect.gen(function* () {
        starts.push({ lane: lane.lane, at: yield* Clock.currentTimeMillis })
        running.push(lane)
        most = Math.max(most, running.length)
        yield* Effect.sleep(lane.millis)
        running.splice(running.indexOf(lane), 1)
      }),
    lease: LEASE,
    ...limits
  })
  return {
    starts,
    claims,
    runningOf: (projectId: string) => running.filter((lane) => lane.projectId === projectId).length,
    most: () => most,
    add: (lane: TestLane) =>
      Effect.andThen(
        Effect.sync(() => lanes.push(lane)),
        wake
      ),
    firstStart: (lane: string) => starts.find((start) => start.lane === lane)?.at
  }
})

/** In steps, in each of which the dispatcher goes on. */
const advance = (seconds: number) => Effect.repeat(TestClock.adjust(SECOND), { times: seconds - 1 })

const mails: SlotLimits = { limit: 50, laneLimit: 5, reserved: 25 }

describe("a dispatcher of due rows", () => {
  it.effect("starts the first attempt of a project at once while ten others have slow servers", () =>
    Effect.gen(function* () {
      const queue = yield* startDispatcher(mails, lanesOf(10, 200, 10 * SECOND))
      yield* advance(2)
      yield* queue.add(laneOf("quick", 1, 0))
      yield* advance(1)
      assert.strictEqual(queue.firstStart("quick"), 2 * SECOND)
    }).pipe(Effect.provide(Database.layer(Database.MEMORY)))
  )

  it.effect("grants the next free slot to the project that has no running attempts", () =>
    Effect.gen(function* () {
      const slow = lanesOf(3, 100, 10 * SECOND)
      const queue = yield* startDispatcher({ limit: 6, laneLimit: 2, reserved: 0 }, slow)
      yield* advance(2)
      yield* queue.add(laneOf("quick", 1, 0))
      yield* advance(7)
      assert.isUndefined(queue.firstStart("quick"))
      yield* advance(2)
      assert.strictEqual(queue.firstStart("quick"), 10 * SECOND)
    }).pipe(Effect.provide(Database.layer(Database.MEMORY)))
  )

  it.effect("serves more projects than it has slots in turn, within its limits", () =>
    Effect.gen(function* () {
      const slow = lanesOf(120, 20, 10 * SECOND)
      const queue = yield* startDispatcher(mails, slow)
      yield* advance(2)
      yield* queue.add(laneOf("quick", 1, 0))
      yield* advance(120)
      // The 70 projects that have waited for longer are served by two rounds of 50 attempts.
      assert.strictEqual(queue.firstStart("quick"), 20 * SECOND)
      const counts = slow.map(({ lane }) => queue.starts.filter((start) => start.lane === lane).length)
      assert.isAtMost(Math.max(...counts) - Math.min(...counts), 1)
      assert.strictEqual(queue.most(), mails.limit)
    }).pipe(Effect.provide(Database.layer(Database.MEMORY)))
  )

  it.effect("shares its slots by project, not by lane, and within a project by lane", () =>
    Effect.gen(function* () {
      const many = Array.from({ length: 20 }, (_, index) => laneOf(`many-${index}`, 100, 60 * SECOND, "many"))
      const queue = yield* startDispatcher({ limit: 50, laneLimit: 10, reserved: 25 }, [
        ...many,
        laneOf("one", 100, 60 * SECOND)
      ])
      yield* advance(1)
      assert.strictEqual(queue.runningOf("one"), 10)
      // The first attempts of its lanes. Further ones would take reserved slots.
      assert.strictEqual(queue.runningOf("many"), 20)
      for (const { lane } of many)
        assert.lengthOf(
          queue.starts.filter((start) => start.lane === lane),
          1
        )
    }).pipe(Effect.provide(Database.layer(Database.MEMORY)))
  )

  it.effect("starts the first attempt of a lane at once while others of its project are slow", () =>
    Effect.gen(function* () {
      const queue = yield* startDispatcher(
        { limit: 50, laneLimit: 10, reserved: 25 },
        Array.from({ length: 3 }, (_, index) => laneOf(`silent-${index}`, 100, 15 * SECOND, "one"))
      )
      yield* advance(2)
      assert.strictEqual(queue.runningOf("one"), 26)
      yield* queue.add(laneOf("healthy", 5, 0, "one"))
      yield* advance(1)
      assert.strictEqual(queue.firstStart("healthy"), 2 * SECOND)
      yield* advance(5)
      assert.lengthOf(
        queue.starts.filter(({ lane }) => lane === "healthy"),
        5
      )
      // Its first attempts leave slots for those of other projects.
      for (let lane = 0; lane < 16; lane++) yield* queue.add(laneOf(`more-${lane}`, 100, 15 * SECOND, "one"))
      yield* advance(1)
      assert.strictEqual(queue.runningOf("one"), 38)
      for (let lane = 0; lane < 12; lane++) yield* queue.add(laneOf(`other-${lane}`, 100, 15 * SECOND))
      yield* advance(1)
      for (let lane = 0; lane < 12; lane++) assert.strictEqual(queue.firstStart(`other-${lane}`), 9 * SECOND)
    }).pipe(Effect.provide(Database.layer(Database.MEMORY)))
  )

  it.effect("finds a lane that becomes due while others have attempts that end at once, at the present time", () =>
    Effect.gen(function* () {
      const queue = yield* startDispatcher(mails, [laneOf("a", 1000, 0), laneOf("b", 1000, 0)], SECOND)
      yield* advance(5)
      yield* queue.add(laneOf("quick", 1, 0))
      yield* advance(10)
      assert.isAtMost(queue.firstStart("quick") ?? Infinity, 10 * SECOND)
      for (const { at, now, until } of queue.claims) assert.deepStrictEqual([now, until], [at, at + LEASE])
    }).pipe(Effect.provide(Database.layer(Database.MEMORY)))
  )

  it.effect("grants the slots that a lane with few rows leaves to the others", () =>
    Effect.gen(function* () {
      const queue = yield* startDispatcher({ limit: 6, laneLimit: 5, reserved: 0 }, [
        laneOf("a", 1, 60 * SECOND),
        laneOf("b", 100, 60 * SECOND)
      ])
      yield* advance(1)
      assert.deepStrictEqual([queue.runningOf("a"), queue.runningOf("b")], [1, 5])
    }).pipe(Effect.provide(Database.layer(Database.MEMORY)))
  )
})
