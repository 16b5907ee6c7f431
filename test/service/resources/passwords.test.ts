/** Sign-up and sign-in with a password. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Queue } from "effect"
import { TestClock } from "effect/testing"
import { PasswordHasher } from "../../../service/crypto/password-hasher.ts"
import { layerTest as testHasher } from "../../../service/development/password-hasher-test.ts"
import { layerNoDeps } from "../../../service/development.ts"
import { Mailbox } from "../../../service/development/mailbox/mailbox.ts"
import { ada, asClient, asServer, me, seedWith, send, service, signIn, signUp, USER_ID, withToken } from "../fixture.ts"
import { readSession, readAttempt } from "../responses.ts"

const passwordSignIn = (json: unknown) => send("POST", "/api/v1/auth/password/sign-in", { headers: asClient, json })

describe("password sign-up", () => {
  it.effect("creates a user with an unverified primary address and signs them in", () =>
    Effect.gen(function* () {
      const tokens = yield* Effect.flatMap(signUp("new@example.com"), ({ json }) => readSession(json))
      const user = yield* me(withToken(tokens.access_token, asServer))
      assert.deepInclude(user.json, {
        id: tokens.user_id,
        primary_email: "new@example.com",
        primary_email_verified: false,
        primary_email_auth_enabled: true,
        has_password: true,
        auth_with_email: true,
        display_name: null,
        client_metadata: null,
        server_metadata: null
      })
      const again = yield* signIn({ email: "new@example.com", password: "correct horse" })
      assert.strictEqual(again.user_id, tokens.user_id)
    }).pipe(Effect.provide(service()))
  )

  it.effect("is checked in order: enabled, length, sign-up enabled, address available", () =>
    Effect.gen(function* () {
      const run = (config: object, password: string) =>
        signUp(ada.email, password).pipe(
          Effect.provide(service({ config })),
          Effect.map(({ code, status }) => [status, code])
        )
      const off = { credentialEnabled: false, signUpEnabled: false }
      assert.deepStrictEqual(yield* run(off, "short"), [400, "PASSWORD_AUTHENTICATION_NOT_ENABLED"])
      assert.deepStrictEqual(yield* run({ signUpEnabled: false }, "short"), [400, "PASSWORD_TOO_SHORT"])
      assert.deepStrictEqual(yield* run({ signUpEnabled: false }, "long enough"), [400, "SIGN_UP_NOT_ENABLED"])
      assert.deepStrictEqual(yield* run({}, "long enough"), [409, "USER_EMAIL_ALREADY_EXISTS"])
    })
  )

  it.effect("rejects an address that resembles another one by similar letters", () =>
    Effect.gen(function* () {
      // The Kelvin sign and the long s, whose lower case is k and s.
      for (const email of [
        "\u212aate@example.com",
        "kate@\u212aorp.example",
        "a\u017fa@example.com",
        "ada@example.\u017fe"
      ]) {
        const response = yield* signUp(email)
        assert.deepStrictEqual([response.status, response.code], [400, "SCHEMA_ERROR"], email)
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("reports the required length", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* signUp("new@example.com", "short")).details, { min_length: 8 })
      assert.strictEqual((yield* signUp("new@example.com", "12345678")).status, 200)
      assert.strictEqual((yield* signUp("new2@example.com", "x".repeat(70))).status, 200)
      assert.strictEqual((yield* signUp("new3@example.com", "x".repeat(71))).code, "SCHEMA_ERROR")
    }).pipe(Effect.provide(service()))
  )

  it.effect("succeeds for one of many concurrent requests with the same address", () =>
    Effect.gen(function* () {
      const responses = yield* Effect.all(
        Array.from({ length: 10 }, () => signUp("race@example.com")),
        {
          concurrency: "unbounded"
        }
      )
      assert.deepStrictEqual(responses.map(({ status }) => status).sort(), [
        200,
        ...Array.from({ length: 9 }, () => 409)
      ])
    }).pipe(Effect.provide(Layer.orDie(layerNoDeps({ seed: seedWith() })).pipe(Layer.provide(yieldingHasher))))
  )

  it.effect("compares addresses exactly and keeps projects apart", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* signUp("ADA@example.com")).status, 200)
      const third = yield* passwordSignIn({ email: "Ada@example.com", password: ada.password })
      assert.strictEqual(third.code, "EMAIL_PASSWORD_MISMATCH")
    }).pipe(Effect.provide(service()))
  )

  it.effect("needs no callback URL, and sends no mail without one", () =>
    Effect.gen(function* () {
      const email = "new@example.com"
      const { list } = yield* Mailbox
      const challenge = { bot_challenge_token: "x", bot_challenge_phase: "visible", bot_challenge_unavailable: "true" }
      const response = yield* send("POST", "/api/v1/auth/password/sign-up", {
        headers: asClient,
        json: { email, password: "long enough", ...challenge }
      })
      assert.strictEqual(response.status, 200, response.text)
      assert.deepStrictEqual(yield* list({ to: email }), [])
      yield* signUp("other@example.com")
      assert.lengthOf(yield* list({ to: "other@example.com" }), 1)
    }).pipe(Effect.provide(service()))
  )

  it.effect("accepts any callback URL, but sends no mail with an untrusted one", () =>
    Effect.gen(function* () {
      const response = yield* send("POST", "/api/v1/auth/password/sign-up", {
        headers: asClient,
        json: { email: "new@example.com", password: "long enough", verification_callback_url: "https://evil.example/x" }
      })
      assert.strictEqual(response.status, 200)
    }).pipe(Effect.provide(service()))
  )
})

/** Yields to other fibers while it hashes, as the real hasher does. */
const yieldingHasher = Layer.effect(
  PasswordHasher,
  Effect.map(PasswordHasher, (hasher) => ({
    ...hasher,
    hash: (password) => Effect.andThen(Effect.yieldNow, hasher.hash(password))
  }))
).pipe(Layer.provide(testHasher))

