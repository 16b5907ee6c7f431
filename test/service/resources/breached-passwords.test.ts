/** New passwords that are in a list of breached passwords. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { existsSync, writeFileSync } from "node:fs"
import { layerTest } from "../../../service/development.ts"
import { listOf } from "../breached-passwords/lists.ts"
import {
  ada,
  type TestResponse,
  asAdmin,
  asServer,
  seedWith,
  send,
  signIn,
  signUp,
  USER_ID,
  withToken,
  asClient
} from "../fixture.ts"
import { codeTo } from "../mails.ts"
import { post, patch } from "../requests.ts"
import { temporaryFolder } from "../temporary-folder.ts"

const BREACHED = "a breached password"
const OTHER = "another password"

/** Runs a program with a service whose list has Ada's password, too. */
const withList = <A, E, R>(program: Effect.Effect<A, E, R>, users = [{ id: USER_ID, ...ada }]) =>
  Effect.gen(function* () {
    const { path } = yield* temporaryFolder
    writeFileSync(path("list.txt"), listOf([BREACHED, ada.password, ...Array.from({ length: 50 }, String)]))
    return yield* Effect.provide(
      program,
      Layer.orDie(layerTest({ seed: seedWith({ users }), breachedPasswords: path("list.txt") }))
    )
  }).pipe(Effect.scoped)

const message = "This password has appeared in a data breach. Choose a different one."

const assertRefused = ({ code, details, error, status }: TestResponse) =>
  assert.deepStrictEqual([status, code, error, details], [400, "PASSWORD_REQUIREMENTS_NOT_MET", message, { message }])

describe("a breached password", () => {
  it.live("is refused at sign-up, and no user is created", () =>
    withList(
      Effect.gen(function* () {
        assertRefused(yield* signUp("new@example.com", BREACHED))
        assert.strictEqual((yield* signUp("new@example.com", OTHER)).status, 200)
      })
    )
  )

  it.live("still signs in, and is refused as the next one, unlike another", () =>
    withList(
      Effect.gen(function* () {
        const headers = withToken((yield* signIn()).access_token)
        const update = (new_password: string, old_password = ada.password) =>
          post("/auth/password/update", headers, { old_password, new_password })
        assertRefused(yield* update(BREACHED))
        assert.strictEqual((yield* update(BREACHED, "a wrong one")).code, "PASSWORD_CONFIRMATION_MISMATCH")
        assert.strictEqual((yield* signIn()).user_id, USER_ID)
        assert.strictEqual((yield* update(OTHER)).status, 200)
      })
    )
  )

  it.live("is refused as a first password", () =>
    withList(
      Effect.gen(function* () {
        assert.strictEqual((yield* patch(`/users/${USER_ID}`, asServer, { password: null })).status, 200)
        const { json } = yield* post("/auth/sessions", asServer, { user_id: USER_ID })
        const headers = withToken(String(Reflect.get(Object(json), "access_token")))
        assertRefused(yield* post("/auth/password/set", headers, { password: BREACHED }))
        assert.strictEqual((yield* post("/auth/password/set", headers, { password: OTHER })).status, 200)
      })
    )
  )

  it.live("is refused at a reset, and does not use up the code", () =>
    withList(
      Effect.gen(function* () {
        yield* post("/auth/password/send-reset-code", asClient, {
          email: ada.email,
          callback_url: "http://localhost:3000/reset"
        })
        const code = yield* codeTo(ada.email)
        assertRefused(yield* post("/auth/password/reset", asClient, { code, password: BREACHED }))
        assert.strictEqual((yield* post("/auth/password/reset", asClient, { code, password: OTHER })).status, 200)
        assert.strictEqual((yield* signIn({ ...ada, password: OTHER })).user_id, USER_ID)
      })
    )
  )

  it.live("is refused when a server or an admin creates or changes a user, and nothing is changed", () =>
    withList(
      Effect.gen(function* () {
        for (const tier of [asServer, asAdmin]) {
          const user = { primary_email: "new@example.com", primary_email_auth_enabled: true }
          assertRefused(yield* post("/users", tier, { ...user, password: BREACHED }))
          assertRefused(yield* patch(`/users/${USER_ID}`, tier, { password: BREACHED, display_name: "Changed" }))
          const me = withToken((yield* signIn()).access_token, tier)
          assertRefused(yield* patch("/users/me", me, { password: BREACHED, display_name: "Changed" }))
          const { json } = yield* send("GET", "/api/v1/users/me", { headers: me })
          assert.deepInclude(json, { display_name: null })
        }
        assert.strictEqual((yield* patch(`/users/${USER_ID}`, asServer, { password: OTHER })).status, 200)
      })
    )
  )

  it.live("is no check of imported hashes, and none without a list", () =>
    Effect.gen(function* () {
      // `password123` with 4 rounds.
      const password_hash = "$2b$04$vWkqOio8rwIollpY4xTTVuAOmUDuhKfWi4hYbydOULq0M/b7DP6e2"
      yield* withList(
        Effect.map(patch(`/users/${USER_ID}`, asServer, { password_hash }), ({ status }) =>
          assert.strictEqual(status, 200)
        )
      )
      yield* Effect.provide(
        Effect.map(signUp("new@example.com", BREACHED), ({ status }) => assert.strictEqual(status, 200)),
        Layer.orDie(layerTest({ seed: seedWith() }))
      )
    })
  )
})

describe("a list that cannot be used", () => {
  it.effect("is reported by the start, which creates no database", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const options = { database: path("a.db"), breachedPasswords: path("missing.txt") }
      const failure = yield* Effect.flip(Effect.scoped(Layer.build(layerTest(options))))
      assert.strictEqual(failure._tag, "BreachedPasswordsUnusable")
      assert.include(failure.message, "missing.txt cannot be used: the file does not exist.")
      assert.isFalse(existsSync(path("a.db")))
    }).pipe(Effect.scoped)
  )
})
