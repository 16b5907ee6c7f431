/** The time limit of adapters for the session of a request, while the service does not respond. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { makeReadSession } from "../../adapters/request-sessions.ts"
import * as FetchTransport from "../../core/http/transport-fetch.ts"
import { BASE_URL, claims, ecKey, JWKS_URL, PROJECT_ID, signToken, until } from "../tiers/verify/signing.ts"

const key = ecKey("first")

/** A request whose access token, issued at 0, expires after ten minutes. */
const request = {
  url: "http://app.test/notes",
  headers: new Headers({
    cookie: `stack-refresh-${PROJECT_ID}=refresh; stack-access=${encodeURIComponent(
      JSON.stringify(["refresh", signToken(key, claims({ exp: 600 }))])
    )}`
  })
}

/**
 * Reads the session of the request. The service responds to requests for the project's keys, and never to a refresh.
 */
const reading = Effect.fnUntraced(function* (timeoutMillis?: number) {
  let refreshes = 0
  const fetch: typeof globalThis.fetch = (input, init) => {
    if (String(input) === JWKS_URL) return Promise.resolve(Response.json({ keys: [key.jwk] }))
    refreshes++
    return new Promise((_, reject) => init?.signal?.addEventListener("abort", () => reject(new Error("aborted"))))
  }
  const { readSession } = yield* Effect.provideService(
    makeReadSession({ projectId: PROJECT_ID, publishableClientKey: "pck_test", baseUrl: BASE_URL, timeoutMillis }),
    FetchTransport.Fetch,
    fetch
  )
  const fiber = yield* Effect.forkChild(readSession(request))
  return { fiber, refreshes: () => refreshes }
})

describe("While the service does not respond, an adapter", () => {
  for (const [limit, millis] of [
    [undefined, 3000],
    [500, 500]
  ] as const) {
    it.effect(`gives an expired session up after ${millis} ms in all, with timeoutMillis ${limit}`, () =>
      Effect.gen(function* () {
        yield* TestClock.adjust("20 minutes")
        const { fiber, refreshes } = yield* reading(limit)
        yield* until(() => refreshes() === 1)
        yield* TestClock.adjust(0.9 * millis)
        yield* until(() => refreshes() === 2)
        yield* TestClock.adjust(0.1 * millis - 1)
        assert.isUndefined(fiber.pollUnsafe())
        yield* TestClock.adjust(1)
        yield* until(() => fiber.pollUnsafe() !== undefined)
        assert.isUndefined((yield* Fiber.join(fiber)).session)
      })
    )
  }

  it.effect("accepts an access token that is still valid although its refresh fails", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("590 seconds")
      const { fiber, refreshes } = yield* reading()
      yield* until(() => refreshes() === 1)
      yield* TestClock.adjust(2700)
      const { session, setCookies } = yield* Fiber.join(fiber)
      assert.strictEqual(session?.claims.userId, "user-1")
      assert.isFalse(session?.refreshed)
      assert.isEmpty(setCookies)
    })
  )

  it.effect("reads a session that needs no refresh at once", () =>
    Effect.gen(function* () {
      const { fiber, refreshes } = yield* reading()
      assert.strictEqual((yield* Fiber.join(fiber)).session?.claims.userId, "user-1")
      assert.strictEqual(refreshes(), 0)
    })
  )
})
