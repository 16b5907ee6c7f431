/** Spans and metrics of calls in Effect's tracer and metric registry. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as TestClock from "effect/testing/TestClock"
import * as Tracer from "effect/Tracer"
import * as PasswordApi from "../../../core/api/password/index.ts"
import * as UsersApi from "../../../core/api/users/index.ts"
import { call } from "../../../core/call/call.ts"
import { OnWaiting } from "../../../core/http/retry.ts"
import type { Transport } from "../../../core/http/transport.ts"
import * as HttpClientTransport from "../../../core/http/transport-http-client.ts"
import { layerObservability, layerSpans } from "../../../core/observability/observability.ts"
import * as Redacted from "effect/Redacted"
import * as Client from "../../../tiers/client.ts"
import * as Testing from "../../../testing/index.ts"
import { isRefresh, jwt, layerCalling, refreshResponse, userBody } from "../calling.ts"
import {
  type ScriptedResult,
  knownError,
  lost,
  ok,
  scripted,
  type SeenRequest,
  status,
  tooMany
} from "../scripted-transport.ts"

/** Records the spans and metrics of an effect. */
const recorder = () => {
  const spans: Array<Tracer.NativeSpan> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
  const registry: Metric.MetricRegistry = new Map()
  const recorded = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    effect.pipe(Effect.withTracer(tracer), Effect.provideService(Metric.MetricRegistry, registry))
  return { spans, recorded, metrics: Effect.provideService(Metric.snapshot, Metric.MetricRegistry, registry) }
}

const spansNamed = (spans: ReadonlyArray<Tracer.NativeSpan>, name: string) => spans.filter((span) => span.name === name)
const attributes = (span: Tracer.NativeSpan | undefined) => Object.fromEntries(span?.attributes ?? [])

/** The counters by name and attributes: `keystile.calls{outcome=ok}`. */
const counts = (snapshot: ReadonlyArray<Metric.Metric.Snapshot>) =>
  Object.fromEntries(
    snapshot.flatMap((metric) => {
      if (metric.type !== "Counter") return []
      const labels = Object.entries(metric.attributes ?? {})
        .map(([name, value]) => `${name}=${value}`)
        .sort()
      return [[`${metric.id}{${labels.join(",")}}`, Number(metric.state.count)]]
    })
  )

const stale = jwt({ iat: 0, exp: 1 })
const fresh = jwt({ iat: 0, exp: 4e9 })
const withStale = { tokens: { refreshToken: "refresh", accessToken: stale } }
const withFresh = { tokens: { refreshToken: "refresh", accessToken: fresh } }

/** Runs calls over a script, and returns the recorded spans and metrics. */
const observe = <A, E>(
  effect: Effect.Effect<A, E, Layer.Success<ReturnType<typeof layerCalling>>>,
  response: (request: SeenRequest, index: number) => ScriptedResult,
  calling: Parameters<typeof layerCalling>[1],
  observing: Layer.Layer<never> = layerObservability
) =>
  Effect.gen(function* () {
    const { metrics, recorded, spans } = recorder()
    const script = scripted(response)
    const fiber = yield* Effect.forkChild(
      recorded(Effect.exit(effect)).pipe(Effect.provide(layerCalling(script, calling)), Effect.provide(observing))
    )
    yield* TestClock.adjust("5 minutes")
    yield* Fiber.join(fiber)
    return { spans, script, counts: counts(yield* metrics), snapshot: yield* metrics }
  })

const me = "http.request.method=GET"
const template = "url.template=/api/v1/users/me"

