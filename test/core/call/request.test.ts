/** Requests of a call: URL, headers and body, in each tier. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import * as AboutApi from "../../../core/api/about.ts"
import { endpoints } from "../../../core/api/endpoints.ts"
import * as HealthApi from "../../../core/api/health.ts"
import * as OAuthApi from "../../../core/api/oauth/index.ts"
import * as PasswordApi from "../../../core/api/password/index.ts"
import * as ProjectsApi from "../../../core/api/projects/index.ts"
import * as SessionsApi from "../../../core/api/sessions.ts"
import * as UsersApi from "../../../core/api/users/index.ts"
import { call } from "../../../core/call/call.ts"
import { RequestError } from "../../../core/errors/request-error.ts"
import * as Endpoint from "../../../core/http/endpoint.ts"
import { apiConfig, BASE_URL, jwt, over, refreshed, userBody } from "../calling.ts"
import { ok, type Script, scripted, status, tooMany } from "../scripted-transport.ts"

const accessToken = jwt({ exp: 4e9, iat: 0 })
const tokens = { refreshToken: "the-refresh-token", accessToken }
const keys = {
  publishableClientKey: Redacted.make("pck_1"),
  secretServerKey: Redacted.make("ssk_1"),
  superSecretAdminKey: Redacted.make("sak_1")
}
const projectBody = {
  id: "p",
  display_name: "Project",
  config: {
    sign_up_enabled: true,
    credential_enabled: true,
    magic_link_enabled: false,
    passkey_enabled: false,
    client_team_creation_enabled: false,
    client_user_deletion_enabled: false,
    enabled_oauth_providers: []
  }
}

const nonce = "x-stack-random-nonce"
const withoutNonce = ({ [nonce]: _, ...headers }: Readonly<Record<string, string>>) => headers

/** Returns the request body of a call over this script. */
const sentBody = ({ requests }: Pick<Script, "requests">): unknown => JSON.parse(requests[0]?.body ?? "null")

describe("A description that is null", () => {
  const description = null
  const adminProject = {
    id: "p",
    display_name: "Project",
    description: "",
    created_at_millis: 0,
    user_count: 0,
    is_production_mode: false,
    config: {
      ...projectBody.config,
      id: "c",
      allow_localhost: true,
      create_team_on_sign_up: false,
      oauth_providers: [],
      domains: [],
      email_config: { type: "shared" },
      team_creator_default_permissions: [],
      team_member_default_permissions: []
    }
  }

  it.effect("is sent as an empty string when a project is updated", () =>
    Effect.gen(function* () {
      const script = scripted(ok(adminProject))
      yield* call(ProjectsApi.updateProject, { body: { description } }).pipe(
        over(script, { config: { tier: "admin" } })
      )
      assert.deepStrictEqual(sentBody(script), { description: "" })
    })
  )

  it.effect("is sent as an empty string when a project is created", () =>
    Effect.gen(function* () {
      const script = scripted(status(201, {}, adminProject))
      yield* call(ProjectsApi.createOwned, { body: { displayName: "Project", description } }).pipe(
        over(script, { tokens })
      )
      assert.deepStrictEqual(sentBody(script), { display_name: "Project", description: "" })
    })
  )
})

