/** Linking an account at a provider to a signed-in user. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { DatabaseSync } from "node:sqlite"
import { ada, asServer, me, signIn, signUp, USER_ID, withToken } from "../../fixture.ts"
import { temporaryFolder } from "../../temporary-folder.ts"
import { Browser, exchange, grace, locationOf, oauthService, signInWith } from "./browser.ts"

const Linked = Schema.Struct({
  oauth_providers: Schema.Array(Schema.Struct({ id: Schema.String, account_id: Schema.String }))
})

const accountsOf = (accessToken: string) =>
  Effect.flatMap(me(withToken(accessToken)), ({ json }) =>
    Effect.map(Schema.decodeUnknownEffect(Linked)(json), ({ oauth_providers }) =>
      oauth_providers.map(({ account_id, id }) => `${id} ${account_id}`)
    )
  )

const link = (token: string, fields: object, provider = "google") =>
  new Browser().signIn(provider, { ...fields }, { type: "link", token })

describe("linking an account", () => {
  it.effect("adds it to the user who started the flow", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const back = locationOf(yield* link(access_token, grace))
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

  it.effect("allows one account per provider", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      yield* link(access_token, grace)
      const back = locationOf(yield* link(access_token, { ...grace, address: "other@example.com" }))
      assert.strictEqual(back.searchParams.get("errorCode"), "USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION")
      assert.deepStrictEqual(yield* accountsOf(access_token), [`google ${grace.address}`])
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
      const victim = yield* Effect.orDie(
        Schema.decodeUnknownEffect(Schema.Struct({ access_token: Schema.String }))(
          (yield* signUp("victim@example.com")).json
        )
      )
      const browser = new Browser()
      const page = yield* browser.begin("google", { type: "link", token: attacker.access_token })
      const victims = new Browser()
      const state = page.searchParams.get("state") ?? ""
      const answer = yield* victims.visit("POST", page.pathname, { state, ...grace })
      assert.strictEqual(answer.status, 400, "the victim's browser has not started this flow")
      assert.deepStrictEqual(yield* accountsOf(victim.access_token), [])
      const own = yield* victims.signIn("google", grace, { type: "link", token: victim.access_token })
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
      const answer = yield* Effect.provide(
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
      const back = yield* Effect.provide(browser.get(answer), start)
      assert.deepStrictEqual([back.status, back.code], [400, undefined])
    })
  )
})
