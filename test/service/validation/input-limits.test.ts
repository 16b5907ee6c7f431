/** Limits of bodies, sizes and paths. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  ada,
  asClient,
  asServer,
  type Headers,
  keys,
  PROJECT_ID,
  send,
  type TestRequest,
  service,
  signIn,
  updateMe,
  USER_ID,
  withToken
} from "../fixture.ts"
import { startCpuTimer, cpuTimeSince } from "../../cpu-time.ts"

const json = { "content-type": "application/json" }
/** Milliseconds of CPU time. Quadratic backtracking over 100 kB takes many seconds. */
const MAX_CPU_MILLIS = 2000
const signInPath = "/api/v1/auth/password/sign-in"
const signUpPath = "/api/v1/auth/password/sign-up"

const post = (path: string, sent: TestRequest) =>
  send("POST", path, { ...sent, headers: { ...asClient, ...sent.headers } })

describe("request bodies", () => {
  const cases: ReadonlyArray<readonly [string, TestRequest, string]> = [
    ["malformed JSON", { headers: json, body: "{" }, "BODY_PARSING_ERROR"],
    ["an empty body as JSON", { headers: json, body: "" }, "BODY_PARSING_ERROR"],
    ["invalid UTF-8", { headers: json, body: new Uint8Array([0x22, 0xff, 0x22]) }, "BODY_PARSING_ERROR"],
    ["an overlong encoding", { headers: json, body: new Uint8Array([0x22, 0xc0, 0xaf, 0x22]) }, "BODY_PARSING_ERROR"],
    ["another content type", { headers: { "content-type": "text/xml" }, body: "<a/>" }, "BODY_PARSING_ERROR"],
    ["multipart", { headers: { "content-type": "multipart/form-data; boundary=x" }, body: "-" }, "BODY_PARSING_ERROR"],
    ["no content type", { body: JSON.stringify(ada) }, "SCHEMA_ERROR"],
    ["a string", { headers: { "content-type": "text/plain" }, body: "hello" }, "SCHEMA_ERROR"],
    ["bytes", { headers: { "content-type": "application/octet-stream" }, body: new Uint8Array([1]) }, "SCHEMA_ERROR"],
    ["null", { headers: json, body: "null" }, "SCHEMA_ERROR"],
    ["an array", { headers: json, body: "[]" }, "SCHEMA_ERROR"],
    ["a number", { headers: json, body: "1e400" }, "SCHEMA_ERROR"],
    ["an object for a string", { json: { email: { length: 1 }, password: "x" } }, "SCHEMA_ERROR"],
    ["a NUL character", { json: { email: "a@example.com", password: "a\0b" } }, "SCHEMA_ERROR"],
    ["depth", { headers: json, body: "[".repeat(40_000) + "]".repeat(40_000) }, "SCHEMA_ERROR"],
    [
      "a __proto__ key",
      { headers: json, body: `{"email":"a@b.co","password":"x","__proto__":{"x":1}}` },
      "SCHEMA_ERROR"
    ],
    ["a constructor key", { headers: json, body: `{"email":"a@b.co","password":"x","constructor":1}` }, "SCHEMA_ERROR"],
    [
      "many unknown properties",
      { json: Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`p${index}`, 1])) },
      "SCHEMA_ERROR"
    ],
    ["lone surrogates", { headers: json, body: `{"email":"\\ud800@example.com","password":"\\udfff"}` }, "SCHEMA_ERROR"]
  ]
  it.effect.each(cases)("with %s are rejected", ([, sent, code]) =>
    Effect.gen(function* () {
      const response = yield* post(signInPath, sent)
      assert.deepStrictEqual([response.status, response.code], [400, code])
      assert.isBelow(response.text.length, 5000)
    }).pipe(Effect.provide(service()))
  )

  it.effect("are not inspected without a session that the endpoint needs", () =>
    Effect.gen(function* () {
      const response = yield* post("/api/v1/auth/password/update", { json: { old_password: "\0", new_password: "\0" } })
      assert.strictEqual(response.code, "SCHEMA_ERROR")
      assert.include(response.error, "auth.user: Missing")
      assert.notInclude(response.error, "NUL")
    }).pipe(Effect.provide(service()))
  )

  it.effect("may be forms", () =>
    Effect.gen(function* () {
      const response = yield* post(signInPath, {
        headers: { "content-type": "application/x-www-form-urlencoded; charset=utf-8" },
        body: new URLSearchParams(ada).toString()
      })
      assert.strictEqual(response.status, 200)
    }).pipe(Effect.provide(service()))
  )

  it.effect("may declare their charset, and may come with unknown headers", () =>
    Effect.gen(function* () {
      const response = yield* post(signInPath, {
        headers: { "content-type": "Application/JSON; charset=utf-8", "x-unknown": "1", constructor: "1" },
        body: JSON.stringify(ada)
      })
      assert.strictEqual(response.status, 200)
    }).pipe(Effect.provide(service()))
  )

  it.effect("are rejected with a message for each invalid field", () =>
    Effect.gen(function* () {
      const response = yield* post(signUpPath, { json: { email: ".x@y", password: [7], more: { secret: "s3cret" } } })
      assert.include(response.error, "POST /api/v1/auth/password/sign-up")
      for (const field of ["email", "password", "more"]) {
        assert.include(response.error, `\n  - body.${field}: `)
      }
      assert.notInclude(response.error, "s3cret")
      assert.deepStrictEqual(response.details, { message: response.error })
    }).pipe(Effect.provide(service()))
  )

  it.effect("with strings that UTF-8 cannot encode are rejected, except in metadata", () =>
    Effect.gen(function* () {
      const headers = withToken((yield* signIn()).access_token)
      for (const text of ["\ud800", "a\udfffb", "\udc00\ud800"]) {
        const refused = yield* updateMe(headers, { display_name: text })
        assert.strictEqual(refused.code, "SCHEMA_ERROR")
        assert.include(refused.error, "body.display_name: has half a character")
        assert.strictEqual((yield* updateMe(headers, { client_metadata: { [text]: text } })).status, 200)
        const image = yield* updateMe({ ...headers, ...asServer }, { profile_image_url: `https://example.com/${text}` })
        assert.include(image.error, "body.profile_image_url: has half a character")
      }
      assert.strictEqual((yield* updateMe(headers, { display_name: "💥 whole" })).status, 200)
    }).pipe(Effect.provide(service()))
  )

  it.effect("with metadata cannot change a prototype", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const headers = { ...withToken(access_token), ...json }
      const body = `{"client_metadata":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}`
      const response = yield* send("PATCH", "/api/v1/users/me", { headers, body })
      assert.strictEqual(response.status, 200)
      assert.isUndefined(Reflect.get({}, "polluted"))
    }).pipe(Effect.provide(service()))
  )
})

