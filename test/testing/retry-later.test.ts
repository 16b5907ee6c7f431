/**
 * A test of an application, to copy: a sign-in form that counts down while the service is rate limited, and then
 * retries. It needs no port, and virtual time passes at once.
 */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { OnWaiting } from "keystile"
import * as Client from "keystile/client"
import * as Testing from "keystile/testing"

const ada = { email: "ada@example.com", password: "correct horse" }

/** The application's code: the texts of the form from the first click to the end. */
const signInForm = Effect.fnUntraced(function* (show: (text: string) => void) {
  const client = yield* Client.Client
  show("Signing in …")
  yield* client.signInWithCredential(ada).pipe(
    Effect.provideService(OnWaiting, ({ until }) =>
      Effect.map(Clock.currentTimeMillis, (now) => show(`Busy. Trying again in ${Math.round((until - now) / 1000)} s`))
    ),
    Effect.matchEffect({
      onSuccess: () => Effect.sync(() => show("Welcome")),
      onFailure: (error) =>
        Effect.sync(() => show(error._tag === "EmailPasswordMismatch" ? "Wrong password" : "Try later"))
    })
  )
})

const shown = () => {
  const texts: Array<string> = []
  return { texts, show: (text: string) => void texts.push(text) }
}

describe("the sign-in form", () => {
  it.effect("counts down when the service is busy, and signs in afterwards", () =>
    Effect.gen(function* () {
      const { show, texts } = shown()
      const faults = yield* Testing.Faults
      yield* faults.add({ kind: "rateLimit", path: "*/password/sign-in", retryAfterSeconds: 30, times: 1 })
      const form = yield* Effect.forkChild(signInForm(show))
      yield* TestClock.adjust("29 seconds")
      assert.deepStrictEqual(texts, ["Signing in …", "Busy. Trying again in 30 s"])
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(form)
      assert.deepStrictEqual(texts.at(-1), "Welcome")
    }).pipe(Effect.provide(Testing.layer({ users: [ada] })))
  )

  it.effect("accepts a date as well as seconds", () =>
    Effect.gen(function* () {
      const { show, texts } = shown()
      const faults = yield* Testing.Faults
      yield* faults.add({ kind: "rateLimit", retryAfterSeconds: 30, retryAfterForm: "date", times: 1 })
      const form = yield* Effect.forkChild(signInForm(show))
      yield* TestClock.adjust("30 seconds")
      yield* Fiber.join(form)
      assert.deepStrictEqual(texts, ["Signing in …", "Busy. Trying again in 30 s", "Welcome"])
    }).pipe(Effect.provide(Testing.layer({ users: [ada] })))
  )

  it.effect("gives up when the service stays busy", () =>
    Effect.gen(function* () {
      const { show, texts } = shown()
      const faults = yield* Testing.Faults
      const log = yield* Testing.RequestLog
      yield* faults.add({ kind: "rateLimit", retryAfterSeconds: 10 })
      const form = yield* Effect.forkChild(signInForm(show))
      yield* TestClock.adjust("5 minutes")
      yield* Fiber.join(form)
      assert.strictEqual(texts.at(-1), "Try later")
      assert.strictEqual(yield* log.count("POST /api/v1/auth/password/sign-in"), 5)
    }).pipe(Effect.provide(Testing.layer({ users: [ada] })))
  )
})

describe("a service whose clock is ahead", () => {
  it.effect("rejects a token that the application considers valid, which is then refreshed", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const clock = yield* Testing.ServiceClock
      const log = yield* Testing.RequestLog
      yield* client.signInWithCredential(ada)
      yield* clock.advance("10 minutes")
      assert.strictEqual((yield* client.getUser)?.primaryEmail, ada.email)
      assert.deepStrictEqual(
        (yield* log.entries).map(({ code, route }) => code ?? route),
        ["/api/v1/auth/password/sign-in", "ACCESS_TOKEN_EXPIRED", "/api/v1/auth/oauth/token", "/api/v1/users/me"]
      )
    }).pipe(Effect.provide(Testing.layer({ users: [ada] })))
  )
})