/** Reports each comparison that starts, and compares only after `resume` has a value. */
const makePausingHasher = (started: Queue.Queue<void>, resume: Queue.Queue<void>) =>
  Layer.effect(
    PasswordHasher,
    Effect.map(PasswordHasher, (hasher) => ({
      ...hasher,
      verify: (password, hash) =>
        Queue.offer(started, undefined).pipe(
          Effect.andThen(Queue.take(resume)),
          Effect.andThen(hasher.verify(password, hash))
        )
    }))
  ).pipe(Layer.provide(testHasher))

const changeAsServer = (password: string | null) =>
  send("PATCH", `/api/v1/users/${USER_ID}`, { headers: asServer, json: { password } })

describe("password sign-in", () => {
  it.effect("creates no session when the password is changed or removed during the comparison", () =>
    Effect.gen(function* () {
      const started = yield* Queue.unbounded<void>()
      const resume = yield* Queue.unbounded<void>()
      const hasher = makePausingHasher(started, resume)
      yield* Effect.gen(function* () {
        let password = ada.password
        for (const next of ["another horse", "a third horse", null]) {
          // Two changes of a password differ in their millisecond.
          yield* TestClock.adjust(1)
          const late = yield* Effect.forkChild(passwordSignIn({ email: ada.email, password }))
          yield* Queue.take(started)
          assert.strictEqual((yield* changeAsServer(next)).status, 200)
          yield* Queue.offer(resume, undefined)
          assert.strictEqual((yield* Fiber.join(late)).code, "EMAIL_PASSWORD_MISMATCH", String(next))
          password = next ?? ""
        }
      }).pipe(Effect.provide(Layer.orDie(Layer.provide(layerNoDeps({ seed: seedWith() }), hasher))))
    })
  )

  it.effect("gets the same response for an unknown address, no password and a wrong one", () =>
    Effect.gen(function* () {
      const unknown = yield* passwordSignIn({ email: "unknown@example.com", password: ada.password })
      const wrong = yield* passwordSignIn({ email: ada.email, password: "wrong password" })
      const without = yield* passwordSignIn({ email: "bob@example.com", password: ada.password })
      for (const response of [unknown, wrong, without]) {
        assert.deepStrictEqual([response.status, response.code], [400, "EMAIL_PASSWORD_MISMATCH"])
        assert.strictEqual(response.text, unknown.text)
      }
    }).pipe(Effect.provide(service({ users: [ada, { email: "bob@example.com" }] })))
  )

  it.effect("does the work of a comparison in a project without users", () => {
    const compared: Array<string | null> = []
    const spy = Layer.effect(
      PasswordHasher,
      Effect.map(PasswordHasher, (hasher) => ({
        ...hasher,
        verify: (password, hash) => {
          compared.push(hash)
          return hasher.verify(password, hash)
        }
      }))
    ).pipe(Layer.provide(testHasher))
    return Effect.gen(function* () {
      yield* passwordSignIn({ email: "unknown@example.com", password: "whatever it is" })
      assert.deepStrictEqual(compared, [null])
    }).pipe(Effect.provide(Layer.orDie(layerNoDeps({ seed: seedWith({ users: [] }) })).pipe(Layer.provide(spy))))
  })

  it.effect("is rejected when the project does not offer it", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* passwordSignIn(ada)).code, "PASSWORD_AUTHENTICATION_NOT_ENABLED")
    }).pipe(Effect.provide(service({ config: { credentialEnabled: false } })))
  )

  it.effect("creates a new session each time", () =>
    Effect.gen(function* () {
      const first = yield* signIn()
      const second = yield* signIn()
      assert.notStrictEqual(first.refresh_token, second.refresh_token)
    }).pipe(Effect.provide(service()))
  )

  it.effect("requires the second factor, with a new attempt each time", () =>
    Effect.gen(function* () {
      const first = yield* passwordSignIn(ada)
      const second = yield* passwordSignIn(ada)
      assert.deepStrictEqual([first.status, first.code], [400, "MULTI_FACTOR_AUTHENTICATION_REQUIRED"])
      const attempt = yield* readAttempt(first.details)
      assert.match(attempt.attempt_code, /^[0-9a-z]{45}$/)
      assert.notDeepEqual(yield* readAttempt(second.details), attempt)
      assert.strictEqual(
        (yield* passwordSignIn({ ...ada, password: "wrong password" })).code,
        "EMAIL_PASSWORD_MISMATCH",
        "a wrong password does not reveal the second factor"
      )
    }).pipe(Effect.provide(service({ users: [{ ...ada, totpSecret: "ZXhhbXBsZSB2YWx1ZQ==" }] })))
  )

  it.effect("accepts imported bcrypt hashes", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* signIn({ email: "old@example.com", password: "password123" })).user_id, USER_ID)
      const wrong = yield* passwordSignIn({ email: "old@example.com", password: "password124" })
      assert.strictEqual(wrong.code, "EMAIL_PASSWORD_MISMATCH")
    }).pipe(Effect.provide(service({ users: [{ id: USER_ID, email: "old@example.com", passwordHash: bcryptHash }] })))
  )

  it.effect(
    "checks an unknown address against a hash of the project, so that it takes as long as for an imported user",
    () =>
      Effect.gen(function* () {
        const checked: Array<string | null> = []
        const hasher = Layer.effect(
          PasswordHasher,
          Effect.map(PasswordHasher, (hasher) => ({
            ...hasher,
            verify: (password, hash) =>
              Effect.suspend(() => {
                checked.push(hash)
                return hasher.verify(password, hash)
              })
          }))
        ).pipe(Layer.provide(testHasher))
        const imported = {
          id: "ffffffff-ffff-4fff-8fff-ffffffffffff",
          email: "old@example.com",
          passwordHash: bcryptHash
        }
        yield* Effect.gen(function* () {
          const credential = { email: "unknown@example.com", password: "password123" }
          const unknown = yield* passwordSignIn(credential)
          const wrong = yield* passwordSignIn({ email: "old@example.com", password: "wrong password" })
          assert.deepStrictEqual([unknown.status, unknown.text], [wrong.status, wrong.text])
          assert.strictEqual(unknown.code, "EMAIL_PASSWORD_MISMATCH", "the password of another user")
          assert.deepStrictEqual(checked, [bcryptHash, bcryptHash])
        }).pipe(
          Effect.provide(Layer.orDie(Layer.provide(layerNoDeps({ seed: seedWith({ users: [imported] }) }), hasher)))
        )
      })
  )

  it.effect("counts as activity", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1 hour")
      const { access_token } = yield* signIn()
      const user = yield* me(withToken(access_token, asServer))
      assert.deepInclude(user.json, { signed_up_at_millis: 0, last_active_at_millis: 3_600_000 })
    }).pipe(Effect.provide(service()))
  )
})

/** `password123` with 4 rounds. */
const bcryptHash = "$2b$04$vWkqOio8rwIollpY4xTTVuAOmUDuhKfWi4hYbydOULq0M/b7DP6e2"
