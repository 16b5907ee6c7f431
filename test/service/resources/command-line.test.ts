/** Sign-ins on a command line: from the start to the session, and what makes them void. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { HOUR } from "../../durations.ts"
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
  withToken,
  asOtherClient
} from "../fixture.ts"
import { readSession, readAccessToken } from "../responses.ts"
import { entriesOf } from "../audit/audit-fixture.ts"
import { anonymous } from "./anonymous-fixture.ts"
import { temporaryFolder } from "../temporary-folder.ts"
import { approve, check, claim, complete, deny, poll, receive, start, startWith } from "./command-line-fixture.ts"
import { DatabaseSync } from "node:sqlite"

const cli: Headers = { ...asClient, "user-agent": "orchard/1.0" }

const outcome = ({ code, status }: { readonly status: number; readonly code: string | undefined }) => [status, code]
const accessTokenOf = (refreshToken: string) =>
  Effect.flatMap(refresh(refreshToken), ({ json }) => readAccessToken(json))

const Listed = Schema.Struct({
  items: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      is_impersonation: Schema.Boolean,
      is_current_session: Schema.Boolean,
      is_command_line: Schema.optionalKey(Schema.Boolean),
      user_agent: Schema.optionalKey(Schema.String)
    })
  )
})
const sessionsOf = (headers: Headers, user = "me") =>
  Effect.map(
    send("GET", `/api/v1/auth/sessions?user_id=${user}`, { headers }),
    ({ json }) => Schema.decodeUnknownSync(Listed)(json).items
  )

describe("a sign-in on a command line", () => {
  it.effect("gets a refresh token once after the approval, in every tier", () =>
    Effect.gen(function* () {
      const browser = yield* signIn()
      for (const tier of [asClient, asServer, asAdmin]) {
        const { login_code, polling_code } = yield* start({}, tier)
        assert.lengthOf(new Set([login_code, polling_code]), 2)
        for (const code of [login_code, polling_code]) assert.match(code, /^[\da-z]{45}$/)
        const before = yield* poll(polling_code, tier)
        assert.deepStrictEqual([before.status, before.json], [200, { status: "waiting" }])
        assert.deepStrictEqual((yield* approve(login_code, browser.refresh_token, tier)).json, { success: true })
        yield* TestClock.adjust("2 seconds")
        const response = yield* poll(polling_code, tier)
        assert.strictEqual(response.status, 201)
        const token = Schema.decodeUnknownSync(Schema.Struct({ refresh_token: Schema.String }))(response.json)
        assert.deepStrictEqual(response.json, { status: "success", ...token })
        const user = yield* me(withToken(yield* accessTokenOf(token.refresh_token)))
        assert.deepInclude(user.json, { id: USER_ID })
        yield* TestClock.adjust("2 seconds")
        const after = yield* poll(polling_code, tier)
        assert.deepStrictEqual([after.status, after.json], [200, { status: "used" }])
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("starts a session of its own, with the device of the command line", () =>
    Effect.gen(function* () {
      const browser = yield* signIn()
      const { login_code, polling_code } = yield* start({}, cli)
      yield* approve(login_code, browser.refresh_token)
      const token = yield* receive(polling_code, cli)
      assert.notStrictEqual(token, browser.refresh_token)
      const inBrowser = withToken(browser.access_token)
      const found = (yield* sessionsOf(inBrowser)).find(({ is_command_line }) => is_command_line === true)
      assert.deepInclude(found, { is_current_session: false, user_agent: "orchard/1.0" })
      const headers = { ...inBrowser, "x-stack-refresh-token": browser.refresh_token }
      assert.strictEqual((yield* send("DELETE", "/api/v1/auth/sessions/current", { headers })).status, 200)
      assert.strictEqual((yield* refresh(token)).status, 200)
      const accessToken = yield* accessTokenOf(token)
      const others = yield* sessionsOf(withToken(accessToken))
      assert.deepStrictEqual(
        others.map(({ is_command_line, is_current_session }) => [is_current_session, is_command_line]),
        [[true, true]]
      )
    }).pipe(Effect.provide(service()))
  )

  it.effect("ends when the user revokes its session in the browser", () =>
    Effect.gen(function* () {
      const browser = yield* signIn()
      const { login_code, polling_code } = yield* start()
      yield* approve(login_code, browser.refresh_token)
      const token = yield* receive(polling_code)
      const accessToken = yield* accessTokenOf(token)
      const headers = withToken(browser.access_token)
      const found = (yield* sessionsOf(headers)).find(({ is_command_line }) => is_command_line === true)
      yield* send("DELETE", `/api/v1/auth/sessions/${found?.id}?user_id=me`, { headers })
      assert.strictEqual((yield* refresh(token)).status, 401)
      assert.strictEqual((yield* me(withToken(accessToken))).code, "ACCESS_TOKEN_EXPIRED")
    }).pipe(Effect.provide(service()))
  )

  it.effect("ends no later than the session in the browser would have", () =>
    Effect.gen(function* () {
      const { json } = yield* send("POST", "/api/v1/auth/sessions", {
        headers: asServer,
        json: { user_id: USER_ID, expires_in_millis: HOUR }
      })
      const { refresh_token } = Schema.decodeUnknownSync(Schema.Struct({ refresh_token: Schema.String }))(json)
      yield* TestClock.adjust("30 minutes")
      const { login_code, polling_code } = yield* start()
      yield* approve(login_code, refresh_token)
      const token = yield* receive(polling_code)
      yield* TestClock.adjust("29 minutes")
      assert.strictEqual((yield* refresh(token)).status, 200)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* refresh(token)).status, 401)
    }).pipe(Effect.provide(service()))
  )

  it.effect("stays an impersonation if one approves it", () =>
    Effect.gen(function* () {
      const { json } = yield* send("POST", "/api/v1/auth/sessions", {
        headers: asServer,
        json: { user_id: USER_ID, is_impersonation: true }
      })
      const { refresh_token } = Schema.decodeUnknownSync(Schema.Struct({ refresh_token: Schema.String }))(json)
      const { login_code, polling_code } = yield* start()
      yield* approve(login_code, refresh_token)
      yield* TestClock.adjust("1 second")
      yield* receive(polling_code)
      const sessions = yield* sessionsOf(asAdmin, USER_ID)
      assert.deepStrictEqual(
        sessions.map(({ is_command_line = false, is_impersonation }) => [is_command_line, is_impersonation]),
        [
          [true, true],
          [false, true]
        ]
      )
    }).pipe(Effect.provide(service()))
  )

  it.effect("says when and from where it was requested", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1 minute")
      const { login_code } = yield* start({ expires_in_millis: HOUR }, cli)
      assert.deepStrictEqual((yield* check(login_code)).json, {
        cli_session_state: "none",
        requested_at_millis: 60_000,
        expires_at_millis: 60_000 + HOUR,
        requested_from: { ip: "127.0.0.1" },
        user_agent: "orchard/1.0"
      })
    }).pipe(Effect.provide(service()))
  )

  it.effect("can be approved for two hours by default, and at most for a day", () =>
    Effect.gen(function* () {
      const { expires_at, login_code, polling_code } = yield* start()
      assert.strictEqual(expires_at, new Date(2 * HOUR).toISOString())
      const { refresh_token } = yield* signIn()
      yield* TestClock.adjust(2 * HOUR)
      assert.deepStrictEqual(outcome(yield* approve(login_code, refresh_token)), [400, "CLI_AUTH_EXPIRED_ERROR"])
      assert.deepStrictEqual(outcome(yield* check(login_code)), [400, "CLI_AUTH_EXPIRED_ERROR"])
      assert.deepStrictEqual(outcome(yield* deny(login_code)), [400, "CLI_AUTH_EXPIRED_ERROR"])
      assert.deepStrictEqual((yield* poll(polling_code)).json, { status: "expired" })
      for (const expires_in_millis of [24 * HOUR + 1, 0, -1]) {
        assert.strictEqual((yield* startWith({ expires_in_millis })).code, "SCHEMA_ERROR")
      }
      assert.strictEqual((yield* startWith({ expires_in_millis: 24 * HOUR })).status, 200)
    }).pipe(Effect.provide(service()))
  )

  it.effect("expires also after its approval", () =>
    Effect.gen(function* () {
      const { refresh_token } = yield* signIn()
      const { login_code, polling_code } = yield* start({ expires_in_millis: 1000 })
      yield* approve(login_code, refresh_token)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual((yield* poll(polling_code)).json, { status: "expired" })
    }).pipe(Effect.provide(service()))
  )

  it.effect("that was denied is reported as expired, with the reason", () =>
    Effect.gen(function* () {
      const { refresh_token } = yield* signIn()
      const { login_code, polling_code } = yield* start()
      assert.deepStrictEqual((yield* deny(login_code)).json, { success: true })
      const response = yield* poll(polling_code)
      assert.deepStrictEqual([response.status, response.json], [200, { status: "expired", is_denied: true }])
      for (const again of [approve(login_code, refresh_token), deny(login_code), check(login_code)]) {
        assert.deepStrictEqual(outcome(yield* again), [400, "CLI_AUTH_USED_ERROR"])
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("is approved once, and cannot be denied afterwards", () =>
    Effect.gen(function* () {
      const { refresh_token } = yield* signIn()
      const eve = yield* Effect.flatMap(signUp("eve@example.com"), ({ json }) => readSession(json))
      const { login_code, polling_code } = yield* start()
      yield* approve(login_code, refresh_token)
      for (const again of [approve(login_code, eve.refresh_token), deny(login_code), check(login_code)]) {
        assert.deepStrictEqual(outcome(yield* again), [400, "CLI_AUTH_USED_ERROR"])
      }
      const accessToken = yield* accessTokenOf(yield* receive(polling_code))
      assert.deepInclude((yield* me(withToken(accessToken))).json, { id: USER_ID })
    }).pipe(Effect.provide(service()))
  )

  it.effect("gives the token to one of concurrent polls", () =>
    Effect.gen(function* () {
      const { refresh_token } = yield* signIn()
      const { login_code, polling_code } = yield* start()
      yield* approve(login_code, refresh_token)
      const responses = yield* Effect.all(
        Array.from({ length: 5 }, () => poll(polling_code, asServer)),
        { concurrency: "unbounded" }
      )
      assert.lengthOf(
        responses.filter(({ status }) => status === 201),
        1
      )
      assert.lengthOf(
        (yield* sessionsOf(asServer, USER_ID)).filter(({ is_command_line }) => is_command_line === true),
        1
      )
    }).pipe(Effect.provide(service()))
  )
})

describe("an approved sign-in that was not polled yet", () => {
  const approved = Effect.gen(function* () {
    const browser = yield* signIn()
    const { login_code, polling_code } = yield* start()
    yield* approve(login_code, browser.refresh_token)
    return { browser, polling_code }
  })

  it.effect("is void after the user signed out", () =>
    Effect.gen(function* () {
      const { browser, polling_code } = yield* approved
      const headers = { ...withToken(browser.access_token), "x-stack-refresh-token": browser.refresh_token }
      yield* send("DELETE", "/api/v1/auth/sessions/current", { headers })
      for (const _ of [1, 2]) {
        const response = yield* poll(polling_code)
        assert.deepStrictEqual([response.status, response.json], [200, { status: "expired" }])
        assert.deepStrictEqual(yield* entriesOf(response), [])
        yield* TestClock.adjust("2 seconds")
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("is void after the session was revoked by a change of the password", () =>
    Effect.gen(function* () {
      const { polling_code } = yield* approved
      yield* send("PATCH", `/api/v1/users/${USER_ID}`, { headers: asServer, json: { password: "battery staple" } })
      assert.deepStrictEqual((yield* poll(polling_code)).json, { status: "expired" })
    }).pipe(Effect.provide(service()))
  )

  it.effect("is deleted with the user", () =>
    Effect.gen(function* () {
      const { polling_code } = yield* approved
      yield* send("DELETE", `/api/v1/users/${USER_ID}`, { headers: asServer })
      assert.deepStrictEqual(outcome(yield* poll(polling_code)), [400, "INVALID_POLLING_CODE"])
    }).pipe(Effect.provide(service()))
  )
})

describe("the codes of a sign-in", () => {
  it.effect("are not exchangeable, and unknown in other projects", () =>
    Effect.gen(function* () {
      const { refresh_token } = yield* signIn()
      const { login_code, polling_code } = yield* start()
      assert.deepStrictEqual(outcome(yield* poll(login_code)), [400, "INVALID_POLLING_CODE"])
      assert.deepStrictEqual(outcome(yield* poll(polling_code, asOtherClient)), [400, "INVALID_POLLING_CODE"])
      for (const refused of [
        approve(polling_code, refresh_token),
        approve("x".repeat(45), refresh_token),
        approve("", refresh_token),
        check(polling_code),
        check(login_code, asOtherClient),
        deny(login_code, asOtherClient),
        claim(polling_code)
      ]) {
        assert.deepStrictEqual(outcome(yield* refused), [400, "CLI_AUTH_ERROR"])
      }
      assert.deepStrictEqual((yield* poll(polling_code)).json, { status: "waiting" })
    }).pipe(Effect.provide(service()))
  )

  it.effect("are not in the database, and neither are tokens", () =>
    Effect.gen(function* () {
      const database = (yield* temporaryFolder).path("a.db")
      const secrets = yield* Effect.gen(function* () {
        const { refresh_token } = yield* signIn()
        const user = yield* anonymous()
        const { login_code, polling_code } = yield* start({ anon_refresh_token: user.refresh_token })
        yield* approve(login_code, refresh_token)
        return [login_code, polling_code, refresh_token, user.refresh_token]
      }).pipe(Effect.provide(service({}, { database })))
      const rows = new DatabaseSync(database).prepare("SELECT * FROM command_line_sign_ins").all()
      const text = JSON.stringify(rows)
      for (const secret of secrets) assert.notInclude(text, secret)
      assert.include(text, USER_ID)
    }).pipe(Effect.scoped)
  )

  it.effect("are refused with 429 after many guesses", () =>
    Effect.gen(function* () {
      const guess = (index: number) => Effect.map(poll(`guess ${index}`), ({ status }) => status)
      const statuses = yield* Effect.forEach(Array.from({ length: 1001 }).keys(), guess)
      assert.deepStrictEqual([...new Set(statuses.slice(0, 1000)), statuses.at(-1)], [400, 429])
    }).pipe(Effect.provide(service()))
  )
})

describe("polling", () => {
  it.effect("more often than once a second gets 429 in the client tier", () =>
    Effect.gen(function* () {
      const { login_code, polling_code } = yield* start()
      const { refresh_token } = yield* signIn()
      assert.strictEqual((yield* poll(polling_code)).status, 200)
      assert.strictEqual((yield* poll(polling_code)).status, 429)
      yield* approve(login_code, refresh_token)
      yield* TestClock.adjust(999)
      const early = yield* poll(polling_code)
      assert.deepStrictEqual([early.status, early.headers["retry-after"]], [429, "1"])
      yield* TestClock.adjust(1)
      assert.strictEqual((yield* poll(polling_code)).status, 201)
    }).pipe(Effect.provide(service()))
  )

  it.effect(
    "every two seconds for two hours is not limited",
    () =>
      Effect.gen(function* () {
        const { polling_code } = yield* start()
        for (let polls = 0; polls < 3599; polls++) {
          assert.strictEqual((yield* poll(polling_code)).status, 200)
          yield* TestClock.adjust("2 seconds")
        }
      }).pipe(Effect.provide(service())),
    180_000
  )

  it.effect("is possible for a day after the expiry", () =>
    Effect.gen(function* () {
      const { polling_code } = yield* start()
      const pollAfter = Effect.fnUntraced(function* (hours: number) {
        yield* TestClock.adjust(hours * HOUR)
        // Starts the pruning that is due.
        yield* send("GET", "/api/v1/projects/current", { headers: asClient })
        yield* Effect.repeat(Effect.yieldNow, { times: 200 })
        return yield* poll(polling_code)
      })
      assert.deepStrictEqual((yield* pollAfter(25)).json, { status: "expired" })
      while ((yield* pollAfter(7)).code !== "INVALID_POLLING_CODE");
    }).pipe(Effect.provide(service()))
  )
})

describe("the approval", () => {
  it.effect("needs a refresh token of the project that is valid", () =>
    Effect.gen(function* () {
      const { login_code, polling_code } = yield* start()
      const foreign = yield* signIn(undefined, asOtherClient)
      const ended = yield* signIn()
      const headers = { ...withToken(ended.access_token), "x-stack-refresh-token": ended.refresh_token }
      yield* send("DELETE", "/api/v1/auth/sessions/current", { headers })
      for (const refresh_token of [foreign.refresh_token, ended.refresh_token, "wrong", ""]) {
        assert.deepStrictEqual(outcome(yield* approve(login_code, refresh_token)), [400, "CLI_AUTH_ERROR"])
      }
      assert.deepStrictEqual(outcome(yield* complete({ login_code })), [400, "CLI_AUTH_ERROR"])
      assert.deepStrictEqual((yield* poll(polling_code)).json, { status: "waiting" })
    }).pipe(Effect.provide(service()))
  )

  it.effect("is refused with the access token of another user or project", () =>
    Effect.gen(function* () {
      const { refresh_token } = yield* signIn()
      const eve = yield* Effect.flatMap(signUp("eve@example.com"), ({ json }) => readSession(json))
      const foreign = yield* signIn(undefined, asOtherClient)
      const { login_code } = yield* start()
      assert.deepStrictEqual(outcome(yield* approve(login_code, refresh_token, withToken(eve.access_token))), [
        400,
        "CLI_AUTH_ERROR"
      ])
      assert.strictEqual(
        (yield* approve(login_code, refresh_token, withToken(foreign.access_token))).code,
        "INVALID_PROJECT_FOR_ACCESS_TOKEN"
      )
      const own = yield* signIn()
      assert.strictEqual((yield* approve(login_code, own.refresh_token, withToken(own.access_token))).status, 200)
    }).pipe(Effect.provide(service()))
  )

  it.effect("is refused for an anonymous user", () =>
    Effect.gen(function* () {
      const { refresh_token } = yield* anonymous()
      const { login_code } = yield* start()
      const response = yield* approve(login_code, refresh_token)
      assert.deepStrictEqual(outcome(response), [403, "RESTRICTED_USER_NOT_ALLOWED"])
      assert.deepStrictEqual(response.details, { restricted_reason: { type: "anonymous" } })
      assert.strictEqual((yield* check(login_code)).status, 200)
    }).pipe(Effect.provide(service()))
  )

  it.effect("is refused for a user whom an administrator has restricted", () =>
    Effect.gen(function* () {
      const { refresh_token } = yield* signIn()
      const { login_code } = yield* start()
      const json = { restricted_by_admin: true }
      yield* send("PATCH", `/api/v1/users/${USER_ID}`, { headers: asServer, json })
      const response = yield* approve(login_code, refresh_token)
      assert.deepStrictEqual(outcome(response), [403, "RESTRICTED_USER_NOT_ALLOWED"])
      assert.deepStrictEqual(response.details, { restricted_reason: { type: "restricted_by_administrator" } })
    }).pipe(Effect.provide(service()))
  )

  it.effect("and the sign-in are in the audit log of the user", () =>
    Effect.gen(function* () {
      const { refresh_token } = yield* signIn()
      const { login_code, polling_code } = yield* start()
      const approval = yield* approve(login_code, refresh_token)
      const [approved] = yield* entriesOf(approval)
      const [signedIn] = yield* entriesOf(yield* poll(polling_code))
      for (const entry of [approved, signedIn]) {
        assert.deepInclude(entry, { outcome: "succeeded", projectId: PROJECT_ID, targets: { user_id: USER_ID } })
        assert.deepStrictEqual(entry?.actor, { type: "user", id: USER_ID })
      }
      assert.deepStrictEqual([approved?.action, signedIn?.action], ["POST /auth/cli/complete", "POST /auth/cli/poll"])
    }).pipe(Effect.provide(service()))
  )
})

describe("the anonymous user of a command line", () => {
  const ClaimedTokens = Schema.Struct({ access_token: Schema.String, refresh_token: Schema.String })

  it.effect("is continued by the browser once, in a session of its own", () =>
    Effect.gen(function* () {
      const user = yield* anonymous()
      const { login_code, polling_code } = yield* start({ anon_refresh_token: user.refresh_token })
      assert.deepInclude((yield* check(login_code)).json, { cli_session_state: "anonymous" })
      const claimed = Schema.decodeUnknownSync(ClaimedTokens, { onExcessProperty: "error" })(
        (yield* claim(login_code)).json
      )
      assert.notStrictEqual(claimed.refresh_token, user.refresh_token)
      const headers = { ...withToken(claimed.access_token), "x-stack-allow-anonymous-user": "true" }
      assert.deepInclude((yield* me(headers)).json, { id: user.user_id, is_anonymous: true })
      assert.deepInclude((yield* check(login_code)).json, { cli_session_state: "none" })
      assert.deepStrictEqual(outcome(yield* claim(login_code)), [400, "CLI_AUTH_ERROR"])
      // The user signs up in the browser, and approves. The command line is signed in as the same user.
      const signedUp = yield* Effect.flatMap(
        send("POST", "/api/v1/auth/password/sign-up", {
          headers,
          json: { email: "new@example.com", password: "correct horse" }
        }),
        ({ json }) => readSession(json)
      )
      assert.strictEqual(signedUp.user_id, user.user_id)
      yield* approve(login_code, signedUp.refresh_token)
      const token = yield* receive(polling_code)
      assert.deepInclude((yield* me(withToken(yield* accessTokenOf(token)))).json, {
        id: user.user_id,
        is_anonymous: false
      })
      assert.strictEqual((yield* refresh(user.refresh_token)).status, 401)
    }).pipe(Effect.provide(service()))
  )

  it.effect("is not claimed without a session of one", () =>
    Effect.gen(function* () {
      const { login_code } = yield* start()
      assert.deepStrictEqual(outcome(yield* claim(login_code)), [400, "CLI_AUTH_ERROR"])
    }).pipe(Effect.provide(service()))
  )

  it.effect("is not claimed after the approval", () =>
    Effect.gen(function* () {
      const user = yield* anonymous()
      const browser = yield* signIn()
      const { login_code } = yield* start({ anon_refresh_token: user.refresh_token })
      yield* approve(login_code, browser.refresh_token)
      assert.deepStrictEqual(outcome(yield* claim(login_code)), [400, "CLI_AUTH_USED_ERROR"])
    }).pipe(Effect.provide(service()))
  )

  it.effect("is not claimed after the user has signed up", () =>
    Effect.gen(function* () {
      const user = yield* anonymous()
      const { login_code } = yield* start({ anon_refresh_token: user.refresh_token })
      yield* send("PATCH", `/api/v1/users/${user.user_id}`, { headers: asServer, json: { is_anonymous: false } })
      assert.deepInclude((yield* check(login_code)).json, { cli_session_state: "none" })
      assert.deepStrictEqual(outcome(yield* claim(login_code)), [400, "CLI_AUTH_ERROR"])
    }).pipe(Effect.provide(service()))
  )

  it.effect("has to be anonymous, and of the project", () =>
    Effect.gen(function* () {
      const real = yield* signIn()
      const foreign = yield* anonymous(asOtherClient)
      for (const anon_refresh_token of [real.refresh_token, foreign.refresh_token, "wrong", ""]) {
        assert.deepStrictEqual(outcome(yield* startWith({ anon_refresh_token })), [400, "CLI_AUTH_ERROR"])
      }
    }).pipe(Effect.provide(service()))
  )
})

describe("the start of sign-ins", () => {
  it.effect("is limited for each address", () =>
    Effect.gen(function* () {
      const from = (address: string) => Effect.map(startWith({}, asClient, address), ({ status }) => status)
      const statuses = yield* Effect.forEach(Array.from({ length: 51 }), () => from("192.0.2.1"))
      assert.deepStrictEqual(statuses, [...Array.from({ length: 50 }, () => 200), 429])
      assert.strictEqual(yield* from("192.0.2.2"), 200)
    }).pipe(Effect.provide(service()))
  )
})
