/** Requests of a call: URL, headers and body, in each tier. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as AboutApi from "../../../core/api/about.ts"
import { endpoints } from "../../../core/api/endpoints.ts"
import * as HealthApi from "../../../core/api/health.ts"
import * as OAuthApi from "../../../core/api/oauth/index.ts"
import * as PasswordApi from "../../../core/api/password/index.ts"
import * as ProjectsApi from "../../../core/api/projects/index.ts"
import * as SessionsApi from "../../../core/api/sessions/index.ts"
import * as UsersApi from "../../../core/api/users/index.ts"
import { call } from "../../../core/call/call.ts"
import { RequestError } from "../../../core/errors/request-error.ts"
import { showLanguage } from "../../../core/http/shown-language.ts"
import { apiConfig, BASE_URL, withScript, refreshResponse, userBody } from "../calling.ts"
import { ok, scripted, tooMany } from "../scripted-transport.ts"
import { accessToken, projectBody, tokens } from "./request-fixture.ts"

const keys = {
  publishableClientKey: Redacted.make("pck_1"),
  secretServerKey: Redacted.make("ssk_1"),
  superSecretAdminKey: Redacted.make("sak_1")
}

const nonce = "x-stack-random-nonce"
const withoutNonce = ({ [nonce]: _, ...headers }: Readonly<Record<string, string>>) => headers

describe("A call of the API root", () => {
  it.effect("has no trailing slash", () =>
    Effect.gen(function* () {
      const script = scripted(ok("hello"), ok("hello"))
      yield* call(AboutApi.greeting).pipe(withScript(script))
      yield* call(AboutApi.greeting, { query: {} }).pipe(withScript(script))
      assert.deepStrictEqual(
        script.requests.map(({ url }) => url),
        [`${BASE_URL}/api/v1`, `${BASE_URL}/api/v1`]
      )
    })
  )
})

describe("A call of the client tier", () => {
  it.effect("sends exactly the headers of the protocol", () =>
    Effect.gen(function* () {
      const script = scripted(ok(userBody()))
      yield* call(UsersApi.getMe).pipe(withScript(script, { tokens }))
      const [request] = script.requests
      assert.deepStrictEqual(withoutNonce(request?.headers ?? {}), {
        "x-stack-override-error-status": "true",
        "x-stack-project-id": apiConfig().projectId,
        "x-stack-access-type": "client",
        "x-stack-client-version": "js @keystile/keystile@2.7.20",
        "x-stack-publishable-client-key": "pck_test",
        "x-stack-access-token": accessToken
      })
      assert.deepInclude(request, { method: "GET", url: `${BASE_URL}/api/v1/users/me`, body: undefined })
    })
  )

  it.effect("sends the refresh token only to endpoints that take it, or when the configuration enables it", () =>
    Effect.gen(function* () {
      const taking = endpoints.filter(({ takesRefreshToken }) => takesRefreshToken).map(({ name }) => name)
      assert.deepStrictEqual([...new Set(taking)].sort(), [
        "DELETE /auth/sessions/current",
        "POST /auth/oauth/cross-domain/authorize",
        "POST /auth/password/update",
        "POST /auth/sessions/current/refresh"
      ])
      const script = scripted(ok(userBody()), ok({ success: true }), ok(userBody()))
      yield* call(UsersApi.getMe).pipe(withScript(script, { tokens }))
      yield* call(SessionsApi.signOut).pipe(withScript(script, { tokens }))
      yield* call(UsersApi.getMe).pipe(withScript(script, { tokens, config: { sendRefreshTokenAlways: true } }))
      const sent = script.requests.map(({ headers }) => headers["x-stack-refresh-token"])
      assert.deepStrictEqual(sent, [undefined, "the-refresh-token", "the-refresh-token"])
    })
  )

  it.effect("names the language of the application in calls that may cause a mail", () =>
    Effect.gen(function* () {
      const languageOf = Effect.fnUntraced(function* (language: string | undefined) {
        const script = scripted(ok(userBody()), ok({ success: true }))
        const calls = Effect.andThen(call(UsersApi.getMe), call(SessionsApi.signOut))
        yield* calls.pipe(withScript(script, { tokens, config: { language } }))
        return script.requests.map(({ headers }) => headers["accept-language"])
      })
      assert.deepStrictEqual(yield* languageOf(undefined), [undefined, undefined])
      assert.deepStrictEqual(yield* languageOf("pl-PL"), [undefined, "pl-PL"])
      const hide = showLanguage("ja-JP")
      assert.deepStrictEqual(yield* languageOf(undefined), [undefined, "ja-JP"])
      assert.deepStrictEqual(yield* languageOf("pl-PL"), [undefined, "pl-PL"], "the option precedes the screens")
      const hideOther = showLanguage("not a tag")
      assert.deepStrictEqual(yield* languageOf(undefined), [undefined, undefined])
      hideOther()
      hide()
      assert.deepStrictEqual(yield* languageOf(undefined), [undefined, undefined])
    })
  )

  it.effect("sends a client version that the service can parse", () =>
    Effect.gen(function* () {
      const script = scripted(ok(userBody()))
      yield* call(UsersApi.getMe).pipe(withScript(script))
      assert.match(script.requests[0]?.headers["x-stack-client-version"] ?? "", /^\w+ +@[\w-]+\/[\w-]+@[\d.]+$/)
    })
  )

  it.effect("sends a new nonce of 45 characters with each attempt", () =>
    Effect.gen(function* () {
      const script = scripted(tooMany(), ok(userBody()), ok(userBody()))
      const program = Effect.andThen(call(UsersApi.getMe), call(UsersApi.getMe)).pipe(withScript(script))
      yield* Effect.forkChild(program)
      yield* TestClock.adjust("1 minute")
      const nonces = script.requests.map(({ headers }) => headers[nonce] ?? "")
      assert.strictEqual(new Set(nonces).size, 3)
      nonces.forEach((text) => assert.match(text, /^[0-9a-hjkmnp-tv-z]{45}$/))
    })
  )

  it.effect("sends no token when the user is signed out", () =>
    Effect.gen(function* () {
      const script = scripted(ok(userBody()))
      yield* call(UsersApi.getMe).pipe(withScript(script))
      assert.notProperty(script.requests[0]?.headers, "x-stack-access-token")
      assert.notProperty(script.requests[0]?.headers, "x-stack-refresh-token")
    })
  )

  it.effect("sends no token to an endpoint that takes none", () =>
    Effect.gen(function* () {
      const script = scripted(ok(projectBody))
      yield* call(ProjectsApi.getProject).pipe(withScript(script, { tokens }))
      assert.notProperty(script.requests[0]?.headers, "x-stack-access-token")
      assert.notProperty(script.requests[0]?.headers, "x-stack-refresh-token")
    })
  )

  it.effect("sends no key of another tier, even if it is configured", () =>
    Effect.gen(function* () {
      const script = scripted(ok(projectBody))
      const none = { secretServerKey: undefined, superSecretAdminKey: undefined }
      yield* call(ProjectsApi.getProject).pipe(withScript(script, { config: { ...keys, ...none } }))
      const names = Object.keys(script.requests[0]?.headers ?? {})
      assert.deepStrictEqual(
        names.filter((name) => name.endsWith("-key")),
        ["x-stack-publishable-client-key"]
      )
    })
  )

  it.effect("sends the current session when a user signs in again", () =>
    Effect.gen(function* () {
      const script = scripted(ok({ access_token: accessToken, refresh_token: "new", user_id: "u" }))
      yield* call(PasswordApi.signIn, { body: { email: "ada@example.com", password: Redacted.make("password") } }).pipe(
        withScript(script, { tokens })
      )
      const [request] = script.requests
      assert.strictEqual(request?.headers["x-stack-access-token"], accessToken)
      assert.strictEqual(request?.headers["content-type"], "application/json")
      assert.deepStrictEqual(JSON.parse(request?.body ?? ""), { email: "ada@example.com", password: "password" })
    })
  )
})

describe("A call of the server tier", () => {
  it.effect("sends the secret server key and the publishable client key", () =>
    Effect.gen(function* () {
      const script = scripted(ok(projectBody))
      const config = { ...keys, tier: "server", superSecretAdminKey: undefined } as const
      yield* call(ProjectsApi.getProject).pipe(withScript(script, { config }))
      assert.deepStrictEqual(withoutNonce(script.requests[0]?.headers ?? {}), {
        "x-stack-override-error-status": "true",
        "x-stack-project-id": apiConfig().projectId,
        "x-stack-access-type": "server",
        "x-stack-client-version": "js @keystile/keystile@2.7.20",
        "x-stack-publishable-client-key": "pck_1",
        "x-stack-secret-server-key": "ssk_1"
      })
    })
  )

  it.effect("needs no publishable client key", () =>
    Effect.gen(function* () {
      const script = scripted(ok(projectBody))
      const config = { tier: "server", publishableClientKey: undefined, secretServerKey: keys.secretServerKey } as const
      yield* call(ProjectsApi.getProject).pipe(withScript(script, { config }))
      assert.notProperty(script.requests[0]?.headers, "x-stack-publishable-client-key")
    })
  )
})

describe("A call of the admin tier", () => {
  it.effect("sends all keys", () =>
    Effect.gen(function* () {
      const script = scripted(ok({ access_token: accessToken, refresh_token: "new" }))
      const userId = "22222222-2222-4222-8222-222222222222"
      yield* call(SessionsApi.create, { body: { userId } }).pipe(
        withScript(script, { config: { ...keys, tier: "admin" } })
      )
      const { headers } = script.requests[0] ?? { headers: {} as Record<string, string> }
      assert.deepInclude(headers, {
        "x-stack-access-type": "admin",
        "x-stack-publishable-client-key": "pck_1",
        "x-stack-secret-server-key": "ssk_1",
        "x-stack-super-secret-admin-key": "sak_1"
      })
    })
  )
})

describe("A call of another tier", () => {
  const body = { displayName: "Ada" }
  const refused = <A, E, R>(run: Effect.Effect<A, E | RequestError, R>) =>
    Effect.map(Effect.flip(run), (error) => [error instanceof RequestError && error.reason._tag, `${error}`])

  it.effect("is rejected before a request, with the tiers that may make it", () =>
    Effect.gen(function* () {
      const script = scripted()
      const params = { user_id: "me" } as const
      assert.deepStrictEqual(yield* refused(call(UsersApi.update, { params, body }).pipe(withScript(script))), [
        "NotAvailable",
        "RequestError: PATCH /users/:user_id: it needs the tier server or admin."
      ])
      assert.deepStrictEqual(yield* refused(call(ProjectsApi.updateProject, { body }).pipe(withScript(script))), [
        "NotAvailable",
        "RequestError: PATCH /projects/current: it needs the tier admin."
      ])
      const config = { ...keys, tier: "server" } as const
      assert.deepStrictEqual(yield* refused(call(UsersApi.getMe).pipe(withScript(script, { config, tokens }))), [
        "NotAvailable",
        "RequestError: GET /users/me: it needs the tier client."
      ])
      assert.isEmpty(script.requests)
    })
  )

  it.effect("is rejected for any input", () =>
    Effect.gen(function* () {
      const script = scripted()
      for (const input of [undefined, null, 1, "text", [], { params: 1 }, { query: null }]) {
        const [tag] = yield* refused(call(UsersApi.update, input as never).pipe(withScript(script)))
        assert.strictEqual(tag, "NotAvailable")
      }
      assert.isEmpty(script.requests)
    })
  )
})

describe("The health check", () => {
  it.effect("is at the root of the host, without project headers", () =>
    Effect.gen(function* () {
      const script = scripted(ok({ status: "ok" }), ok({ status: "ok" }))
      yield* Effect.andThen(call(HealthApi.health), call(HealthApi.health, { query: { db: "1" } })).pipe(
        withScript(script, { tokens })
      )
      assert.deepStrictEqual(
        script.requests.map(({ body, headers, method, url }) => ({ body, headers, method, url })),
        ["", "?db=1"].map((query) => ({
          body: undefined,
          headers: {},
          method: "GET",
          url: `${BASE_URL}/health${query}`
        }))
      )
    })
  )
})

describe("A refresh", () => {
  it.effect("sends a form with the client credentials, without project headers", () =>
    Effect.gen(function* () {
      const script = scripted(ok(refreshResponse("new")))
      const body = {
        grantType: "refresh_token",
        clientId: "project & co",
        clientSecret: Redacted.make("pck_ü"),
        refreshToken: Redacted.make("a b")
      } as const
      yield* call(OAuthApi.refresh, { body }).pipe(withScript(script, { tokens }))
      assert.deepStrictEqual(script.requests[0], {
        at: 0,
        method: "POST",
        url: `${BASE_URL}/api/v1/auth/oauth/token`,
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "grant_type=refresh_token&client_id=project+%26+co&client_secret=pck_%C3%BC&refresh_token=a+b",
        maxResponseBytes: 8_000_000
      })
    })
  )
})
