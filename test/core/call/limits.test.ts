/** Timeouts of attempts and calls, offline devices and the check after a lost connection. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Random from "effect/Random"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import * as UsersApi from "../../../core/api/users/index.ts"
import { call } from "../../../core/call/call.ts"
import { Online } from "../../../core/http/online.ts"
import * as Endpoint from "../../../core/http/endpoint.ts"
import { BASE_URL, isRefresh, jwt, layerCalling, withScript, refreshResponse } from "../calling.ts"
import {
  type ScriptedResult,
  knownError,
  lost,
  ok,
  type ScriptedTransport,
  scripted,
  type SeenRequest,
  status,
  tooMany
} from "../scripted-transport.ts"

const facts = { tiers: ["client"], success: Schema.Struct({ done: Schema.Boolean }) } as const
const getThing = Endpoint.get("/thing", facts)
const postThing = Endpoint.post("/thing", facts)
const done = ok({ done: true })
const healthy = ok({ status: "ok" })

const steady = Effect.provideService(Random.Random, { nextDoubleUnsafe: () => 0.5, nextIntUnsafe: () => 0 })
const times = (script: ScriptedTransport) => script.requests.map(({ at }) => at)
const isHealth = ({ url }: SeenRequest) => url === `${BASE_URL}/health`

/** The failure of a call, and the time of it. */
const failureOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(
      Effect.clockWith((clock) =>
        Effect.map(Effect.flip(effect), (error) => ({ error, at: clock.currentTimeMillisUnsafe() }))
      )
    )
    yield* TestClock.adjust("10 minutes")
    return yield* Fiber.join(fiber)
  })

describe("One attempt", () => {
  it.effect("is aborted after 10 seconds, and an idempotent call is retried immediately", () =>
    Effect.gen(function* () {
      const script = scripted("never", done)
      const fiber = yield* Effect.forkChild(call(getThing).pipe(withScript(script), steady))
      yield* TestClock.adjust(9999)
      assert.strictEqual(script.aborted(), 0)
      yield* TestClock.adjust(1)
      assert.strictEqual(script.aborted(), 1)
      assert.isTrue(Exit.isSuccess(yield* Fiber.await(fiber)))
      assert.deepStrictEqual(times(script), [0, 10_000])
    })
  )

  it.effect("that times out fails a call that is not idempotent", () =>
    Effect.gen(function* () {
      const { at, error } = yield* failureOf(call(postThing).pipe(withScript(scripted("never"))))
      assert.strictEqual(at, 10_000)
      assert.deepInclude(error.reason, { _tag: "TimedOut", limit: "attempt", millis: 10_000 })
      assert.include(error.message, "no response within 10000 ms")
    })
  )

  it.effect("can have another timeout", () =>
    Effect.gen(function* () {
      const { at, error } = yield* failureOf(
        call(postThing).pipe(withScript(scripted("never"), { config: { attemptTimeoutMillis: 500 } }))
      )
      assert.strictEqual(at, 500)
      assert.deepInclude(error.reason, { _tag: "TimedOut", limit: "attempt", millis: 500 })
    })
  )

  it.effect("that completes just before the timeout succeeds", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(call(postThing).pipe(withScript(scripted({ ...done, afterMillis: 9999 }))))
      yield* TestClock.adjust(9999)
      assert.isTrue(Exit.isSuccess(yield* Fiber.await(fiber)))
    })
  )
})

describe("A service that never responds", () => {
  it.effect("fails an idempotent call after 20 seconds, with its second attempt", () =>
    Effect.gen(function* () {
      const script = scripted(() => "never")
      const { at, error } = yield* failureOf(call(getThing).pipe(withScript(script)))
      assert.strictEqual(at, 20_000)
      assert.deepInclude(error.reason, { _tag: "TimedOut", limit: "attempt", millis: 10_000 })
      assert.deepStrictEqual(times(script), [0, 10_000])
      assert.strictEqual(script.aborted(), 2)
    })
  )

  it.effect("fails a call that needs a refresh after 20 seconds", () =>
    Effect.gen(function* () {
      const script = scripted(() => "never")
      const { at, error } = yield* failureOf(
        call(UsersApi.getMe).pipe(withScript(script, { tokens: { refreshToken: "refresh" } }))
      )
      assert.strictEqual(at, 20_000)
      assert.strictEqual(error._tag === "RequestError" && error.reason._tag, "TimedOut")
    })
  )

  it.effect("fails a call on its second timeout even with other failures in between", () =>
    Effect.gen(function* () {
      const script = scripted("never", status(503), "never")
      const { at, error } = yield* failureOf(call(getThing).pipe(withScript(script), steady))
      assert.strictEqual(error.reason._tag, "TimedOut")
      assert.deepStrictEqual(times(script), [0, 10_000, 12_000])
      assert.strictEqual(at, 22_000)
    })
  )
})

