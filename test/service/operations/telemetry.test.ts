/** The log, and the traces and logs of OpenTelemetry. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { layer as telemetry } from "../../../service/operations/telemetry.ts"
import { readSession } from "../responses.ts"
import { ada, asClient, asServer, send } from "../fixture.ts"
import { collector, type CollectorRequest } from "./collector.ts"
import { host, inProduction } from "./observed-service.ts"

const oauthProviders = [
  { type: "standard", id: "google", clientId: "client-of-google", clientSecret: "cAnArY-client-secret" }
] as const

/**
 * Signs up, signs in with a right and a wrong password, refreshes, begins a sign-in with a provider, comes back with a
 * code, and requests a path that does not exist. Returns all secrets that were sent and received.
 */
const scenario = Effect.gen(function* () {
  const headers = { ...asClient, host }
  const password = "cAnArY-password-1"
  const signUp = yield* send("POST", "/api/v1/auth/password/sign-up", {
    headers,
    json: { email: "grace@example.com", password, verification_callback_url: "http://localhost/verify" }
  })
  const signIn = yield* send("POST", "/api/v1/auth/password/sign-in", {
    headers,
    json: { email: "grace@example.com", password }
  })
  const wrong = yield* send("POST", "/api/v1/auth/password/sign-in", {
    headers,
    json: { ...ada, password: "cAnArY-wrong-password" }
  })
  assert.strictEqual(wrong.code, "EMAIL_PASSWORD_MISMATCH")
  const sessions = yield* Effect.forEach([signUp, signIn], ({ json }) => readSession(json))
  const tokens = sessions.flatMap(({ access_token, refresh_token }) => [access_token, refresh_token])
  const refreshed = yield* send("POST", "/api/v1/auth/sessions/current/refresh", {
    headers: { ...headers, "x-stack-refresh-token": sessions[1]?.refresh_token ?? "" }
  })
  assert.strictEqual(refreshed.status, 200)
  yield* send("GET", "/api/v1/users/me", {
    headers: { ...headers, "x-stack-access-token": sessions[1]?.access_token ?? "" }
  })
  const query = new URLSearchParams({
    client_id: asClient["x-stack-project-id"] ?? "",
    client_secret: asClient["x-stack-publishable-client-key"] ?? "",
    redirect_uri: "http://localhost/handler/oauth-callback",
    scope: "legacy",
    state: "cAnArY-client-state",
    grant_type: "authorization_code",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
    response_type: "code",
    type: "authenticate"
  })
  const begun = yield* send("GET", `/api/v1/auth/oauth/authorize/google?${query.toString()}`, { headers: { host } })
  assert.strictEqual(begun.status, 307, begun.text)
  const state = new URL(begun.headers["location"] ?? "").searchParams.get("state") ?? ""
  const cookie = begun.headers["set-cookie"]?.split(";")[0] ?? ""
  yield* send("GET", `/api/v1/auth/oauth/callback/google?error=cAnArY-error&state=${state}`, {
    headers: { host, cookie }
  })
  yield* send("GET", `/verify/cAnArY-path?code=cAnArY-code`, { headers: { host } })
  yield* send("POST", "/api/v1/auth/password/reset", {
    headers,
    json: { code: "cAnArY-code", password: "cAnArY-new-password" }
  })
  return ["cAnArY", state, cookie, ...tokens, ...Object.values(asServer).filter((value) => value.startsWith("ssk_"))]
})

describe("the log", () => {
  it.live("has one line of JSON a request, with its id, and no secret of a whole sign-in", () => {
    const lines: Array<string> = []
    return Effect.gen(function* () {
      const secrets = yield* inProduction(
        { lines, project: { config: { oauthProviders } }, environment: { KEYSTILE_MAIL: "smtp://127.0.0.1:1" } },
        scenario
      )
      const entries = lines.map((line): unknown => JSON.parse(line))
      const requests = entries.filter((entry) => Reflect.get(Object(entry), "message") === "request")
      assert.lengthOf(requests, 9)
      assert.deepInclude(requests[0], {
        level: "INFO",
        method: "POST",
        route: "/api/v1/auth/password/sign-up",
        status: 200
      })
      assert.deepInclude(requests[2], { status: 400, code: "EMAIL_PASSWORD_MISMATCH" })
      assert.deepInclude(requests[7], { route: "unmatched", status: 404 })
      assert.lengthOf(new Set(requests.map((entry) => Reflect.get(Object(entry), "requestId"))), 9)
      for (const secret of secrets) assert.notInclude(lines.join("\n"), secret)
    })
  })

  it.live("has the id that the response has", () => {
    const lines: Array<string> = []
    return Effect.gen(function* () {
      const { headers } = yield* inProduction({ lines }, send("GET", "/health", { headers: { host } }))
      assert.include(lines.join("\n"), `"requestId":"${headers["x-stack-request-id"]}"`)
    })
  })

  it.live("has no lines of requests with KEYSTILE_REQUEST_LOG=false", () => {
    const lines: Array<string> = []
    return Effect.gen(function* () {
      const environment = { KEYSTILE_REQUEST_LOG: "false" }
      yield* inProduction(
        { lines, environment },
        Effect.andThen(send("GET", "/health", { headers: { host } }), Effect.logInfo("something else"))
      )
      assert.deepStrictEqual(
        lines.map((line): unknown => Reflect.get(Object(JSON.parse(line)), "message")),
        ["something else"]
      )
    })
  })

  it.live("has errors on the line of their entry", () => {
    const lines: Array<string> = []
    return Effect.gen(function* () {
      const failing = Effect.logError("It failed", new Error("two\nlines"))
      yield* Effect.scoped(
        Effect.provide(
          failing,
          telemetry({}, (text) => lines.push(text))
        )
      )
      const [line = "", ...others] = lines
      assert.deepStrictEqual(others, [])
      assert.strictEqual(line.indexOf("\n"), line.length - 1)
      const entry: unknown = JSON.parse(line)
      assert.deepInclude(entry, { level: "ERROR", message: "It failed" })
      assert.match(String(Reflect.get(Object(entry), "error")), /^Error: two\nlines\n {4}at /)
    })
  })
})