describe("Spans", () => {
  it.effect("describe a call by its endpoint, with the attributes of OpenTelemetry", () =>
    Effect.gen(function* () {
      const { spans } = yield* observe(call(UsersApi.getMe), () => ok(userBody()), withFresh)
      assert.deepStrictEqual(
        spans.map(({ name }) => name),
        ["GET /users/me"]
      )
      assert.strictEqual(spans[0]?.kind, "client")
      assert.deepStrictEqual(attributes(spans[0]), {
        "http.request.method": "GET",
        "url.template": "/api/v1/users/me",
        "server.address": "api.keystile.test",
        "server.port": 443
      })
    })
  )

  it.effect("contain a refresh as a child of the call that needed it", () =>
    Effect.gen(function* () {
      const response = (request: SeenRequest) => (isRefresh(request) ? ok(refreshResponse(fresh)) : ok(userBody()))
      const { spans } = yield* observe(call(UsersApi.getMe), response, withStale)
      const [ofCall] = spansNamed(spans, "GET /users/me")
      const [ofRefresh] = spansNamed(spans, "keystile.refresh")
      const [ofToken] = spansNamed(spans, "POST /auth/oauth/token")
      assert.lengthOf(spans, 3)
      assert.strictEqual(Option.getOrUndefined(ofRefresh?.parent ?? Option.none())?.spanId, ofCall?.spanId)
      assert.strictEqual(Option.getOrUndefined(ofToken?.parent ?? Option.none())?.spanId, ofRefresh?.spanId)
      for (const span of spans) assert.strictEqual(span.status._tag, "Ended")
    })
  )

  it.effect("record a known error with its code and status", () =>
    Effect.gen(function* () {
      const signIn = call(PasswordApi.signIn, { body: { email: "ada@example.com", password: Redacted.make("secret") } })
      const { spans } = yield* observe(signIn, () => knownError("EMAIL_PASSWORD_MISMATCH", 400), {})
      assert.deepInclude(attributes(spans[0]), {
        "error.type": "EMAIL_PASSWORD_MISMATCH",
        "http.response.status_code": 400
      })
    })
  )

  const failures: ReadonlyArray<
    readonly [what: string, response: ScriptedResult, type: string, status: number | undefined]
  > = [
    ["an unexpected status", status(500), "UnexpectedStatus", 500],
    ["an unknown code", knownError("SOMETHING_NEW", 418), "UnknownErrorCode", 418],
    [
      "rejected keys",
      knownError("INVALID_PUBLISHABLE_CLIENT_KEY", 401, { project_id: "p" }),
      "INVALID_PUBLISHABLE_CLIENT_KEY",
      401
    ],
    ["a body that is not a user", ok({}), "UnexpectedBody", undefined]
  ]
  it.effect.each([...failures])("record why a call failed: %s", ([, response, type, code]) =>
    Effect.gen(function* () {
      const { spans } = yield* observe(call(UsersApi.getMe), () => response, withFresh)
      assert.strictEqual(attributes(spans[0])["error.type"], type)
      assert.strictEqual(attributes(spans[0])["http.response.status_code"], code)
    })
  )

  it.effect("count retries", () =>
    Effect.gen(function* () {
      const response = (_: SeenRequest, index: number) => (index < 2 ? tooMany("1") : ok(userBody()))
      const { spans } = yield* observe(call(UsersApi.getMe), response, withFresh)
      assert.strictEqual(attributes(spans[0])["http.request.resend_count"], 2)
    })
  )

  it.effect("end without an error when a call is interrupted", () =>
    Effect.gen(function* () {
      const { metrics, recorded, spans } = recorder()
      const fiber = yield* Effect.forkChild(
        recorded(call(UsersApi.getMe)).pipe(
          Effect.provide(
            layerCalling(
              scripted(() => "never"),
              withFresh
            )
          ),
          Effect.provide(layerObservability)
        )
      )
      yield* TestClock.adjust(10)
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(spans[0]?.status._tag, "Ended")
      assert.notProperty(attributes(spans[0]), "error.type")
      assert.deepStrictEqual(counts(yield* metrics), { [`keystile.calls{${me},outcome=interrupted,${template}}`]: 1 })
    })
  )

  it.effect("are recorded without metrics, too", () =>
    Effect.gen(function* () {
      const { counts, spans } = yield* observe(call(UsersApi.getMe), () => ok(userBody()), withFresh, layerSpans)
      assert.lengthOf(spans, 1)
      assert.isEmpty(counts)
    })
  )

  it.effect("are not recorded without the layer", () =>
    Effect.gen(function* () {
      const { counts, spans } = yield* observe(call(UsersApi.getMe), () => ok(userBody()), withFresh, Layer.empty)
      assert.isEmpty(spans)
      assert.isEmpty(counts)
    })
  )

  it.effect("add no tracing headers to requests, with either transport", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const client = HttpClient.make((request) => {
        seen.push(...Object.keys(request.headers))
        return Effect.succeed(HttpClientResponse.fromWeb(request, new Response(JSON.stringify(userBody()))))
      })
      const layer: Layer.Layer<Transport> = HttpClientTransport.layer.pipe(
        Layer.provide(Layer.succeed(HttpClient.HttpClient, client))
      )
      const { recorded, spans } = recorder()
      yield* recorded(call(UsersApi.getMe)).pipe(
        Effect.provide(layerCalling({ layer }, withFresh)),
        Effect.provide(layerObservability)
      )
      assert.isAbove(spans.length, 1)
      const { script } = yield* observe(call(UsersApi.getMe), () => ok(userBody()), withFresh)
      const headers = [...seen, ...Object.keys(script.requests[0]?.headers ?? {})]
      assert.include(headers, "x-stack-project-id")
      assert.isEmpty(headers.filter((name) => /^(?:traceparent|tracestate|b3|baggage|x-b3-.*)$/.test(name)))
    })
  )
})

