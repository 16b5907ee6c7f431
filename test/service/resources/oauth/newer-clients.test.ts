/** OAuth flows of clients since Stack Auth 2.8: they ask for the provider's URL as JSON, and may name the branch. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { PROJECT_ID, send, signIn, withToken } from "../../fixture.ts"
import { get } from "../../requests.ts"
import {
  authorizePath,
  Browser,
  CALLBACK,
  ERROR_PAGE,
  exchange,
  grace,
  locationOf,
  oauthService,
  ORIGIN,
  type QueryFields
} from "./browser.ts"

const json = { stack_response_mode: "json", hexclave_response_mode: "json" }

const readLocation = Schema.decodeUnknownEffect(Schema.Struct({ location: Schema.String }))

/** Requests the URL of a provider's page by a script of the application, which has no cookies of the service. */
const begin = Effect.fnUntraced(function* (query: QueryFields = {}) {
  const response = yield* send("GET", authorizePath("google", { ...json, ...query }), {
    headers: { origin: "http://localhost:3000" }
  })
  const { location } = yield* Effect.orDie(readLocation(response.json))
  return { response, location: new URL(location) }
})

/** Goes to the URL, and signs in at the provider's page. */
const signInAt = (browser: Browser, location: URL, fields: QueryFields = grace) =>
  Effect.flatMap(browser.get(location), (response) => browser.submit(locationOf(response), fields))

