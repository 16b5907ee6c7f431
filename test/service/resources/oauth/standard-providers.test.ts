/** Providers with the project's own keys, over HTTP. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readAccessToken, readTokens } from "../../responses.ts"
import { asAdmin, asServer, me, send, signIn, withToken } from "../../fixture.ts"
import { authorizePath, Browser, ERROR_PAGE, exchange, locationOf, oauthService, ORIGIN } from "./browser.ts"
import { jsonServer } from "./json-server.ts"
import { CLIENT, type OpenIdProvider, openIdProvider, authorize, authorizeByFormPost } from "./openid-provider.ts"

const redirectUri = (provider: string) => `${ORIGIN}/api/v1/auth/oauth/callback/${provider}`

const noor = { sub: "noor", id: "noor-at-microsoft", displayName: "Noor Haddad", mail: "noor@example.com" }

/** Microsoft: scope openid, a nonce, PKCE, and a userinfo request. */
const start = Effect.tap(
  openIdProvider({
    scopes: { "User.Read": ["id", "displayName", "mail"], "Files.Read": [] },
    redirectUri: redirectUri("microsoft")
  }),
  (provider) =>
    Effect.sync(() => {
      provider.account = noor
    })
)

const endpointsOf = ({ issuer }: OpenIdProvider) => ({
  authorization: `${issuer}/auth`,
  token: `${issuer}/token`,
  userinfo: `${issuer}/me`
})

interface Other {
  readonly endpoints?: Partial<ReturnType<typeof endpointsOf>> & { readonly issuer?: string }
  readonly clientSecret?: string
}

const withMicrosoft = (provider: OpenIdProvider, other: Other = {}) =>
  oauthService({
    oauthProviders: [
      {
        type: "standard",
        id: "microsoft",
        ...CLIENT,
        ...other,
        endpoints: { ...endpointsOf(provider), ...other.endpoints }
      }
    ]
  })

const throughProvider = (browser: Browser, query = {}) => Effect.flatMap(browser.begin("microsoft", query), authorize)

const tokenOf = (headers: Record<string, string>, scope = "") =>
  send("POST", "/api/v1/connected-accounts/me/microsoft/access-token", { headers, json: { scope } })

const linkedUser = Effect.gen(function* () {
  const { access_token } = yield* signIn()
  const browser = new Browser()
  const link = { type: "link", token: access_token, provider_scope: "Files.Read offline_access" }
  const back = locationOf(yield* browser.get(yield* throughProvider(browser, link)))
  assert.strictEqual((yield* exchange(back.searchParams.get("code") ?? "")).status, 200)
  return withToken(access_token)
})

