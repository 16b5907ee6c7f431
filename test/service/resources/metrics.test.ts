/** The metrics of a project. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import {
  ada,
  asAdmin,
  asClient,
  asServer,
  me,
  OTHER_PROJECT_ID,
  otherKeys,
  refresh,
  send,
  service,
  signIn,
  signUp,
  updateMe,
  withToken
} from "../fixture.ts"
import { readSession } from "../responses.ts"
import { post } from "../requests.ts"

const Points = Schema.Array(Schema.Struct({ date: Schema.String, activity: Schema.Int }))
const Users = Schema.Array(Schema.Struct({ primary_email: Schema.NullOr(Schema.String) }))
const SignIns = Schema.Struct({
  date: Schema.String,
  method: Schema.String,
  succeeded: Schema.Int,
  failed: Schema.Int
})
const Metrics = Schema.Struct({
  total_users: Schema.Int,
  daily_users: Points,
  daily_active_users: Points,
  users_by_country: Schema.Record(Schema.String, Schema.Int),
  recently_registered: Users,
  recently_active: Users,
  login_methods: Schema.Array(Schema.Struct({ method: Schema.String, count: Schema.Int }))
})

const metrics = (headers = asAdmin) => send("GET", "/api/v1/internal/metrics", { headers })
const read = Effect.flatMap(metrics(), ({ json }) => Effect.orDie(Schema.decodeUnknownEffect(Metrics)(json)))

const emails = (users: typeof Users.Type) => users.map(({ primary_email }) => primary_email)
const busy = (points: typeof Points.Type) => points.filter(({ activity }) => activity > 0)

describe("GET /internal/metrics", () => {
  it.effect("returns zeros for an empty project", () =>
    Effect.gen(function* () {
      const { daily_active_users, daily_users, ...rest } = yield* read
      assert.deepStrictEqual(rest, {
        total_users: 0,
        users_by_country: {},
        recently_registered: [],
        recently_active: [],
        login_methods: []
      })
      assert.strictEqual(daily_users.length, 31)
      assert.deepStrictEqual(daily_users, daily_active_users)
      assert.deepStrictEqual(busy(daily_users), [])
    }).pipe(Effect.provide(service({ users: [] })))
  )

  it.effect("has a point for each of the last 31 days, oldest first", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("60 days")
      const { daily_users } = yield* read
      assert.deepStrictEqual(
        [daily_users.length, daily_users[0]?.date, daily_users[28]?.date, daily_users[30]?.date],
        [31, "1970-01-31", "1970-02-28", "1970-03-02"]
      )
    }).pipe(Effect.provide(service()))
  )

  it.effect("counts sign-ups and distinct active users per day", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("40 days")
      yield* signUp("one@example.com")
      yield* TestClock.adjust("23 hours")
      yield* signUp("two@example.com")
      yield* signIn({ ...ada, email: "one@example.com" })
      yield* TestClock.adjust("1 hour")
      const { refresh_token } = yield* signIn({ ...ada, email: "one@example.com" })
      yield* refresh(refresh_token)
      const { daily_active_users, daily_users, total_users } = yield* read
      assert.strictEqual(total_users, 3, "one of them is from the seed, before these days")
      assert.deepStrictEqual(busy(daily_users), [{ date: "1970-02-10", activity: 2 }])
      assert.deepStrictEqual(busy(daily_active_users), [
        { date: "1970-02-10", activity: 2 },
        { date: "1970-02-11", activity: 1 }
      ])
    }).pipe(Effect.provide(service()))
  )

  it.effect("lists at most five users, latest first, and only users that were active", () =>
    Effect.gen(function* () {
      for (const name of ["a", "b", "c", "d", "e", "f"]) {
        yield* TestClock.adjust("1 minute")
        yield* signUp(`${name}@example.com`)
      }
      yield* TestClock.adjust("1 minute")
      yield* signIn({ ...ada, email: "a@example.com" })
      const { recently_active, recently_registered } = yield* read
      assert.deepStrictEqual(
        emails(recently_registered),
        ["f", "e", "d", "c", "b"].map((name) => `${name}@example.com`)
      )
      assert.deepStrictEqual(
        emails(recently_active),
        ["a", "f", "e", "d", "c"].map((name) => `${name}@example.com`)
      )
    }).pipe(Effect.provide(service()))
  )

  it.effect("forgets the activity of deleted users, on earlier days too", () =>
    Effect.gen(function* () {
      const { json } = yield* signUp("one@example.com")
      const { access_token, user_id } = yield* readSession(json)
      yield* signIn()
      yield* TestClock.adjust("1 day")
      const today = { date: "1970-01-02", activity: 1 }
      yield* me(withToken(access_token))
      yield* signIn()
      const before = yield* read
      assert.deepStrictEqual(busy(before.daily_active_users), [{ date: "1970-01-01", activity: 2 }, today])
      yield* send("DELETE", `/api/v1/users/${user_id}`, { headers: asServer })
      const after = yield* read
      assert.deepStrictEqual(busy(after.daily_active_users), [{ date: "1970-01-01", activity: 1 }, today])
      assert.deepStrictEqual(emails(after.recently_active), [ada.email])
    }).pipe(Effect.provide(service()))
  )

  it.effect("does not count users as active who never signed in", () =>
    Effect.gen(function* () {
      const { recently_active, recently_registered } = yield* read
      assert.deepStrictEqual([emails(recently_active), emails(recently_registered)], [[], [ada.email]])
    }).pipe(Effect.provide(service()))
  )

  it.effect("counts sign-in methods", () =>
    Effect.gen(function* () {
      yield* signUp("two@example.com")
      yield* updateMe(withToken((yield* signIn()).access_token), { otp_auth_enabled: true })
      assert.deepStrictEqual((yield* read).login_methods, [
        { method: "password", count: 2 },
        { method: "otp", count: 1 }
      ])
    }).pipe(Effect.provide(service({ config: { magicLinkEnabled: true } })))
  )

  it.effect("counts sign-ins and failures by day and method, if they are asked for", () =>
    Effect.gen(function* () {
      const signIns = Effect.flatMap(
        send("GET", "/api/v1/internal/metrics?sign_ins=true", { headers: asAdmin }),
        ({ json }) => Effect.orDie(Schema.decodeUnknownEffect(Schema.Struct({ sign_ins: Schema.Array(SignIns) }))(json))
      )
      assert.deepStrictEqual((yield* signIns).sign_ins, [])
      yield* signIn()
      yield* TestClock.adjust("1 day")
      yield* signIn()
      yield* signIn()
      const wrong = { email: ada.email, password: "a wrong password" }
      assert.strictEqual((yield* post("/auth/password/sign-in", asClient, wrong)).code, "EMAIL_PASSWORD_MISMATCH")
      // No attempt that a limit or the schema refused, and none of another project.
      assert.strictEqual((yield* post("/auth/password/sign-in", asClient, {})).code, "SCHEMA_ERROR")
      yield* signIn(ada, {
        "x-stack-project-id": OTHER_PROJECT_ID,
        "x-stack-access-type": "client",
        "x-stack-publishable-client-key": otherKeys.publishableClientKey
      }).pipe(Effect.exit)
      const code = yield* post("/auth/otp/sign-in", asClient, { code: "0".repeat(45) })
      assert.strictEqual(code.code, "VERIFICATION_CODE_NOT_FOUND")
      assert.deepStrictEqual((yield* signIns).sign_ins, [
        { date: "1970-01-01", method: "password", succeeded: 1, failed: 0 },
        { date: "1970-01-02", method: "otp", succeeded: 0, failed: 1 },
        { date: "1970-01-02", method: "password", succeeded: 2, failed: 1 }
      ])
      yield* TestClock.adjust("30 days")
      assert.deepStrictEqual(
        (yield* signIns).sign_ins.map(({ date }) => date),
        ["1970-01-02", "1970-01-02"]
      )
      assert.notProperty((yield* metrics()).json, "sign_ins")
    }).pipe(Effect.provide(service({ config: { magicLinkEnabled: true } })))
  )

  it.effect("does not count a sign-in as failed that goes on with the second factor", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        (yield* post("/auth/password/sign-in", asClient, ada)).code,
        "MULTI_FACTOR_AUTHENTICATION_REQUIRED"
      )
      const { json } = yield* send("GET", "/api/v1/internal/metrics?sign_ins=true", { headers: asAdmin })
      assert.deepInclude(json, { sign_ins: [] })
    }).pipe(
      Effect.provide(service({ users: [{ ...ada, emailVerified: true, totpSecret: "MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=" }] }))
    )
  )

  it.effect("counts only users of its project", () =>
    Effect.gen(function* () {
      yield* signIn(ada, {
        "x-stack-project-id": OTHER_PROJECT_ID,
        "x-stack-access-type": "client",
        "x-stack-publishable-client-key": otherKeys.publishableClientKey
      })
      const { daily_active_users, login_methods, recently_active, total_users } = yield* read
      assert.deepStrictEqual([total_users, busy(daily_active_users), recently_active, login_methods], [0, [], [], []])
    }).pipe(Effect.provide(service({ users: [] })))
  )

  it.effect("is for owners only", () =>
    Effect.gen(function* () {
      for (const tier of [asClient, asServer]) {
        const response = yield* metrics(tier)
        assert.deepStrictEqual([response.status, response.code], [401, "INSUFFICIENT_ACCESS_TYPE"])
      }
    }).pipe(Effect.provide(service()))
  )
})