describe("a flow that begins with a JSON response", () => {
  it.effect.each(["stack_response_mode", "hexclave_response_mode"])("signs in, with %s", (mode) =>
    Effect.gen(function* () {
      const { response, location } = yield* begin({
        stack_response_mode: undefined,
        hexclave_response_mode: undefined,
        [mode]: "json"
      })
      assert.strictEqual(response.status, 200)
      assert.notProperty(response.headers, "set-cookie")
      assert.notProperty(response.headers, "location")
      assert.strictEqual(response.headers["access-control-allow-origin"], "*")
      assert.strictEqual(location.origin, ORIGIN)
      const back = locationOf(yield* signInAt(new Browser(), location))
      assert.strictEqual(`${back.origin}${back.pathname}`, CALLBACK)
      assert.strictEqual(back.searchParams.get("state"), "state-of-the-application")
      assert.strictEqual((yield* exchange(back.searchParams.get("code") ?? "")).status, 200)
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("stays in the browser that went to the URL", () =>
    Effect.gen(function* () {
      const { location } = yield* begin()
      const browser = new Browser()
      const page = locationOf(yield* browser.get(location))
      const state = page.searchParams.get("state") ?? ""
      const back = locationOf(yield* browser.visit("POST", page.pathname, { state, ...grace }))
      const elsewhere = yield* new Browser().get(back)
      assert.deepStrictEqual([elsewhere.status, elsewhere.headers["location"]], [400, undefined])
      assert.strictEqual((yield* browser.get(back)).status, 307)
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("needs the verifier of its code challenge", () =>
    Effect.gen(function* () {
      const { location } = yield* begin()
      const back = locationOf(yield* signInAt(new Browser(), location))
      const code = back.searchParams.get("code") ?? ""
      const refused = yield* exchange(code, { code_verifier: "another-verifier-that-is-at-least-43-characters" })
      assert.strictEqual(refused.code, "INVALID_AUTHORIZATION_CODE")
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("links an account", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const { location } = yield* begin({ type: "link", token: access_token })
      const back = locationOf(yield* signInAt(new Browser(), location))
      assert.strictEqual((yield* exchange(back.searchParams.get("code") ?? "")).status, 200)
      const { json: me } = yield* get("/users/me", withToken(access_token))
      const { oauth_providers } = yield* Effect.orDie(readProviders(me))
      assert.deepStrictEqual(
        oauth_providers.map(({ id }) => id),
        ["google"]
      )
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("is refused for the same reasons as a redirect", () =>
    Effect.gen(function* () {
      const code = (query: QueryFields, provider = "google") =>
        Effect.map(send("GET", authorizePath(provider, { ...json, ...query })), (response) => response.code)
      assert.strictEqual(yield* code({ client_id: "nobody" }), "INVALID_OAUTH_CLIENT_ID_OR_SECRET")
      assert.strictEqual(yield* code({ client_secret: "wrong" }), "INVALID_PUBLISHABLE_CLIENT_KEY")
      assert.strictEqual(yield* code({ type: "link" }), "UNPARSABLE_ACCESS_TOKEN")
      assert.strictEqual(yield* code({}, "spotify"), "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED")
    }).pipe(Effect.provide(oauthService()))
  )
})

describe("an error at the end of a flow of a newer client", () => {
  it.effect("goes to the error URL", () =>
    Effect.gen(function* () {
      const { location } = yield* begin()
      const back = locationOf(yield* signInAt(new Browser(), location, { deny: "yes" }))
      assert.strictEqual(`${back.origin}${back.pathname}`, ERROR_PAGE)
      assert.strictEqual(back.searchParams.get("errorCode"), "OAUTH_PROVIDER_ACCESS_DENIED")
      assert.isNull(back.searchParams.get("error"))
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("goes to the redirect URI without an error URL, as OAuth defines it", () =>
    Effect.gen(function* () {
      const { location } = yield* begin({ error_redirect_url: undefined })
      const denied = locationOf(yield* signInAt(new Browser(), location, { deny: "yes" }))
      assert.strictEqual(`${denied.origin}${denied.pathname}`, CALLBACK)
      const parameters = Object.fromEntries(denied.searchParams)
      assert.deepInclude(parameters, {
        error: "access_denied",
        errorCode: "OAUTH_PROVIDER_ACCESS_DENIED",
        state: "state-of-the-application"
      })
      assert.strictEqual(parameters["error_description"], parameters["message"])
      assert.notProperty(parameters, "code")
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("is a server error unless the user denied access", () =>
    Effect.gen(function* () {
      const { location } = yield* begin({ error_redirect_url: undefined })
      const failed = locationOf(yield* signInAt(new Browser(), location))
      assert.strictEqual(failed.searchParams.get("error"), "server_error")
      assert.strictEqual(failed.searchParams.get("errorCode"), "SIGN_UP_NOT_ENABLED")
    }).pipe(Effect.provide(oauthService({ signUpEnabled: false })))
  )

  it.effect("does not go to a redirect URI that is not trusted", () =>
    Effect.gen(function* () {
      const { location } = yield* begin({ error_redirect_url: undefined, redirect_uri: "https://evil.example/" })
      const response = yield* signInAt(new Browser(), location)
      assert.deepStrictEqual([response.status, response.code], [400, "REDIRECT_URL_NOT_WHITELISTED"])
    }).pipe(Effect.provide(oauthService()))
  )
})

const readProviders = Schema.decodeUnknownEffect(
  Schema.Struct({ oauth_providers: Schema.Array(Schema.Struct({ id: Schema.String })) })
)

describe("a client id with a branch", () => {
  it.effect("is that of the project for the branch main, in the whole flow", () =>
    Effect.gen(function* () {
      const client_id = `${PROJECT_ID}#main`
      const back = locationOf(yield* new Browser().signIn("google", grace, { client_id }))
      const exchanged = yield* exchange(back.searchParams.get("code") ?? "", { client_id })
      assert.strictEqual(exchanged.status, 200)
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("is unknown for another branch", () =>
    Effect.gen(function* () {
      const response = yield* send("GET", authorizePath("google", { client_id: `${PROJECT_ID}#other` }))
      assert.strictEqual(response.code, "INVALID_OAUTH_CLIENT_ID_OR_SECRET")
    }).pipe(Effect.provide(oauthService()))
  )
})

it.effect("the result of a bot challenge is ignored by authorize", () =>
  Effect.gen(function* () {
    const challenge = { bot_challenge_token: "x", bot_challenge_phase: "invisible", bot_challenge_unavailable: "true" }
    assert.strictEqual((yield* send("GET", authorizePath("google", challenge))).status, 307)
    const { location } = yield* begin(challenge)
    assert.notInclude(location.href, "bot_challenge")
    assert.strictEqual((yield* signInAt(new Browser(), location)).status, 307)
  }).pipe(Effect.provide(oauthService()))
)