describe("a provider with own keys", () => {
  it.live("follows OAuth 2.0 and OpenID Connect", () =>
    Effect.gen(function* () {
      const provider = yield* start
      yield* Effect.gen(function* () {
        const browser = new Browser()
        const asked = yield* browser.begin("microsoft")
        assert.strictEqual(`${asked.origin}${asked.pathname}`, `${provider.issuer}/auth`)
        assert.strictEqual(asked.searchParams.get("scope"), "User.Read openid")
        assert.match(asked.searchParams.get("nonce") ?? "", /^[\w-]{43}$/)
        assert.match(asked.searchParams.get("code_challenge") ?? "", /^[\w-]{43}$/)
        const response = yield* authorize(asked)
        assert.strictEqual(`${response.origin}${response.pathname}`, redirectUri("microsoft"))
        const back = locationOf(yield* browser.get(response))
        const tokens = yield* exchange(back.searchParams.get("code") ?? "")
        assert.deepInclude(tokens.json, { is_new_user: true })
        const access_token = yield* readAccessToken(tokens.json)
        const user = yield* me(withToken(access_token, asServer))
        assert.deepInclude(user.json, {
          display_name: "Noor Haddad",
          primary_email: "noor@example.com",
          primary_email_verified: false,
          oauth_providers: [{ id: "microsoft", account_id: "noor-at-microsoft", email: "noor@example.com" }]
        })
        const again = new Browser()
        const second = locationOf(yield* again.get(yield* throughProvider(again)))
        assert.deepInclude((yield* exchange(second.searchParams.get("code") ?? "")).json, { is_new_user: false })
      }).pipe(Effect.provide(withMicrosoft(provider)))
    })
  )

  it.live("returns access tokens to the application, and refreshes them with rotating refresh tokens", () =>
    Effect.gen(function* () {
      const provider = yield* start
      yield* Effect.gen(function* () {
        const headers = yield* linkedUser
        for (const time of [1, 2]) {
          const access_token = yield* readAccessToken((yield* tokenOf(headers, "Files.Read")).json)
          const known = yield* Effect.promise(() =>
            fetch(`${provider.issuer}/me`, { headers: { authorization: `Bearer ${access_token}` } })
          )
          assert.strictEqual(known.status, 200, "the provider accepts it")
          assert.deepStrictEqual(provider.grants, [
            "authorization_code",
            ...Array.from({ length: time }, () => "refresh_token")
          ])
        }
        assert.strictEqual((yield* tokenOf(headers, "Mail.Read")).code, "OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE")
        assert.lengthOf(provider.grants, 3, "no request for a scope that was not granted")
      }).pipe(Effect.provide(withMicrosoft(provider)))
    })
  )

  it.live("may revoke its grants", () =>
    Effect.gen(function* () {
      const provider = yield* start
      yield* Effect.gen(function* () {
        const headers = yield* linkedUser
        provider.revokeGrants()
        for (let time = 0; time < 2; time++) {
          const response = yield* tokenOf(headers, "Files.Read")
          assert.deepStrictEqual(
            [response.status, response.code],
            [400, "OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE"]
          )
        }
        yield* linkedUser
        assert.strictEqual((yield* tokenOf(headers, "Files.Read")).status, 201, "connecting again restores them")
      }).pipe(Effect.provide(withMicrosoft(provider)))
    })
  )

  it.live("may report that the user denied the sign-in", () =>
    Effect.gen(function* () {
      const provider = yield* start
      provider.account = null
      yield* Effect.gen(function* () {
        const browser = new Browser()
        const back = locationOf(yield* browser.get(yield* throughProvider(browser)))
        assert.strictEqual(`${back.origin}${back.pathname}`, ERROR_PAGE)
        assert.strictEqual(back.searchParams.get("errorCode"), "OAUTH_PROVIDER_ACCESS_DENIED")
      }).pipe(Effect.provide(withMicrosoft(provider)))
    })
  )

  it.live("is trusted only if every check passes", () =>
    Effect.gen(function* () {
      const provider = yield* start
      yield* Effect.gen(function* () {
        const refused = (name: string, change: (asked: URL) => URL, alter: (response: URL) => void = () => undefined) =>
          Effect.gen(function* () {
            const browser = new Browser()
            const response = yield* authorize(change(yield* browser.begin("microsoft")))
            alter(response)
            const back = yield* browser.get(response)
            assert.deepStrictEqual([back.status, back.code], [400, undefined], name)
            assert.notProperty(back.headers, "location", name)
            assert.notInclude(back.text, "<", name)
            return back.text
          })
        const set = (name: string, value: string) => (url: URL) => {
          url.searchParams.set(name, value)
          return url
        }
        const same = (url: URL) => url
        yield* refused("another nonce", set("nonce", "x".repeat(43)))
        assert.include(yield* refused("another challenge", set("code_challenge", "x".repeat(43))), "invalid_grant")
        assert.include(yield* refused("a code that was made up", same, set("code", "made-up")), "invalid_grant")
        assert.include(yield* refused("another issuer", same, set("iss", "https://evil.example")), "invalid_response")
        yield* refused("no code", same, (url) => url.searchParams.delete("code"))
        assert.include(yield* refused("an error", same, set("error", "server_error")), "server_error")
        assert.include(yield* refused("an error that is markup", same, set("error", "<script>")), "invalid_response")
        yield* refused("an ID token in front", same, set("id_token", "a.b.c"))

        const [one, other] = [new Browser(), new Browser()]
        const stolen = yield* throughProvider(one)
        const own = yield* throughProvider(other)
        own.searchParams.set("code", stolen.searchParams.get("code") ?? "")
        assert.strictEqual((yield* other.get(own)).status, 400, "a code of another flow")
        const project = yield* send("GET", "/api/v1/projects/current", { headers: asAdmin })
        assert.propertyVal(project.json, "user_count", 1, "no user was created")
      }).pipe(Effect.provide(withMicrosoft(provider)))
    })
  )

  it.live("may be misconfigured or unreachable", () =>
    Effect.gen(function* () {
      const provider = yield* start
      const failing = (other: Other) =>
        Effect.gen(function* () {
          const browser = new Browser()
          const back = yield* browser.get(yield* throughProvider(browser))
          return [back.status, back.text]
        }).pipe(Effect.provide(withMicrosoft(provider, other)))
      const secret = yield* failing({ clientSecret: "wrong" })
      assert.deepStrictEqual(secret, [400, "The sign-in at Microsoft failed: invalid_client. Please try again."])
      const issuer = yield* failing({ endpoints: { issuer: "https://other.example" } })
      assert.strictEqual(issuer[0], 400)
      const gone = yield* failing({ endpoints: { token: "http://127.0.0.1:1/token" } })
      assert.deepStrictEqual(gone, [502, "Microsoft cannot be reached now. Please try again later."])
      const html = yield* failing({ endpoints: { userinfo: `${provider.issuer}/.well-known/nothing` } })
      assert.strictEqual(html[0], 400)
      const withoutAccount = yield* failing({ endpoints: { userinfo: `${provider.issuer}/jwks` } })
      assert.strictEqual(withoutAccount[0], 400, "a response without an account")
      const mallory = { sub: "mallory", id: "mallory-at-microsoft", mail: "mallory@example.com" }
      const url = yield* jsonServer({ "/me": () => mallory })
      const otherSubject = yield* failing({ endpoints: { userinfo: `${url}/me` } })
      assert.strictEqual(otherSubject[0], 400, "a response about another account than the ID token")
    })
  )

  it.live("may respond by a form post with all claims in the ID token", () =>
    Effect.gen(function* () {
      const provider = yield* openIdProvider({
        scopes: { name: [], email: ["email", "email_verified"] },
        redirectUri: redirectUri("apple"),
        hasPkce: false
      })
      provider.account = { sub: "001.noor", email: "noor@example.com", email_verified: true }
      const { userinfo: _, ...endpoints } = endpointsOf(provider)
      yield* Effect.gen(function* () {
        const browser = new Browser()
        const asked = yield* browser.begin("apple", { provider_scope: "openid" })
        assert.strictEqual(asked.searchParams.get("response_mode"), "form_post")
        assert.isFalse(asked.searchParams.has("code_challenge"))
        const { action, fields } = yield* authorizeByFormPost(asked)
        assert.strictEqual(action, redirectUri("apple"))
        const user = JSON.stringify({ name: { firstName: "Noor", lastName: "Haddad" } })
        const response = yield* browser.visit("POST", action, { ...fields, user })
        assert.strictEqual(response.status, 303, "the browser does not repeat the POST at the application")
        const back = locationOf(response)
        const tokens = yield* readTokens((yield* exchange(back.searchParams.get("code") ?? "")).json)
        assert.deepInclude((yield* me(withToken(tokens.access_token, asServer))).json, {
          display_name: "Noor Haddad",
          primary_email: "noor@example.com",
          primary_email_verified: true,
          oauth_providers: [{ id: "apple", account_id: "001.noor", email: "noor@example.com" }]
        })
      }).pipe(
        Effect.provide(
          oauthService({
            oauthProviders: [{ type: "standard", id: "apple", ...CLIENT, endpoints }]
          })
        )
      )
    })
  )

  it.effect("posts from another site, so its cookie has to be sent cross-site", () =>
    Effect.gen(function* () {
      const headers = { host: "auth.example.com", "x-forwarded-proto": "https" }
      const path = (yield* new Browser().begin("apple")).searchParams.get("redirect_uri")
      assert.strictEqual(path, redirectUri("apple"))
      const response = yield* send("GET", authorizePath("apple"), { headers })
      assert.match(response.headers["set-cookie"] ?? "", /; Secure; HttpOnly; SameSite=None$/)
    }).pipe(Effect.provide(oauthService({ oauthProviders: [{ type: "standard", id: "apple", ...CLIENT }] })))
  )
})

