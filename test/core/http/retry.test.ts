/** Retries: which calls are repeated, after which delay, and how often. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Random from "effect/Random"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { vi } from "vitest"
import { RequestError } from "../../../core/errors/request-error.ts"
import { call } from "../../../core/call/call.ts"
import * as Endpoint from "../../../core/http/endpoint.ts"
import { OnWaiting, type RetryWait } from "../../../core/http/retry.ts"
import { retryAfterMillis } from "../../../core/http/retry-after.ts"
import { withScript } from "../calling.ts"
import {
  type ScriptedResult,
  lost,
  ok,
  type ScriptedTransport,
  scripted,
  status,
  tooMany
} from "../scripted-transport.ts"

const facts = { tiers: ["client"], success: Schema.Struct({ done: Schema.Boolean }) } as const
const done = ok({ done: true })

const endpoints = [
  Endpoint.get("/thing", facts),
  Endpoint.put("/thing", facts),
  Endpoint.del("/thing", facts),
  Endpoint.post("/thing", facts),
  Endpoint.patch("/thing", facts),
  Endpoint.post("/thing", { ...facts, idempotent: true })
].map((endpoint) => ({ endpoint, name: `${endpoint.method}${endpoint.idempotent ? ", idempotent" : ""}` }))
const idempotent = endpoints.filter(({ endpoint }) => endpoint.idempotent)
const notIdempotent = endpoints.filter(({ endpoint }) => !endpoint.idempotent)

const getThing = Endpoint.get("/thing", facts)
const postThing = Endpoint.post("/thing", facts)

/** The middle of the jitter range, a factor of 1. */
const withJitter = (double: number) =>
  Effect.provideService(Random.Random, { nextDoubleUnsafe: () => double, nextIntUnsafe: () => 0 })

/** Runs a call until it ends and advances the clock over its delays. */
const toTheEnd = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(effect)
    yield* TestClock.adjust("10 minutes")
    return yield* Fiber.await(fiber)
  })

const run = (script: ScriptedTransport, endpoint: Endpoint.Endpoint<{}, unknown, never>, jitter = 0.5) =>
  toTheEnd(call(endpoint).pipe(withScript(script), withJitter(jitter)))

const times = (script: ScriptedTransport) => script.requests.map(({ at }) => at)
const gaps = (script: ScriptedTransport) =>
  times(script)
    .slice(1)
    .map((at, i) => at - (times(script)[i] ?? 0))
const reasonOf = (exit: Exit.Exit<unknown, unknown>) => {
  const error = Exit.isFailure(exit) && exit.cause.reasons[0]?._tag === "Fail" ? exit.cause.reasons[0].error : undefined
  assert.instanceOf(error, RequestError)
  return error.reason
}

const looping = status(508, {}, "INFINITE_LOOP_DETECTED in the proxy")
const unavailable = status(503)
const healthy = ok({ status: "ok" })

