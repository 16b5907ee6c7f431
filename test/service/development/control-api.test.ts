/** The control API and its access rules. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { Faults, listen, makeWebHandler, RequestLog } from "../../../service/index.ts"
import { asClient, type Headers, me, send, type TestRequest, service, signIn, withToken } from "../fixture.ts"
import { connect } from "node:net"
import { networkInterfaces } from "node:os"

/** The headers that a program on this machine sends. */
const controlHeaders: Headers = { "content-type": "application/json", "x-keystile-control": "1" }
const get = (path: string, sent: TestRequest = {}) => send("GET", `/_keystile${path}`, sent)
const post = (path: string, json: unknown, headers: Headers = controlHeaders) =>
  send("POST", `/_keystile${path}`, { headers, body: JSON.stringify(json) })
const del = (path: string) => send("DELETE", `/_keystile${path}`, { headers: controlHeaders })

const Made = Schema.Struct({ id: Schema.String, used: Schema.Int, fault: Schema.Unknown })
const readMade = Schema.decodeUnknownEffect(Made)

describe("the control API", () => {
  it.effect("creates, lists and deletes faults", () =>
    Effect.gen(function* () {
      const fault = { kind: "rateLimit", path: "/api/v1/users*", retryAfterSeconds: 30, times: 5 }
      const made = yield* post("/faults", fault)
      assert.strictEqual(made.status, 201)
      const { id } = yield* readMade(made.json)
      const busy = yield* me(asClient)
      assert.deepStrictEqual([busy.status, busy.headers["retry-after"]], [429, "30"])
      assert.deepStrictEqual((yield* get("/faults")).json, { faults: [{ id, fault, used: 1 }] })
      assert.deepStrictEqual((yield* del(`/faults/${id}`)).json, { success: true })
      assert.strictEqual((yield* del(`/faults/${id}`)).status, 404)
      yield* post("/faults", { kind: "reset" })
      yield* post("/faults", { kind: "dropMail", to: "a@example.com" })
      assert.strictEqual((yield* del("/faults")).status, 200)
      assert.deepStrictEqual((yield* get("/faults")).json, { faults: [] })
    }).pipe(Effect.provide(service()))
  )

  it.effect("advances the clock", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      assert.deepStrictEqual((yield* get("/clock")).json, { now: "1970-01-01T00:00:00.000Z", leadMillis: 0 })
      const moved = yield* post("/clock/advance", { millis: 600_000 })
      assert.deepStrictEqual(moved.json, { now: "1970-01-01T00:10:00.000Z", leadMillis: 600_000 })
      assert.strictEqual((yield* me(withToken(access_token))).code, "ACCESS_TOKEN_EXPIRED")
      for (const millis of [-1, 0, 1e15]) {
        const refused = yield* post("/clock/advance", { millis })
        assert.strictEqual(refused.status, 400)
        assert.include(refused.text, "only moves forward")
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("returns the request log without its own requests", () =>
    Effect.gen(function* () {
      yield* me(asClient)
      const id = (yield* (yield* RequestLog).entries)[0]?.id
      const entry = {
        id,
        at: "1970-01-01T00:00:00.000Z",
        method: "GET",
        route: "/api/v1/users/me",
        tier: "client",
        status: 400,
        code: "CANNOT_GET_OWN_USER_WITHOUT_USER",
        fault: null,
        durationMillis: 0
      }
      assert.deepStrictEqual((yield* get("/requests")).json, { requests: [entry] })
      assert.deepInclude((yield* get(`/requests/${id}`)).json, { target: "/api/v1/users/me", body: null })
      assert.strictEqual((yield* get("/requests/of-another-one")).status, 404)
      assert.deepStrictEqual((yield* get("")).json, {
        clock: { now: "1970-01-01T00:00:00.000Z", leadMillis: 0 },
        faults: 0,
        requests: 1
      })
      yield* del("/requests")
      assert.deepStrictEqual(yield* (yield* RequestLog).entries, [])
    }).pipe(Effect.provide(service()))
  )

  it.effect("is not affected by its own faults", () =>
    Effect.gen(function* () {
      yield* post("/faults", { kind: "reset" })
      assert.strictEqual((yield* get("/faults")).status, 200)
    }).pipe(Effect.provide(service()))
  )

  it.effect("explains a rejected request", () =>
    Effect.gen(function* () {
      const cases: ReadonlyArray<readonly [string, unknown, string]> = [
        ["/faults", { kind: "nonsense" }, "body"],
        ["/faults", { kind: "delay" }, "body.millis: Missing"],
        ["/faults", { kind: "delay", millis: -1 }, "body.millis: "],
        ["/faults", { kind: "delay", millis: 1, more: 1 }, "body.more: Unknown property (known: kind, "],
        ["/faults", { kind: "reset", share: 2 }, "body.share: Expected above 0 and up to 1"],
        ["/faults", { kind: "reset", method: "OPTIONS" }, "body.method: "],
        ["/faults", { kind: "reset", path: "x".repeat(201) }, "body.path: "],
        ["/faults", [], "body"],
        ["/faults", null, "body"],
        ["/clock/advance", {}, "body.millis: Missing"],
        ["/clock/advance", { millis: "1" }, "body.millis: "],
        ["/clock/advance?x=1", { millis: 1 }, "query.x: Unknown property"]
      ]
      for (const [path, body, problem] of cases) {
        const response = yield* post(path, body)
        assert.strictEqual(response.status, 400, JSON.stringify(body))
        assert.include(response.text, problem)
        assert.isBelow(response.text.length, 3000)
      }
      const raw = (body: string | Uint8Array) => send("POST", "/_keystile/faults", { headers: controlHeaders, body })
      for (const body of ["{", "", new Uint8Array([0xff]), "[".repeat(40_000), `{"__proto__":{"kind":"reset"}}`]) {
        assert.strictEqual((yield* raw(body)).status, 400)
      }
      assert.strictEqual((yield* raw(" ".repeat(100_001))).status, 413)
      assert.strictEqual((yield* get("/nothing")).status, 404)
      assert.strictEqual((yield* get("/faults/%zz")).status, 404)
      assert.strictEqual((yield* del("/clock")).status, 405)
      assert.deepStrictEqual(yield* (yield* Faults).list, [])
    }).pipe(Effect.provide(service()))
  )
})

/** Sends malformed requests and asserts that each was rejected and changed nothing. */
const refused = Effect.fnUntraced(function* (attacks: ReadonlyArray<readonly [string, string, TestRequest]>) {
  for (const [method, path, sent] of attacks) {
    const title = `${method} ${path} ${JSON.stringify(sent)}`
    const response = yield* send(method, path, sent)
    assert.strictEqual(response.status, 403, title)
    assert.isEmpty(
      Object.keys(response.headers).filter((name) => name.startsWith("access-control-")),
      title
    )
    assert.notInclude(response.text, "faults", title)
  }
  assert.deepStrictEqual(yield* (yield* Faults).list, [])
})

const body = JSON.stringify({ kind: "serverError" })

describe("a page of another origin", () => {
  it.effect("can neither change nor read anything", () =>
    refused([
      // Simple requests, sent without a preflight: fetch(…, { method: "POST", mode: "no-cors", body }).
      [
        "POST",
        "/_keystile/faults",
        {
          headers: {
            origin: "https://evil.example",
            "sec-fetch-site": "cross-site",
            "content-type": "text/plain;charset=UTF-8"
          },
          body
        }
      ],
      [
        "POST",
        "/_keystile/faults",
        { headers: { origin: "https://evil.example", "sec-fetch-site": "cross-site" }, body }
      ],
      // A form that submits itself.
      [
        "POST",
        "/_keystile/faults",
        {
          headers: {
            origin: "null",
            "sec-fetch-site": "cross-site",
            "content-type": "application/x-www-form-urlencoded"
          },
          body: "kind=reset"
        }
      ],
      [
        "POST",
        "/_keystile/faults",
        { headers: { "content-type": "application/x-www-form-urlencoded" }, body: "kind=reset" }
      ],
      [
        "POST",
        "/_keystile/clock/advance",
        { headers: { "content-type": "multipart/form-data; boundary=x" }, body: "--x--" }
      ],
      // A script, an image, a frame, a link.
      [
        "GET",
        "/_keystile/requests",
        { headers: { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "script" } }
      ],
      [
        "GET",
        "/_keystile/faults",
        { headers: { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" } }
      ],
      // fetch(…) that reads: sent with a preflight if it has custom headers.
      ["GET", "/_keystile", { headers: { origin: "https://evil.example" } }],
      [
        "OPTIONS",
        "/_keystile/faults",
        {
          headers: {
            origin: "https://evil.example",
            "access-control-request-method": "POST",
            "access-control-request-headers": "content-type,x-keystile-control"
          }
        }
      ],
      // Requests that no page can send.
      ["POST", "/_keystile/faults", { headers: { ...controlHeaders, origin: "https://evil.example" }, body }],
      ["POST", "/_keystile/faults", { headers: { ...controlHeaders, origin: "null" }, body }],
      ["POST", "/_keystile/faults", { headers: { ...controlHeaders, "sec-fetch-site": "cross-site" }, body }]
    ]).pipe(Effect.provide(service()))
  )

  it.effect("on another port of this machine is another origin", () =>
    refused([
      ["GET", "/_keystile", { headers: { "sec-fetch-site": "same-site" } }],
      ["GET", "/_keystile", { headers: { origin: "http://localhost:3000" } }],
      ["GET", "/_keystile", { headers: { origin: "http://localhost" } }],
      ["GET", "/_keystile", { headers: { origin: "https://localhost:8102" } }],
      ["POST", "/_keystile/faults", { headers: { ...controlHeaders, origin: "http://127.0.0.1:8102" }, body }]
    ]).pipe(Effect.provide(service()))
  )

  it.effect("with DNS rebinding is rejected, also where the service accepts any host name", () =>
    refused([
      ["GET", "/_keystile/requests", { headers: { host: "evil.example:8102", "sec-fetch-site": "same-origin" } }],
      [
        "POST",
        "/_keystile/faults",
        { headers: { ...controlHeaders, host: "evil.example", origin: "http://evil.example" }, body }
      ],
      ["GET", "/_keystile", { headers: { host: "" } }],
      ["GET", "/_keystile", { headers: { host: "localhost.evil.example" } }]
    ]).pipe(Effect.provide(service()))
  )

  it.effect("can use the v1 API without the user's cookies, and change nothing without a key", () =>
    Effect.gen(function* () {
      const origin = { origin: "https://evil.example" }
      const preflight = yield* send("OPTIONS", "/api/v1/users/me", { headers: origin })
      assert.strictEqual(preflight.headers["access-control-allow-origin"], "*")
      assert.notProperty(preflight.headers, "access-control-allow-credentials")
      const form = { ...origin, "content-type": "application/x-www-form-urlencoded" }
      for (const path of ["auth/password/sign-in", "auth/password/sign-up", "auth/oauth/token"]) {
        const response = yield* send("POST", `/api/v1/${path}`, {
          headers: form,
          body: "email=a@example.com&password=x"
        })
        assert.strictEqual(response.status, 400, path)
      }
    }).pipe(Effect.provide(service()))
  )
})

describe("access to the control API", () => {
  it.effect("is denied to other machines and to proxies that may forward for them", () =>
    refused([
      ["GET", "/_keystile", { address: "192.168.0.7" }],
      ["GET", "/_keystile", { address: "::ffff:10.0.0.1" }],
      ["GET", "/_keystile", { address: "127.0.0.1.example" }],
      ["GET", "/_keystile", { address: undefined }],
      ["GET", "/_keystile", { headers: { "x-forwarded-for": "127.0.0.1" } }],
      ["GET", "/_keystile", { headers: { "x-forwarded-host": "localhost" } }],
      ["GET", "/_keystile", { headers: { forwarded: "for=127.0.0.1" } }],
      ["GET", "/_keystile", { headers: { via: "1.1 proxy" } }]
    ]).pipe(Effect.provide(service()))
  )

  it.effect("is denied to changes without the control header", () =>
    refused([
      ["POST", "/_keystile/faults", { body }],
      ["POST", "/_keystile/faults", { headers: { "content-type": "application/json" }, body }],
      ["POST", "/_keystile/faults", { headers: { "x-keystile-control": "1" }, body }],
      ["POST", "/_keystile/faults", { headers: { ...controlHeaders, "x-keystile-control": "1, 1" }, body }],
      ["DELETE", "/_keystile/faults", {}],
      ["PUT", "/_keystile/faults", {}],
      ["HEAD", "/_keystile/faults", {}],
      ["OPTIONS", "/_keystile", {}]
    ]).pipe(Effect.provide(service()))
  )

  it.effect("is granted to programs and to pages of the service, under every name of this machine", () =>
    Effect.gen(function* () {
      const cases: ReadonlyArray<TestRequest> = [
        {},
        { address: "::1", headers: { host: "[::1]:8102" } },
        { address: "::ffff:127.0.0.1", headers: { host: "127.0.0.1:8102" } },
        { headers: { origin: "http://localhost:8102", "sec-fetch-site": "same-origin" } },
        { headers: { "sec-fetch-site": "none" } },
        { headers: { host: "host.docker.internal:8102" } }
      ]
      for (const sent of cases) {
        const response = yield* get("", sent)
        assert.strictEqual(response.status, 200, JSON.stringify(sent))
        assert.deepInclude(response.headers, {
          "cache-control": "no-store",
          "cross-origin-resource-policy": "same-origin",
          "x-content-type-options": "nosniff"
        })
      }
    }).pipe(Effect.provide(service({}, { allowedHosts: ["host.docker.internal"] })))
  )

  it("is denied in a web handler that does not pass the remote address", async () => {
    const { dispose, handler } = makeWebHandler()
    const request = () => new Request("http://localhost:8102/_keystile")
    assert.strictEqual((await handler(request())).status, 403)
    assert.strictEqual((await handler(request(), { address: "203.0.113.9" })).status, 403)
    assert.strictEqual((await handler(request(), { address: "127.0.0.1" })).status, 200)
    await dispose()
  })
})

describe("a development service", () => {
  it.live("does not listen for other machines", () =>
    Effect.gen(function* () {
      const { port } = yield* listen({ port: 0 })
      const addresses = Object.values(networkInterfaces())
        .flatMap((all) => all ?? [])
        .filter(({ family, internal }) => !internal && family === "IPv4")
      for (const { address } of addresses) {
        const connected = yield* Effect.callback<boolean>((resume) => {
          const socket = connect(port, address, () => {
            socket.destroy()
            resume(Effect.succeed(true))
          })
          socket.on("error", () => resume(Effect.succeed(false)))
        })
        assert.isFalse(connected, address)
      }
      const response = yield* Effect.promise(() => fetch(`http://127.0.0.1:${port}/_keystile`))
      assert.strictEqual(response.status, 200)
    }).pipe(Effect.provide(service()))
  )
})
