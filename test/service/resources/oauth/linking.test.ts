/** Linking an account at a provider to a signed-in user. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { DatabaseSync } from "node:sqlite"
import { readSession } from "../../responses.ts"
import { ada, asServer, me, send, signIn, signUp, USER_ID, withToken } from "../../fixture.ts"
import { secret } from "../../setup/second-factor.ts"
import { temporaryFolder } from "../../temporary-folder.ts"
import { Browser, challengeOf, exchange, grace, locationOf, oauthService, signInWith } from "./browser.ts"

const Linked = Schema.Struct({
  oauth_providers: Schema.Array(Schema.Struct({ id: Schema.String, account_id: Schema.String }))
})

const accountsOf = (accessToken: string) =>
  Effect.flatMap(me(withToken(accessToken)), ({ json }) =>
    Effect.map(Schema.decodeUnknownEffect(Linked)(json), ({ oauth_providers }) =>
      oauth_providers.map(({ account_id, id }) => `${id} ${account_id}`)
    )
  )

const Rows = Schema.Struct({ items: Schema.Array(Schema.Struct({ id: Schema.String })) })

const rowsOf = (accessToken: string) =>
  Effect.flatMap(send("GET", "/api/v1/oauth-providers?user_id=me", { headers: withToken(accessToken) }), ({ json }) =>
    Effect.map(Schema.decodeUnknownEffect(Rows)(json), ({ items }) => items)
  )

const sessions = "/api/v1/auth/sessions"

/** The ways in which the session of a linking flow ends. */
const sessionEnds = {
  "was revoked": () =>
    Effect.gen(function* () {
      const { json } = yield* send("GET", `${sessions}?user_id=${USER_ID}`, { headers: asServer })
      const [session] = (yield* Schema.decodeUnknownEffect(Rows)(json)).items
      const query = `user_id=${USER_ID}`
      const { status } = yield* send("DELETE", `${sessions}/${session?.id}?${query}`, { headers: asServer })
      assert.strictEqual(status, 200)
    }),
  "was signed out": ({ access_token, refresh_token }: Effect.Success<ReturnType<typeof signIn>>) =>
    Effect.gen(function* () {
      const headers = { ...withToken(access_token), "x-stack-refresh-token": refresh_token }
      assert.strictEqual((yield* send("DELETE", `${sessions}/current`, { headers, json: {} })).status, 200)
    })
}

const link = (token: string, fields: object, provider = "google") => new Browser().link(provider, { ...fields }, token)