describe("A retryable failure", () => {
  it.effect.each([...endpoints])("with 429 is retried for every method: $name", ({ endpoint }) =>
    Effect.gen(function* () {
      const script = scripted(tooMany(), done)
      assert.isTrue(Exit.isSuccess(yield* run(script, endpoint)))
      assert.deepStrictEqual(times(script), [0, 1000])
    })
  )

  it.effect.each([...endpoints])("with a detected loop is retried for every method: $name", ({ endpoint }) =>
    Effect.gen(function* () {
      const script = scripted(looping, done)
      assert.isTrue(Exit.isSuccess(yield* run(script, endpoint)))
      assert.deepStrictEqual(times(script), [0, 1000])
    })
  )

  it.effect.each([...idempotent])("with 503 is retried for idempotent requests: $name", ({ endpoint }) =>
    Effect.gen(function* () {
      const script = scripted(unavailable, done)
      assert.isTrue(Exit.isSuccess(yield* run(script, endpoint)))
      assert.deepStrictEqual(times(script), [0, 1000])
    })
  )

  it.effect.each([...idempotent])("by a lost connection is retried for idempotent requests: $name", ({ endpoint }) =>
    Effect.gen(function* () {
      const script = scripted(lost, done)
      assert.isTrue(Exit.isSuccess(yield* run(script, endpoint)))
      assert.deepStrictEqual(times(script), [0, 1000])
    })
  )

  it.effect("is retried after 1, 2, 4 and 8 seconds, for five attempts", () =>
    Effect.gen(function* () {
      const script = scripted(tooMany(), tooMany(), tooMany(), tooMany(), tooMany())
      const exit = yield* run(script, getThing)
      assert.strictEqual(reasonOf(exit)._tag, "RateLimited")
      assert.deepStrictEqual(times(script), [0, 1000, 3000, 7000, 15_000])
    })
  )

  it.effect("ends the call with the fifth attempt, without a further delay", () =>
    Effect.gen(function* () {
      const script = scripted(() => tooMany())
      const fiber = yield* Effect.forkChild(call(getThing).pipe(withScript(script), withJitter(0.5)))
      yield* TestClock.adjust(14_999)
      assert.strictEqual(script.requests.length, 4)
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust(1)
      assert.strictEqual(script.requests.length, 5)
      assert.isDefined(fiber.pollUnsafe())
    })
  )

  it.effect.each([
    { double: 0, factor: 0.5 },
    { double: 0.25, factor: 0.75 },
    { double: 0.999, factor: 1.499 }
  ])("is retried after delays times the jitter factor $factor", ({ double, factor }) =>
    Effect.gen(function* () {
      const script = scripted(() => tooMany())
      yield* run(script, getThing, double)
      assert.deepStrictEqual(
        gaps(script).map(Math.round),
        [1000, 2000, 4000, 8000].map((base) => base * factor)
      )
    })
  )

  it.effect.prop(
    "draws every wait from 0.5 to 1.5 times its base",
    [Schema.String],
    ([seed]) =>
      Effect.gen(function* () {
        const script = scripted(() => tooMany())
        yield* toTheEnd(call(getThing).pipe(withScript(script), Random.withSeed(seed)))
        assert.strictEqual(script.requests.length, 5)
        gaps(script).forEach((gap, i) => {
          assert.isAtLeast(gap, 500 * 2 ** i - 1)
          assert.isAtMost(gap, 1500 * 2 ** i + 1)
        })
      }),
    { arbitrary: { runs: 50 } }
  )

  it.effect("is retried with new jitter for each delay", () =>
    Effect.gen(function* () {
      const script = scripted(() => tooMany())
      yield* toTheEnd(call(getThing).pipe(withScript(script), Random.withSeed("waits")))
      const factors = gaps(script).map((gap, i) => gap / (1000 * 2 ** i))
      assert.strictEqual(new Set(factors).size, 4)
    })
  )

  it.effect("of any kind counts toward the same five attempts", () =>
    Effect.gen(function* () {
      const script = scripted(lost, unavailable, tooMany(), looping, done)
      assert.isTrue(Exit.isSuccess(yield* run(script, getThing)))
      assert.deepStrictEqual(times(script), [0, 1000, 3000, 7000, 15_000])
    })
  )

  it.effect("ends the call with the error of the last attempt", () =>
    Effect.gen(function* () {
      const script = scripted(tooMany(), tooMany(), tooMany(), tooMany(), unavailable)
      const reason = reasonOf(yield* run(script, getThing))
      assert.strictEqual(reason._tag, "UnexpectedStatus")
    })
  )
})

describe("Failures", () => {
  it.effect.each([...notIdempotent])(
    "with 503 are not retried for requests that are not idempotent: $name",
    ({ endpoint }) =>
      Effect.gen(function* () {
        const script = scripted(unavailable)
        assert.strictEqual(reasonOf(yield* run(script, endpoint))._tag, "UnexpectedStatus")
      })
  )

  it.effect.each([...notIdempotent])(
    "by a lost connection are not retried for requests that are not idempotent: $name",
    ({ endpoint }) =>
      Effect.gen(function* () {
        const script = scripted(lost, healthy)
        assert.strictEqual(reasonOf(yield* run(script, endpoint))._tag, "NoConnection")
        assert.deepStrictEqual(
          script.requests.map(({ method }) => method),
          [endpoint.method, "GET"]
        )
      })
  )

  it.effect.each([...endpoints])("with 500 or an unknown 508 are not retried: $name", ({ endpoint }) =>
    Effect.gen(function* () {
      for (const response of [status(500), status(502), status(504), status(508, {}, "some loop"), status(400)]) {
        const script = scripted(response)
        const reason = reasonOf(yield* run(script, endpoint))
        assert.isTrue(reason._tag === "UnexpectedStatus" && reason.status === response.status)
      }
    })
  )

  it.effect("with a malformed body are not retried", () =>
    Effect.gen(function* () {
      const script = scripted(ok("no JSON"))
      assert.strictEqual(reasonOf(yield* run(script, getThing))._tag, "UnexpectedBody")
    })
  )
})