describe("Microsoft", () => {
  it.live.each(["common", "organizations", "contoso.onmicrosoft.com"])(
    "signs in accounts of the tenant %s, whose ID tokens have another issuer each",
    (microsoftTenantId) =>
      Effect.gen(function* () {
        const url = yield* jsonServer({
          "/token": () => ({ access_token: "token", token_type: "Bearer", id_token: "ignored" }),
          "/me": () => noor
        })
        const endpoints = { token: `${url}/token`, userinfo: `${url}/me` }
        yield* Effect.gen(function* () {
          const browser = new Browser()
          const asked = yield* browser.begin("microsoft")
          assert.include(asked.pathname, `/${microsoftTenantId}/`)
          assert.isFalse(asked.searchParams.has("nonce"))
          const state = asked.searchParams.get("state")
          const response = yield* browser.get(`/api/v1/auth/oauth/callback/microsoft?code=any&state=${state}`)
          assert.strictEqual(response.status, 307, response.text)
          const tokens = yield* readTokens((yield* exchange(locationOf(response).searchParams.get("code") ?? "")).json)
          assert.deepInclude((yield* me(withToken(tokens.access_token, asServer))).json, {
            oauth_providers: [{ id: "microsoft", account_id: noor.id, email: noor.mail }]
          })
        }).pipe(
          Effect.provide(
            oauthService({
              oauthProviders: [{ type: "standard", id: "microsoft", ...CLIENT, microsoftTenantId, endpoints }]
            })
          )
        )
      })
  )
})

