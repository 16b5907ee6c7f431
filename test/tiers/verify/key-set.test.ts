/** The key set that verifies tokens: its requests, its cache, and outages. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import * as FetchTransport from "../../../core/http/transport-fetch.ts"
import * as Verify from "../../../tiers/verify/index.ts"
import { type ScriptedResult, lost, ok, status } from "../../core/scripted-transport.ts"
import { DAY } from "../../durations.ts"
import {
  BASE_URL,
  claims,
  ecKey,
  JWKS_URL,
  keySet,
  PROJECT_ID,
  signToken,
  until,
  outcome,
  verifierOver
} from "./signing.ts"

const first = ecKey("first")
const second = ecKey("second")

/** A token that lives for as long as tests take. */
const longLivedToken = (key: typeof first) => signToken(key, claims({ exp: 1e9 }))

/**
 * Completes everything that is ready. A token that is decoded reaches the request for the keys without a timer or
 * another thread, and so within these turns of the event loop.
 */
const settled = Effect.promise(async () => {
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve))
})

const responses = (...script: ReadonlyArray<ScriptedResult>) => verifierOver((index) => script[index] ?? lost)

describe("The keys", () => {
  it.effect("are requested from the configured service without any key, token or project header", () =>
    Effect.gen(function* () {
      const { layer, script } = responses(keySet(first))
      yield* Effect.provide(outcome(longLivedToken(first)), layer)
      const [request] = script.requests
      assert.strictEqual(request?.url, JWKS_URL)
      assert.deepStrictEqual(request?.headers, { accept: "application/json" })
    })
  )

  it.effect("are requested from their own path, whatever the project id", () =>
    Effect.gen(function* () {
      const { layer, script } = verifierOver(() => keySet(first), { projectId: "../../evil" })
      yield* Effect.provide(outcome(signToken(first, claims({ aud: "../../evil" }))), layer)
      assert.strictEqual(script.requests[0]?.url, `${BASE_URL}/api/v1/projects/..%2F..%2Fevil/.well-known/jwks.json`)
    })
  )

  it.effect("time out after five seconds", () =>
    Effect.gen(function* () {
      const { layer, script } = verifierOver(() => "never")
      const fiber = yield* Effect.forkChild(Effect.provide(outcome(longLivedToken(first)), layer))
      yield* until(() => script.requests.length === 1)
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(yield* Fiber.join(fiber), "unavailable: no response within 5000 ms")
      assert.strictEqual(script.aborted(), 1)
    })
  )

  const useless: ReadonlyArray<readonly [what: string, response: ScriptedResult, outcome: string]> = [
    ["a redirect", status(302, { location: "https://evil.test/jwks.json" }), "unavailable: status 302"],
    ["an error", status(500), "unavailable: status 500"],
    ["an empty response", ok(""), "unavailable: no key set"],
    ["no JSON", ok("<html>"), "unavailable: no key set"],
    ["JSON of another kind", ok({ keys: {} }), "unavailable: no key set"],
    ["100 kB", ok({ keys: [], pad: "a".repeat(100_000) }), "unavailable: more than 65536 bytes"],
    ["no connection", lost, "unavailable: ECONNRESET"],
    ["an empty set", ok({ keys: [] }), "unknown-key"],
    ["things that are no keys", ok({ keys: [null, 1, "key", [], {}, { kid: "first" }] }), "unknown-key"],
    ["a key off the curve", ok({ keys: [{ ...first.jwk, x: "AAAA", y: "AAAA" }] }), "unknown-key"],
    ["a key for encryption", ok({ keys: [{ ...first.jwk, use: "enc" }] }), "unknown-key"],
    ["a key for another algorithm", ok({ keys: [{ ...first.jwk, alg: "ES384" }] }), "unknown-key"]
  ]
  it.effect.each([...useless])("are missing when the response is %s", ([, response, expected]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* Effect.provide(outcome(longLivedToken(first)), responses(response).layer), expected)
    })
  )

  it.effect("are found among values that are not keys", () =>
    Effect.gen(function* () {
      const { layer } = responses(ok({ keys: [null, { kid: "first", kty: "oct", k: "AAAA" }, first.jwk], more: true }))
      assert.strictEqual(yield* Effect.provide(outcome(longLivedToken(first)), layer), "ok")
    })
  )

  it.effect("are read with fetch up to 64 kB, without following redirects", () =>
    Effect.gen(function* () {
      let sent = 0
      let init: RequestInit | undefined
      const fetch: typeof globalThis.fetch = (_, given) => {
        init = given
        const body = new ReadableStream({
          pull: (controller) => {
            sent += 10_000
            controller.enqueue(new TextEncoder().encode(" ".repeat(10_000)))
          }
        })
        return Promise.resolve(new Response(body))
      }
      const layer = Verify.layer({ projectId: PROJECT_ID, baseUrl: BASE_URL }).pipe(
        Layer.provide(Layer.succeed(FetchTransport.Fetch, fetch))
      )
      assert.strictEqual(
        yield* Effect.provide(outcome(longLivedToken(first)), layer),
        "unavailable: more than 65536 bytes"
      )
      assert.isBelow(sent, 200_000)
      assert.strictEqual(init?.redirect, "manual")
    })
  )
})