const now = Date.UTC(2026, 0, 1, 12)

describe("Retry-After", () => {
  it.each([
    ["7", 7000],
    ["0", 0],
    [" 7 ", 7000],
    ["007", 7000],
    ["Thu, 01 Jan 2026 12:00:10 GMT", 10_000],
    ["Thursday, 01-Jan-26 12:00:10 GMT", 10_000],
    ["Thu Jan  1 12:00:10 2026", 10_000],
    ["Thu, 01 Jan 2026 11:59:50 GMT", 0],
    ["Sun, 06 Nov 1994 08:49:37 GMT", 0]
  ])("of %j is a delay of %i ms", (value, wait) => {
    assert.strictEqual(retryAfterMillis(value, now), wait)
  })

  it.each(["America/New_York", "Asia/Tokyo"])("as a date without a zone is GMT, also on a machine in %s", (zone) => {
    vi.stubEnv("TZ", zone)
    try {
      assert.notStrictEqual(new Date(now).getTimezoneOffset(), 0)
      assert.strictEqual(retryAfterMillis("Thu Jan  1 12:00:10 2026", now), 10_000)
    } finally {
      vi.unstubAllEnvs()
    }
  })

  it("with a huge number is a delay beyond all dates", () => {
    assert.isAbove(retryAfterMillis("9".repeat(60), now) ?? 0, 8e15)
  })

  it.each([
    "",
    " ",
    "-1",
    "+1",
    "1.5",
    "1e3",
    "0x10",
    "soon",
    "Sun 5",
    "May",
    "2026-01-01T12:00:10Z",
    "Thu, 01 Jan 2026 12:00:10 +0100",
    "Thu, 99 Jan 2026 12:00:10 GMT",
    "Thu, 01 Foo 2026 12:00:10 GMT",
    "Infinity",
    "NaN",
    "1 2",
    "1, 2",
    "9".repeat(65)
  ])("of %j is ignored", (value) => {
    assert.isNull(retryAfterMillis(value, now))
  })

  it("is null without the header", () => {
    assert.isNull(retryAfterMillis(undefined, now))
  })

  it.prop("is never negative or NaN", [Schema.String], ([value]) => {
    const wait = retryAfterMillis(value, now)
    assert.isTrue(wait === null || wait >= 0)
  })

  const cases: ReadonlyArray<{ readonly what: string; readonly header: string; readonly gap: number }> = [
    { what: "longer than the back-off replaces it", header: "7", gap: 7000 },
    { what: "shorter than the back-off does not shorten it", header: "0", gap: 1000 },
    { what: "as a date is the delay", header: "Thu, 01 Jan 1970 00:00:09 GMT", gap: 9000 },
    { what: "in the past changes nothing", header: "Sun, 06 Nov 1960 08:49:37 GMT", gap: 1000 },
    { what: "that is malformed changes nothing", header: "in a while", gap: 1000 },
    { what: "that is negative changes nothing", header: "-30", gap: 1000 },
    { what: "at the limit is the delay", header: "30", gap: 30_000 }
  ]
  it.effect.each([...cases])("$what", ({ gap, header }) =>
    Effect.gen(function* () {
      const script = scripted(tooMany(header), done)
      assert.isTrue(Exit.isSuccess(yield* run(script, getThing)))
      assert.deepStrictEqual(gaps(script), [gap])
    })
  )

  it.effect("is compared with the back-off of its own attempt, not added to it", () =>
    Effect.gen(function* () {
      const script = scripted(tooMany("3"), tooMany("3"), tooMany("3"), tooMany("3"), done)
      assert.isTrue(Exit.isSuccess(yield* run(script, getThing)))
      assert.deepStrictEqual(gaps(script), [3000, 3000, 4000, 8000])
    })
  )

  it.effect.each([
    { header: "31", retryAt: 31_000 },
    { header: "86400", retryAt: 86_400_000 },
    { header: "Thu, 01 Jan 1970 01:00:00 GMT", retryAt: 3_600_000 },
    { header: "9".repeat(30), retryAt: 8.64e15 }
  ])("of more than 30 s fails immediately with the time in the error (%#)", ({ header, retryAt }) =>
    Effect.gen(function* () {
      const script = scripted(tooMany(header))
      const error = yield* Effect.flip(Effect.provide(call(postThing), script.layer).pipe(withScript(script)))
      assert.isTrue(error.reason._tag === "RateLimited" && error.reason.retryAt?.getTime() === retryAt)
      assert.include(error.message, new Date(retryAt).toISOString())
    })
  )

  it.effect("above a custom limit fails the call immediately", () =>
    Effect.gen(function* () {
      const script = scripted(tooMany("2"))
      const error = yield* Effect.flip(
        call(getThing).pipe(withScript(script, { config: { maxRetryAfterMillis: 1999 } }))
      )
      assert.strictEqual(error.reason._tag, "RateLimited")
    })
  )

  it.effect("is used for 503, and a longer one is reported in the error", () =>
    Effect.gen(function* () {
      const script = scripted(status(503, { "retry-after": "5" }), status(503, { "retry-after": "60" }))
      const reason = reasonOf(yield* run(script, getThing))
      assert.deepStrictEqual(times(script), [0, 5000])
      assert.isTrue(reason._tag === "UnexpectedStatus" && reason.status === 503 && reason.retryAt?.getTime() === 65_000)
    })
  )

  it.effect("that is absent leaves `retryAt` of the error null", () =>
    Effect.gen(function* () {
      const reason = reasonOf(
        yield* run(
          scripted(() => tooMany()),
          getThing
        )
      )
      assert.isTrue(reason._tag === "RateLimited" && reason.retryAt === null)
    })
  )
})