describe("names", () => {
  it.effect("of users, teams and members have at most 1000 characters in the client tier", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const headers = withToken(access_token)
      const teamId = "cccccccc-cccc-4ccc-8ccc-cccccccccccc"
      const calls: ReadonlyArray<readonly [string, string, object?]> = [
        ["PATCH", "/api/v1/users/me"],
        ["POST", "/api/v1/teams", { creator_user_id: "me" }],
        ["PATCH", `/api/v1/teams/${teamId}`],
        ["PATCH", `/api/v1/team-member-profiles/${teamId}/me`]
      ]
      for (const [method, path, fields] of calls) {
        const named = (length: number, as: Headers) =>
          send(method, path, { headers: as, json: { ...fields, display_name: "名".repeat(length) } })
        assert.isBelow((yield* named(1000, headers)).status, 300, path)
        const refused = yield* named(1001, headers)
        assert.deepStrictEqual([refused.status, refused.code], [400, "SCHEMA_ERROR"], path)
        assert.include(refused.error, "body.display_name: is longer than 1000 characters")
        assert.isBelow((yield* named(10_000, withToken(access_token, asServer))).status, 300, path)
      }
      // Metadata is not counted.
      const metadata = { client_metadata: { display_name: "x".repeat(2000) } }
      assert.strictEqual((yield* updateMe(headers, metadata)).status, 200)
    }).pipe(
      Effect.provide(
        service({
          config: { clientTeamCreationEnabled: true },
          teams: [
            {
              id: "cccccccc-cccc-4ccc-8ccc-cccccccccccc",
              displayName: "Team",
              members: [{ user: USER_ID, permissionIds: ["admin"] }]
            }
          ]
        })
      )
    )
  )
})

