/** The list of a user's sessions, and sessions that are revoked one by one or all but the current one. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import {
  asAdmin,
  asClient,
  asServer,
  type Headers,
  me,
  PROJECT_ID,
  refresh,
  send,
  service,
  signIn,
  signUp,
  USER_ID,
  withToken
} from "../fixture.ts"
import { readSession, readTokens } from "../responses.ts"
import { post } from "../requests.ts"
import { temporaryFolder } from "../temporary-folder.ts"
import { DatabaseSync } from "node:sqlite"

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
const from = (userAgent: string, headers: Headers = asClient): Headers => ({ ...headers, "user-agent": userAgent })

const Listed = Schema.Struct({
  is_paginated: Schema.Literal(false),
  items: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      user_id: Schema.String,
      created_at: Schema.Number,
      is_impersonation: Schema.Boolean,
      last_used_at: Schema.Number,
      is_current_session: Schema.Boolean,
      last_used_at_end_user_ip_info: Schema.optionalKey(Schema.Struct({ ip: Schema.String })),
      user_agent: Schema.optionalKey(Schema.String)
    })
  )
})

const listWith = (headers: Headers, user = "me") => send("GET", `/api/v1/auth/sessions?user_id=${user}`, { headers })
const list = (headers: Headers, user = "me") =>
  Effect.flatMap(listWith(headers, user), ({ json }) =>
    Effect.orDie(Schema.decodeUnknownEffect(Listed, { onExcessProperty: "error" })(json))
  ).pipe(Effect.map(({ items }) => items))
const revoke = (id: string, headers: Headers, query = "") =>
  send("DELETE", `/api/v1/auth/sessions/${id}${query}`, { headers })
const revokeOthers = (headers: Headers, user = "me") =>
  send("DELETE", `/api/v1/auth/sessions?user_id=${user}`, { headers })
const signedUp = Effect.flatMap(signUp("eve@example.com"), ({ json }) => readSession(json))
const statusOf = (response: { readonly status: number; readonly code: string | undefined }) => [
  response.status,
  response.code
]

describe("the list of sessions", () => {
  it.effect("has the newest first, with their devices and the current one", () =>
    Effect.gen(function* () {
      yield* signIn(undefined, from(firefox))
      yield* TestClock.adjust("1 minute")
      const { access_token } = yield* signIn(undefined, from("Phone"))
      const sessions = yield* list(withToken(access_token))
      assert.deepStrictEqual(
        sessions.map(({ created_at, is_current_session, user_agent, user_id }) => [
          created_at,
          is_current_session,
          user_agent,
          user_id
        ]),
        [
          [60_000, true, "Phone", USER_ID],
          [0, false, firefox, USER_ID]
        ]
      )
      assert.deepStrictEqual(sessions[0]?.last_used_at_end_user_ip_info, { ip: "127.0.0.1" })
      assert.isFalse(sessions.some(({ is_impersonation }) => is_impersonation))
    }).pipe(Effect.provide(service()))
  )

  it.effect("shows when and where each session last got an access token", () =>
    Effect.gen(function* () {
      const { access_token, refresh_token } = yield* signIn(undefined, from(firefox))
      const refreshFrom = (userAgent: string) =>
        send("POST", "/api/v1/auth/sessions/current/refresh", {
          headers: { ...from(userAgent), "x-stack-refresh-token": refresh_token }
        })
      yield* TestClock.adjust("5 minutes")
      yield* refreshFrom(firefox)
      assert.deepInclude((yield* list(withToken(access_token)))[0], { created_at: 0, last_used_at: 300_000 })
      yield* TestClock.adjust("1 second")
      yield* refreshFrom("Elsewhere")
      assert.deepInclude((yield* list(withToken(access_token)))[0], {
        last_used_at: 301_000,
        user_agent: "Elsewhere"
      })
    }).pipe(Effect.provide(service()))
  )

  it.effect("has no session that has ended", () =>
    Effect.gen(function* () {
      const { refresh_token } = yield* signIn()
      yield* post("/auth/sessions", asServer, { user_id: USER_ID, expires_in_millis: 1000 })
      const { access_token } = yield* signIn()
      assert.lengthOf(yield* list(withToken(access_token)), 3)
      yield* send("DELETE", "/api/v1/auth/sessions/current", {
        headers: { ...asClient, "x-stack-refresh-token": refresh_token }
      })
      yield* TestClock.adjust("1 second")
      assert.lengthOf(yield* list(withToken(access_token)), 1)
    }).pipe(Effect.provide(service()))
  )

  it.effect("does not have the address and the browser of the application's server", () =>
    Effect.gen(function* () {
      yield* post("/auth/sessions", from("node", asServer), { user_id: USER_ID })
      const [session] = yield* list(asServer, USER_ID)
      assert.notProperty(session, "user_agent")
      assert.notProperty(session, "last_used_at_end_user_ip_info")
    }).pipe(Effect.provide(service()))
  )

  it.effect("has impersonations in the admin tier only, besides the current one", () =>
    Effect.gen(function* () {
      const { json } = yield* post("/auth/sessions", asServer, { user_id: USER_ID, is_impersonation: true })
      const { access_token } = yield* readTokens(json)
      yield* signIn()
      assert.deepStrictEqual(
        (yield* list(asAdmin, USER_ID)).map(({ is_impersonation }) => is_impersonation).toSorted(),
        [false, true]
      )
      assert.deepStrictEqual(
        (yield* list(asServer, USER_ID)).map(({ is_impersonation }) => is_impersonation),
        [false]
      )
      const own = yield* list(withToken(access_token))
      assert.deepStrictEqual(own.map((one) => [one.is_current_session, one.is_impersonation]).toSorted(), [
        [false, false],
        [true, true]
      ])
    }).pipe(Effect.provide(service()))
  )

  it.effect("has all sessions of a user with the most, the current one included", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      yield* TestClock.adjust("1 second")
      yield* Effect.forEach(Array.from({ length: 199 }), () => post("/auth/sessions", asServer, { user_id: USER_ID }))
      const sessions = yield* list(withToken(access_token))
      assert.lengthOf(sessions, 200)
      assert.isTrue(sessions.at(-1)?.is_current_session)
    }).pipe(Effect.provide(service()))
  )

  it.effect("cuts a browser's name that is too long", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn(undefined, from("x".repeat(5000)))
      assert.strictEqual((yield* list(withToken(access_token)))[0]?.user_agent, "x".repeat(300))
    }).pipe(Effect.provide(service()))
  )

  it.effect("has the sessions of versions that recorded no use", () =>
    Effect.gen(function* () {
      const database = (yield* temporaryFolder).path("service.db")
      const here = service({}, { database })
      const { access_token } = yield* signIn().pipe(Effect.provide(here, { local: true }))
      const file = new DatabaseSync(database)
      file.exec("UPDATE sessions SET last_used_at = NULL, last_address = NULL, last_user_agent = NULL")
      file.close()
      const [session] = yield* list(withToken(access_token)).pipe(Effect.provide(here, { local: true }))
      assert.deepInclude(session, { created_at: 0, last_used_at: 0, is_current_session: true })
    }).pipe(Effect.scoped)
  )

  it.effect("is only for the user, or for a server", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const other = yield* signedUp
      const ofEve = withToken(other.access_token)
      assert.strictEqual((yield* listWith(ofEve, USER_ID)).status, 403)
      assert.strictEqual((yield* revokeOthers(ofEve, USER_ID)).status, 403)
      const noUser = [400, "CANNOT_GET_OWN_USER_WITHOUT_USER"]
      for (const headers of [asClient, asServer]) {
        assert.deepStrictEqual(statusOf(yield* listWith(headers)), noUser)
        assert.deepStrictEqual(statusOf(yield* revokeOthers(headers)), noUser)
      }
      assert.strictEqual((yield* listWith(withToken(access_token), "nobody")).code, "SCHEMA_ERROR")
      assert.strictEqual((yield* send("GET", "/api/v1/auth/sessions", { headers: asServer })).code, "SCHEMA_ERROR")
    }).pipe(Effect.provide(service()))
  )
})

describe("a session that its user revokes", () => {
  it.effect("gets no access tokens any more, and those that it has are refused", () =>
    Effect.gen(function* () {
      const stolen = yield* signIn()
      const { access_token } = yield* signIn()
      const mine = withToken(access_token)
      const other = (yield* list(mine)).find(({ is_current_session }) => !is_current_session)
      assert.strictEqual((yield* revoke(other?.id ?? "", mine, "?user_id=me")).status, 200)
      assert.deepStrictEqual(statusOf(yield* me(withToken(stolen.access_token))), [401, "ACCESS_TOKEN_EXPIRED"])
      assert.strictEqual((yield* refresh(stolen.refresh_token)).code, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
      assert.strictEqual((yield* me(mine)).status, 200)
      assert.deepStrictEqual(statusOf(yield* revoke(other?.id ?? "", mine)), [404, "SESSION_NOT_FOUND"])
    }).pipe(Effect.provide(service()))
  )

  it.effect("is not the current one", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const mine = withToken(access_token)
      const [current] = yield* list(mine)
      const id = (current?.id ?? "").toUpperCase()
      assert.deepStrictEqual(statusOf(yield* revoke(id, mine)), [400, "CANNOT_DELETE_CURRENT_SESSION"])
      assert.strictEqual((yield* me(mine)).status, 200)
    }).pipe(Effect.provide(service()))
  )

  it.effect("is not that of another user", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const [session] = yield* list(withToken(access_token))
      const other = yield* signedUp
      const id = session?.id ?? ""
      assert.deepStrictEqual(statusOf(yield* revoke(id, withToken(other.access_token))), [404, "SESSION_NOT_FOUND"])
      assert.strictEqual((yield* revoke(id, asClient)).code, "CANNOT_GET_OWN_USER_WITHOUT_USER")
      const eve = (yield* list(withToken(other.access_token)))[0]?.user_id ?? ""
      assert.strictEqual((yield* revoke(id, asServer, `?user_id=${eve}`)).status, 404)
      assert.strictEqual((yield* revoke("x", asServer)).code, "SCHEMA_ERROR")
      assert.strictEqual((yield* me(withToken(access_token))).status, 200)
    }).pipe(Effect.provide(service()))
  )

  it.effect("can be any of the project's for a server, with or without the user", () =>
    Effect.gen(function* () {
      const query = ["", `?user_id=${USER_ID}`]
      yield* Effect.forEach(query, () => signIn())
      for (const [at, session] of (yield* list(asServer, USER_ID)).entries()) {
        assert.strictEqual((yield* revoke(session.id, asServer, query[at])).status, 200)
      }
      assert.lengthOf(yield* list(asServer, USER_ID), 0)
    }).pipe(Effect.provide(service()))
  )
})

describe("all sessions but the current one", () => {
  it.effect("are revoked at once by the user", () =>
    Effect.gen(function* () {
      const others = yield* Effect.forEach([1, 2, 3], () => signIn())
      const { access_token, refresh_token } = yield* signIn()
      assert.strictEqual((yield* revokeOthers(withToken(access_token))).status, 200)
      for (const other of others) assert.strictEqual((yield* me(withToken(other.access_token))).status, 401)
      assert.strictEqual((yield* refresh(refresh_token)).status, 200)
      assert.lengthOf(yield* list(withToken(access_token)), 1)
    }).pipe(Effect.provide(service()))
  )

  it.effect("are all for a server, which has none", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const other = yield* signedUp
      assert.strictEqual((yield* revokeOthers(asServer, USER_ID)).status, 200)
      assert.strictEqual((yield* me(withToken(access_token))).status, 401)
      assert.strictEqual((yield* me(withToken(other.access_token))).status, 200)
      const unknown = yield* revokeOthers(asServer, PROJECT_ID)
      assert.deepStrictEqual(statusOf(unknown), [404, "USER_NOT_FOUND"])
    }).pipe(Effect.provide(service()))
  )
})