describe("The OnWaiting callback", () => {
  const watched = (script: ScriptedTransport, seen: Array<RetryWait>) =>
    call(getThing).pipe(
      withScript(script),
      withJitter(0.5),
      Effect.provideService(OnWaiting, (waiting) => Effect.sync(() => void seen.push(waiting)))
    )

  it.effect("receives the time and the reason of each delay", () =>
    Effect.gen(function* () {
      const seen: Array<RetryWait> = []
      yield* TestClock.setTime(1_000_000)
      yield* toTheEnd(watched(scripted(tooMany("7"), lost, done), seen))
      assert.deepStrictEqual(
        seen.map(({ attempts, endpoint, error, until }) => ({ attempts, endpoint, why: error.reason._tag, until })),
        [
          { attempts: 1, endpoint: "GET /thing", why: "RateLimited", until: 1_007_000 },
          { attempts: 2, endpoint: "GET /thing", why: "NoConnection", until: 1_009_000 }
        ]
      )
    })
  )

  it.effect("runs before the delay, and not without one", () =>
    Effect.gen(function* () {
      const seen: Array<RetryWait> = []
      const fiber = yield* Effect.forkChild(
        Effect.exit(
          watched(
            scripted(() => tooMany("20")),
            seen
          )
        )
      )
      yield* TestClock.adjust(0)
      assert.strictEqual(seen.length, 1)
      yield* Fiber.interrupt(fiber)
      const none: Array<RetryWait> = []
      yield* toTheEnd(watched(scripted(done), none))
      yield* toTheEnd(watched(scripted(tooMany("31")), none))
      assert.deepStrictEqual(none, [])
    })
  )

  it.effect("runs four times in a call of five attempts", () =>
    Effect.gen(function* () {
      const seen: Array<RetryWait> = []
      yield* toTheEnd(
        watched(
          scripted((): ScriptedResult => unavailable),
          seen
        )
      )
      assert.deepStrictEqual(
        seen.map(({ until }) => until),
        [1000, 3000, 7000, 15_000]
      )
    })
  )
})
