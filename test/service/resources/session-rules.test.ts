/** The lifetime and the idle timeout of a project's sessions. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { MAX_SESSION_MILLIS } from "../../../core/schema/fields/session-duration.ts"
import { DAY, HOUR, MINUTE } from "../../durations.ts"
import { readTokens } from "../responses.ts"
import {
  type TestResponse,
  asClient,
  asServer,
  me,
  refresh,
  send,
  service,
  signIn,
  signUp,
  USER_ID,
  withToken
} from "../fixture.ts"
import { post, configure } from "../requests.ts"

const settingIn = ({ json }: TestResponse, name: string) =>
  Reflect.get(Object(Reflect.get(Object(json), "config")), name)

const statusOf = (refreshToken: string) => Effect.map(refresh(refreshToken), ({ status }) => status)
const refreshHere = (refreshToken: string) =>
  send("POST", "/api/v1/auth/sessions/current/refresh", {
    headers: { ...asClient, "x-stack-refresh-token": refreshToken }
  })

const sessionIn = ({ json }: TestResponse) => readTokens(json)
const createSession = (expires_in_millis?: number, user_id = USER_ID) =>
  Effect.flatMap(
    post("/auth/sessions", asServer, { user_id, ...(expires_in_millis && { expires_in_millis }) }),
    sessionIn
  )

/** More users than one statement changes the sessions of. */
const manyUsers = Array.from({ length: 1100 }, (_, index) => ({
  id: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
  email: `user-${index}@example.com`
}))

describe("the lifetime of sessions", () => {
  it.effect("ends every new session, also one that is used", () =>
    Effect.gen(function* () {
      const { refresh_token } = yield* signIn()
      const signedUp = yield* Effect.flatMap(signUp("new@example.com"), sessionIn)
      yield* TestClock.adjust(DAY / 2)
      assert.strictEqual(yield* statusOf(refresh_token), 200)
      yield* TestClock.adjust(DAY / 2 - 1)
      assert.strictEqual(yield* statusOf(refresh_token), 200)
      yield* TestClock.adjust(1)
      for (const token of [refresh_token, signedUp.refresh_token]) assert.strictEqual(yield* statusOf(token), 401)
      assert.strictEqual((yield* refreshHere(refresh_token)).code, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
    }).pipe(Effect.provide(service({ config: { sessionLifetimeMillis: DAY } })))
  )

  it.effect("is the longest that a server can ask for, and may be longer than a year", () =>
    Effect.gen(function* () {
      const [short, long] = [yield* createSession(HOUR), yield* createSession(MAX_SESSION_MILLIS)]
      yield* TestClock.adjust(HOUR)
      assert.strictEqual(yield* statusOf(short.refresh_token), 401)
      yield* TestClock.adjust(23 * HOUR - 1)
      assert.strictEqual(yield* statusOf(long.refresh_token), 200)
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* statusOf(long.refresh_token), 401)
      yield* configure({ session_lifetime_millis: MAX_SESSION_MILLIS })
      const { refresh_token } = yield* createSession()
      yield* TestClock.adjust(MAX_SESSION_MILLIS - 1)
      assert.strictEqual(yield* statusOf(refresh_token), 200)
    }).pipe(Effect.provide(service({ config: { sessionLifetimeMillis: DAY } })))
  )

  it.effect("shortens existing sessions, and lengthens none", () =>
    Effect.gen(function* () {
      const old = yield* signIn()
      yield* TestClock.adjust(2 * HOUR)
      const recent = yield* signIn()
      yield* configure({ session_lifetime_millis: HOUR })
      assert.strictEqual(yield* statusOf(old.refresh_token), 401)
      assert.strictEqual(yield* statusOf(recent.refresh_token), 200)
      yield* configure({ session_lifetime_millis: null })
      assert.strictEqual(yield* statusOf(old.refresh_token), 401, "ended, and not opened again")
      yield* TestClock.adjust(HOUR)
      assert.strictEqual(yield* statusOf(recent.refresh_token), 401, "not longer than before")
      const { refresh_token } = yield* signIn()
      yield* TestClock.adjust(364 * DAY)
      assert.strictEqual(yield* statusOf(refresh_token), 200)
    }).pipe(Effect.provide(service()))
  )
})

