/**
 * Secrets are never revealed. Every secret of a call is a unique string, every kind of failure is run, and all output
 * is searched for those strings.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as TestClock from "effect/testing/TestClock"
import * as Tracer from "effect/Tracer"
import { inspect } from "node:util"
import { beforeEach } from "vitest"
import * as PasswordApi from "../../core/api/password/index.ts"
import * as SessionsApi from "../../core/api/sessions/current.ts"
import * as UsersApi from "../../core/api/users/index.ts"
import { call } from "../../core/call/call.ts"
import { Online } from "../../core/http/online.ts"
import { OnWaiting } from "../../core/http/retry.ts"
import { layerObservability } from "../../core/observability/observability.ts"
import type { Transport } from "../../core/http/transport.ts"
import * as FetchTransport from "../../core/http/transport-fetch.ts"
import { isRefresh, jwt, layerCalling, refreshResponse, userBody } from "./calling.ts"
import {
  type ScriptedResult,
  knownError,
  lost,
  ok,
  scripted,
  type SeenRequest,
  status,
  tooMany
} from "./scripted-transport.ts"

const accessToken = jwt({ exp: 4e9, mark: "canary-access-token" })
const freshToken = jwt({ exp: 4e9, mark: "canary-fresh-token" })
const totpSecret = Buffer.from("canary-totp-secret").toString("base64")
const secrets = {
  password: "canary-password-Zq9",
  tooLongPassword: "canary-long-password-".repeat(8),
  refreshToken: "canary-refresh-token-Zq9",
  newRefreshToken: "canary-new-refresh-token-Zq9",
  accessToken,
  accessTokenClaims: accessToken.split(".")[1] ?? "",
  freshToken,
  freshTokenClaims: freshToken.split(".")[1] ?? "",
  publishableClientKey: "pck_canary-publishable-Zq9",
  secretServerKey: "ssk_canary-server-Zq9",
  superSecretAdminKey: "sak_canary-admin-Zq9",
  totpSecret
}
const config = {
  tier: "client",
  publishableClientKey: Redacted.make(secrets.publishableClientKey),
  secretServerKey: Redacted.make(secrets.secretServerKey),
  superSecretAdminKey: Redacted.make(secrets.superSecretAdminKey)
} as const
const asAdmin = { ...config, tier: "admin" } as const

const password = Redacted.make(secrets.password)
const verificationCallbackUrl = "https://app.test/verify"

const FOR_ADMINS = "set a password"
const configOf = (what: string) => (what === FOR_ADMINS ? asAdmin : config)

/** Calls that carry every kind of secret, each with all keys. The first two need no session. */
const calls = {
  "sign in": call(PasswordApi.signIn, { body: { email: "ada@example.com", password } }),
  "sign up": call(PasswordApi.signUp, { body: { email: "ada@example.com", password, verificationCallbackUrl } }),
  "read the user": call(UsersApi.getMe),
  "change the user": call(UsersApi.updateMe, { body: { totpSecret: Redacted.make(totpSecret) } }),
  [FOR_ADMINS]: call(UsersApi.updateMeAsServer, { body: { password } }),
  "sign out": call(SessionsApi.signOut)
}

/** Everything that a service receives, in the forms in which it could return it. */
const echoRequest = (request: SeenRequest) => ({
  headers: request.headers,
  body: request.body,
  url: request.url,
  secrets: Object.values(secrets),
  byName: Object.fromEntries(Object.values(secrets).map((secret) => [secret, secret]))
})
const echo = (request: SeenRequest) => JSON.stringify(echoRequest(request))
const signedIn = { access_token: secrets.freshToken, refresh_token: secrets.newRefreshToken, user_id: "u" }

