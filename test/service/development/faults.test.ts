/** Fault injection. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Random } from "effect"
import { TestClock } from "effect/testing"
import { matchesWildcard } from "../../../service/development/faults/matches-wildcard.ts"
import { type Fault, Faults, layerTransport, Mailbox, RequestLog } from "../../../service/index.ts"
import { Transport } from "../../../core/http/transport.ts"
import { asClient, me, refresh, send, service, signIn, signUp, updateMe, withToken } from "../fixture.ts"
import { startCpuTimer, cpuTimeSince } from "../../cpu-time.ts"

const add = (fault: Fault) => Effect.flatMap(Faults, ({ add }) => add(fault))
const health = send("GET", "/health")
const statusOf = (method: string, path: string) => Effect.map(send(method, path), ({ status }) => status)

describe("faults", () => {
  it.effect("respond with the given status, and pages of other origins may read the response", () =>
    Effect.gen(function* () {
      const cases: ReadonlyArray<readonly [Fault, number, string | undefined, string]> = [
        [{ kind: "rateLimit", retryAfterSeconds: 30 }, 429, "30", "Too Many Requests"],
        [{ kind: "rateLimit" }, 429, undefined, "Too Many Requests"],
        [{ kind: "serverError" }, 500, undefined, "Internal Server Error"],
        [{ kind: "unavailable", retryAfterSeconds: 0 }, 503, "0", "Service Unavailable"],
        [{ kind: "unavailable" }, 503, undefined, "Service Unavailable"],
        [{ kind: "loop" }, 508, undefined, "INFINITE_LOOP_DETECTED"]
      ]
      for (const [fault, status, retryAfter, text] of cases) {
        yield* add({ ...fault, times: 1 })
        const response = yield* send("GET", "/api/v1/users/me", {
          headers: { ...asClient, "x-stack-override-error-status": "true", origin: "https://app.example" }
        })
        assert.deepStrictEqual([response.status, response.headers["retry-after"]], [status, retryAfter])
        assert.include(response.text, text)
        assert.strictEqual(response.headers["access-control-allow-origin"], "*")
        assert.include(response.headers["access-control-expose-headers"], "retry-after")
        assert.notProperty(response.headers, "x-stack-actual-status")
        assert.strictEqual((yield* health).status, 200, "it was used up")
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("send Retry-After as a date that is never too early", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1500 millis")
      yield* add({ kind: "rateLimit", retryAfterSeconds: 60, retryAfterForm: "date" })
      assert.strictEqual((yield* health).headers["retry-after"], "Thu, 01 Jan 1970 00:01:02 GMT")
    }).pipe(Effect.provide(service()))
  )

  it.effect("leave the preflight of a browser unaffected", () =>
    Effect.gen(function* () {
      yield* add({ kind: "reset" })
      assert.strictEqual(yield* statusOf("OPTIONS", "/api/v1/users/me"), 204)
    }).pipe(Effect.provide(service()))
  )

  it.effect("apply to the given paths and methods", () =>
    Effect.gen(function* () {
      yield* add({ kind: "serverError", path: "/api/v1/auth*", method: "POST" })
      yield* add({ kind: "unavailable", path: "/health" })
      assert.strictEqual(yield* statusOf("POST", "/api/v1/auth/password/sign-in?x=1"), 500)
      assert.strictEqual(yield* statusOf("POST", "/api/v1/auth/nothing"), 500)
      assert.strictEqual(yield* statusOf("DELETE", "/api/v1/auth/sessions/current"), 400)
      assert.strictEqual(yield* statusOf("GET", "/health?db=1"), 503)
      assert.strictEqual(yield* statusOf("GET", "/api/v1/users/me"), 400)
    }).pipe(Effect.provide(service()))
  )

  it.effect("apply a number of times, or until they are removed", () =>
    Effect.gen(function* () {
      const { clear, list, remove } = yield* Faults
      yield* add({ kind: "serverError", times: 2 })
      const { id } = yield* add({ kind: "unavailable" })
      const seen: Array<number> = []
      for (let index = 0; index < 4; index++) seen.push(yield* statusOf("GET", "/health"))
      assert.deepStrictEqual(seen, [500, 500, 503, 503])
      assert.deepStrictEqual(yield* list, [{ id, fault: { kind: "unavailable" }, used: 2 }])
      assert.isTrue(yield* remove(id))
      assert.isFalse(yield* remove(id))
      yield* add({ kind: "loop" })
      yield* clear
      assert.strictEqual((yield* health).status, 200)
    }).pipe(Effect.provide(service()))
  )

  it.effect("apply to a share of requests, the same ones for the same seed", () =>
    Effect.gen(function* () {
      const run = Effect.gen(function* () {
        const { clear } = yield* Faults
        yield* add({ kind: "serverError", share: 0.3, seed: "monday" })
        const seen: Array<number> = []
        for (let index = 0; index < 200; index++) seen.push(yield* statusOf("GET", "/health"))
        yield* clear
        return seen
      })
      const first = yield* run
      assert.deepStrictEqual(yield* run, first)
      const failed = first.filter((status) => status === 500).length
      assert.isTrue(failed > 40 && failed < 80, String(failed))
    }).pipe(Effect.provide(service()))
  )

  it.effect("use the program's random source without a seed", () =>
    Effect.gen(function* () {
      yield* add({ kind: "serverError", share: 0.5 })
      const seen = Effect.all(Array.from({ length: 30 }, () => statusOf("GET", "/health")))
      const first = yield* Random.withSeed(seen, "a")
      assert.deepStrictEqual(yield* Random.withSeed(seen, "a"), first)
      assert.notDeepEqual(yield* Random.withSeed(seen, "b"), first)
    }).pipe(Effect.provide(service()))
  )

  it.effect("delay a response and combine with later faults", () =>
    Effect.gen(function* () {
      yield* add({ kind: "delay", millis: 3000, times: 1 })
      yield* add({ kind: "delay", millis: 2000, times: 1 })
      yield* add({ kind: "serverError", times: 1 })
      const fiber = yield* Effect.forkChild(health)
      yield* TestClock.adjust("4999 millis")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* Fiber.join(fiber)).status, 500)
      assert.strictEqual((yield* health).status, 200)
    }).pipe(Effect.provide(service()))
  )

  it.effect("name different error codes in the header and in the body", () =>
    Effect.gen(function* () {
      yield* add({ kind: "wrongErrorHeader" })
      const response = yield* me(asClient)
      assert.strictEqual(response.status, 400)
      assert.include(response.text, `"CANNOT_GET_OWN_USER_WITHOUT_USER"`)
      assert.isUndefined(response.code, "header and body differ")
    }).pipe(Effect.provide(service()))
  )

  it.effect("issue expired tokens", () =>
    Effect.gen(function* () {
      const { refresh_token } = yield* signIn()
      yield* add({ kind: "expireTokens", path: "/api/v1/auth/oauth/token", times: 1 })
      const Token = (json: unknown) => String(Reflect.get(Object(json), "access_token"))
      const expired = Token((yield* refresh(refresh_token)).json)
      assert.strictEqual((yield* me(withToken(expired))).code, "ACCESS_TOKEN_EXPIRED")
      const good = Token((yield* refresh(refresh_token)).json)
      assert.strictEqual((yield* me(withToken(good))).status, 200)
    }).pipe(Effect.provide(service()))
  )

  it.effect("drop the connection in memory, before or after the request was handled", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const headers = withToken(access_token)
      const rename = (displayName: string) =>
        Effect.flatMap(Transport, ({ send }) =>
          send({
            method: "PATCH",
            url: "http://service.test/api/v1/users/me",
            headers: { ...headers, "content-type": "application/json" },
            body: JSON.stringify({ display_name: displayName }),
            maxResponseBytes: 8_000_000
          })
        ).pipe(Effect.provide(layerTransport))
      yield* updateMe(headers, { display_name: "Ada" })
      yield* add({ kind: "reset", times: 1 })
      assert.deepInclude(yield* Effect.flip(rename("Lost")), { description: "ECONNRESET" })
      assert.deepInclude((yield* me(headers)).json, { display_name: "Ada" })
      yield* add({ kind: "truncate", times: 1 })
      assert.deepInclude(yield* Effect.flip(rename("Done")), { description: "ECONNRESET" })
      assert.deepInclude((yield* me(headers)).json, { display_name: "Done" })
      assert.strictEqual((yield* rename("Again")).status, 200)
    }).pipe(Effect.provide(service()))
  )

  it.effect("appear in the request log", () =>
    Effect.gen(function* () {
      const log = yield* RequestLog
      yield* add({ kind: "reset", times: 1 })
      yield* add({ kind: "rateLimit", times: 1 })
      yield* health
      yield* health
      yield* health
      const entries = yield* log.entries
      assert.deepStrictEqual(
        entries.map(({ fault, route, status }) => [route, status, fault]),
        [
          ["/health", 0, "reset"],
          ["/health", 429, "rateLimit"],
          ["/health", 200, null]
        ]
      )
    }).pipe(Effect.provide(service()))
  )

  it.effect("that are invalid are a defect of the program", () =>
    Effect.gen(function* () {
      for (const fault of [
        { share: 2 },
        { share: 0 },
        { share: Number.NaN },
        { times: 0 },
        { times: 1.5 },
        { path: "" }
      ]) {
        assert.strictEqual(
          (yield* Effect.exit(add({ kind: "reset", ...fault })))._tag,
          "Failure",
          JSON.stringify(fault)
        )
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("are limited to a thousand; the oldest are removed", () =>
    Effect.gen(function* () {
      const { list } = yield* Faults
      for (let index = 0; index < 1002; index++) yield* add({ kind: "serverError", path: `/${index}` })
      const all = yield* list
      assert.deepStrictEqual([all.length, all[0]?.fault], [1000, { kind: "serverError", path: "/2" }])
    }).pipe(Effect.provide(service()))
  )
})

describe("dropped mail", () => {
  it.effect("is matched by address and does not affect requests", () =>
    Effect.gen(function* () {
      const { add, clear } = yield* Faults
      const { list } = yield* Mailbox
      const isDropped = Effect.fnUntraced(function* (email: string) {
        const { length } = yield* list()
        assert.strictEqual((yield* signUp(email)).status, 200)
        return (yield* list()).length === length
      })
      assert.isFalse(yield* isDropped("a@example.com"))
      yield* add({ kind: "dropMail", to: "*@EXAMPLE.com", times: 2 })
      assert.isFalse(yield* isDropped("b@example.org"))
      assert.isTrue(yield* isDropped("C@example.com"))
      assert.isTrue(yield* isDropped("d@example.com"))
      assert.isFalse(yield* isDropped("e@example.com"))
      yield* add({ kind: "dropMail" })
      assert.isTrue(yield* isDropped("f@example.org"))
      yield* clear
      assert.isFalse(yield* isDropped("g@example.org"))
    }).pipe(Effect.provide(service()))
  )
})

describe("a pattern", () => {
  it("matches any text with a star", () => {
    const yes = [
      ["*", ""],
      ["*", "/a/b"],
      ["/a", "/a"],
      ["/a/*", "/a/"],
      ["*/b", "/a/b/b"],
      ["/*/c*", "/a/b/c/d"],
      ["a**b", "ab"]
    ] as const
    const no = [
      ["", "a"],
      ["/a", "/ab"],
      ["/a", ""],
      ["/a/*", "/a"],
      ["*/b", "/b/c"],
      ["a*b*c", "abcb"],
      [".", "x"],
      ["(", ")"]
    ] as const
    for (const [pattern, text] of yes) assert.isTrue(matchesWildcard(pattern, text), `${pattern} ${text}`)
    for (const [pattern, text] of no) assert.isFalse(matchesWildcard(pattern, text), `${pattern} ${text}`)
  })

  it("is matched in linear time", () => {
    const start = startCpuTimer()
    assert.isFalse(matchesWildcard("*a".repeat(100) + "b", "a".repeat(100_000)))
    assert.isBelow(cpuTimeSince(start), 100)
  })
})