describe("the idle timeout of sessions", () => {
  const idle = { config: { sessionIdleMillis: 30 * MINUTE } }

  it.effect("ends a session that is not refreshed, and no other", () =>
    Effect.gen(function* () {
      const used = yield* signIn()
      const unused = yield* signIn()
      for (let half = 0; half < 10; half++) {
        yield* TestClock.adjust(30 * MINUTE - 1)
        assert.strictEqual(yield* statusOf(used.refresh_token), 200)
      }
      assert.strictEqual(yield* statusOf(unused.refresh_token), 401)
      yield* TestClock.adjust(30 * MINUTE)
      assert.strictEqual((yield* refreshHere(used.refresh_token)).code, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
    }).pipe(Effect.provide(service(idle)))
  )

  it.effect("does not extend the lifetime", () =>
    Effect.gen(function* () {
      const { refresh_token } = yield* signIn()
      yield* TestClock.adjust(20 * MINUTE)
      assert.strictEqual(yield* statusOf(refresh_token), 200)
      yield* TestClock.adjust(20 * MINUTE)
      assert.strictEqual(yield* statusOf(refresh_token), 200)
      yield* TestClock.adjust(5 * MINUTE)
      assert.strictEqual(yield* statusOf(refresh_token), 401)
    }).pipe(Effect.provide(service({ config: { sessionIdleMillis: 30 * MINUTE, sessionLifetimeMillis: 45 * MINUTE } })))
  )

  it.effect("leaves ended sessions out of the list", () =>
    Effect.gen(function* () {
      const { access_token, refresh_token } = yield* signIn()
      yield* signIn()
      const count = Effect.fnUntraced(function* () {
        const { json } = yield* send("GET", `/api/v1/auth/sessions?user_id=${USER_ID}`, { headers: asServer })
        return Reflect.get(Object(json), "items").length as number
      })
      assert.strictEqual(yield* count(), 2)
      yield* TestClock.adjust(20 * MINUTE)
      yield* refresh(refresh_token)
      yield* TestClock.adjust(20 * MINUTE)
      assert.strictEqual(yield* count(), 1)
      assert.strictEqual((yield* me(withToken(access_token))).code, "ACCESS_TOKEN_EXPIRED")
    }).pipe(Effect.provide(service(idle)))
  )

  it.effect("applies to existing sessions from their last use, and can be taken away", () =>
    Effect.gen(function* () {
      const [unused, used, later] = [yield* signIn(), yield* signIn(), yield* signIn()]
      yield* TestClock.adjust(HOUR)
      assert.strictEqual(yield* statusOf(used.refresh_token), 200)
      assert.strictEqual(yield* statusOf(later.refresh_token), 200)
      yield* TestClock.adjust(10 * MINUTE)
      yield* configure({ session_idle_millis: 30 * MINUTE })
      assert.strictEqual(yield* statusOf(unused.refresh_token), 401)
      yield* TestClock.adjust(20 * MINUTE - 1)
      assert.strictEqual(yield* statusOf(used.refresh_token), 200)
      yield* configure({ session_idle_millis: null })
      for (const { refresh_token } of [unused]) assert.strictEqual(yield* statusOf(refresh_token), 401)
      yield* TestClock.adjust(363 * DAY)
      for (const { refresh_token } of [used, later]) assert.strictEqual(yield* statusOf(refresh_token), 200)
      yield* TestClock.adjust(3 * DAY)
      for (const { refresh_token } of [used, later]) assert.strictEqual(yield* statusOf(refresh_token), 401)
    }).pipe(Effect.provide(service()))
  )

  it.effect("does not open a session that was signed out", () =>
    Effect.gen(function* () {
      const { refresh_token } = yield* signIn()
      const headers = { ...asClient, "x-stack-refresh-token": refresh_token }
      assert.strictEqual((yield* send("DELETE", "/api/v1/auth/sessions/current", { headers })).status, 200)
      yield* configure({ session_idle_millis: HOUR })
      yield* configure({ session_idle_millis: null })
      assert.strictEqual(yield* statusOf(refresh_token), 401)
    }).pipe(Effect.provide(service(idle)))
  )

  it.effect("is longer than the lifetime of access tokens", () =>
    Effect.gen(function* () {
      const short = yield* configure({ session_idle_millis: HOUR })
      assert.strictEqual(short.status, 400)
      assert.strictEqual(
        short.text,
        "session_idle_millis has to be at least 7260000: access tokens of this service last 7200 seconds."
      )
      assert.strictEqual((yield* configure({ session_idle_millis: 7_260_000 })).status, 200)
    }).pipe(Effect.provide(service({}, { accessTokenLifetimeSeconds: 7200 })))
  )
})

describe("the rules of sessions", () => {
  it.effect("apply to the sessions of many users", () =>
    Effect.gen(function* () {
      const sessions = yield* Effect.forEach(manyUsers, ({ id }) => createSession(2 * DAY, id), { concurrency: 10 })
      yield* configure({ session_lifetime_millis: HOUR })
      yield* TestClock.adjust(HOUR)
      const statuses = yield* Effect.forEach(sessions, ({ refresh_token }) => statusOf(refresh_token), {
        concurrency: 10
      })
      assert.deepStrictEqual([...new Set(statuses)], [401])
    }).pipe(Effect.provide(service({ users: manyUsers })))
  )

  it.effect("are settings of owners, which users do not see", () =>
    Effect.gen(function* () {
      for (const name of ["session_lifetime_millis", "session_idle_millis"]) {
        assert.strictEqual(settingIn(yield* configure({ [name]: HOUR }), name), HOUR)
        assert.strictEqual(settingIn(yield* configure({ sign_up_enabled: true }), name), HOUR)
        const asUser = yield* send("GET", "/api/v1/projects/current", { headers: asClient })
        assert.isUndefined(settingIn(asUser, name))
        assert.notStrictEqual((yield* configure({ [name]: HOUR }, asServer)).status, 200)
        assert.isUndefined(settingIn(yield* configure({ [name]: null }), name))
        for (const wrong of [15 * MINUTE - 1, MAX_SESSION_MILLIS + 1, 0, -1, HOUR + 0.5, 1e300, "1 hour", [HOUR], {}]) {
          const response = yield* configure({ [name]: wrong })
          assert.deepStrictEqual([response.status, response.code], [400, "SCHEMA_ERROR"], JSON.stringify(wrong))
          assert.include(response.error, name)
        }
        for (const right of [15 * MINUTE, MAX_SESSION_MILLIS]) {
          assert.strictEqual((yield* configure({ [name]: right })).status, 200)
        }
      }
    }).pipe(Effect.provide(service()))
  )
})