describe("The cache of keys", () => {
  it.effect("sends one request for many concurrent tokens, and the next after ten minutes", () =>
    Effect.gen(function* () {
      const { layer, script } = responses(keySet(first), keySet(first))
      yield* Effect.gen(function* () {
        const outcomes = yield* Effect.all(
          Array.from({ length: 50 }, () => outcome(longLivedToken(first))),
          {
            concurrency: "unbounded"
          }
        )
        assert.deepStrictEqual([...new Set(outcomes)], ["ok"])
        yield* TestClock.adjust("599 seconds")
        yield* outcome(longLivedToken(first))
        assert.lengthOf(script.requests, 1)
        yield* TestClock.adjust("1 second")
        yield* outcome(longLivedToken(first))
        assert.lengthOf(script.requests, 2)
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("requests a new key at most once in 30 seconds, however many tokens name one", () =>
    Effect.gen(function* () {
      const { layer, script } = verifierOver(() => keySet(first))
      yield* Effect.gen(function* () {
        yield* outcome(longLivedToken(first))
        for (let second = 0; second < 90; second++) {
          const unknown = Array.from({ length: 5 }, (_, index) =>
            outcome(signToken({ ...first, kid: `${second}-${index}` }))
          )
          assert.deepStrictEqual([...new Set(yield* Effect.all(unknown, { concurrency: 5 }))], ["unknown-key"])
          yield* TestClock.adjust("1 second")
        }
        assert.deepStrictEqual(
          script.requests.map(({ at }) => at),
          [0, 30_000, 60_000]
        )
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("finds a new key after the cooldown, and drops removed ones", () =>
    Effect.gen(function* () {
      const { layer } = responses(keySet(first), keySet(second))
      yield* Effect.gen(function* () {
        assert.strictEqual(yield* outcome(longLivedToken(first)), "ok")
        assert.strictEqual(yield* outcome(longLivedToken(second)), "unknown-key")
        yield* TestClock.adjust("30 seconds")
        assert.strictEqual(yield* outcome(longLivedToken(second)), "ok")
        assert.strictEqual(yield* outcome(longLivedToken(first)), "unknown-key")
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("uses old keys during an outage for at most an hour", () =>
    Effect.gen(function* () {
      const { layer } = responses(keySet(first))
      yield* Effect.gen(function* () {
        assert.strictEqual(yield* outcome(longLivedToken(first)), "ok")
        yield* TestClock.adjust("69 minutes")
        assert.strictEqual(yield* outcome(longLivedToken(first)), "ok")
        assert.strictEqual(yield* outcome(longLivedToken(second)), "unavailable: ECONNRESET")
        yield* TestClock.adjust("1 minute")
        assert.strictEqual(yield* outcome(longLivedToken(first)), "unavailable: ECONNRESET")
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("uses an old key after a second without a response, while the request goes on", () =>
    Effect.gen(function* () {
      const { layer, script } = verifierOver((index) => (index === 0 ? keySet(first) : "never"))
      yield* Effect.gen(function* () {
        yield* outcome(longLivedToken(first))
        yield* TestClock.adjust("10 minutes")
        const fiber = yield* Effect.forkChild(outcome(longLivedToken(first)))
        yield* until(() => script.requests.length === 2)
        yield* TestClock.adjust(999)
        assert.isUndefined(fiber.pollUnsafe())
        yield* TestClock.adjust(1)
        assert.strictEqual(yield* Fiber.join(fiber), "ok")
        assert.strictEqual(script.aborted(), 0)
        // Later tokens are verified at once, during the request and its cooldown.
        assert.strictEqual(yield* outcome(longLivedToken(first)), "ok")
        yield* TestClock.adjust("33 seconds")
        assert.strictEqual(yield* outcome(longLivedToken(first)), "ok")
        assert.lengthOf(script.requests, 2)
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("waits a second in all for one request, however many tokens come meanwhile", () =>
    Effect.gen(function* () {
      const { layer, script } = verifierOver((index) => (index === 0 ? keySet(first) : "never"))
      yield* Effect.gen(function* () {
        yield* outcome(longLivedToken(first))
        yield* TestClock.adjust("10 minutes")
        const earlier = yield* Effect.forkChild(outcome(longLivedToken(first)))
        yield* until(() => script.requests.length === 2)
        yield* TestClock.adjust(900)
        const later = yield* Effect.forkChild(outcome(longLivedToken(first)))
        yield* settled
        assert.isUndefined(later.pollUnsafe())
        yield* TestClock.adjust(100)
        assert.deepStrictEqual([yield* Fiber.join(earlier), yield* Fiber.join(later)], ["ok", "ok"])
        assert.lengthOf(script.requests, 2)
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("rejects a removed key after ten minutes if the service responds within a second", () =>
    Effect.gen(function* () {
      const { layer, script } = verifierOver((index) =>
        index === 0 ? keySet(first) : { ...keySet(second), afterMillis: 999 }
      )
      yield* Effect.gen(function* () {
        yield* outcome(longLivedToken(first))
        yield* TestClock.adjust("10 minutes")
        const fiber = yield* Effect.forkChild(outcome(longLivedToken(first)))
        yield* until(() => script.requests.length === 2)
        yield* TestClock.adjust(999)
        assert.strictEqual(yield* Fiber.join(fiber), "unknown-key")
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("rejects a removed key from the moment at which a slow response arrives", () =>
    Effect.gen(function* () {
      const { layer, script } = verifierOver((index) =>
        index === 0 ? keySet(first) : { ...keySet(second), afterMillis: 4000 }
      )
      yield* Effect.gen(function* () {
        yield* outcome(longLivedToken(first))
        yield* TestClock.adjust("10 minutes")
        const fiber = yield* Effect.forkChild(outcome(longLivedToken(first)))
        yield* until(() => script.requests.length === 2)
        yield* TestClock.adjust(1000)
        assert.strictEqual(yield* Fiber.join(fiber), "ok")
        const unknown = yield* Effect.forkChild(outcome(longLivedToken(second)))
        yield* settled
        assert.isUndefined(unknown.pollUnsafe(), "an unknown key waits for the response")
        yield* TestClock.adjust(3000)
        assert.strictEqual(yield* Fiber.join(unknown), "ok")
        assert.strictEqual(yield* outcome(longLivedToken(first)), "unknown-key")
        assert.lengthOf(script.requests, 2)
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("sends at most one request for each cooldown during an outage", () =>
    Effect.gen(function* () {
      const { layer, script } = responses(keySet(first))
      yield* Effect.gen(function* () {
        yield* outcome(longLivedToken(first))
        yield* TestClock.adjust("10 minutes")
        for (let second = 0; second < 60; second++) {
          assert.strictEqual(yield* outcome(longLivedToken(first)), "ok")
          yield* TestClock.adjust("1 second")
        }
        assert.deepStrictEqual(
          script.requests.map(({ at }) => at),
          [0, 600_000, 630_000]
        )
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("retries after a second if no keys are cached", () =>
    Effect.gen(function* () {
      const { layer, script } = responses(lost, keySet(first))
      yield* Effect.gen(function* () {
        assert.strictEqual(yield* outcome(longLivedToken(first)), "unavailable: ECONNRESET")
        assert.strictEqual(yield* outcome(longLivedToken(first)), "unavailable: ECONNRESET")
        assert.lengthOf(script.requests, 1)
        yield* TestClock.adjust("1 second")
        assert.strictEqual(yield* outcome(longLivedToken(first)), "ok")
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("keeps a request whose first caller was interrupted", () =>
    Effect.gen(function* () {
      const { layer, script } = verifierOver(() => ({ ...keySet(first), afterMillis: 1000 }))
      yield* Effect.gen(function* () {
        for (let caller = 0; caller < 20; caller++) {
          const fiber = yield* Effect.forkChild(outcome(longLivedToken(first)))
          yield* until(() => script.requests.length > 0)
          yield* Fiber.interrupt(fiber)
        }
        yield* TestClock.adjust("1 second")
        assert.strictEqual(yield* outcome(longLivedToken(first)), "ok")
        assert.lengthOf(script.requests, 1)
        assert.strictEqual(script.aborted(), 0)
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("works when the clock jumps back a day", () =>
    Effect.gen(function* () {
      const { layer, script } = verifierOver((index) => (index === 0 ? keySet(first) : keySet(first, second)))
      yield* Effect.gen(function* () {
        yield* TestClock.setTime(DAY)
        assert.strictEqual(yield* outcome(longLivedToken(first)), "ok")
        yield* TestClock.setTime(0)
        assert.strictEqual(yield* outcome(longLivedToken(second)), "ok")
        assert.lengthOf(script.requests, 2)
      }).pipe(Effect.provide(layer))
    })
  )
})

describe("The id of a key", () => {
  it.effect.each(["__proto__", "constructor", "prototype", "length", "0", "../../etc/passwd", "a".repeat(256)])(
    "%s is compared and nothing else",
    (kid) =>
      Effect.gen(function* () {
        const { layer, script } = verifierOver(() => keySet(first))
        assert.strictEqual(yield* Effect.provide(outcome(signToken({ ...first, kid })), layer), "unknown-key")
        assert.deepStrictEqual([...new Set(script.requests.map(({ url }) => url))], [JWKS_URL])
        const own = { ...first, kid, jwk: { ...first.jwk, kid } }
        assert.strictEqual(
          yield* Effect.provide(outcome(longLivedToken(own)), verifierOver(() => keySet(own)).layer),
          "ok"
        )
      })
  )
})
