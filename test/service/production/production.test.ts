/** The service in production, without a port. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { asAdmin, asClient, PROJECT_ID, send } from "../fixture.ts"
import { credentials, smtpServer } from "../smtp-servers.ts"
import { host, inProduction, PUBLIC_URL } from "../operations/observed-service.ts"

const oauthProviders = [
  { type: "shared", id: "github" },
  { type: "standard", id: "google", clientId: "client-of-google", clientSecret: "secret-of-google" }
] as const

const authorize = (provider: string, headers: Readonly<Record<string, string>>) => {
  const query = new URLSearchParams({
    client_id: PROJECT_ID,
    client_secret: asClient["x-stack-publishable-client-key"] ?? "",
    redirect_uri: "http://localhost/handler/oauth-callback",
    scope: "legacy",
    state: "state",
    grant_type: "authorization_code",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
    response_type: "code",
    type: "authenticate"
  })
  return send("GET", `/api/v1/auth/oauth/authorize/${provider}?${query.toString()}`, { headers })
}

describe("the service in production", () => {
  it.live("builds URLs from its public URL, whatever the headers of the request say", () =>
    inProduction(
      { project: { config: { oauthProviders } } },
      Effect.gen(function* () {
        const { headers, status, text } = yield* authorize("google", {
          host,
          "x-forwarded-proto": "http",
          "x-forwarded-host": "evil.example"
        })
        assert.strictEqual(status, 307, text)
        const location = new URL(headers["location"] ?? "")
        assert.strictEqual(location.host, "accounts.google.com")
        assert.strictEqual(location.searchParams.get("redirect_uri"), `${PUBLIC_URL}/api/v1/auth/oauth/callback/google`)
        assert.match(headers["set-cookie"] ?? "", /^__Host-/)
      })
    )
  )

  it.live("accepts requests to the host of its public URL only", () =>
    inProduction(
      {},
      Effect.gen(function* () {
        for (const other of [
          "localhost",
          "127.0.0.1",
          "auth.example.com:8102",
          "auth.example.com:80",
          "auth.example.com.evil.example",
          ""
        ]) {
          assert.strictEqual((yield* send("GET", "/health", { headers: { host: other } })).status, 403, other)
        }
        for (const own of [host, "AUTH.example.com", "auth.example.com.", "auth.example.com:443"]) {
          assert.strictEqual((yield* send("GET", "/health", { headers: { host: own } })).status, 200, own)
        }
      })
    )
  )

  it.live("has no OAuth provider on a page of the service, even in a database of development", () =>
    inProduction(
      { project: { config: { oauthProviders } } },
      Effect.gen(function* () {
        const project = yield* send("GET", "/api/v1/projects/current", { headers: { ...asClient, host } })
        assert.deepInclude(project.json, { id: PROJECT_ID })
        assert.include(project.text, `"enabled_oauth_providers":[{"id":"google"}]`)
        assert.strictEqual((yield* authorize("github", { host })).code, "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED")
        assert.strictEqual((yield* send("GET", "/oauth/github", { headers: { host } })).status, 404)
        const shared = yield* send("PATCH", "/api/v1/projects/current", {
          headers: { ...asAdmin, host },
          json: {
            config: {
              oauth_providers: [
                { type: "shared", id: "google", enabled: true },
                { type: "shared", id: "github", enabled: true }
              ]
            }
          }
        })
        assert.strictEqual(shared.code, "INVALID_SHARED_OAUTH_PROVIDER_ID")
      })
    )
  )

  it.live("sends the mails of projects without a mail server by the operator's, from the configured address", () =>
    Effect.gen(function* () {
      const { received, settings, whenReceived } = yield* smtpServer()
      const password = encodeURIComponent(credentials.password)
      yield* inProduction(
        {
          environment: {
            KEYSTILE_MAIL: `smtp://${credentials.username}:${password}@127.0.0.1:${settings.port}`,
            KEYSTILE_MAIL_FROM: "hello@auth.example.com"
          }
        },
        Effect.gen(function* () {
          const { status, text } = yield* send("POST", "/api/v1/auth/password/sign-up", {
            headers: { ...asClient, host },
            json: {
              email: "grace@example.com",
              password: "verdigris-lantern-42",
              verification_callback_url: "http://localhost/verify"
            }
          })
          assert.strictEqual(status, 200, text)
          yield* whenReceived(1)
        })
      )
      assert.deepInclude(received[0], { from: "hello@auth.example.com", to: ["grace@example.com"] })
    }).pipe(Effect.scoped)
  )

  it.live("writes mails to the log with KEYSTILE_MAIL=log", () => {
    const lines: Array<string> = []
    return inProduction(
      { lines },
      send("POST", "/api/v1/auth/password/sign-up", {
        headers: { ...asClient, host },
        json: {
          email: "grace@example.com",
          password: "verdigris-lantern-42",
          verification_callback_url: "http://localhost/verify"
        }
      })
    ).pipe(Effect.tap(() => Effect.sync(() => assert.match(lines.join("\n"), /A mail to grace@example\.com: /))))
  })
})
