/** Sessions created by the server, and ended sessions. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { MAX_SESSION_MILLIS } from "../../../core/schema/fields/session-duration.ts"
import { DAY } from "../../durations.ts"
import { readTokens } from "../responses.ts"
import {
  ada,
  asAdmin,
  asClient,
  asServer,
  type Headers,
  me,
  refresh,
  send,
  service,
  signIn,
  USER_ID,
  withToken,
  asOtherServer
} from "../fixture.ts"
import { post } from "../requests.ts"

const create = (json: unknown, headers: Headers = asServer) => post("/auth/sessions", headers, json)
const refreshHere = (refreshToken: string, headers: Headers = asClient) =>
  send("POST", "/api/v1/auth/sessions/current/refresh", {
    headers: { ...headers, "x-stack-refresh-token": refreshToken }
  })

describe("a session created by the server", () => {
  it.effect("belongs to the user, without a second factor", () =>
    Effect.gen(function* () {
      for (const tier of [asServer, asAdmin]) {
        const response = yield* create({ user_id: USER_ID.toUpperCase() }, tier)
        assert.strictEqual(response.status, 200)
        const session = yield* readTokens(response.json)
        assert.deepInclude((yield* me(withToken(session.access_token))).json, { id: USER_ID })
        assert.strictEqual((yield* refresh(session.refresh_token)).status, 200)
      }
    }).pipe(Effect.provide(service({ users: [{ id: USER_ID, ...ada, totpSecret: "ZXhhbXBsZSB2YWx1ZQ==" }] })))
  )

  it.effect("belongs to the caller for `me`", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      assert.strictEqual((yield* create({ user_id: "me" }, withToken(access_token, asServer))).status, 200)
      const anonymous = yield* create({ user_id: "me" })
      assert.deepStrictEqual([anonymous.status, anonymous.code], [400, "CANNOT_GET_OWN_USER_WITHOUT_USER"])
    }).pipe(Effect.provide(service()))
  )

  it.effect("expires after the requested time", () =>
    Effect.gen(function* () {
      const live = Effect.fnUntraced(function* (expires_in_millis?: number) {
        const { refresh_token } = yield* Effect.flatMap(
          create({ user_id: USER_ID, ...(expires_in_millis !== undefined && { expires_in_millis }) }),
          ({ json }) => readTokens(json)
        )
        return refresh_token
      })
      const short = yield* live(5000.9)
      const [long, standard] = [yield* live(MAX_SESSION_MILLIS), yield* live()]
      for (const ended of [0, -1, -1e300]) assert.strictEqual((yield* refresh(yield* live(ended))).status, 401)
      yield* TestClock.adjust("4999 millis")
      assert.strictEqual((yield* refresh(short)).status, 200)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* refresh(short)).code, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
      yield* TestClock.adjust(365 * DAY - 5001)
      assert.strictEqual((yield* refresh(standard)).status, 200)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* refresh(standard)).status, 401)
      assert.strictEqual((yield* refresh(long)).status, 200)
      yield* TestClock.adjust("2 days")
      assert.strictEqual((yield* refresh(long)).status, 401)
    }).pipe(Effect.provide(service()))
  )

  it.effect("requires a user of the project, and is not available to clients", () =>
    Effect.gen(function* () {
      const unknownId = "99999999-9999-4999-8999-999999999999"
      const unknown = yield* create({ user_id: unknownId })
      assert.deepStrictEqual(
        [unknown.status, unknown.code, unknown.details],
        [400, "USER_ID_DOES_NOT_EXIST", { user_id: unknownId }]
      )
      assert.strictEqual((yield* create({ user_id: USER_ID }, asOtherServer)).code, "USER_ID_DOES_NOT_EXIST")
      const client = yield* create({ user_id: USER_ID }, asClient)
      assert.deepStrictEqual([client.status, client.code], [401, "INSUFFICIENT_ACCESS_TYPE"])
      for (const wrong of [
        { user_id: USER_ID, expires_in_millis: MAX_SESSION_MILLIS + 1 },
        { user_id: USER_ID, expires_in_millis: [1] },
        { user_id: "not-a-uuid" },
        { user_id: USER_ID, more: 1 },
        {},
        null
      ]) {
        assert.strictEqual((yield* create(wrong)).code, "SCHEMA_ERROR", JSON.stringify(wrong))
      }
    }).pipe(Effect.provide(service()))
  )
})

describe("a refresh of the current session", () => {
  it.effect("returns an access token and counts as activity", () =>
    Effect.gen(function* () {
      const session = yield* signIn()
      yield* TestClock.adjust("1 hour")
      const response = yield* refreshHere(session.refresh_token)
      assert.deepStrictEqual([response.status, Object.keys(Object(response.json))], [200, ["access_token"]])
      const token = String(Reflect.get(Object(response.json), "access_token"))
      assert.deepInclude((yield* me(withToken(token, asServer))).json, {
        id: USER_ID,
        last_active_at_millis: 3_600_000
      })
      assert.strictEqual((yield* refreshHere(session.refresh_token, asServer)).status, 200)
    }).pipe(Effect.provide(service()))
  )

  it.effect("requires a valid refresh token of this project", () =>
    Effect.gen(function* () {
      const session = yield* signIn()
      const without = yield* send("POST", "/api/v1/auth/sessions/current/refresh", { headers: asClient })
      assert.deepStrictEqual([without.status, without.code], [400, "SCHEMA_ERROR"])
      assert.include(without.error, "headers.x-stack-refresh-token")
      assert.strictEqual((yield* refreshHere("")).code, "SCHEMA_ERROR")
      for (const wrong of [
        yield* refreshHere("something else"),
        yield* refreshHere(session.refresh_token, asOtherServer)
      ]) {
        assert.deepStrictEqual([wrong.status, wrong.code], [401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED"])
      }
      yield* TestClock.adjust("365 days")
      assert.strictEqual((yield* refreshHere(session.refresh_token)).status, 401)
    }).pipe(Effect.provide(service()))
  )

  it.effect("fails after the session has ended", () =>
    Effect.gen(function* () {
      const { refresh_token } = yield* signIn()
      const headers = { ...asClient, "x-stack-refresh-token": refresh_token }
      yield* send("DELETE", "/api/v1/auth/sessions/current", { headers })
      assert.strictEqual((yield* refreshHere(refresh_token)).status, 401)
    }).pipe(Effect.provide(service()))
  )
})

describe("a user who deletes their account", () => {
  const remove = (headers: Headers) => send("DELETE", "/api/v1/users/me", { headers })
  const allowed = { config: { clientUserDeletionEnabled: true } }

  it.effect("is deleted with all data", () =>
    Effect.gen(function* () {
      const session = yield* signIn()
      const response = yield* remove(withToken(session.access_token))
      assert.deepStrictEqual([response.status, response.json], [200, { success: true }])
      assert.strictEqual((yield* refresh(session.refresh_token)).status, 401)
      assert.strictEqual((yield* me(withToken(session.access_token))).code, "CANNOT_GET_OWN_USER_WITHOUT_USER")
      assert.strictEqual((yield* post("/auth/password/sign-in", asClient, ada)).code, "EMAIL_PASSWORD_MISMATCH")
      assert.strictEqual((yield* remove(withToken(session.access_token))).code, "CANNOT_GET_OWN_USER_WITHOUT_USER")
    }).pipe(Effect.provide(service(allowed)))
  )

  it.effect("may do so in the client tier only if the project allows it", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const refused = yield* remove(withToken(access_token))
      assert.deepStrictEqual(
        [refused.status, refused.code, refused.headers["content-type"]],
        [400, undefined, "text/plain; charset=utf-8"]
      )
      assert.strictEqual((yield* me(withToken(access_token))).status, 200)
      assert.strictEqual((yield* remove(withToken(access_token, asServer))).status, 200)
    }).pipe(Effect.provide(service()))
  )

  it.effect("has to be signed in", () =>
    Effect.gen(function* () {
      for (const headers of [asClient, asServer]) {
        assert.strictEqual((yield* remove(headers)).code, "CANNOT_GET_OWN_USER_WITHOUT_USER")
      }
    }).pipe(Effect.provide(service(allowed)))
  )
})
