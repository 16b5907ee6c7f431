/** The audit log: entries of sign-ins and refusals, access to them, and that they do not change. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { AuditLog, layer as auditLog } from "../../../service/audit/audit-log.ts"
import * as ExpiredRowsStore from "../../../service/pruning/expired-rows-store.ts"
import { DAY } from "../../durations.ts"
import { layerDatabase } from "../database-layer.ts"
import { makeAuthenticator } from "../authenticator.ts"
import { readSession } from "../responses.ts"
import {
  ada,
  asAdmin,
  asClient,
  asServer,
  otherKeys,
  OTHER_PROJECT_ID,
  PROJECT_ID,
  send,
  service,
  signIn,
  updateMe,
  USER_ID,
  withToken
} from "../fixture.ts"
import { callback, codeTo } from "../mails.ts"
import { post } from "../requests.ts"
import { Browser, exchange, grace, locationOf, oauthService } from "../resources/oauth/browser.ts"
import { register, signInBy, withPasskeys } from "../resources/passkey-fixture.ts"
import { entriesOf, entriesWith, entryOf, newEntry } from "./audit-fixture.ts"

const otherProject = {
  ...asServer,
  "x-stack-project-id": OTHER_PROJECT_ID,
  "x-stack-secret-server-key": otherKeys.secretServerKey
}

const passwordSignIn = (json: object, headers: Readonly<Record<string, string>> = asClient, address = "203.0.113.7") =>
  send("POST", "/api/v1/auth/password/sign-in", { headers, json, address })

const Page = Schema.Struct({
  items: Schema.Array(
    Schema.Struct({
      action: Schema.String,
      outcome: Schema.String,
      actor: Schema.Struct({ type: Schema.String, id: Schema.NullOr(Schema.String) }),
      address: Schema.NullOr(Schema.String),
      user_agent: Schema.NullOr(Schema.String),
      targets: Schema.Record(Schema.String, Schema.String)
    })
  ),
  pagination: Schema.Struct({ next_cursor: Schema.NullOr(Schema.String) })
})
const readPage = Schema.decodeUnknownEffect(Page)

const listAs = Effect.fnUntraced(function* (headers: Readonly<Record<string, string>>, query: string = "") {
  const response = yield* send("GET", `/api/v1/audit-log${query}`, { headers })
  assert.strictEqual(response.status, 200, response.text)
  return yield* readPage(response.json)
})

describe("the audit log", () => {
  it.effect("records a sign-in with its user and address", () =>
    Effect.gen(function* () {
      const entry = yield* entryOf(yield* passwordSignIn(ada))
      assert.deepInclude(entry, {
        action: "POST /auth/password/sign-in",
        outcome: "succeeded",
        actor: { type: "user", id: USER_ID },
        address: "203.0.113.7",
        targets: { user_id: USER_ID },
        projectId: PROJECT_ID
      })
    }).pipe(Effect.provide(service()))
  )

  it.effect("records the browser, cut to 300 characters, and one entry of refusals that differ by it only", () =>
    Effect.gen(function* () {
      const by = (userAgent: string) => ({ ...asClient, "user-agent": userAgent })
      assert.strictEqual((yield* entryOf(yield* passwordSignIn(ada))).userAgent, null)
      assert.strictEqual((yield* entryOf(yield* passwordSignIn(ada, by("Firefox")))).userAgent, "Firefox")
      const long = yield* entryOf(yield* passwordSignIn(ada, by("x".repeat(5000))))
      assert.strictEqual(long.userAgent, "x".repeat(300))
      const before = (yield* entriesWith()).length
      for (const name of ["a", "b", "c"]) yield* send("DELETE", "/api/v1/users/me", { headers: by(name) })
      assert.lengthOf(yield* entriesWith(), before + 1)
    }).pipe(Effect.provide(service()))
  )

  it.effect("names the fields that a change cleared", () =>
    Effect.gen(function* () {
      const headers = withToken((yield* signIn()).access_token)
      yield* updateMe(headers, { display_name: "Ada", totp_secret_base64: "MDEyMzQ1Njc4OWFiY2RlZmdoaWo=" })
      yield* TestClock.adjust("1 second")
      yield* updateMe(headers, { display_name: "Ada", totp_secret_base64: null, otp_auth_enabled: false })
      const cleared = (yield* entriesWith()).map(({ clearedFields }) => clearedFields)
      assert.deepStrictEqual(cleared.slice(0, 2), [["totp_secret_base64", "otp_auth_enabled"], []])
      yield* send("PATCH", "/api/v1/projects/current", {
        headers: asAdmin,
        json: { config: { sign_up_enabled: false, allow_localhost: true } }
      })
      const [changed] = yield* entriesWith()
      assert.deepStrictEqual(changed?.clearedFields, ["config.sign_up_enabled"])
    }).pipe(Effect.provide(service()))
  )

  it.effect(
    "lists the entries about a team and those of an action, also those that were written before the filters",
    () =>
      Effect.gen(function* () {
        const made = yield* send("POST", "/api/v1/teams", { headers: asAdmin, json: { display_name: "Crew" } })
        const { id } = yield* Schema.decodeUnknownEffect(Schema.Struct({ id: Schema.String }))(made.json)
        yield* TestClock.adjust("1 second")
        yield* send("PATCH", `/api/v1/teams/${id}`, { headers: asServer, json: { display_name: "Crew 2" } })
        yield* TestClock.adjust("1 second")
        yield* send("POST", `/api/v1/team-memberships/${id}/${USER_ID}`, { headers: asAdmin, json: {} })
        const actions = (query: string) =>
          Effect.map(listAs(asAdmin, query), ({ items }) => items.map(({ action }) => action))
        assert.deepStrictEqual(yield* actions(`?team_id=${id}`), [
          "POST /team-memberships/:team_id/:user_id",
          "PATCH /teams/:team_id",
          "POST /teams"
        ])
        const first = yield* listAs(asAdmin, `?team_id=${id}&limit=1`)
        assert.deepStrictEqual(yield* actions(`?team_id=${id}&limit=1&cursor=${first.pagination.next_cursor}`), [
          "PATCH /teams/:team_id"
        ])
        assert.deepStrictEqual(
          yield* actions(`?team_id=${id.toUpperCase()}&action=${encodeURIComponent("POST /teams")}`),
          ["POST /teams"]
        )
        assert.deepStrictEqual(yield* actions(`?action=${encodeURIComponent("' OR 1=1 --")}`), [])
        const refused = yield* send("GET", "/api/v1/audit-log?team_id=crew", { headers: asAdmin })
        assert.strictEqual(refused.status, 400)
        // A project does not see the entries about the teams of another one.
        assert.deepStrictEqual((yield* listAs(otherProject, `?team_id=${id}`)).items, [])
      }).pipe(Effect.provide(service()))
  )

  it.effect("records a wrong password for the user whose address was given, and for an unknown address", () =>
    Effect.gen(function* () {
      const wrong = yield* entryOf(yield* passwordSignIn({ ...ada, password: "a wrong password" }))
      assert.deepInclude(wrong, {
        outcome: "refused",
        code: "EMAIL_PASSWORD_MISMATCH",
        actor: { type: "anonymous", id: null },
        targets: { user_id: USER_ID }
      })
      const unknown = yield* entryOf(yield* passwordSignIn({ ...ada, email: "nobody@example.com" }))
      assert.deepInclude(unknown, { outcome: "refused", targets: {} })
    }).pipe(Effect.provide(service()))
  )

  it.effect("records a passkey and the sign-in with it", () =>
    Effect.gen(function* () {
      const key = makeAuthenticator()
      const { access_token } = yield* signIn()
      const added = yield* entryOf(yield* register(withToken(access_token), key))
      assert.property(added.targets, "passkey_id")
      const used = yield* entryOf(yield* signInBy(key))
      assert.deepInclude(used, { action: "POST /auth/passkey/sign-in", actor: { type: "user", id: USER_ID } })
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("records a sign-in that requires the second factor as refused", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const headers = withToken(access_token)
      const key = makeAuthenticator()
      yield* register(headers, key)
      yield* updateMe(headers, { totp_secret_base64: Buffer.alloc(20, 7).toString("base64") })
      yield* post("/auth/otp/send-sign-in-code", asClient, { email: ada.email, callback_url: callback })
      const byMail = post("/auth/otp/sign-in", asClient, { code: yield* codeTo(ada.email) })
      for (const response of [yield* passwordSignIn(ada), yield* byMail, yield* signInBy(key)]) {
        assert.deepInclude(yield* entryOf(response), {
          outcome: "refused",
          code: "MULTI_FACTOR_AUTHENTICATION_REQUIRED",
          targets: { user_id: USER_ID }
        })
      }
    }).pipe(
      Effect.provide(
        service({
          config: { magicLinkEnabled: true, passkeyEnabled: true },
          users: [{ id: USER_ID, ...ada, emailVerified: true }]
        })
      )
    )
  )

  it.effect("records the account that a provider signs up, and its session", () =>
    Effect.gen(function* () {
      const back = yield* new Browser().signIn("google", grace)
      const signedUp = yield* entryOf(back)
      assert.strictEqual(signedUp.action, "GET /auth/oauth/callback/:provider_id")
      assert.strictEqual(signedUp.targets["provider_id"], "google")
      assert.strictEqual(signedUp.targets["connected_provider_id"], "google")
      const again = yield* entryOf(yield* new Browser().signIn("google", grace))
      assert.notProperty(again.targets, "connected_provider_id")
      const code = locationOf(back).searchParams.get("code") ?? ""
      const session = yield* entryOf(yield* exchange(code))
      const { user_id = "" } = signedUp.targets
      assert.deepInclude(session, { action: "POST /auth/oauth/token", actor: { type: "user", id: user_id } })
      const replayed = yield* entryOf(yield* exchange(code))
      assert.deepInclude(replayed, { outcome: "refused", code: "INVALID_AUTHORIZATION_CODE", targets: { user_id } })
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("has no entry of reads, refreshes and invalid requests", () =>
    Effect.gen(function* () {
      const { access_token, refresh_token } = yield* signIn()
      const before = (yield* entriesWith()).length
      const headers = { ...withToken(access_token), "x-stack-refresh-token": refresh_token }
      yield* send("GET", "/api/v1/users/me", { headers })
      yield* send("POST", "/api/v1/auth/sessions/current/refresh", { headers })
      yield* updateMe(headers, { unknown: true })
      yield* send("POST", "/api/v1/users", { headers: { ...asServer, "x-stack-secret-server-key": "ssk_wrong" } })
      assert.lengthOf(yield* entriesWith(), before)
    }).pipe(Effect.provide(service()))
  )

  it.effect("has the names of changed fields and no values, and no passwords, tokens or addresses of users", () =>
    Effect.gen(function* () {
      const { access_token, refresh_token } = yield* signIn()
      yield* updateMe(withToken(access_token), { display_name: "canary-name", client_metadata: { a: "canary-data" } })
      yield* send("PATCH", `/api/v1/users/${USER_ID}`, { headers: asServer, json: { password: "canary-password" } })
      yield* passwordSignIn({ email: "canary@example.com", password: "canary-guess" })
      const entries = yield* entriesWith()
      const text = JSON.stringify(entries)
      for (const secret of [
        "canary",
        access_token,
        refresh_token,
        ada.password,
        asServer["x-stack-secret-server-key"] ?? ""
      ]) {
        assert.notInclude(text, secret)
      }
      const fieldsOf = (wanted: string) => entries.find(({ action }) => action === wanted)?.changedFields
      assert.deepStrictEqual(fieldsOf("PATCH /users/me"), ["display_name", "client_metadata"])
      assert.deepStrictEqual(fieldsOf("PATCH /users/:user_id"), ["password"])
    }).pipe(Effect.provide(service()))
  )

  it.effect("names the key set of a server, also where the request removes it with its project", () =>
    Effect.gen(function* () {
      const changed = yield* entryOf(yield* send("PATCH", `/api/v1/users/${USER_ID}`, { headers: asServer, json: {} }))
      const removed = yield* entryOf(yield* send("DELETE", "/api/v1/projects/current", { headers: asAdmin }))
      assert.strictEqual(changed.actor.type, "server_key")
      assert.deepStrictEqual(removed.actor, { type: "admin_key", id: changed.actor.id })
      assert.isNotNull(changed.actor.id)
    }).pipe(Effect.provide(service()))
  )

  it.effect("records equal requests of one client once a minute, so that a client cannot fill it", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const before = (yield* entriesWith()).length
      const rename = updateMe(withToken(access_token), { display_name: "Ada" })
      const refused = send("DELETE", "/api/v1/users/me", { headers: asClient })
      yield* Effect.repeat(rename, { times: 9 })
      yield* Effect.repeat(refused, { times: 9 })
      assert.lengthOf(yield* entriesWith(), before + 2)
      yield* TestClock.adjust("1 minute")
      yield* rename
      assert.lengthOf(yield* entriesWith(), before + 3)
    }).pipe(Effect.provide(service()))
  )

  it.effect("records equal requests of the clients of each network, so that none hides those of another", () =>
    Effect.gen(function* () {
      const addresses = ["203.0.113.7", "203.0.113.8", "2001:db8:0:1::7", "2001:db8:0:1::8", "2001:db8:0:2::7"]
      for (const address of addresses) yield* send("DELETE", "/api/v1/users/me", { headers: asClient, address })
      const recorded = (yield* entriesWith()).map(({ address }) => address)
      assert.deepStrictEqual(recorded.toReversed(), [
        "203.0.113.7",
        "203.0.113.8",
        "2001:db8:0:1::7",
        "2001:db8:0:2::7"
      ])
    }).pipe(Effect.provide(service()))
  )

  it.effect("cuts made-up ids of servers", () =>
    Effect.gen(function* () {
      const path = `/api/v1/team-permissions/${USER_ID}/${USER_ID}/${"%00x".repeat(400)}`
      const [entry] = yield* entriesOf(yield* send("POST", path, { headers: asServer, json: {} }))
      assert.isAtMost(JSON.stringify(entry ?? {}).length, 2500)
    }).pipe(Effect.provide(service()))
  )
})

describe("the audit log of a project", () => {
  it.effect("is listed in pages by the keys of the project, without the entries of other projects", () =>
    Effect.gen(function* () {
      for (let count = 0; count < 5; count++) yield* passwordSignIn(ada)
      const other = {
        ...asServer,
        "x-stack-project-id": OTHER_PROJECT_ID,
        "x-stack-secret-server-key": otherKeys.secretServerKey
      }
      assert.lengthOf((yield* listAs(other)).items, 0)
      const first = yield* listAs(asAdmin, "?limit=3")
      assert.lengthOf(first.items, 3)
      const next = yield* listAs(asAdmin, `?limit=3&cursor=${first.pagination.next_cursor}`)
      assert.lengthOf(next.items, 2)
      assert.isNull(next.pagination.next_cursor)
    }).pipe(Effect.provide(service()))
  )

  it.effect("is filtered by the user, by the actor and by time", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1000)
      const { actor } = yield* entryOf(
        yield* send("PATCH", `/api/v1/users/${USER_ID}`, { headers: asServer, json: { display_name: "Ada" } })
      )
      yield* TestClock.setTime(2000)
      yield* passwordSignIn(ada)
      yield* send("POST", "/api/v1/users", { headers: asServer, json: {} })
      const count = (query: string) => Effect.map(listAs(asServer, query), ({ items }) => items.length)
      assert.strictEqual(yield* count(`?user_id=${USER_ID.toUpperCase()}`), 2)
      assert.strictEqual(yield* count(`?actor_id=${actor.id}`), 2)
      assert.strictEqual(yield* count("?until_millis=2000"), 1)
      assert.strictEqual(yield* count("?since_millis=2000"), 2)
      assert.strictEqual(yield* count("?since_millis=2001"), 0)
    }).pipe(Effect.provide(service()))
  )

  it.effect("refuses malformed queries", () =>
    Effect.gen(function* () {
      for (const query of [
        "limit=0",
        "limit=1001",
        "limit=1.5",
        "cursor=x",
        "cursor=1_%00",
        "since_millis=-1",
        "until_millis=NaN",
        "user_id=x",
        "actor_id=",
        "actor_id=%00",
        "offset=1"
      ]) {
        const response = yield* send("GET", `/api/v1/audit-log?${query}`, { headers: asAdmin })
        assert.deepStrictEqual([response.status, response.code], [400, "SCHEMA_ERROR"], query)
      }
      assert.lengthOf((yield* listAs(asAdmin, "?cursor=9999999999999999_1&actor_id=%27")).items, 0)
    }).pipe(Effect.provide(service()))
  )

  it.effect("shows users what concerns them, and neither where a server acted nor with which key", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const headers = withToken(access_token)
      yield* send("PATCH", `/api/v1/users/${USER_ID}`, {
        headers: asServer,
        json: { display_name: "Ada" },
        address: "198.51.100.1"
      })
      yield* send("POST", "/api/v1/users", { headers: asServer, json: {} })
      const { items } = yield* listAs(headers, "?user_id=me")
      assert.deepStrictEqual(
        items.map(({ action, actor, address }) => ({ action, actor, address })),
        [
          { action: "PATCH /users/:user_id", actor: { type: "server_key", id: null }, address: null },
          { action: "POST /auth/password/sign-in", actor: { type: "user", id: USER_ID }, address: "127.0.0.1" }
        ]
      )
      for (const query of ["", "?user_id=bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb"]) {
        assert.strictEqual((yield* send("GET", `/api/v1/audit-log${query}`, { headers })).status, 403)
      }
      const signedOut = yield* send("GET", "/api/v1/audit-log?user_id=me", { headers: asClient })
      assert.strictEqual(signedOut.code, "CANNOT_GET_OWN_USER_WITHOUT_USER")
    }).pipe(Effect.provide(service()))
  )
})

describe("the entries of a user", () => {
  it.effect("hide the address of another user who acted, except of attempts to sign in as the user", () =>
    Effect.gen(function* () {
      const signUp = yield* send("POST", "/api/v1/auth/password/sign-up", {
        headers: asClient,
        json: { email: "eve@example.com", password: "the password of eve", verification_callback_url: callback }
      })
      const eve = yield* readSession(signUp.json)
      const byEve = { ...withToken(eve.access_token), "user-agent": "Firefox" }
      const wrong = yield* entryOf(yield* passwordSignIn({ ...ada, password: "a wrong password" }, byEve))
      assert.strictEqual(wrong.actor.type, "user")
      yield* (yield* AuditLog).append({
        ...newEntry,
        action: "DELETE /team-memberships/:team_id/:user_id",
        actor: wrong.actor,
        address: "203.0.113.7",
        userAgent: "Firefox",
        targets: { user_id: USER_ID }
      })
      const headers = withToken((yield* signIn()).access_token)
      const { items } = yield* listAs(headers, "?user_id=me")
      const others = items.filter(({ actor }) => actor.id !== USER_ID)
      assert.deepStrictEqual(
        others.map(({ action, actor, address, user_agent }) => ({ action, id: actor.id, address, user_agent })),
        [
          { action: "DELETE /team-memberships/:team_id/:user_id", id: null, address: null, user_agent: null },
          { action: "POST /auth/password/sign-in", id: null, address: "203.0.113.7", user_agent: "Firefox" }
        ]
      )
      const byActor = (id: string | null) => listAs(headers, `?user_id=me&actor_id=${id}`)
      assert.deepStrictEqual((yield* byActor(wrong.actor.id)).items, [], "the filter does not reveal who acted")
      assert.lengthOf((yield* byActor(USER_ID)).items, 1)
    }).pipe(Effect.provide(service()))
  )
})

const stores = Layer.merge(auditLog, ExpiredRowsStore.layer({ accessToken: 0, auditEntry: 30 * DAY })).pipe(
  Layer.provideMerge(layerDatabase())
)

describe("an entry of the audit log", () => {
  it.effect("cannot be changed, and is deleted after the retention only", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const log = yield* AuditLog
      yield* log.append(newEntry)
      yield* log.append({ ...newEntry, id: "b", createdAt: DAY })
      yield* log.append({ ...newEntry, action: "another action" })
      for (const statement of [sql`UPDATE audit_log SET action = 'another action'`, sql`DELETE FROM audit_log`]) {
        assert.strictEqual((yield* Effect.flip(statement))._tag, "SqlError")
      }
      const actions = Effect.map(entriesWith(), (all) => all.map(({ action, id }) => `${id} ${action}`))
      assert.deepStrictEqual(yield* actions, ["b PATCH /users/:user_id", "a PATCH /users/:user_id"])
      const { prune } = yield* ExpiredRowsStore.ExpiredRowsStore
      yield* prune(30 * DAY)
      assert.lengthOf(yield* actions, 2)
      yield* prune(30 * DAY + 1)
      assert.deepStrictEqual(yield* actions, ["b PATCH /users/:user_id"])
      assert.strictEqual((yield* Effect.flip(sql`DELETE FROM audit_log`))._tag, "SqlError")
      // An entry of the time from which entries are kept.
      yield* prune(31 * DAY)
      assert.strictEqual((yield* Effect.flip(sql`DELETE FROM audit_log`))._tag, "SqlError")
      assert.lengthOf(yield* actions, 1)
    }).pipe(Effect.provide(stores))
  )
})
