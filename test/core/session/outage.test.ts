/** An unavailable token endpoint under load. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as UsersApi from "../../../core/api/users/index.ts"
import { call } from "../../../core/call/call.ts"
import { Session } from "../../../core/session/session.ts"
import { isRefresh, jwt, withScript, refreshResponse, userBody } from "../calling.ts"
import { type ScriptedResult, lost, ok, scripted, status } from "../scripted-transport.ts"

const OUTAGE = 20_000

describe("While refreshes fail for 20 seconds", () => {
  it.effect.each([
    { how: "with 500", response: status(500) },
    { how: "with 503", response: status(503) },
    { how: "because the connection breaks", response: lost },
    { how: "with 503 after a delay of two seconds", response: { ...status(503), afterMillis: 2000 } }
  ])("$how, ten calls a second keep the user signed in, and the first call after it succeeds", ({ response }) =>
    Effect.gen(function* () {
      const script = scripted((request): ScriptedResult =>
        !isRefresh(request)
          ? ok(userBody())
          : request.at < OUTAGE
            ? response
            : ok(refreshResponse(jwt({ iat: request.at / 1000, exp: request.at / 1000 + 600 })))
      )
      yield* Effect.gen(function* () {
        const session = yield* Session
        const calls: Array<Fiber.Fiber<unknown, unknown>> = []
        for (let now = 0; now < OUTAGE; now += 100) {
          calls.push(yield* Effect.forkChild(Effect.result(call(UsersApi.getMe))))
          yield* TestClock.adjust(100)
          const { refreshToken } = yield* session.stored
          assert.strictEqual(refreshToken && Redacted.value(refreshToken), "r")
        }
        const first = yield* Effect.forkChild(call(UsersApi.getMe))
        yield* TestClock.adjust("30 seconds")
        assert.strictEqual((yield* Fiber.join(first)).primaryEmail, "ada@example.com")
        yield* Fiber.joinAll(calls)
        assert.strictEqual((yield* call(UsersApi.getMe)).primaryEmail, "ada@example.com")
        // Concurrent calls share refreshes, so that they do not add load to the outage.
        const refreshes = script.requests.filter(isRefresh).length
        assert.isBelow(refreshes, calls.length + 2)
      }).pipe(withScript(script, { tokens: { refreshToken: "r", accessToken: jwt({ iat: -600, exp: 0 }) } }))
    })
  )

  it.effect("a call right after the outage does not share the failure of a refresh that was sent during it", () =>
    Effect.gen(function* () {
      // The last of the five attempts is sent during the outage, and its response arrives afterwards.
      const script = scripted((request, index): ScriptedResult =>
        !isRefresh(request)
          ? ok(userBody())
          : request.at < OUTAGE
            ? { ...status(503), afterMillis: index < 4 ? 0 : OUTAGE + 1000 - request.at }
            : ok(refreshResponse(jwt({ iat: request.at / 1000, exp: request.at / 1000 + 600 })))
      )
      yield* Effect.gen(function* () {
        const patient = yield* Effect.forkChild(Effect.result(call(UsersApi.getMe)))
        yield* TestClock.adjust(OUTAGE)
        assert.lengthOf(script.requests, 5)
        const [first, second] = [
          yield* Effect.forkChild(call(UsersApi.getMe)),
          yield* Effect.forkChild(call(UsersApi.getMe))
        ]
        yield* TestClock.adjust("1 minute")
        assert.strictEqual((yield* Fiber.join(first)).primaryEmail, "ada@example.com")
        assert.strictEqual((yield* Fiber.join(second)).primaryEmail, "ada@example.com")
        assert.strictEqual((yield* Fiber.join(patient))._tag, "Failure")
        assert.lengthOf(script.requests.filter(isRefresh), 6, "they share one of their own")
      }).pipe(
        withScript(script, { tokens: { refreshToken: "r", accessToken: jwt({ iat: -600, exp: 0 }) } }),
        // Without jitter, the delays are 1, 2, 4 and 8 seconds.
        Effect.provideService(Random.Random, { nextIntUnsafe: () => 0, nextDoubleUnsafe: () => 0.5 })
      )
    })
  )
})
