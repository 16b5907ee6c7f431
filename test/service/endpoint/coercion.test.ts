/** Coercion of body values whose type differs from the contract. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { endpoints } from "../../../core/api/endpoints.ts"
import { wire } from "../../../core/schema/wire.ts"
import { coercionOf } from "../../../service/endpoint/coerce.ts"
import { asAdmin, asClient, asServer, me, send, service, signIn, updateMe, USER_ID, withToken } from "../fixture.ts"
import { chance } from "../fuzz/chance.ts"
import { generateBody } from "../fuzz/values.ts"

const post = (path: string, json: unknown, headers = asServer) => send("POST", `/api/v1${path}`, { headers, json })
const createUser = (json: object) => post("/users", json)

describe("the body of a request", () => {
  it.effect("may contain numbers and booleans for strings", () =>
    Effect.gen(function* () {
      const email = "numbers@example.com"
      const signUp = { email, password: 12345678, verification_callback_url: "http://localhost:3000/" }
      assert.strictEqual((yield* post("/auth/password/sign-up", signUp, asClient)).status, 200)
      const headers = withToken((yield* signIn({ email, password: "12345678" })).access_token)
      for (const [sent, stored] of [
        [5, "5"],
        [0, "0"],
        [-1.5, "-1.5"],
        [true, "true"],
        [false, "false"]
      ] as const) {
        assert.deepInclude((yield* updateMe(headers, { display_name: sent })).json, { display_name: stored })
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("may contain strings for booleans and numbers", () =>
    Effect.gen(function* () {
      const email = "texts@example.com"
      const created = yield* createUser({
        primary_email: email,
        primary_email_verified: "TRUE",
        primary_email_auth_enabled: 1
      })
      assert.deepInclude(created.json, { primary_email_verified: true, primary_email_auth_enabled: true })
      const other = yield* createUser({
        primary_email: "o@example.com",
        primary_email_verified: "0",
        otp_auth_enabled: "false"
      })
      assert.deepInclude(other.json, { primary_email_verified: false, otp_auth_enabled: false })
      const session = yield* post("/auth/sessions", { user_id: USER_ID, expires_in_millis: " 60000 " })
      assert.strictEqual(session.status, 200)
      const mail = {
        host: "127.0.0.1",
        port: "25",
        username: 1,
        password: 2,
        sender_name: 3,
        sender_email: "a@b.example"
      }
      const config = { email_config: { type: "standard", ...mail }, sign_up_enabled: "false" }
      const project = yield* send("PATCH", "/api/v1/projects/current", { headers: asAdmin, json: { config } })
      const read = Schema.Struct({
        config: Schema.Struct({ sign_up_enabled: Schema.Boolean, email_config: Schema.Json })
      })
      assert.deepStrictEqual(yield* Schema.decodeUnknownEffect(read)(project.json), {
        config: {
          sign_up_enabled: false,
          email_config: { ...mail, type: "standard", port: 25, username: "1", password: "2", sender_name: "3" }
        }
      })
    }).pipe(Effect.provide(service()))
  )

  it.effect("is rejected when a value cannot be coerced or a property is unknown", () =>
    Effect.gen(function* () {
      const wrong = [
        { primary_email_verified: "yes" },
        { primary_email_verified: 2 },
        { primary_email_verified: "" },
        { primary_email_verified: [true] },
        { display_name: ["a"] },
        { display_name: { toString: "a" } },
        { primary_email: 5 },
        { password: {} },
        { password: 10 ** 300, unknown: 5 },
        { unknown: 5 },
        { oauth_providers: "[]" },
        { oauth_providers: [{ id: null, account_id: "1" }] }
      ]
      for (const json of wrong) {
        assert.strictEqual((yield* createUser(json)).code, "SCHEMA_ERROR", JSON.stringify(json))
      }
      for (const text of ["", " ", "1e", "0xg", "a1", "1,5", "Infinity", "null", true, null, [5]]) {
        const response = yield* post("/auth/sessions", { user_id: USER_ID, expires_in_millis: text })
        assert.strictEqual(response.code, "SCHEMA_ERROR", JSON.stringify(text))
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("keeps metadata unchanged", () =>
    Effect.gen(function* () {
      const headers = withToken((yield* signIn()).access_token)
      const metadata = { a: 1, b: "1", c: true, d: "true", e: [0, "0", null], f: { display_name: 5 } }
      for (const client_metadata of [metadata, 5, "5", true]) yield* updateMe(headers, { client_metadata })
      yield* updateMe(headers, { client_metadata: metadata })
      assert.deepInclude((yield* me(headers)).json, { client_metadata: metadata })
    }).pipe(Effect.provide(service()))
  )
})

describe("coercion", () => {
  const convert = coercionOf(
    wire({
      text: Schema.NullOr(Schema.String),
      flag: Schema.optionalKey(Schema.Literal(true)),
      size: Schema.Union([Schema.Literal("all"), Schema.Finite]),
      items: Schema.Array(Schema.Boolean)
    })
  )

  it("leaves null, values of the right type and undeclared properties unchanged", () => {
    const same = { text: null, size: 5, items: [true], other: 5, constructor: 1 }
    assert.strictEqual(convert(same), same)
    for (const value of [undefined, null, 5, "text", [1], new Uint8Array([1])])
      assert.strictEqual(convert(value), value)
  })

  it("applies within unions and arrays, and never to prototypes", () => {
    assert.deepEqual(convert({ text: 5, flag: "1", size: "7", items: [1, "false", null] }), {
      text: "5",
      flag: true,
      size: 7,
      items: [true, false, null]
    })
    assert.deepEqual(convert({ size: "all", flag: "0" }), { size: "all", flag: "0" })
    const own: unknown = convert(JSON.parse(`{"text":5,"__proto__":{"polluted":true}}`))
    assert.strictEqual(JSON.stringify(own), `{"text":"5","__proto__":{"polluted":true}}`)
    assert.isUndefined(Reflect.get({}, "polluted"))
  })

  it("leaves every body unchanged that fits the contract", () => {
    const c = chance("coercion")
    for (const {
      name,
      schemas: { body }
    } of endpoints) {
      if (body === undefined) continue
      const coerce = coercionOf(body)
      for (let count = 0; count < 20; count++) {
        const fits = generateBody(c, body)
        assert.strictEqual(coerce(fits), fits, name)
      }
    }
  })
})