describe("A whole call", () => {
  it.effect("times out after 60 seconds, including its attempts and delays", () =>
    Effect.gen(function* () {
      const script = scripted(() => ({ ...status(503, { "retry-after": "2" }), afterMillis: 9900 }))
      const { at, error } = yield* failureOf(call(getThing).pipe(withScript(script), steady))
      assert.strictEqual(at, 60_000)
      assert.deepInclude(error.reason, { _tag: "TimedOut", limit: "call", millis: 60_000 })
      assert.deepStrictEqual(times(script), [0, 11_900, 23_800, 37_700, 55_600])
      assert.strictEqual(script.aborted(), 1)
    })
  )

  it.effect("can time out during a delay", () =>
    Effect.gen(function* () {
      const script = scripted(() => tooMany("25"))
      const { at, error } = yield* failureOf(call(getThing).pipe(withScript(script), steady))
      assert.strictEqual(at, 60_000)
      assert.strictEqual(error.reason._tag, "TimedOut")
      assert.deepStrictEqual(times(script), [0, 25_000, 50_000])
    })
  )

  it.effect("can have another timeout", () =>
    Effect.gen(function* () {
      const { at, error } = yield* failureOf(
        call(getThing).pipe(
          withScript(
            scripted(() => tooMany()),
            { config: { callTimeoutMillis: 2000 } }
          ),
          steady
        )
      )
      assert.strictEqual(at, 2000)
      assert.deepInclude(error.reason, { _tag: "TimedOut", limit: "call", millis: 2000 })
    })
  )

  it.effect("times out after 60 seconds, including the refreshes of its access token", () =>
    Effect.gen(function* () {
      const accessToken = jwt({ exp: 1e9 })
      // Each refresh succeeds after 25 seconds, and the service rejects each access token as expired.
      let refreshes = 0
      const script = scripted((request) => {
        if (!isRefresh(request)) return knownError("ACCESS_TOKEN_EXPIRED", 401, { expired_at_millis: 5 })
        refreshes += 1
        return refreshes % 2 === 1 ? tooMany("25") : { ...ok(refreshResponse(accessToken)), afterMillis: 9000 }
      })
      const { at, error } = yield* failureOf(
        call(UsersApi.getMe).pipe(withScript(script, { tokens: { refreshToken: "refresh" } }))
      )
      assert.strictEqual(at, 60_000)
      if (error._tag !== "RequestError") return assert.fail(error._tag)
      assert.deepInclude(error.reason, { _tag: "TimedOut", limit: "call", millis: 60_000 })
      assert.strictEqual(error.endpoint, UsersApi.getMe.name)
    })
  )

  it.effect("times out during its first attempt if its timeout is the shorter one", () =>
    Effect.gen(function* () {
      const { at, error } = yield* failureOf(
        call(postThing).pipe(withScript(scripted("never"), { config: { callTimeoutMillis: 2000 } }))
      )
      assert.strictEqual(at, 2000)
      assert.deepInclude(error.reason, { _tag: "TimedOut", limit: "call", millis: 2000 })
    })
  )
})

describe("An interrupted call", () => {
  it.effect("aborts its request immediately", () =>
    Effect.gen(function* () {
      const script = scripted("never")
      const fiber = yield* Effect.forkChild(call(getThing).pipe(withScript(script)))
      yield* TestClock.adjust(10)
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(script.aborted(), 1)
    })
  )

  it.effect("sends nothing more when it is interrupted during a delay", () =>
    Effect.gen(function* () {
      const script = scripted(tooMany("5"))
      const fiber = yield* Effect.forkChild(call(getThing).pipe(withScript(script)))
      yield* TestClock.adjust(10)
      yield* Fiber.interrupt(fiber)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(script.requests.length, 1)
    })
  )
})

describe("On an offline device", () => {
  const offline = Effect.provideService(Online, () => false)

  it.effect("a call fails immediately, without a request", () =>
    Effect.gen(function* () {
      const script = scripted()
      const error = yield* Effect.flip(call(getThing).pipe(withScript(script), offline))
      assert.strictEqual(error.reason._tag, "Offline")
      assert.strictEqual(error.message, "GET /thing: this device is offline.")
      assert.deepStrictEqual(script.requests, [])
    })
  )

  it.effect("no refresh is sent", () =>
    Effect.gen(function* () {
      const script = scripted()
      const error = yield* Effect.flip(
        call(UsersApi.getMe).pipe(withScript(script, { tokens: { refreshToken: "refresh" } }), offline)
      )
      assert.strictEqual(error._tag, "RequestError")
      assert.deepStrictEqual(script.requests, [])
    })
  )

  it.effect("a call ends if the device goes offline between attempts", () =>
    Effect.gen(function* () {
      let online = true
      const script = scripted(() => {
        online = false
        return tooMany()
      })
      const { error } = yield* failureOf(
        call(getThing).pipe(
          withScript(script),
          Effect.provideService(Online, () => online)
        )
      )
      assert.strictEqual(error.reason._tag, "Offline")
      assert.strictEqual(script.requests.length, 1)
    })
  )

  it.effect("a lost connection is reported as Offline", () =>
    Effect.gen(function* () {
      let online = true
      const script = scripted((request) => {
        online = false
        return isHealth(request) ? healthy : lost
      })
      const { error } = yield* failureOf(
        call(postThing).pipe(
          withScript(script),
          Effect.provideService(Online, () => online)
        )
      )
      assert.strictEqual(error.reason._tag, "Offline")
    })
  )
})