describe("linking an account", () => {
  it.effect("adds it to the user who started the flow", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const back = locationOf(yield* new Browser().signIn("google", grace, { type: "link", token: access_token }))
      assert.deepStrictEqual(yield* accountsOf(access_token), [], "the redirect from the provider connects nothing")
      const tokens = yield* exchange(back.searchParams.get("code") ?? "")
      assert.deepInclude(tokens.json, { is_new_user: false })
      assert.deepStrictEqual(yield* accountsOf(access_token), [`google ${grace.address}`])
      const user = yield* me(withToken(access_token, asServer))
      const unchanged = { id: USER_ID, primary_email: ada.email, display_name: null }
      assert.deepInclude(user.json, unchanged, "nothing else changes")
      const again = yield* signInWith("google", { account: grace.address })
      assert.isFalse(again.is_new_user)
      const found = yield* me(withToken(again.access_token))
      assert.propertyVal(found.json, "id", USER_ID, "it signs them in from then on")
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("works when sign-up is disabled, and repeatedly with the same account", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      for (let time = 0; time < 2; time++) {
        const back = locationOf(yield* link(access_token, grace))
        assert.strictEqual(back.searchParams.get("errorCode"), null)
      }
      assert.lengthOf(yield* accountsOf(access_token), 1)
      yield* link(access_token, grace, "github")
      assert.deepStrictEqual(yield* accountsOf(access_token), [`github ${grace.address}`, `google ${grace.address}`])
    }).pipe(Effect.provide(oauthService({ signUpEnabled: false })))
  )

  it.effect("connects several accounts of a provider, of which the first signs the user in", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const other = { ...grace, address: "other@example.com" }
      yield* link(access_token, grace)
      const back = locationOf(yield* link(access_token, other))
      assert.strictEqual(back.searchParams.get("errorCode"), null)
      assert.deepStrictEqual(yield* accountsOf(access_token), [`google ${grace.address}`, `google ${other.address}`])
      const first = yield* signInWith("google", { account: grace.address })
      assert.propertyVal((yield* me(withToken(first.access_token))).json, "id", USER_ID)
      const refused = locationOf(yield* new Browser().signIn("google", { account: other.address }))
      assert.strictEqual(refused.searchParams.get("errorCode"), "OAUTH_ACCOUNT_NOT_FOR_SIGN_IN")
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("connects nothing without the code verifier of the browser that started the flow", () =>
    Effect.gen(function* () {
      // An attacker makes a victim open the URL that links an account to the attacker.
      const attacker = yield* signIn()
      const query = {
        type: "link",
        token: attacker.access_token,
        code_challenge: challengeOf("of the attacker".repeat(4))
      }
      const back = locationOf(yield* new Browser().signIn("github", grace, query))
      const code = back.searchParams.get("code") ?? ""
      assert.match(code, /^[\da-f]{64}$/)
      const { access_token } = attacker
      const wrong = yield* exchange(code)
      assert.strictEqual(wrong.code, "INVALID_AUTHORIZATION_CODE", "the victim's application has no verifier")
      assert.deepStrictEqual(yield* accountsOf(access_token), [])
      const token = yield* send("POST", "/api/v1/connected-accounts/me/github/access-token", {
        headers: withToken(access_token),
        json: {}
      })
      assert.strictEqual(token.code, "OAUTH_CONNECTION_NOT_CONNECTED_TO_USER")
      const owner = yield* signInWith("github", { account: grace.address })
      assert.isTrue(owner.is_new_user, "the account is not connected")
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("connects the account of a user with a second factor before it is asked for", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      yield* send("PATCH", `/api/v1/users/${USER_ID}`, { headers: asServer, json: { totp_secret_base64: secret } })
      const back = locationOf(yield* new Browser().signIn("google", grace, { type: "link", token: access_token }))
      const tokens = yield* exchange(back.searchParams.get("code") ?? "")
      assert.strictEqual(tokens.code, "MULTI_FACTOR_AUTHENTICATION_REQUIRED")
      assert.deepStrictEqual(yield* accountsOf(access_token), [`google ${grace.address}`])
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("fails when the account became that of another user before the exchange", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const back = locationOf(yield* new Browser().signIn("google", grace, { type: "link", token: access_token }))
      const owner = yield* signInWith("google", grace)
      const late = yield* exchange(back.searchParams.get("code") ?? "")
      assert.strictEqual(late.code, "INVALID_AUTHORIZATION_CODE")
      assert.deepStrictEqual(yield* accountsOf(access_token), [])
      assert.deepStrictEqual(yield* accountsOf(owner.access_token), [`google ${grace.address}`])
    }).pipe(Effect.provide(oauthService()))
  )

  for (const [how, end] of Object.entries(sessionEnds)) {
    it.effect(`connects nothing and starts no session when its session ${how} before the exchange`, () =>
      Effect.gen(function* () {
        const tokens = yield* signIn()
        const query = { type: "link", token: tokens.access_token }
        const back = locationOf(yield* new Browser().signIn("google", grace, query))
        yield* end(tokens)
        const late = yield* exchange(back.searchParams.get("code") ?? "")
        assert.deepStrictEqual([late.status, late.code], [400, "INVALID_AUTHORIZATION_CODE"])
        const owner = yield* signIn()
        assert.deepStrictEqual(yield* accountsOf(owner.access_token), [])
      }).pipe(Effect.provide(oauthService()))
    )
  }

  it.effect("works once for each code", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const back = locationOf(yield* link(access_token, grace))
      const [account] = yield* rowsOf(access_token)
      yield* send("DELETE", `/api/v1/oauth-providers/me/${account?.id}`, { headers: withToken(access_token) })
      const again = yield* exchange(back.searchParams.get("code") ?? "")
      assert.strictEqual(again.code, "INVALID_AUTHORIZATION_CODE")
      assert.deepStrictEqual(yield* accountsOf(access_token), [])
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("does not take over an account of another user", () =>
    Effect.gen(function* () {
      const owner = yield* signInWith("google", grace)
      const { access_token } = yield* signIn()
      const back = locationOf(yield* link(access_token, { account: grace.address }))
      assert.strictEqual(back.searchParams.get("errorCode"), "OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER")
      assert.deepStrictEqual(yield* accountsOf(access_token), [])
      assert.deepStrictEqual(yield* accountsOf(owner.access_token), [`google ${grace.address}`])
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("links to the user of the flow, not to the user of the browser's session", () =>
    Effect.gen(function* () {
      const attacker = yield* signIn()
      const victim = yield* readSession((yield* signUp("victim@example.com")).json)
      const browser = new Browser()
      const page = yield* browser.begin("google", { type: "link", token: attacker.access_token })
      const victims = new Browser()
      const state = page.searchParams.get("state") ?? ""
      const response = yield* victims.visit("POST", page.pathname, { state, ...grace })
      assert.strictEqual(response.status, 400, "the victim's browser has not started this flow")
      assert.deepStrictEqual(yield* accountsOf(victim.access_token), [])
      const own = yield* victims.link("google", grace, victim.access_token)
      assert.strictEqual(locationOf(own).searchParams.get("errorCode"), null)
      assert.deepStrictEqual(yield* accountsOf(attacker.access_token), [])
      assert.deepStrictEqual(yield* accountsOf(victim.access_token), [`google ${grace.address}`])
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("fails when the user was deleted", () =>
    Effect.gen(function* () {
      const database = (yield* temporaryFolder).path("keystile.db")
      const start = oauthService({}, {}, { database })
      const browser = new Browser()
      const response = yield* Effect.provide(
        Effect.gen(function* () {
          const { access_token } = yield* signIn()
          const page = yield* browser.begin("google", { type: "link", token: access_token })
          const state = page.searchParams.get("state") ?? ""
          return locationOf(yield* browser.visit("POST", page.pathname, { state, ...grace }))
        }),
        start
      )
      const file = new DatabaseSync(database)
      file.prepare("DELETE FROM users WHERE id = ?").run(USER_ID)
      file.close()
      const back = yield* Effect.provide(browser.get(response), start)
      assert.deepStrictEqual([back.status, back.code], [400, undefined])
    })
  )
})
