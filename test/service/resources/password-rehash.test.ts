/** Sign-ins that replace weaker password hashes. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { PasswordHasher, PasswordHashUnsupported } from "../../../service/crypto/password-hasher.ts"
import { layerTest as testHasher } from "../../../service/development/password-hasher-test.ts"
import { PasswordHasherBusy } from "../../../service/crypto/work-queue.ts"
import { layerNoDeps } from "../../../service/development.ts"
import { asServer, type Headers, seedWith, send, USER_ID, withToken, asClient } from "../fixture.ts"
import type { Service } from "../../../service/service.ts"
import { post } from "../requests.ts"

const OLD_PASSWORD = "password123"
const NEW_PASSWORD = "another horse"
/** `password123` with 4 rounds. */
const bcryptHash = "$2b$04$vWkqOio8rwIollpY4xTTVuAOmUDuhKfWi4hYbydOULq0M/b7DP6e2"
const user = { id: USER_ID, email: "old@example.com", passwordHash: bcryptHash }

const attempt = (password: string) =>
  Effect.map(
    post("/auth/password/sign-in", asClient, { email: user.email, password }),
    ({ code, status }) => code ?? status
  )

const withHasher = (hasher: Layer.Layer<PasswordHasher>) =>
  Layer.orDie(Layer.provide(layerNoDeps({ seed: seedWith({ users: [user] }) }), hasher))

/** A service that computes the first new hash of `password` only after `resume`, and what it has verified. */
const pauseAt = Effect.fnUntraced(function* (password: string) {
  const [started, resume] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
  const verified: Array<string | null> = []
  let isFirst = true
  const hasher = Layer.effect(
    PasswordHasher,
    Effect.map(PasswordHasher, (hasher) => ({
      ...hasher,
      hash: Effect.fnUntraced(function* (given) {
        if (isFirst && Redacted.value(given) === password) {
          isFirst = false
          yield* Deferred.succeed(started, undefined)
          yield* Deferred.await(resume)
        }
        return yield* hasher.hash(given)
      }),
      verify: (given, hash) => {
        verified.push(hash)
        return hasher.verify(given, hash)
      }
    }))
  ).pipe(Layer.provide(testHasher))
  return { started, resume, verified, running: withHasher(hasher) }
})

const session: Effect.Effect<Headers, unknown, Service> = Effect.map(
  post("/auth/sessions", asServer, { user_id: USER_ID }),
  ({ json }) => withToken(String(Reflect.get(Object(json), "access_token")))
)

describe("a sign-in with a weaker hash", () => {
  it.effect("replaces it once, after the right password", () =>
    Effect.gen(function* () {
      const { resume, running, verified } = yield* pauseAt(OLD_PASSWORD)
      yield* Deferred.succeed(resume, undefined)
      yield* Effect.gen(function* () {
        assert.strictEqual(yield* attempt("a wrong one"), "EMAIL_PASSWORD_MISMATCH")
        for (let count = 0; count < 3; count++) assert.strictEqual(yield* attempt(OLD_PASSWORD), 200)
        const [first, second, third, fourth] = verified
        assert.deepStrictEqual([first, second], [bcryptHash, bcryptHash])
        assert.match(String(third), /^\$argon2id\$/)
        assert.strictEqual(fourth, third)
      }).pipe(Effect.provide(running))
    })
  )

  it.effect("does not make a concurrent change of the password fail", () =>
    Effect.gen(function* () {
      const { resume, running, started } = yield* pauseAt(NEW_PASSWORD)
      yield* Effect.gen(function* () {
        const passwords = { old_password: OLD_PASSWORD, new_password: NEW_PASSWORD }
        const change = yield* Effect.forkChild(post("/auth/password/update", yield* session, passwords))
        yield* Deferred.await(started)
        assert.strictEqual(yield* attempt(OLD_PASSWORD), 200)
        yield* Deferred.succeed(resume, undefined)
        assert.strictEqual((yield* Fiber.join(change)).status, 200)
        assert.strictEqual(yield* attempt(OLD_PASSWORD), "EMAIL_PASSWORD_MISMATCH")
        assert.strictEqual(yield* attempt(NEW_PASSWORD), 200)
      }).pipe(Effect.provide(running))
    })
  )

  it.effect("does not bring back a password that was changed meanwhile", () =>
    Effect.gen(function* () {
      const { resume, running, started } = yield* pauseAt(OLD_PASSWORD)
      yield* Effect.gen(function* () {
        const late = yield* Effect.forkChild(attempt(OLD_PASSWORD))
        yield* Deferred.await(started)
        // Two changes of a password differ in their millisecond.
        yield* TestClock.adjust(1)
        const json = { password: NEW_PASSWORD }
        assert.strictEqual((yield* send("PATCH", `/api/v1/users/${USER_ID}`, { headers: asServer, json })).status, 200)
        yield* Deferred.succeed(resume, undefined)
        assert.strictEqual(yield* Fiber.join(late), "EMAIL_PASSWORD_MISMATCH")
        assert.strictEqual(yield* attempt(OLD_PASSWORD), "EMAIL_PASSWORD_MISMATCH")
        assert.strictEqual(yield* attempt(NEW_PASSWORD), 200)
      }).pipe(Effect.provide(running))
    })
  )

  it.effect("succeeds without replacing it while the queue of the hasher is full", () => {
    const hasher = Layer.effect(
      PasswordHasher,
      Effect.map(PasswordHasher, (hasher) => ({
        ...hasher,
        hash: (given) =>
          Redacted.value(given) === OLD_PASSWORD ? Effect.fail(new PasswordHasherBusy()) : hasher.hash(given)
      }))
    ).pipe(Layer.provide(testHasher))
    return Effect.gen(function* () {
      for (let count = 0; count < 2; count++) assert.strictEqual(yield* attempt(OLD_PASSWORD), 200)
    }).pipe(Effect.provide(withHasher(hasher)))
  })
})

describe("a sign-in with a hash that the runtime cannot verify", () => {
  it.effect("gets 503, which is no wrong password and no failed attempt", () => {
    const hasher = Layer.effect(
      PasswordHasher,
      Effect.map(PasswordHasher, (hasher) => ({
        ...hasher,
        verify: () => Effect.fail(new PasswordHashUnsupported({ algorithm: "argon2id" }))
      }))
    ).pipe(Layer.provide(testHasher))
    return Effect.gen(function* () {
      for (let count = 0; count < 60; count++) {
        const response = yield* post("/auth/password/sign-in", asClient, { email: user.email, password: OLD_PASSWORD })
        assert.deepStrictEqual([response.status, response.code], [503, undefined])
        assert.strictEqual(response.headers["retry-after"], "5")
        assert.strictEqual(
          response.text,
          "This password cannot be checked at the moment. The service's log has the reason."
        )
      }
    }).pipe(Effect.provide(withHasher(hasher)))
  })
})