describe("On an offline device with a service on the same machine", () => {
  const offline = Effect.provideService(Online, () => false)
  const local = "http://localhost:8102"

  it.effect.each([local, "http://127.0.0.1:8102", "http://[::1]:8102"])("a call is sent to %s", (baseUrl) =>
    Effect.gen(function* () {
      const script = scripted(status(200))
      yield* Effect.exit(call(getThing).pipe(withScript(script, { config: { baseUrl } }), offline))
      assert.deepStrictEqual(
        script.requests.map(({ url }) => url),
        [`${baseUrl}/api/v1/thing`]
      )
    })
  )

  it.effect("a lost connection is reported as Offline, without another attempt", () =>
    Effect.gen(function* () {
      const script = scripted(() => lost)
      const error = yield* Effect.flip(call(getThing).pipe(withScript(script, { config: { baseUrl: local } }), offline))
      assert.strictEqual(error.reason._tag, "Offline")
      assert.deepStrictEqual(
        script.requests.map(({ url }) => url),
        [`${local}/api/v1/thing`, `${local}/health`]
      )
    })
  )

  it.effect.each(["http://localhost.example.com", "https://127.example.com"])("%s is another machine", (baseUrl) =>
    Effect.gen(function* () {
      const script = scripted()
      const error = yield* Effect.flip(call(getThing).pipe(withScript(script, { config: { baseUrl } }), offline))
      assert.strictEqual(error.reason._tag, "Offline")
      assert.deepStrictEqual(script.requests, [])
    })
  )
})

describe("After a lost connection", () => {
  const online = Effect.provideService(Online, () => true)

  it.effect("the health endpoint of the configured service is requested once, and no other host", () =>
    Effect.gen(function* () {
      const script = scripted(() => lost)
      const { error } = yield* failureOf(call(getThing).pipe(withScript(script), steady, online))
      assert.deepInclude(error.reason, {
        _tag: "NoConnection",
        description: "ECONNRESET",
        diagnostics: { online: true, health: "unreachable" }
      })
      assert.deepStrictEqual(
        script.requests.map(({ url }) => url),
        [...Array.from({ length: 5 }, () => `${BASE_URL}/api/v1/thing`), `${BASE_URL}/health`]
      )
    })
  )

  it.effect("any response of the health endpoint counts as reachable", () =>
    Effect.gen(function* () {
      for (const response of [healthy, status(500), status(404)]) {
        const script = scripted(lost, response)
        const { error } = yield* failureOf(call(postThing).pipe(withScript(script), online))
        assert.deepInclude(error.reason, { diagnostics: { online: true, health: "reachable" } })
        assert.include(error.message, "the service can be reached")
      }
    })
  )

  it.effect("the health check sends no headers and no body", () =>
    Effect.gen(function* () {
      const script = scripted(lost, healthy)
      yield* failureOf(
        call(UsersApi.updateMe, { body: { displayName: "Ada" } }).pipe(
          withScript(script, { tokens: { refreshToken: "refresh", accessToken: jwt({ exp: 4e9 }) } })
        )
      )
      const [, question] = script.requests
      assert.deepInclude(question, { method: "GET", url: `${BASE_URL}/health`, headers: {}, body: undefined })
    })
  )

  it.effect("the health check times out after 3 seconds", () =>
    Effect.gen(function* () {
      const script = scripted(lost, "never")
      const { at, error } = yield* failureOf(call(postThing).pipe(withScript(script)))
      assert.strictEqual(at, 3000)
      assert.deepInclude(error.reason, { diagnostics: { online: null, health: "unreachable" } })
      assert.strictEqual(script.aborted(), 1)
    })
  )

  it.effect("of a refresh, the health endpoint is requested once, too", () =>
    Effect.gen(function* () {
      const script = scripted((): ScriptedResult => lost)
      const { error } = yield* failureOf(
        call(UsersApi.getMe).pipe(Effect.provide(layerCalling(script, { tokens: { refreshToken: "refresh" } })))
      )
      assert.isTrue(error._tag === "RequestError" && error.endpoint === "POST /auth/oauth/token")
      assert.strictEqual(script.requests.filter(isHealth).length, 1)
      assert.strictEqual(script.requests.length, 6)
    })
  )
})
