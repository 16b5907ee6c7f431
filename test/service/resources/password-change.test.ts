/** Changing a password, and setting the first one. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { PasswordHasher } from "../../../service/crypto/password-hasher.ts"
import { layerTest as testHasher } from "../../../service/development/password-hasher-test.ts"
import { layerNoDeps } from "../../../service/development.ts"
import {
  ada,
  asClient,
  asServer,
  type Headers,
  me,
  refresh,
  seedWith,
  send,
  service,
  signIn,
  USER_ID,
  withToken
} from "../fixture.ts"
import { post } from "../requests.ts"

const update = (headers: Headers, old_password: string, new_password: string) =>
  post("/auth/password/update", headers, { old_password, new_password })
const set = (headers: Headers, password: string) => post("/auth/password/set", headers, { password })

/** Creates a session in the server tier, as for a user without a password. */
const sessionOf = Effect.fnUntraced(function* (userId: string, tier: Headers = asClient) {
  const { json } = yield* post("/auth/sessions", asServer, { user_id: userId })
  return withToken(String(Reflect.get(Object(json), "access_token")), tier)
})

describe("a changed password", () => {
  it.effect("revokes all sessions except the current one", () =>
    Effect.gen(function* () {
      const [kept, other] = [yield* signIn(), yield* signIn()]
      const headers = { ...withToken(kept.access_token), "x-stack-refresh-token": kept.refresh_token }
      const response = yield* update(headers, ada.password, "another password")
      assert.deepStrictEqual([response.status, response.json], [200, { success: true }])
      assert.strictEqual((yield* refresh(kept.refresh_token)).status, 200)
      assert.strictEqual((yield* refresh(other.refresh_token)).code, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
      assert.strictEqual((yield* signIn({ ...ada, password: "another password" })).user_id, USER_ID)
    }).pipe(Effect.provide(service()))
  )

  it.effect("revokes all sessions if none is named, and no sessions of other users", () =>
    Effect.gen(function* () {
      const [own, bob] = [yield* signIn(), yield* signIn({ email: "bob@example.com", password: "long enough" })]
      assert.strictEqual((yield* update(withToken(own.access_token), ada.password, "another password")).status, 200)
      assert.strictEqual((yield* refresh(own.refresh_token)).status, 401)
      assert.strictEqual((yield* refresh(bob.refresh_token)).status, 200)
    }).pipe(
      Effect.provide(
        service({
          users: [
            { id: USER_ID, ...ada },
            { email: "bob@example.com", password: "long enough" }
          ]
        })
      )
    )
  )

  it.effect("is checked in order: enabled, length, existing password, old password", () =>
    Effect.gen(function* () {
      const run = (project: object, newPassword: string) =>
        Effect.gen(function* () {
          return (yield* update(yield* sessionOf(USER_ID), "wrong password", newPassword)).code
        }).pipe(Effect.provide(service(project)))
      const without = { users: [{ id: USER_ID, email: ada.email }] }
      assert.strictEqual(
        yield* run({ ...without, config: { credentialEnabled: false } }, "short"),
        "PASSWORD_AUTHENTICATION_NOT_ENABLED"
      )
      assert.strictEqual(yield* run(without, "short"), "PASSWORD_TOO_SHORT")
      assert.strictEqual(yield* run(without, "long enough"), "USER_DOES_NOT_HAVE_PASSWORD")
      assert.strictEqual(yield* run({}, "long enough"), "PASSWORD_CONFIRMATION_MISMATCH")
    })
  )

  it.effect("requires a signed-in user", () =>
    Effect.gen(function* () {
      for (const response of [
        yield* update(asClient, ada.password, "another password"),
        yield* set(asServer, "another password")
      ]) {
        assert.deepStrictEqual([response.status, response.code], [400, "SCHEMA_ERROR"])
        assert.include(response.error, "auth.user")
      }
      const { access_token } = yield* signIn()
      yield* send("DELETE", "/api/v1/users/me", { headers: withToken(access_token, asServer) })
      const gone = yield* update(withToken(access_token), ada.password, "another password")
      assert.strictEqual(gone.code, "SCHEMA_ERROR", "a deleted user is not signed in")
    }).pipe(Effect.provide(service()))
  )

  it.effect("is set once when two requests with the same old password are concurrent", () =>
    Effect.gen(function* () {
      const { access_token, refresh_token } = yield* signIn()
      const headers = { ...withToken(access_token), "x-stack-refresh-token": refresh_token }
      const responses = yield* Effect.all(
        ["first password", "second password"].map((password) => update(headers, ada.password, password)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(responses.map(({ status }) => status).sort(), [200, 400])
    }).pipe(Effect.provide(Layer.orDie(layerNoDeps({ seed: seedWith() })).pipe(Layer.provide(yieldingHasher))))
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

describe("a first password", () => {
  const without = { users: [{ id: USER_ID, email: ada.email }] }

  it.effect("is set for users without one, and keeps their sessions", () =>
    Effect.gen(function* () {
      const headers = yield* sessionOf(USER_ID)
      const response = yield* set(headers, "a first password")
      assert.deepStrictEqual([response.status, response.json], [200, { success: true }])
      assert.deepInclude((yield* me(headers)).json, { has_password: true })
      assert.strictEqual((yield* signIn({ ...ada, password: "a first password" })).user_id, USER_ID)
      const again = yield* set(headers, "a second password")
      assert.deepStrictEqual(
        [again.status, again.code, again.headers["content-type"]],
        [400, undefined, "text/plain; charset=utf-8"]
      )
    }).pipe(Effect.provide(service(without)))
  )

  it.effect("follows the password rules", () =>
    Effect.gen(function* () {
      const headers = yield* sessionOf(USER_ID)
      assert.deepStrictEqual((yield* set(headers, "short")).details, { min_length: 8 })
      assert.strictEqual((yield* set(headers, "short")).code, "PASSWORD_TOO_SHORT")
      assert.strictEqual((yield* set(headers, "x".repeat(71))).code, "SCHEMA_ERROR")
    }).pipe(Effect.provide(service(without)))
  )

  it.effect("is rejected when the project has no passwords", () =>
    Effect.gen(function* () {
      const headers = yield* sessionOf(USER_ID)
      assert.strictEqual((yield* set(headers, "long enough")).code, "PASSWORD_AUTHENTICATION_NOT_ENABLED")
    }).pipe(Effect.provide(service({ ...without, config: { credentialEnabled: false } })))
  )

  it.effect("is set once when two requests are concurrent", () =>
    Effect.gen(function* () {
      const headers = yield* sessionOf(USER_ID)
      const responses = yield* Effect.all([set(headers, "first password"), set(headers, "second password")], {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(responses.map(({ status }) => status).sort(), [200, 400])
    }).pipe(Effect.provide(Layer.orDie(layerNoDeps({ seed: seedWith(without) })).pipe(Layer.provide(yieldingHasher))))
  )
})