describe("sizes", () => {
  const long = "x".repeat(100_000)

  it.effect("of 100 kB in any field get a 4xx response within the CPU limit", () =>
    Effect.gen(function* () {
      const { access_token, refresh_token } = yield* signIn()
      const user = withToken(access_token, asServer)
      const good = { ...ada, verification_callback_url: "http://localhost/" }
      const attacks: ReadonlyArray<readonly [string, string, TestRequest]> = [
        ["POST", signInPath, { headers: asClient, json: { ...ada, email: long } }],
        ["POST", signInPath, { headers: asClient, json: { ...ada, password: long } }],
        ["POST", signInPath, { headers: asClient, json: { ...ada, email: `${"a@".repeat(50_000)}b.co` } }],
        ["POST", signInPath, { headers: asClient, json: { ...ada, email: `a@${"a.".repeat(50_000)}co` } }],
        ["POST", signInPath, { headers: asClient, json: { ...ada, [long]: 1 } }],
        ["POST", signUpPath, { headers: asClient, json: { ...good, email: `x${long}@example.com` } }],
        ["POST", signUpPath, { headers: asClient, json: { ...good, verification_callback_url: `http://x/${long}` } }],
        ...[
          "display_name",
          "totp_secret_base64",
          "selected_team_id",
          "primary_email",
          "password",
          "password_hash",
          "otp_auth_enabled"
        ].map((field) => ["PATCH", "/api/v1/users/me", { headers: user, json: { [field]: long } }] as const),
        ["PATCH", "/api/v1/users/me", { headers: user, json: { profile_image_url: long } }],
        ["GET", `/api/v1/users/me?${long}`, { headers: user }],
        ["GET", `/api/v1/${long}`, { headers: user }],
        ["GET", `/api/v1/projects/${long}/.well-known/jwks.json`, {}],
        ["GET", `/api/v1/${"%zz/".repeat(25_000)}`, {}],
        ["GET", "/api/v1/users/me", { headers: { ...asClient, "x-stack-project-id": long } }],
        ["GET", "/api/v1/users/me", { headers: { ...asClient, "x-stack-access-type": long } }],
        ["GET", "/api/v1/users/me", { headers: { ...asClient, "x-stack-publishable-client-key": long } }],
        ["GET", "/api/v1/users/me", { headers: { ...asClient, "x-stack-access-token": long } }],
        ["GET", "/api/v1/users/me", { headers: { ...asClient, "x-stack-admin-access-token": `${long}.${long}.x` } }],
        ["DELETE", "/api/v1/auth/sessions/current", { headers: { ...asClient, "x-stack-refresh-token": long } }],
        ["POST", signInPath, { headers: { ...asClient, "content-type": long }, body: "{}" }],
        ...["grant_type", "client_id", "client_secret", "refresh_token"].map(
          (field) =>
            [
              "POST",
              "/api/v1/auth/oauth/token",
              {
                json: {
                  grant_type: "refresh_token",
                  client_id: PROJECT_ID,
                  client_secret: keys.publishableClientKey,
                  refresh_token,
                  [field]: long
                }
              }
            ] as const
        ),
        ["POST", "/api/v1/auth/oauth/token", { headers: { authorization: `Basic ${long}`, ...json }, body: "{}" }]
      ]
      for (const [method, path, sent] of attacks) {
        const title = `${method} ${path} ${JSON.stringify(sent)}`.slice(0, 200)
        const start = startCpuTimer()
        const response = yield* send(method, path, sent)
        assert.isTrue(response.status >= 400 && response.status < 500, `${response.status} ${title}`)
        assert.isBelow(cpuTimeSince(start), MAX_CPU_MILLIS, title)
        assert.isBelow(response.text.length, 5000, title)
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("of path parameters are limited, since errors repeat them", () =>
    Effect.gen(function* () {
      const response = yield* send("GET", `/api/v1/projects/${"x".repeat(1001)}/.well-known/jwks.json`)
      assert.strictEqual(response.code, "SCHEMA_ERROR")
      assert.isBelow(response.text.length, 1000)
    }).pipe(Effect.provide(service()))
  )

  it.effect("of 100 kB that target its regular expressions do not block the control API or the rate limiter", () =>
    Effect.gen(function* () {
      const controlHeaders = { "content-type": "application/json", "x-keystile-control": "1" }
      const texts = [
        long,
        "*a".repeat(50_000),
        "1.".repeat(50_000),
        "::ffff:".repeat(15_000),
        " ,".repeat(50_000),
        "\ud83d".repeat(100_000)
      ]
      for (const text of texts) {
        const attacks: ReadonlyArray<readonly [string, string, TestRequest]> = [
          ["GET", `/_keystile/${text}`, {}],
          ["GET", "/_keystile", { headers: { origin: text } }],
          ["GET", "/_keystile", { headers: { "sec-fetch-site": text } }],
          ["GET", "/_keystile", { headers: { host: text } }],
          ["GET", "/_keystile", { address: text }],
          ["POST", "/_keystile/faults", { headers: { ...controlHeaders, "content-type": text } }],
          ["POST", "/_keystile/faults", { headers: controlHeaders, json: { kind: "reset", path: text } }],
          ["POST", "/_keystile/faults", { headers: controlHeaders, json: { kind: "dropMail", to: text } }],
          ["POST", "/_keystile/faults", { headers: controlHeaders, json: { kind: text } }],
          [
            "POST",
            signInPath,
            { headers: { ...asClient, "x-forwarded-for": text }, address: text, json: { ...ada, email: text } }
          ]
        ]
        for (const [method, path, sent] of attacks) {
          const title = `${method} ${path.slice(0, 50)} ${JSON.stringify(sent).slice(0, 150)}`
          const start = startCpuTimer()
          const response = yield* send(method, path, sent)
          assert.isTrue(response.status >= 400 && response.status < 500, `${response.status} ${title}`)
          assert.isBelow(cpuTimeSince(start), MAX_CPU_MILLIS, title)
          assert.isBelow(response.text.length, 5000, title)
        }
      }
    }).pipe(Effect.provide(service({}, { trustedProxies: 1 })))
  )

  it.effect("of 100 kB in the cookies of a sign-in with a provider do not block the service", () =>
    Effect.gen(function* () {
      const state = "s".repeat(43)
      const cookies = [`a=x${" ".repeat(100_000)}y`, " ".repeat(100_000), "=".repeat(100_000), "a=b;".repeat(25_000)]
      for (const cookie of cookies) {
        for (const path of ["/providers/google", "/api/v1/auth/oauth/callback/google"]) {
          const start = startCpuTimer()
          const response = yield* send("GET", `${path}?state=${state}`, { headers: { cookie } })
          assert.strictEqual(response.status, 400)
          assert.isBelow(cpuTimeSince(start), MAX_CPU_MILLIS, `${path} ${cookie.slice(0, 10)}`)
        }
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("of bodies are limited", () =>
    Effect.gen(function* () {
      const response = yield* post(signInPath, { json: { ...ada, password: "x".repeat(1_000_000) } })
      assert.deepStrictEqual([response.status, response.code], [413, undefined])
      const { access_token } = yield* signIn()
      const headers = withToken(access_token)
      assert.strictEqual((yield* updateMe(headers, { client_metadata: "x".repeat(2_000_000) })).status, 200)
      assert.strictEqual((yield* updateMe(headers, { client_metadata: "x".repeat(2_600_000) })).status, 413)
    }).pipe(Effect.provide(service()))
  )

  it.effect("of JSON are limited to 50,000 values", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const headers = { ...withToken(access_token), ...json }
      const update = (metadata: string) =>
        send("PATCH", "/api/v1/users/me", { headers, body: `{"client_metadata":${metadata}}` })
      const repeated = (unit: string, count: number) => `[${Array(count).fill(unit).join(",")}]`
      const nested = "[".repeat(90) + "]".repeat(90)
      const members = Array.from({ length: 50_000 }, (_, index) => `"${index}":0`)
      for (const metadata of [
        repeated(nested, 13_500),
        repeated("{}", 50_000),
        `{${members.join(",")}}`,
        repeated("[]", 50_000),
        repeated("1", 50_000),
        repeated('" "', 50_000),
        repeated("null", 50_000).replaceAll(",", " ,\n"),
        // A quotation mark in a text does not hide what follows.
        `["\\"",${repeated("[]", 50_000)}]`
      ]) {
        const start = startCpuTimer()
        const response = yield* update(metadata)
        assert.deepStrictEqual(
          [response.status, response.text],
          [413, "The body has more than 50000 JSON values."],
          metadata.slice(0, 20)
        )
        assert.isBelow(cpuTimeSince(start), MAX_CPU_MILLIS, metadata.slice(0, 20))
      }
      // With the body and the array of the metadata. Empty arrays and objects have no values inside.
      for (const value of ["{ }", "[\n]", "1", String.raw`"\\\"[{,:"`]) {
        assert.strictEqual((yield* update(repeated(value, 49_998))).status, 200, value)
        assert.strictEqual((yield* update(repeated(value, 49_999))).status, 413, value)
      }
      assert.strictEqual((yield* update(JSON.stringify('[{"a",'.repeat(100_000)))).status, 200)
    }).pipe(Effect.provide(service()))
  )

  it.effect("of bytes do not block the service", () =>
    Effect.gen(function* () {
      const headers = { ...asClient, "content-type": "application/octet-stream" }
      for (const path of ["/users/me", "/team-member-profiles/x/me"]) {
        const start = startCpuTimer()
        const response = yield* send("PATCH", `/api/v1${path}`, { headers, body: new Uint8Array(500_000) })
        assert.strictEqual(response.code, "SCHEMA_ERROR")
        assert.notInclude(response.error, "body.0", "a byte is not a member")
        assert.isBelow(cpuTimeSince(start), MAX_CPU_MILLIS, path)
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("of stored metadata are limited, which may be longer than in the request", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const headers = { ...withToken(access_token), ...json }
      const update = (numbers: number) => {
        const metadata = `["${"x".repeat(2_000_000)}",${Array(numbers).fill("1e20").join(",")}]`
        return send("PATCH", "/api/v1/users/me", { headers, body: `{"client_metadata":${metadata}}` })
      }
      assert.strictEqual((yield* update(20_000)).status, 200)
      const refused = yield* update(25_000)
      assert.deepStrictEqual([refused.status, refused.code], [400, "SCHEMA_ERROR"])
      assert.include(refused.error, "body.client_metadata: is longer than 2500000 bytes as it is stored")
      const me = yield* send("GET", "/api/v1/users/me", { headers: withToken(access_token) })
      assert.isBelow(me.text.length, 2_501_000)
    }).pipe(Effect.provide(service()))
  )

  it.effect("of forms are limited to 1000 fields and 64 KiB", () =>
    Effect.gen(function* () {
      const headers = { "content-type": "application/x-www-form-urlencoded" }
      const response = yield* post(signInPath, { headers, body: "a=&".repeat(1000) })
      assert.deepStrictEqual([response.status, response.text], [413, "The form has more than 1000 fields."])
      assert.strictEqual((yield* post(signInPath, { headers, body: "a=&".repeat(999) })).code, "SCHEMA_ERROR")
      const long = yield* post(signInPath, { headers, body: `a=${"+".repeat(65_536)}` })
      assert.deepStrictEqual([long.status, long.text], [413, "The body is longer than 65536 bytes."])
    }).pipe(Effect.provide(service()))
  )

  it.effect("of large metadata do not block the service", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const headers = withToken(access_token)
      const metadata = Array.from({ length: 40_000 }, (_, index) => "x".repeat(index % 100))
      const start = startCpuTimer()
      const response = yield* updateMe(headers, { client_metadata: metadata })
      assert.strictEqual(response.status, 200)
      assert.isBelow(cpuTimeSince(start), 2000)
    }).pipe(Effect.provide(service()))
  )
})

describe("routes", () => {
  const cases: ReadonlyArray<readonly [string, string]> = [
    ["GET", "/api"],
    ["GET", "/api/v1/nothing"],
    ["GET", "/api/v1/health"],
    ["GET", "/api/v2/users/me"],
    ["GET", "/api/v1/user%73/me"],
    ["GET", "//evil.example/health"],
    ["GET", "/api/v1/../v1/nothing"],
    ["GET", "/__proto__"],
    ["GET", "/api/v1/projects/%zz/.well-known/jwks.json"],
    ["GET", "*"],
    ["GET", ""],
    ["GET", "http://"],
    ["POST", "/api/v1/constructor"]
  ]
  it.effect.each(cases)("respond with 404 for %s %s", ([method, target]) =>
    Effect.gen(function* () {
      const response = yield* send(method, target, { headers: asClient })
      assert.deepStrictEqual([response.status, response.headers["content-type"]], [404, "text/plain; charset=utf-8"])
    }).pipe(Effect.provide(service()))
  )

  it.effect("respond with 405 with the allowed methods", () =>
    Effect.gen(function* () {
      for (const method of ["POST", "PUT", "HEAD", "TRACE", "get", "__proto__", "X".repeat(1000)]) {
        const response = yield* send(method, "/api/v1/users/me", { headers: asClient })
        assert.deepStrictEqual(
          [response.status, response.headers["allow"]],
          [405, "GET, PATCH, DELETE, OPTIONS"],
          method
        )
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("of a resource reject an unknown query parameter", () =>
    Effect.gen(function* () {
      const headers: Headers = withToken((yield* signIn()).access_token)
      const response = yield* send("GET", "/api/v1/users/me?extra=1", { headers })
      assert.strictEqual(response.code, "SCHEMA_ERROR")
      assert.include(response.error, "query.extra: ")
      assert.strictEqual((yield* send("GET", "/api/v1/users/me?__proto__=1", { headers })).code, "SCHEMA_ERROR")
      assert.strictEqual((yield* post(`${signInPath}?extra=1`, { json: ada })).status, 200, "other routes ignore it")
    }).pipe(Effect.provide(service()))
  )
})
