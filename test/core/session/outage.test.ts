/** A token endpoint that is down for a while, under load. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as UsersApi from "../../../core/api/users.ts"
import { call } from "../../../core/call/call.ts"
import { Session } from "../../../core/session/session.ts"
import { isRefresh, jwt, over, refreshed, userBody } from "../calling.ts"
import { type Answer, lost, ok, scripted, status } from "../scripted-transport.ts"

const OUTAGE = 20_000

describe("While refreshes fail for 20 seconds (T11)", () => {
  it.effect.each([
    { how: "with 500", answer: status(500) },
    { how: "with 503", answer: status(503) },
    { how: "since the connection breaks", answer: lost },
    { how: "with 503 after two seconds each", answer: { ...status(503), afterMillis: 2000 } }
  ])("$how, ten calls each second sign nobody out, and the first one after it succeeds", ({ answer }) =>
    Effect.gen(function*() {
      const script = scripted((request): Answer =>
        !isRefresh(request)
          ? ok(userBody())
          : request.at < OUTAGE
          ? answer
          : ok(refreshed(jwt({ iat: request.at / 1000, exp: request.at / 1000 + 600 })))
      )
      yield* Effect.gen(function*() {
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
        // Calls that come together wait together: the outage is not made worse.
        const refreshes = script.requests.filter(isRefresh).length
        assert.isBelow(refreshes, calls.length + 2)
      }).pipe(over(script, { tokens: { refreshToken: "r", accessToken: jwt({ iat: -600, exp: 0 }) } }))
    }))
})