describe("A call of the API root", () => {
  it.effect("has no trailing slash", () =>
    Effect.gen(function* () {
      const script = scripted(ok("hello"), ok("hello"))
      yield* call(AboutApi.greeting).pipe(over(script))
      yield* call(AboutApi.greeting, { query: {} }).pipe(over(script))
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
      yield* call(UsersApi.getMe).pipe(over(script, { tokens }))
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
        "POST /auth/password/update",
        "POST /auth/sessions/current/refresh"
      ])
      const script = scripted(ok(userBody()), ok({ success: true }), ok(userBody()))
      yield* call(UsersApi.getMe).pipe(over(script, { tokens }))
      yield* call(SessionsApi.signOut).pipe(over(script, { tokens }))
      yield* call(UsersApi.getMe).pipe(over(script, { tokens, config: { sendRefreshTokenAlways: true } }))
      const sent = script.requests.map(({ headers }) => headers["x-stack-refresh-token"])
      assert.deepStrictEqual(sent, [undefined, "the-refresh-token", "the-refresh-token"])
    })
  )

  it.effect("sends a client version that the service can parse", () =>
    Effect.gen(function* () {
      const script = scripted(ok(userBody()))
      yield* call(UsersApi.getMe).pipe(over(script))
      assert.match(script.requests[0]?.headers["x-stack-client-version"] ?? "", /^\w+ +@[\w-]+\/[\w-]+@[\d.]+$/)
    })
  )

  it.effect("sends a new nonce of 45 characters with each attempt", () =>
    Effect.gen(function* () {
      const script = scripted(tooMany(), ok(userBody()), ok(userBody()))
      const program = Effect.andThen(call(UsersApi.getMe), call(UsersApi.getMe)).pipe(over(script))
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
      yield* call(UsersApi.getMe).pipe(over(script))
      assert.notProperty(script.requests[0]?.headers, "x-stack-access-token")
      assert.notProperty(script.requests[0]?.headers, "x-stack-refresh-token")
    })
  )

  it.effect("sends no token to an endpoint that takes none", () =>
    Effect.gen(function* () {
      const script = scripted(ok(projectBody))
      yield* call(ProjectsApi.getProject).pipe(over(script, { tokens }))
      assert.notProperty(script.requests[0]?.headers, "x-stack-access-token")
      assert.notProperty(script.requests[0]?.headers, "x-stack-refresh-token")
    })
  )

  it.effect("sends no key of another tier, even if it is configured", () =>
    Effect.gen(function* () {
      const script = scripted(ok(projectBody))
      const none = { secretServerKey: undefined, superSecretAdminKey: undefined }
      yield* call(ProjectsApi.getProject).pipe(over(script, { config: { ...keys, ...none } }))
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
        over(script, { tokens })
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
      yield* call(ProjectsApi.getProject).pipe(over(script, { config }))
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
      yield* call(ProjectsApi.getProject).pipe(over(script, { config }))
      assert.notProperty(script.requests[0]?.headers, "x-stack-publishable-client-key")
    })
  )
})