const tracesOf = (received: ReadonlyArray<CollectorRequest>) =>
  received
    .filter(({ path }) => path === "/v1/traces")
    .map(({ body }) => body)
    .join("\n")

const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

describe("the export to OpenTelemetry", () => {
  it.live("has a span a request, a child of the caller's, with the log below it, and no secret", () =>
    Effect.gen(function* () {
      const { environment, received } = yield* collector
      const secrets = yield* inProduction(
        {
          environment: { ...environment, KEYSTILE_MAIL: "smtp://127.0.0.1:1" },
          project: { config: { oauthProviders } }
        },
        Effect.gen(function* () {
          yield* send("GET", "/api/v1/users/me", { headers: { ...asClient, host, traceparent } })
          return yield* scenario
        })
      )
      const traces = tracesOf(received)
      const logs = received
        .filter(({ path }) => path === "/v1/logs")
        .map(({ body }) => body)
        .join("\n")
      assert.include(traces, `"name":"GET /api/v1/users/me"`)
      assert.include(traces, `"traceId":"0af7651916cd43dd8448eb211c80319c"`)
      assert.include(traces, `"parentSpanId":"b7ad6b7169203331"`)
      assert.include(traces, `{"key":"http.route","value":{"stringValue":"/api/v1/auth/password/sign-in"}}`)
      assert.include(traces, `{"key":"http.response.status_code","value":{"intValue":400}}`)
      assert.include(traces, `{"key":"service.name","value":{"stringValue":"keystile"}}`)
      assert.include(logs, `"traceId":"0af7651916cd43dd8448eb211c80319c"`)
      assert.include(logs, `"key":"requestId"`)
      for (const { headers } of received) assert.strictEqual(headers["authorization"], "key-of-the-collector")
      for (const secret of secrets) assert.notInclude(traces + logs, secret)
    }).pipe(Effect.scoped)
  )

  it.live("leaves out the spans of a caller that does not sample", () =>
    Effect.gen(function* () {
      const { environment, received } = yield* collector
      yield* inProduction(
        { environment },
        send("GET", "/health?db=1", { headers: { host, traceparent: traceparent.replace(/01$/, "00") } })
      )
      assert.notInclude(tracesOf(received), "GET /health")
      assert.notInclude(tracesOf(received), "0af7651916cd43dd8448eb211c80319c")
    }).pipe(Effect.scoped)
  )

  it.live("begins a trace of its own when the header of the caller is invalid", () =>
    Effect.gen(function* () {
      const { environment, received } = yield* collector
      yield* inProduction(
        { environment },
        send("GET", "/health", { headers: { host, traceparent: "cAnArY\u0000-00" } })
      )
      const traces = tracesOf(received)
      assert.include(traces, `"name":"GET /health"`)
      assert.notInclude(traces, "cAnArY")
    }).pipe(Effect.scoped)
  )

  it.live("does not disturb requests when the collector is unreachable", () =>
    Effect.gen(function* () {
      const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1", OTEL_EXPORTER_OTLP_TIMEOUT: "100" }
      const { status } = yield* inProduction({ environment }, send("GET", "/health", { headers: { host } }))
      assert.strictEqual(status, 200)
    })
  )

  it.live.each<Readonly<Record<string, string>>>([
    { OTEL_EXPORTER_OTLP_ENDPOINT: "cAnArY" },
    { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1", OTEL_BSP_SCHEDULE_DELAY: "cAnArY" },
    { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1", OTEL_EXPORTER_OTLP_PROTOCOL: "cAnArY" }
  ])("refuses the variables %o without quoting them", (environment) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Effect.scoped(Layer.build(telemetry(environment, () => {}))))
      assert.strictEqual(error._tag, "OtlpInvalid")
      assert.match(error.message, /^(?:An OTEL_… variable cannot be used|OTEL_EXPORTER_OTLP_PROTOCOL has to be)/)
      assert.notInclude(error.message, "cAnArY")
    })
  )
})
