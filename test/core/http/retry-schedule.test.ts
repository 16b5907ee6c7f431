/** The default retry schedule, and custom schedules. */
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { RateLimited, RequestError, TimedOut } from "../../../core/errors/request-error.ts"
import { FailedAttempt, type RetrySchedule, retrySchedule } from "../../../core/http/retry.ts"
import * as Client from "../../../tiers/client.ts"
import { createClientApp } from "../../../tiers/promise/index.ts"
import { type ScriptedTransport, scripted, status, tooMany } from "../scripted-transport.ts"

const failedAttempt = (retryAfterMillis: number) =>
  new FailedAttempt({
    error: new RequestError({ endpoint: "GET /thing", reason: new RateLimited({ retryAt: null }) }),
    retryAfterMillis
  })

/** Returns the delays in milliseconds that a schedule takes for failed attempts, until it ends. */
const delaysOf = (schedule: RetrySchedule, inputs: ReadonlyArray<FailedAttempt>) =>
  Effect.gen(function* () {
    const step = yield* Schedule.toStep(schedule)
    const delays: Array<number> = []
    for (const input of inputs) {
      const next = yield* Effect.exit(step(0, input))
      if (Exit.isFailure(next)) return delays
      delays.push(Duration.toMillis(next.value[1]))
    }
    return delays
  })

/** `Retry-After` in milliseconds: mostly small, sometimes longer than every back-off. */
const RetryAfter = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 30_000 }))

describe("The retry schedule", () => {
  it.effect.prop(
    "delays four times, by 1, 2, 4 and 8 seconds times 0.5 to 1.5, and never less than Retry-After",
    [Schema.Array(RetryAfter).check(Schema.isMinLength(5)), Schema.String],
    ([retryAfters, seed]) =>
      Effect.gen(function* () {
        const delays = yield* Random.withSeed(delaysOf(retrySchedule, retryAfters.map(failedAttempt)), seed)
        assert.lengthOf(delays, 4)
        delays.forEach((delay, index) => {
          const retryAfter = retryAfters[index] ?? 0
          const base = 1000 * 2 ** index
          assert.isAtLeast(delay, Math.max(base * 0.5, retryAfter))
          assert.isAtMost(delay, Math.max(base * 1.5, retryAfter))
        })
      })
  )

  it.effect("repeats an attempt that timed out without a delay", () =>
    Effect.gen(function* () {
      const timedOut = new FailedAttempt({
        error: new RequestError({ endpoint: "GET /thing", reason: new TimedOut({ limit: "attempt", millis: 15_000 }) }),
        retryAfterMillis: 0
      })
      assert.deepStrictEqual(yield* delaysOf(retrySchedule, [timedOut]), [0])
    })
  )

  it.effect("is composed like any other schedule", () =>
    Effect.gen(function* () {
      const once = Schedule.upTo(retrySchedule, { times: 1 })
      assert.lengthOf(yield* delaysOf(once, [failedAttempt(0), failedAttempt(0), failedAttempt(0)]), 1)
    })
  )
})

const options = {
  projectId: "11111111-1111-4111-8111-111111111111",
  publishableClientKey: "pck_test",
  tokenStore: null
} as const

/** Runs `getProject` of a client with the schedule until it ends. */
const getProject = (script: ScriptedTransport, retry: RetrySchedule) =>
  Effect.gen(function* () {
    const layer = Client.layerNoDeps({ ...options, retry }).pipe(Layer.provide(script.layer))
    const fiber = yield* Effect.flatMap(Client.Client, (client) => client.getProject).pipe(
      Effect.provide(layer),
      Effect.exit,
      Effect.forkChild
    )
    yield* TestClock.adjust("10 minutes")
    return yield* Fiber.join(fiber)
  })

describe("A custom retry schedule", () => {
  it.effect("replaces the default one in every call of a client", () =>
    Effect.gen(function* () {
      const script = scripted(() => tooMany())
      yield* getProject(script, Schedule.upTo(Schedule.spaced("3 seconds"), { times: 2 }))
      assert.deepStrictEqual(
        script.requests.map(({ at }) => at),
        [0, 3000, 6000]
      )
    })
  )

  it.effect("can disable retries", () =>
    Effect.gen(function* () {
      const script = scripted(() => tooMany())
      const exit = yield* getProject(script, Schedule.recurs(0))
      assert.lengthOf(script.requests, 1)
      assert.isTrue(Exit.isFailure(exit))
    })
  )

  it.effect("receives the error and the Retry-After of each failed attempt that may be retried", () =>
    Effect.gen(function* () {
      const inputs: Array<FailedAttempt> = []
      const script = scripted(tooMany("2"), status(503), status(500))
      yield* getProject(
        script,
        Schedule.tap(Schedule.setInputType<FailedAttempt>()(Schedule.spaced("1 second")), ({ input }) =>
          Effect.sync(() => inputs.push(input))
        )
      )
      assert.lengthOf(script.requests, 3)
      assert.deepStrictEqual(
        inputs.map(({ error, retryAfterMillis }) => [error.reason._tag, retryAfterMillis]),
        [
          ["RateLimited", 2000],
          ["UnexpectedStatus", 0]
        ]
      )
    })
  )

  it.effect("without an end is bounded by the time limit of the call", () =>
    Effect.gen(function* () {
      const script = scripted(() => tooMany())
      const exit = yield* getProject(script, Schedule.spaced("10 seconds"))
      const error = yield* Effect.flip(exit)
      assert.lengthOf(script.requests, 6)
      assert.isTrue(error._tag === "RequestError" && error.reason._tag === "TimedOut" && error.reason.limit === "call")
    })
  )

  it("is also an option of the promise facade, which rejects other values", () => {
    assert.doesNotThrow(() => createClientApp({ ...options, retry: Schedule.recurs(0) }))
    assert.throws(() => createClientApp({ ...options, retry: { times: 3 } as never }), /retry.*Schedule/is)
  })
})