describe("Metrics", () => {
  it.effect("count calls, refreshes and retries", () =>
    Effect.gen(function* () {
      const response = (request: SeenRequest, index: number) =>
        isRefresh(request) ? ok(refreshResponse(fresh)) : index === 1 ? tooMany("2") : ok(userBody())
      const { counts, snapshot } = yield* observe(call(UsersApi.getMe), response, withStale)
      assert.deepStrictEqual(counts, {
        [`keystile.calls{${me},outcome=ok,${template}}`]: 1,
        "keystile.calls{http.request.method=POST,outcome=ok,url.template=/api/v1/auth/oauth/token}": 1,
        "keystile.refreshes{outcome=renewed}": 1,
        [`keystile.retries{error.type=RateLimited,${me},${template}}`]: 1
      })
      const durations = snapshot.flatMap((metric) =>
        metric.type === "Histogram" && metric.attributes?.["http.request.method"] === "GET" ? [metric.state.max] : []
      )
      assert.lengthOf(durations, 1)
      assert.isAtLeast(durations[0] ?? 0, 2)
      assert.isBelow(durations[0] ?? 0, 5)
    })
  )

  it.effect("count errors by code", () =>
    Effect.gen(function* () {
      const { counts } = yield* observe(call(UsersApi.getMe), () => lost, withFresh)
      assert.strictEqual(counts[`keystile.errors{error.type=NoConnection,${me},${template}}`], 1)
      assert.strictEqual(counts[`keystile.calls{${me},outcome=error,${template}}`], 1)
      assert.strictEqual(counts[`keystile.retries{error.type=NoConnection,${me},${template}}`], 4)
    })
  )

  const refreshes: ReadonlyArray<readonly [what: string, response: ScriptedResult, outcome: string]> = [
    ["the service rejects the refresh token", knownError("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401), "ended"],
    ["the service fails", status(500), "failed"]
  ]
  it.effect.each([...refreshes])("record the outcome of a refresh when %s", ([, response, outcome]) =>
    Effect.gen(function* () {
      const { counts } = yield* observe(
        call(UsersApi.getMe),
        (request) => (isRefresh(request) ? response : knownError("CANNOT_GET_OWN_USER_WITHOUT_USER", 400)),
        withStale
      )
      assert.strictEqual(counts[`keystile.refreshes{outcome=${outcome}}`], 1)
    })
  )

  it.effect("do not replace an OnWaiting callback", () =>
    Effect.gen(function* () {
      const waits: Array<number> = []
      const withCallback = Effect.provideService(call(UsersApi.getMe), OnWaiting, ({ attempts }) =>
        Effect.sync(() => void waits.push(attempts))
      )
      const response = (_: SeenRequest, index: number) => (index < 2 ? tooMany() : ok(userBody()))
      const { counts } = yield* observe(withCallback, response, withFresh)
      assert.deepStrictEqual(waits, [1, 2])
      assert.strictEqual(counts[`keystile.retries{error.type=RateLimited,${me},${template}}`], 2)
    })
  )
})

describe("A tier", () => {
  it.effect("needs the layer only where it is built", () =>
    Effect.gen(function* () {
      const { metrics, recorded, spans } = recorder()
      const script = scripted((request) => (isRefresh(request) ? ok(refreshResponse(fresh)) : ok(userBody())))
      const layer = Client.layerNoDeps({
        projectId: "internal",
        publishableClientKey: "pck_1",
        tokenStore: { refreshToken: "refresh" }
      }).pipe(Layer.provide([script.layer, layerObservability]))
      yield* Effect.flatMap(Client.Client, (client) => client.getUser).pipe(Effect.provide(layer), recorded)
      assert.deepStrictEqual(
        spans.map(({ name }) => name),
        ["keystile.refresh", "POST /auth/oauth/token", "GET /users/me"]
      )
      assert.strictEqual(counts(yield* metrics)["keystile.refreshes{outcome=renewed}"], 1)
    })
  )

  it.effect("has one trace, from the caller's span to the refresh", () =>
    Effect.gen(function* () {
      const { metrics, recorded, spans } = recorder()
      yield* Effect.gen(function* () {
        const client = yield* Client.Client
        yield* client.signInWithCredential({ email: "ada@example.com", password: "correct horse" })
        yield* TestClock.adjust("1 hour")
        yield* Effect.withSpan(client.getUser, "the caller")
      }).pipe(recorded)
      // The service and its statements run in the same fiber.
      assert.deepStrictEqual(
        spans.map(({ name }) => name).filter((name) => !name.startsWith("sql.")),
        ["POST /auth/password/sign-in", "the caller", "keystile.refresh", "POST /auth/oauth/token", "GET /users/me"]
      )
      const [caller] = spansNamed(spans, "the caller")
      for (const name of ["keystile.refresh", "GET /users/me"]) {
        const [span] = spansNamed(spans, name)
        assert.strictEqual(Option.getOrUndefined(span?.parent ?? Option.none())?.spanId, caller?.spanId, name)
      }
      assert.strictEqual(counts(yield* metrics)["keystile.refreshes{outcome=renewed}"], 1)
    }).pipe(
      Effect.provide(Testing.layer({ users: [{ email: "ada@example.com", password: "correct horse" }] })),
      Effect.provide(layerObservability)
    )
  )
})