describe("A call of the admin tier", () => {
  it.effect("sends all keys", () =>
    Effect.gen(function* () {
      const script = scripted(ok({ access_token: accessToken, refresh_token: "new" }))
      const userId = "22222222-2222-4222-8222-222222222222"
      yield* call(SessionsApi.create, { body: { userId } }).pipe(over(script, { config: { ...keys, tier: "admin" } }))
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
      assert.deepStrictEqual(yield* refused(call(UsersApi.update, { params, body }).pipe(over(script))), [
        "NotAvailable",
        "RequestError: PATCH /users/:user_id: it needs the tier server or admin."
      ])
      assert.deepStrictEqual(yield* refused(call(ProjectsApi.updateProject, { body }).pipe(over(script))), [
        "NotAvailable",
        "RequestError: PATCH /projects/current: it needs the tier admin."
      ])
      const config = { ...keys, tier: "server" } as const
      assert.deepStrictEqual(yield* refused(call(UsersApi.getMe).pipe(over(script, { config, tokens }))), [
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
        const [tag] = yield* refused(call(UsersApi.update, input as never).pipe(over(script)))
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
        over(script, { tokens })
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
      const script = scripted(ok(refreshed("new")))
      const body = {
        grantType: "refresh_token",
        clientId: "project & co",
        clientSecret: Redacted.make("pck_ü"),
        refreshToken: Redacted.make("a b")
      } as const
      yield* call(OAuthApi.refresh, { body }).pipe(over(script, { tokens }))
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

const facts = { tiers: ["client"], success: Schema.Unknown } as const
const byId = Endpoint.get("/teams/:team_id/users/:user_id", {
  ...facts,
  params: { team_id: Schema.String, user_id: Schema.String }
})
const search = Endpoint.get("/search", {
  ...facts,
  query: Schema.Struct({ text: Schema.String, page: Schema.optionalKey(Schema.String) })
})
const upload = Endpoint.post("/things", { ...facts, body: Schema.Struct({ data: Schema.Json }) })

describe("A path", () => {
  it.effect("percent-encodes its parameters", () =>
    Effect.gen(function* () {
      const script = scripted(ok({}))
      yield* call(byId, { params: { team_id: "a/b?c#d", user_id: "100% ü:team_id" } }).pipe(over(script))
      assert.strictEqual(
        script.requests[0]?.url,
        `${BASE_URL}/api/v1/teams/a%2Fb%3Fc%23d/users/100%25%20%C3%BC%3Ateam_id`
      )
    })
  )

  it.effect("keeps dots inside a parameter", () =>
    Effect.gen(function* () {
      const script = scripted(ok({}))
      yield* call(byId, { params: { team_id: "...", user_id: "a..b" } }).pipe(over(script))
      assert.strictEqual(script.requests[0]?.url, `${BASE_URL}/api/v1/teams/.../users/a..b`)
    })
  )

  it.effect.each(["", ".", ".."])("rejects a parameter that would change its segments: %j", (id) =>
    Effect.gen(function* () {
      const script = scripted()
      const error = yield* Effect.flip(call(byId, { params: { team_id: id, user_id: "u" } }).pipe(over(script)))
      assert.strictEqual(error.reason._tag, "InvalidInput")
      assert.include(error.message, '["params"]["team_id"]')
    })
  )

  it.effect.prop("matches its own endpoint for all parameters", [Schema.String, Schema.String], ([a, b]) =>
    Effect.gen(function* () {
      const script = scripted(() => ok({}))
      const exit = yield* Effect.exit(call(byId, { params: { team_id: a, user_id: b } }).pipe(over(script)))
      if (exit._tag === "Failure") return assert.isTrue(exit.cause.reasons.every((reason) => reason._tag === "Fail"))
      const url = new URL(script.requests[0]?.url ?? "")
      const [, team, user] = /^\/api\/v1\/teams\/([^/]+)\/users\/([^/]+)$/.exec(url.pathname) ?? []
      assert.strictEqual(url.origin, BASE_URL)
      assert.strictEqual(decodeURIComponent(team ?? ""), a)
      assert.strictEqual(decodeURIComponent(user ?? ""), b)
      assert.strictEqual(url.search + url.hash, "")
    })
  )
})

describe("A query", () => {
  it.effect("is encoded, and omits absent parameters", () =>
    Effect.gen(function* () {
      const script = scripted(ok({}), ok({}))
      yield* call(search, { query: { text: "a&b=c d" } }).pipe(over(script))
      assert.strictEqual(script.requests[0]?.url, `${BASE_URL}/api/v1/search?text=a%26b%3Dc+d`)
    })
  )
})

describe("Invalid input", () => {
  const secret = "the-password"

  it.effect.each([
    { email: "no address", password: Redacted.make(secret) },
    { email: "ada@example.com", password: Redacted.make(secret.repeat(10)) },
    { email: `${"a".repeat(100_000)}@example.com`, password: Redacted.make(secret) },
    { email: 1, password: Redacted.make(secret) },
    { email: "ada@example.com", password: secret },
    { password: Redacted.make(secret) },
    null
  ])("is rejected before a request (%#)", (body) =>
    Effect.gen(function* () {
      const script = scripted()
      const error = yield* Effect.flip(call(PasswordApi.signIn, { body } as never).pipe(over(script)))
      assert.isTrue(error._tag === "RequestError" && error.reason._tag === "InvalidInput")
      assert.notInclude(error.message, secret)
    })
  )

  it.effect("fails with its path and the expected type", () =>
    Effect.gen(function* () {
      const body = { email: "no address", password: Redacted.make(secret) }
      const error = yield* Effect.flip(call(PasswordApi.signIn, { body }).pipe(over(scripted())))
      assert.strictEqual(
        error.message,
        'POST /auth/password/sign-in: the input is not valid: Expected a valid e-mail address at ["body"]["email"].'
      )
    })
  )

  it.effect("of any JavaScript value fails with a typed error", () =>
    Effect.gen(function* () {
      const circle: Record<string, unknown> = {}
      circle["self"] = circle
      const deep = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`)
      for (const data of [circle, deep, 1n, Symbol("s"), () => 1, Number.NaN, new Map(), undefined, { a: undefined }]) {
        const script = scripted()
        const error = yield* Effect.flip(call(upload, { body: { data } } as never).pipe(over(script)))
        assert.isTrue(error._tag === "RequestError" && error.reason._tag === "InvalidInput")
      }
    })
  )
})