/**
 * GitHub is not an OpenID provider: errors with status 200, scopes separated by commas, and an endpoint for email
 * addresses.
 */
const github = Effect.gen(function* () {
  const own = { token: {} as object }
  const url = yield* jsonServer({
    "/token": () => own.token,
    "/user": () => ({ id: 42, login: "noor", name: null, email: null, avatar_url: "https://avatars.example/42" }),
    "/emails": () => [
      { email: "old@example.com", primary: false, verified: true },
      { email: "noor@example.com", primary: true, verified: true }
    ]
  })
  return Object.assign(own, { url })
})

describe("GitHub", () => {
  it.live("signs in despite its deviations from OAuth", () =>
    Effect.gen(function* () {
      const server = yield* github
      const endpoints = {
        authorization: `${server.url}/authorize`,
        token: `${server.url}/token`,
        userinfo: `${server.url}/user`,
        emails: `${server.url}/emails`
      }
      yield* Effect.gen(function* () {
        const finish = Effect.gen(function* () {
          const browser = new Browser()
          const state = (yield* browser.begin("github", { provider_scope: "repo" })).searchParams.get("state")
          return yield* browser.get(`/api/v1/auth/oauth/callback/github?code=any&state=${state}`)
        })
        server.token = { error: "bad_verification_code", error_description: "The code is incorrect." }
        const refused = yield* finish
        assert.deepStrictEqual(
          [refused.status, refused.text],
          [400, "The sign-in at GitHub failed: bad_verification_code. Please try again."]
        )
        server.token = { access_token: "gho_token", token_type: "bearer", scope: "user:email,repo" }
        const back = locationOf(yield* finish)
        const access_token = yield* readAccessToken((yield* exchange(back.searchParams.get("code") ?? "")).json)
        assert.deepInclude((yield* me(withToken(access_token, asServer))).json, {
          display_name: "noor",
          profile_image_url: "https://avatars.example/42",
          primary_email: "noor@example.com",
          primary_email_verified: true,
          oauth_providers: [{ id: "github", account_id: "42", email: "noor@example.com" }]
        })
        const token = yield* send("POST", "/api/v1/connected-accounts/me/github/access-token", {
          headers: withToken(access_token),
          json: { scope: "repo user:email" }
        })
        assert.deepStrictEqual(token.json, { access_token: "gho_token" }, "a token without an expiry stays valid")
      }).pipe(
        Effect.provide(
          oauthService({
            oauthProviders: [{ type: "standard", id: "github", clientId: "id", clientSecret: "secret", endpoints }]
          })
        )
      )
    })
  )
})
