/** The service's clock, which can be advanced. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { Faults, ServiceClock } from "../../../service/index.ts"
import { me, refresh, send, service, signIn, withToken } from "../fixture.ts"

const advance = (by: Duration.Input) => Effect.flatMap(ServiceClock, ({ advance }) => advance(by))

describe("the service's clock", () => {
  it.effect("applies to its own tokens and sessions only", () =>
    Effect.gen(function* () {
      const { access_token, refresh_token } = yield* signIn()
      yield* advance("9 minutes")
      assert.strictEqual((yield* me(withToken(access_token))).status, 200)
      yield* advance("1 minute")
      assert.strictEqual((yield* me(withToken(access_token))).code, "ACCESS_TOKEN_EXPIRED")
      assert.strictEqual((yield* refresh(refresh_token)).status, 200)
      yield* advance("365 days")
      assert.strictEqual((yield* refresh(refresh_token)).code, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
      assert.strictEqual(yield* Clock.currentTimeMillis, 0)
    }).pipe(Effect.provide(service()))
  )

  it.effect("follows the underlying clock", () =>
    Effect.gen(function* () {
      const clock = yield* ServiceClock
      yield* clock.advance("1 hour")
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* clock.now).toISOString(), "1970-01-01T01:01:00.000Z")
      assert.strictEqual(Duration.toMinutes(yield* clock.lead), 60)
      const [millis, nanos] = yield* clock.run(Effect.all([Clock.currentTimeMillis, Clock.currentTimeNanos]))
      assert.deepStrictEqual([millis, nanos], [3_660_000, 3_660_000_000_000n])
    }).pipe(Effect.provide(service()))
  )

  it.effect("does not affect timers", () =>
    Effect.gen(function* () {
      yield* (yield* Faults).add({ kind: "delay", millis: 1000 })
      const fiber = yield* Effect.forkChild(send("GET", "/health"))
      yield* TestClock.adjust("999 millis")
      yield* advance("1 hour")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* Fiber.join(fiber)).status, 200)
    }).pipe(Effect.provide(service()))
  )

  it.effect("cannot go back, or advance beyond a limit", () =>
    Effect.gen(function* () {
      const clock = yield* ServiceClock
      for (const by of ["-1 second", 0, 0.5, Number.NaN, "100000 days", Duration.infinity] as const) {
        assert.strictEqual((yield* Effect.flip(clock.advance(by)))._tag, "ClockNotMoved", String(by))
      }
      yield* clock.advance(`${49 * 365} days`)
      assert.strictEqual((yield* Effect.flip(clock.advance(`${2 * 365} days`)))._tag, "ClockNotMoved")
      assert.strictEqual(Duration.toDays(yield* clock.lead), 49 * 365)
      yield* signIn()
    }).pipe(Effect.provide(service()))
  )
})