/** Responses that echo the request wherever a response has room for it. */
const responses: Readonly<Record<string, (request: SeenRequest) => ScriptedResult>> = {
  "a success": (request) => ok({ ...userBody(), ...signedIn, success: true, echo: echoRequest(request) }),
  "a success of the wrong shape": (request) => ok({ ...signedIn, user_id: null, ...echoRequest(request) }),
  "a success with secrets in the wrong fields": (request) =>
    ok({
      ...userBody({ id: echoRequest(request), signed_up_at_millis: secrets.password }),
      success: secrets.refreshToken
    }),
  "a success that is not JSON": (request) => ok(`<html>${echo(request)}</html>`),
  "a JSON string": () => ok(JSON.stringify(secrets.accessToken)),
  "500": (request) => status(500, {}, echo(request)),
  "500 as the actual status": (request) => status(200, { "x-stack-actual-status": "500" }, echo(request)),
  "502 with a page": (request) => status(502, {}, `<pre>${echo(request)}</pre>`),
  "503": (request) => status(503, { "retry-after": "1" }, echo(request)),
  "508": (request) => status(508, {}, `INFINITE_LOOP_DETECTED ${echo(request)}`),
  "400 without a known error": (request) => status(400, {}, echo(request)),
  "a rate limit": () => tooMany("2"),
  "a rate limit with a long Retry-After": () => tooMany("3600"),
  "a Retry-After of secrets": (request) => status(429, { "retry-after": echo(request) }),
  "a redirect": (request) => status(302, { location: `https://elsewhere.test/?${echo(request)}` }, echo(request)),
  "an actual status of secrets": () => ok("", { "x-stack-actual-status": secrets.refreshToken }),
  "a known error that the call declares": () => knownError("EMAIL_PASSWORD_MISMATCH", 400),
  "a known error without its details": (request) =>
    status(
      400,
      { "x-stack-known-error": "MULTI_FACTOR_AUTHENTICATION_REQUIRED" },
      {
        code: "MULTI_FACTOR_AUTHENTICATION_REQUIRED",
        error: secrets.password,
        ...echoRequest(request)
      }
    ),
  "a known error with wrong details": () =>
    knownError("PASSWORD_TOO_SHORT", 400, { min_length: secrets.password, [secrets.password]: secrets.password }),
  "a known error common to all calls": () => knownError("INVALID_PUBLISHABLE_CLIENT_KEY", 401, { project_id: "p" }),
  "a code that differs": (request) =>
    status(400, { "x-stack-known-error": "SCHEMA_ERROR" }, { code: secrets.password, error: echo(request) }),
  "an unknown code": (request) =>
    status(400, { "x-stack-known-error": "NEW" }, { code: "NEW", error: echo(request), details: echoRequest(request) }),
  "a rejected access token": (request) =>
    knownError("ACCESS_TOKEN_EXPIRED", 401, { expired_at_millis: null, ...echoRequest(request) }),
  "an unparsable access token": () => knownError("UNPARSABLE_ACCESS_TOKEN", 401),
  "a rejected refresh token": () => knownError("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401),
  nothing: () => "never",
  "a lost connection": () => lost
}

const written: Array<string> = []
const methods = ["log", "info", "warn", "error", "debug", "trace", "dir", "table"] as const
beforeEach(() => {
  written.length = 0
  const own = methods.map((method) => [method, console[method]] as const)
  for (const method of methods) console[method] = (...texts: ReadonlyArray<unknown>) => void written.push(show(texts))
  return () => own.forEach(([method, write]) => Object.assign(console, { [method]: write }))
})

/** Everything that can be read from a value. */
const show = (value: unknown): string => {
  const shown = [inspect(value, { depth: Infinity, showHidden: true, getters: true, maxStringLength: Infinity })]
  const attempt = (read: () => unknown) => {
    try {
      shown.push(String(read()))
    } catch {
      // A failing getter or conversion reveals nothing.
    }
  }
  attempt(() => JSON.stringify(value))
  attempt(() => value)
  if (value instanceof Error) {
    shown.push(value.message, value.stack ?? "")
    attempt(() => JSON.stringify(Object.getOwnPropertyDescriptors(value)))
    if (value.cause !== undefined) shown.push(show(value.cause))
  }
  return shown.join("\n")
}

const search = (where: string, text: string) => {
  for (const [name, secret] of Object.entries(secrets)) {
    const base64 = Buffer.from(secret).toString("base64")
    const forms = [secret, encodeURIComponent(secret), base64, JSON.stringify(secret).slice(1, -1)]
    for (const form of forms) assert.isFalse(text.includes(form), `${name} in ${where}`)
  }
}

/** Runs a call with every kind of recorder, and returns its exit and the records. */
const watch = <A, E, R>(effect: Effect.Effect<A, E, R>, layer: Layer.Layer<R>) =>
  Effect.sync(() => {
    const spans: Array<Tracer.NativeSpan> = []
    const logged: Array<unknown> = []
    const metrics: Metric.MetricRegistry = new Map()
    const tracer = Tracer.make({
      span: (options) => {
        const span = new Tracer.NativeSpan(options)
        spans.push(span)
        return span
      }
    })
    const logger = Logger.make((entry) => {
      logged.push(entry.message, entry.cause, Cause.pretty(entry.cause))
    })
    const own = [Logger.formatJson, Logger.consolePretty(), Logger.consoleLogFmt, Logger.consoleStructured] as const
    const recorded = Effect.gen(function* () {
      const exit = yield* Effect.exit(effect)
      if (Exit.isFailure(exit)) {
        yield* Effect.logError("The call failed", exit.cause)
        yield* Effect.logTrace(exit.cause)
      }
      return exit
    }).pipe(
      Effect.provideService(OnWaiting, (waiting) => Effect.logInfo(waiting)),
      Effect.provide(layer),
      Effect.provide(layerObservability),
      Effect.provide(Logger.layer([logger, ...own])),
      Effect.provideService(References.MinimumLogLevel, "All"),
      Effect.withTracer(tracer),
      Effect.provideService(Metric.MetricRegistry, metrics)
    )
    return { recorded, spans, logged, metrics }
  })

const searchAll = (
  exit: Exit.Exit<unknown, unknown>,
  {
    logged,
    metrics,
    spans
  }: {
    readonly logged: ReadonlyArray<unknown>
    readonly metrics: Metric.MetricRegistry
    readonly spans: ReadonlyArray<Tracer.NativeSpan>
  }
) => {
  if (Exit.isFailure(exit)) {
    assert.isFalse(
      exit.cause.reasons.some((reason) => reason._tag === "Die"),
      Cause.pretty(exit.cause)
    )
    search("the cause", show(exit.cause) + Cause.pretty(exit.cause))
    search("the exit", show(exit))
    for (const reason of exit.cause.reasons) if (reason._tag === "Fail") search("the error", show(reason.error))
    search("what a promise is rejected with", show(Cause.squash(exit.cause)))
  }
  assert.isNotEmpty(spans)
  for (const span of spans) {
    search("a span", show([span.name, [...span.attributes], span.events, span.links, span.status, span.annotations]))
  }
  assert.isAbove(metrics.size, 0)
  for (const [key, { attributes, description, id }] of metrics)
    search("a metric", show([key, id, description, attributes]))
  for (const entry of logged) search("the log", show(entry))
  search("the console", written.join("\n"))
}

const tokens = { refreshToken: secrets.refreshToken, accessToken: secrets.accessToken }

describe("No secret is revealed", () => {
  const cases = Object.entries(calls).flatMap(([what, effect]) =>
    Object.entries(responses).map(([name, response]) => ({ what, effect, name, response }))
  )

  it.effect.each(cases)("by an attempt to $what with the response: $name", ({ response, effect, what }) =>
    Effect.gen(function* () {
      const script = scripted((request) =>
        isRefresh(request) ? ok(refreshResponse(secrets.freshToken)) : response(request)
      )
      const { recorded, ...sinks } = yield* watch<unknown, unknown, Layer.Success<ReturnType<typeof layerCalling>>>(
        effect,
        layerCalling(script, { config: configOf(what), tokens })
      )
      const fiber = yield* Effect.forkChild(recorded)
      yield* TestClock.adjust("5 minutes")
      searchAll(yield* Fiber.join(fiber), sinks)
      search("the addresses", script.requests.map(({ method, url }) => `${method} ${url}`).join("\n"))
    })
  )

  it.effect.each(Object.entries(responses).map(([name, response]) => ({ name, response })))(
    "by a refresh with the response: $name",
    ({ response }) =>
      Effect.gen(function* () {
        const script = scripted((request) => (isRefresh(request) ? response(request) : ok(userBody())))
        const { recorded, ...sinks } = yield* watch(
          calls["read the user"],
          layerCalling(script, { config, tokens: { refreshToken: secrets.refreshToken } })
        )
        const fiber = yield* Effect.forkChild(recorded)
        yield* TestClock.adjust("5 minutes")
        searchAll(yield* Fiber.join(fiber), sinks)
        search("the addresses", script.requests.map(({ method, url }) => `${method} ${url}`).join("\n"))
      })
  )

  it.effect.each(Object.entries(calls).map(([what, effect]) => ({ what, effect })))(
    "by an interrupted attempt to $what",
    ({ effect, what }) =>
      Effect.gen(function* () {
        const { recorded, ...sinks } = yield* watch<unknown, unknown, Layer.Success<ReturnType<typeof layerCalling>>>(
          effect,
          layerCalling(
            scripted(() => "never"),
            { config: configOf(what), tokens }
          )
        )
        const fiber = yield* Effect.forkChild(recorded)
        yield* TestClock.adjust(10)
        yield* Fiber.interrupt(fiber)
        const exit = yield* Fiber.await(fiber)
        searchAll(Exit.isSuccess(exit) ? exit.value : exit, sinks)
      })
  )

  it.effect("by invalid input", () =>
    Effect.gen(function* () {
      const long = Redacted.make(secrets.tooLongPassword)
      const inputs: ReadonlyArray<unknown> = [
        { body: { email: "ada@example.com", password: long } },
        { body: { email: secrets.password, password } },
        { body: { email: "ada@example.com", password: secrets.password } },
        { body: { email: "ada@example.com", password: { secret: secrets.password } } },
        { body: secrets.password },
        { body: { [secrets.password]: secrets.password } },
        secrets.password
      ]
      for (const input of inputs) {
        const script = scripted()
        const effect = call(PasswordApi.signIn, input as never)
        const { recorded, ...sinks } = yield* watch(effect, layerCalling(script, { config, tokens }))
        const exit = yield* recorded
        assert.isTrue(Exit.isFailure(exit))
        search("the exit", show(exit))
        search("the log", show(sinks.logged))
      }
    })
  )

  it.effect("by a call on an offline device", () =>
    Effect.gen(function* () {
      const { recorded, ...sinks } = yield* watch(
        calls["sign in"].pipe(Effect.provideService(Online, () => false)),
        layerCalling(scripted(), { config, tokens })
      )
      searchAll(yield* recorded, sinks)
    })
  )

  const failures: Readonly<Record<string, (url: string, init: RequestInit) => unknown>> = {
    "an error that quotes the request": (url, init) => new TypeError(`cannot fetch ${url} ${JSON.stringify(init)}`),
    "an error whose cause quotes the request": (url, init) =>
      new TypeError("fetch failed", {
        cause: Object.assign(new Error(`${url} ${JSON.stringify(init)}`), { code: "ECONNRESET" })
      }),
    "an error that carries the request": (url, init) => Object.assign(new Error("failed"), { request: { url, init } }),
    "a text": (url, init) => `${url} ${JSON.stringify(init)}`,
    "an object": (url, init) => ({ url, init, message: JSON.stringify(init) })
  }

  it.effect.each(Object.entries(failures).map(([name, failure]) => ({ name, failure })))(
    "by a fetch that fails with $name",
    ({ failure }) =>
      Effect.gen(function* () {
        const fetch: typeof globalThis.fetch = (url, init = {}) => {
          const { signal: _, ...requestInit } = init
          return Promise.reject(failure(String(url), requestInit))
        }
        const layer: Layer.Layer<Transport> = FetchTransport.layer.pipe(
          Layer.provide(Layer.succeed(FetchTransport.Fetch, fetch))
        )
        const { recorded, ...sinks } = yield* watch(calls["sign in"], layerCalling({ layer }, { config, tokens }))
        const fiber = yield* Effect.forkChild(recorded)
        yield* TestClock.adjust("5 minutes")
        searchAll(yield* Fiber.join(fiber), sinks)
      })
  )

  it.effect("by the services of a call", () =>
    Effect.gen(function* () {
      const context = yield* Effect.context<Layer.Success<ReturnType<typeof layerCalling>>>()
      yield* calls["read the user"]
      for (const service of (context as Context.Context<unknown>).mapUnsafe.values()) search("a service", show(service))
    }).pipe(
      Effect.provide(
        layerCalling(
          scripted(() => ok(userBody())),
          { config, tokens }
        )
      )
    )
  )
})

describe("The search of this test", () => {
  it("finds secrets in errors, causes, collections, symbols and URLs", () => {
    const leaks: ReadonlyArray<unknown> = [
      new Error(secrets.password),
      new Error("no", { cause: new Error(`${secrets.refreshToken}`) }),
      { deep: { deeper: [new Map([["a", new Set([secrets.accessToken])]])] } },
      Object.assign(new Error("no"), { [Symbol("hidden")]: { key: secrets.secretServerKey } }),
      `https://a.test/?password=${encodeURIComponent(secrets.password)}`
    ]
    for (const leak of leaks) assert.throws(() => search("here", show(leak)))
    search("here", show({ password, nothing: "of interest" }))
  })
})
