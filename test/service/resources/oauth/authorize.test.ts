/** The authorize endpoint: its parameters and redirects. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { RequestLog } from "../../../../service/index.ts"
import { OTHER_PROJECT_ID, otherKeys, send, service, signIn } from "../../fixture.ts"
import { authorizePath, Browser, challengeOf, locationOf, oauthService, type QueryFields } from "./browser.ts"

const authorize = (query: QueryFields, provider = "google") =>
  Effect.map(send("GET", authorizePath(provider, query)), (response) => {
    assert.notProperty(response.headers, "location", "nothing is redirected")
    assert.notProperty(response.headers, "set-cookie", "no flow was started")
    return response
  })

describe("the authorize endpoint", () => {
  it.effect("requires a project and its publishable client key", () =>
    Effect.gen(function* () {
      const unknown = yield* authorize({ client_id: "some-invalid-client-id" })
      assert.deepStrictEqual(
        [unknown.status, unknown.code, unknown.details],
        [400, "INVALID_OAUTH_CLIENT_ID_OR_SECRET", { client_id: "some-invalid-client-id" }]
      )
      for (const secret of ["some-invalid-client-secret", otherKeys.publishableClientKey, "ssk_of_the_project", ""]) {
        const response = yield* authorize({ client_secret: secret })
        assert.deepStrictEqual([response.status, response.code], [401, "INVALID_PUBLISHABLE_CLIENT_KEY"], secret)
        assert.property(response.details, "project_id")
      }
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("accepts the enabled providers of the project only", () =>
    Effect.gen(function* () {
      for (const provider of ["spotify", "facebook", "nothing", "GOOGLE", "__proto__", "constructor"]) {
        const response = yield* authorize({}, provider)
        assert.deepStrictEqual(
          [response.status, response.code],
          [400, "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED"],
          provider
        )
      }
      const other = yield* authorize({ client_id: OTHER_PROJECT_ID, client_secret: otherKeys.publishableClientKey })
      assert.strictEqual(other.code, "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED", "another project has none")
    }).pipe(
      Effect.provide(
        oauthService({
          oauthProviders: [
            { type: "shared", id: "google" },
            { type: "shared", id: "spotify", enabled: false }
          ]
        })
      )
    )
  )

  it.effect("requires S256", () =>
    Effect.gen(function* () {
      const requests: Readonly<Record<string, QueryFields>> = {
        "query.code_challenge_method: Expected S256": { code_challenge_method: "plain" },
        "query.code_challenge_method": { code_challenge_method: undefined },
        "query.code_challenge_method: Expected": { code_challenge_method: "s256" },
        "query.code_challenge: Missing": { code_challenge: undefined },
        "query.code_challenge: Expected 43 characters": { code_challenge: "" },
        "query.code_challenge: Expected 43": { code_challenge: `${challengeOf("verifier")}=` },
        "query.response_type: Expected code": { response_type: "token" },
        "query.grant_type": { grant_type: "password" },
        "query.type": { type: "anything" },
        "query.redirect_uri: Expected a valid URL": { redirect_uri: "this is an invalid URL string" },
        "query.error_redirect_url": { error_redirect_url: "nothing" },
        "query.evil: Unknown property": { evil: "1" }
      }
      for (const [line, query] of Object.entries(requests)) {
        const response = yield* authorize(query)
        assert.deepStrictEqual([response.status, response.code], [400, "SCHEMA_ERROR"], line)
        assert.include(response.error, line)
      }
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("rejects a plain code challenge that only another project allows", () =>
    Effect.gen(function* () {
      const response = yield* authorize({
        client_id: OTHER_PROJECT_ID,
        client_secret: otherKeys.publishableClientKey,
        code_challenge: "plain",
        code_challenge_method: "plain"
      })
      assert.strictEqual(response.code, "SCHEMA_ERROR")
    }).pipe(Effect.provide(oauthService({ allowPlainCodeChallenge: true })))
  )

  it.effect("requires a user for linking", () =>
    Effect.gen(function* () {
      for (const token of [undefined, "", "undefined", "a.b.c"]) {
        const response = yield* authorize({ type: "link", token })
        assert.deepStrictEqual([response.status, response.code], [401, "UNPARSABLE_ACCESS_TOKEN"], token)
      }
      const { access_token } = yield* signIn()
      const other = yield* signIn(undefined, {
        "x-stack-project-id": OTHER_PROJECT_ID,
        "x-stack-access-type": "client",
        "x-stack-publishable-client-key": otherKeys.publishableClientKey
      })
      const foreign = yield* authorize({ type: "link", token: other.access_token })
      assert.deepStrictEqual([foreign.status, foreign.code], [403, undefined])
      yield* TestClock.adjust("10 minutes")
      const expired = yield* authorize({ type: "link", token: access_token })
      assert.deepStrictEqual([expired.status, expired.code], [401, "ACCESS_TOKEN_EXPIRED"])
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("requests no additional scopes with shared keys when a user links", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const response = yield* authorize({ type: "link", token: access_token, provider_scope: "drive" })
      assert.deepStrictEqual(
        [response.status, response.code],
        [400, "OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS"]
      )
      const own = { type: "link", token: access_token, provider_scope: "repo gist" }
      const page = yield* new Browser().begin("github", own)
      assert.strictEqual(page.searchParams.get("scope"), "user:email repo gist")
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("encodes every parameter in its headers", () =>
    Effect.gen(function* () {
      const evil = "x\r\nset-cookie: evil=1\r\n\r\n<script>"
      const page = yield* new Browser().begin("github", { provider_scope: evil, state: evil })
      assert.notMatch(page.href, /[\r\n<>]/)
      const host = yield* send("GET", authorizePath("google"), { headers: { host: "evil.example/\r\nx: y" } })
      assert.strictEqual(host.status, 400)
      const back = locationOf(yield* new Browser().signIn("github", { address: "a@b.co" }, { state: evil }))
      assert.strictEqual(back.searchParams.get("state"), evil)
      assert.notMatch(back.href, /[\r\n<>]/)
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("logs neither keys nor tokens", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      yield* new Browser().begin("google", { type: "link", token: access_token })
      const entries = JSON.stringify(yield* (yield* RequestLog).entries)
      assert.include(entries, "/api/v1/auth/oauth/authorize/:provider_id")
      assert.notInclude(entries, access_token)
      assert.notInclude(entries, "pck_")
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("has no providers where none are configured", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* authorize({})).code, "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED")
    }).pipe(Effect.provide(service()))
  )
})
