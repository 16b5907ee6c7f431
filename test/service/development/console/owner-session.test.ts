/** The session by which the console calls the admin API. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { Faults, RequestLog } from "../../../../service/index.ts"
import { OTHER_PROJECT_ID, PROJECT_ID, send, service } from "../../fixture.ts"
import { post } from "./fixture.ts"

const readSession = Schema.decodeUnknownEffect(Schema.Struct({ access_token: Schema.String }))

const sessionOf = (projectId: string) =>
  Effect.flatMap(post(`/projects/${projectId}/owner-session`), ({ json }) => readSession(json))

const asOwner = (accessToken: string, projectId = PROJECT_ID) => ({
  "x-stack-project-id": projectId,
  "x-stack-access-type": "admin",
  "x-stack-admin-access-token": accessToken
})

const settings = (headers: Record<string, string>) => send("GET", "/api/v1/projects/current", { headers })

const Users = Schema.Struct({ items: Schema.Array(Schema.Struct({ display_name: Schema.NullOr(Schema.String) })) })

describe("the owner's session of the console", () => {
  it.effect("has access to its project, and to others only after a request for them", () =>
    Effect.gen(function* () {
      const { access_token } = yield* sessionOf(PROJECT_ID)
      assert.strictEqual((yield* settings(asOwner(access_token))).status, 200)
      const other = asOwner(access_token, OTHER_PROJECT_ID)
      assert.strictEqual((yield* settings(other)).code, "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN")
      yield* sessionOf(OTHER_PROJECT_ID)
      assert.strictEqual((yield* settings(other)).status, 200)
    }).pipe(Effect.provide(service()))
  )

  it.effect("is that of one owner, who cannot sign in, for all requests", () =>
    Effect.gen(function* () {
      yield* sessionOf(PROJECT_ID)
      yield* sessionOf(PROJECT_ID)
      const { access_token } = yield* sessionOf("internal")
      const listed = yield* send("GET", "/api/v1/users", { headers: asOwner(access_token, "internal") })
      const { items } = yield* Schema.decodeUnknownEffect(Users)(listed.json)
      assert.deepStrictEqual(items, [{ display_name: "Keystile console" }])
      assert.include(listed.text, `"has_password":false`)
      assert.include(listed.text, `"otp_auth_enabled":false`)
    }).pipe(Effect.provide(service()))
  )

  it.effect("ends after an hour", () =>
    Effect.gen(function* () {
      const { access_token } = yield* sessionOf(PROJECT_ID)
      yield* post("/clock/advance", { millis: 3_600_000 })
      assert.strictEqual((yield* settings(asOwner(access_token))).code, "ADMIN_ACCESS_TOKEN_EXPIRED")
    }).pipe(Effect.provide(service()))
  )

  it.effect("needs a project that exists, and is not given to other origins", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* post("/projects/unknown/owner-session")).status, 404)
      const path = `/_keystile/projects/${PROJECT_ID}/owner-session`
      const foreign = { "content-type": "application/json", "x-keystile-control": "1", origin: "http://evil.example" }
      assert.strictEqual((yield* send("POST", path, { headers: foreign, body: "{}" })).status, 403)
      const simple = { "content-type": "text/plain" }
      assert.strictEqual((yield* send("POST", path, { headers: simple, body: "{}" })).status, 403)
    }).pipe(Effect.provide(service()))
  )
})

describe("requests of the console", () => {
  it.effect("are neither logged nor affected by faults, and those of applications are", () =>
    Effect.gen(function* () {
      const { access_token } = yield* sessionOf(PROJECT_ID)
      yield* (yield* Faults).add({ kind: "serverError" })
      const headers = asOwner(access_token)
      assert.strictEqual((yield* settings({ ...headers, "x-keystile-console": "1" })).status, 200)
      assert.deepStrictEqual(yield* (yield* RequestLog).entries, [])
      assert.strictEqual((yield* settings(headers)).status, 500)
      assert.lengthOf(yield* (yield* RequestLog).entries, 1)
    }).pipe(Effect.provide(service()))
  )

  it.effect("cannot come from pages of other origins", () =>
    Effect.gen(function* () {
      const preflight = yield* send("OPTIONS", "/api/v1/users", {
        headers: {
          origin: "http://evil.example",
          "access-control-request-method": "GET",
          "access-control-request-headers": "x-keystile-console"
        }
      })
      assert.notInclude(preflight.headers["access-control-allow-headers"] ?? "", "keystile-console")
      assert.notInclude(preflight.headers["access-control-allow-headers"] ?? "", "*")
    }).pipe(Effect.provide(service()))
  )
})
