/** The rules of a project for new passwords. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { writeFileSync } from "node:fs"
import { layerTest } from "../../../service/development.ts"
import { listOf } from "../breached-passwords/lists.ts"
import {
  ada,
  type TestResponse,
  asAdmin,
  asClient,
  asServer,
  type Headers,
  seedWith,
  send,
  service,
  signIn,
  signUp,
  USER_ID,
  withToken
} from "../fixture.ts"
import { codeTo } from "../mails.ts"
import { post, configure } from "../requests.ts"
import { temporaryFolder } from "../temporary-folder.ts"

const CURRENT = "/api/v1/projects/current"
const settingIn = ({ json }: TestResponse, name: string) =>
  Reflect.get(Object(Reflect.get(Object(json), "config")), name)
const configOf = (headers: Headers) => send("GET", CURRENT, { headers })

const SHORT = "eleven char"
const LONG = "twelve chars"
const strict = { config: { passwordMinLength: 12 } }

const assertRefused = ({ code, details, status }: TestResponse, min_length = 12) =>
  assert.deepStrictEqual([status, code, details], [400, "PASSWORD_TOO_SHORT", { min_length }])

describe("the minimum length of passwords", () => {
  it.effect("applies to sign-up", () =>
    Effect.gen(function* () {
      assertRefused(yield* signUp("new@example.com", SHORT))
      assert.strictEqual((yield* signUp("new@example.com", LONG)).status, 200)
    }).pipe(Effect.provide(service(strict)))
  )

  it.effect("applies to the change of a password and to a first one, not to the present one", () =>
    Effect.gen(function* () {
      yield* configure({ password_min_length: 14 })
      const headers = withToken((yield* signIn()).access_token)
      const update = (new_password: string) =>
        post("/auth/password/update", headers, { old_password: ada.password, new_password })
      assertRefused(yield* update(ada.password), 14)
      assert.strictEqual((yield* update("fourteen chars")).status, 200)
      yield* send("PATCH", `/api/v1/users/${USER_ID}`, { headers: asServer, json: { password: null } })
      const { json } = yield* post("/auth/sessions", asServer, { user_id: USER_ID })
      const own = withToken(String(Reflect.get(Object(json), "access_token")))
      assertRefused(yield* post("/auth/password/set", own, { password: ada.password }), 14)
      assert.strictEqual((yield* post("/auth/password/set", own, { password: "fourteen chars" })).status, 200)
    }).pipe(Effect.provide(service()))
  )

  it.effect("applies to a reset", () =>
    Effect.gen(function* () {
      const reset = Effect.fnUntraced(function* (password: string) {
        yield* post("/auth/password/send-reset-code", asClient, {
          email: ada.email,
          callback_url: "http://localhost:3000/reset"
        })
        return yield* post("/auth/password/reset", asClient, { code: yield* codeTo(ada.email), password })
      })
      assertRefused(yield* reset(SHORT))
      assert.strictEqual((yield* reset(LONG)).status, 200)
    }).pipe(Effect.provide(service(strict)))
  )

  it.effect("applies to servers and admins once a project sets it", () =>
    Effect.gen(function* () {
      for (const headers of [asServer, asAdmin]) {
        const create = (password: string) =>
          post("/users", headers, { primary_email: `${password.length}@example.com`, password })
        const update = (password: string | null) =>
          send("PATCH", `/api/v1/users/${USER_ID}`, { headers, json: { password } })
        assert.strictEqual((yield* update("short")).status, 200)
        yield* configure({ password_min_length: 12 })
        assertRefused(yield* create(SHORT))
        assertRefused(yield* update(SHORT))
        const { json } = yield* post("/auth/sessions", headers, { user_id: USER_ID })
        const me = withToken(String(Reflect.get(Object(json), "access_token")), headers)
        assertRefused(yield* send("PATCH", "/api/v1/users/me", { headers: me, json: { password: SHORT } }))
        assert.strictEqual((yield* update(LONG)).status, 200)
        assert.strictEqual((yield* update(null)).status, 200)
        yield* configure({ password_min_length: null })
        assert.strictEqual((yield* update("short")).status, 200)
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("is a setting of owners that clients read, 8 without one", () =>
    Effect.gen(function* () {
      for (const headers of [asClient, asAdmin]) {
        assert.isUndefined(settingIn(yield* configOf(headers), "password_min_length"))
      }
      assert.strictEqual(settingIn(yield* configure({ password_min_length: 12 }), "password_min_length"), 12)
      assert.strictEqual(settingIn(yield* configure({ magic_link_enabled: true }), "password_min_length"), 12)
      for (const headers of [asClient, asServer, asAdmin]) {
        assert.strictEqual(settingIn(yield* configOf(headers), "password_min_length"), 12)
      }
      assert.isUndefined(settingIn(yield* configure({ password_min_length: null }), "password_min_length"))
      assertRefused(yield* signUp("new@example.com", "7 chars"), 8)
    }).pipe(Effect.provide(service()))
  )

  it.effect("is a whole number from 8 to 64", () =>
    Effect.gen(function* () {
      for (const wrong of [7, 65, 0, -8, 8.5, 1e300, "twelve", [12], {}, true]) {
        const response = yield* configure({ password_min_length: wrong })
        assert.deepStrictEqual([response.status, response.code], [400, "SCHEMA_ERROR"], JSON.stringify(wrong))
        assert.include(response.error, "password_min_length")
      }
      for (const headers of [asClient, asServer]) {
        assert.notStrictEqual((yield* configure({ password_min_length: 8 }, headers)).status, 200)
      }
      for (const right of [8, 64]) assert.strictEqual((yield* configure({ password_min_length: right })).status, 200)
    }).pipe(Effect.provide(service()))
  )
})

describe("a project that allows breached passwords", () => {
  const BREACHED = "a breached password"

  it.live("does not compare them with the list, until it does again", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      writeFileSync(path("list.txt"), listOf([BREACHED, ...Array.from({ length: 50 }, String)]))
      yield* Effect.gen(function* () {
        assert.include(settingIn(yield* configOf(asClient), "extensions"), "breached_passwords")
        const refusedCode = "PASSWORD_REQUIREMENTS_NOT_MET"
        assert.strictEqual((yield* signUp("one@example.com", BREACHED)).code, refusedCode)
        const allowed = yield* configure({ allow_breached_passwords: true })
        assert.isTrue(settingIn(allowed, "allow_breached_passwords"))
        assert.strictEqual((yield* signUp("one@example.com", BREACHED)).status, 200)
        const json = { password: BREACHED }
        const set = () => send("PATCH", `/api/v1/users/${USER_ID}`, { headers: asServer, json })
        assert.strictEqual((yield* set()).status, 200)
        const checked = yield* configure({ allow_breached_passwords: false })
        assert.isUndefined(settingIn(checked, "allow_breached_passwords"))
        assert.strictEqual((yield* set()).code, refusedCode)
        for (const wrong of ["perhaps", [], {}]) {
          assert.strictEqual((yield* configure({ allow_breached_passwords: wrong })).code, "SCHEMA_ERROR")
        }
      }).pipe(Effect.provide(Layer.orDie(layerTest({ seed: seedWith(), breachedPasswords: path("list.txt") }))))
    }).pipe(Effect.scoped)
  )

  it.effect("has no such list in a service without one", () =>
    Effect.gen(function* () {
      for (const headers of [asClient, asAdmin]) {
        assert.notInclude(settingIn(yield* configOf(headers), "extensions"), "breached_passwords")
      }
    }).pipe(Effect.provide(service()))
  )
})
