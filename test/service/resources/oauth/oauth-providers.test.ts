/** The accounts of users at providers: list, create, change and remove. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import type { DevelopmentServices } from "../../../../service/development.ts"
import { readId } from "../../responses.ts"
import {
  ada,
  type TestResponse,
  type Headers,
  signIn,
  withToken,
  asAdmin,
  asClient,
  asOtherServer,
  asServer
} from "../../fixture.ts"
import { ADA_ID, BOB_ID, bob, NO_ID, users } from "../../team-fixture.ts"
import { asUser, del, get, patch, post } from "../../requests.ts"
import { Browser, exchange, grace, locationOf, oauthService, signInWith } from "./browser.ts"

const withUsers = oauthService({}, { users })

const Account = Schema.Struct({
  user_id: Schema.String,
  id: Schema.String,
  email: Schema.optionalKey(Schema.String),
  provider_config_id: Schema.String,
  type: Schema.String,
  allow_sign_in: Schema.Boolean,
  allow_connected_accounts: Schema.Boolean,
  account_id: Schema.optionalKey(Schema.String)
})
const readAccount = (response: TestResponse) => Schema.decodeUnknownEffect(Account)(response.json)
const readAccounts = (response: TestResponse) =>
  Effect.map(
    Schema.decodeUnknownEffect(Schema.Struct({ items: Schema.Array(Account) }))(response.json),
    ({ items }) => items
  )

const outcome = ({ code, status }: TestResponse): ReadonlyArray<unknown> => [status, code]

const accountOf = (account_id: string, more: object = {}) => ({
  user_id: ADA_ID,
  provider_config_id: "github",
  account_id,
  allow_sign_in: false,
  allow_connected_accounts: true,
  ...more
})

const create = (account_id: string, more: object = {}) =>
  Effect.flatMap(post("/oauth-providers", asServer, accountOf(account_id, more)), (response) => {
    assert.strictEqual(response.status, 201, response.text)
    return readAccount(response)
  })

const listOf = (userId: string, headers: Headers = asServer) =>
  Effect.flatMap(get(`/oauth-providers?user_id=${userId}`, headers), readAccounts)

describe("the accounts of a user", () => {
  it.effect("are listed from the oldest, to servers with their ids at the provider", () =>
    Effect.gen(function* () {
      const first = yield* create("octocat", { allow_sign_in: true, email: "ada@example.com" })
      yield* TestClock.adjust("1 second")
      const second = yield* create("another octocat")
      yield* TestClock.adjust("1 second")
      const bobs = yield* create("bob", { user_id: BOB_ID, provider_config_id: "google" })
      assert.deepStrictEqual(first, {
        user_id: ADA_ID,
        id: first.id,
        email: "ada@example.com",
        provider_config_id: "github",
        type: "github",
        allow_sign_in: true,
        allow_connected_accounts: true,
        account_id: "octocat"
      })
      assert.notProperty(second, "email")
      assert.deepStrictEqual(yield* listOf(ADA_ID), [first, second])
      for (const headers of [asServer, asAdmin]) {
        assert.deepStrictEqual(yield* Effect.flatMap(get("/oauth-providers", headers), readAccounts), [
          first,
          second,
          bobs
        ])
        assert.deepStrictEqual((yield* get(`/oauth-providers/${ADA_ID}/${second.id}`, headers)).json, second)
      }
      const headers = yield* asUser(ada)
      const { account_id: _, ...own } = first
      assert.deepStrictEqual((yield* listOf("me", headers))[0], own)
      assert.deepStrictEqual((yield* get(`/oauth-providers/me/${first.id.toUpperCase()}`, headers)).json, own)
      const me = yield* get("/users/me", headers)
      assert.deepInclude(me.json, {
        oauth_providers: [
          { id: "github", account_id: "octocat", email: "ada@example.com" },
          { id: "github", account_id: "another octocat", email: null }
        ]
      })
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("are not accessible to other users, and unknown ones are not found", () =>
    Effect.gen(function* () {
      const { id } = yield* create("octocat")
      const headers = yield* asUser(bob)
      for (const [request, expected] of [
        [get(`/oauth-providers?user_id=${ADA_ID}`, headers), [403, undefined]],
        [get(`/oauth-providers/${ADA_ID}/${id}`, headers), [403, undefined]],
        [get(`/oauth-providers/me/${id}`, headers), [404, "OAUTH_ACCOUNT_NOT_FOUND"]],
        [patch(`/oauth-providers/me/${id}`, headers, { allow_sign_in: true }), [404, "OAUTH_ACCOUNT_NOT_FOUND"]],
        [del(`/oauth-providers/me/${id}`, headers), [404, "OAUTH_ACCOUNT_NOT_FOUND"]],
        [get(`/oauth-providers/${BOB_ID}/${id}`, asServer), [404, "OAUTH_ACCOUNT_NOT_FOUND"]],
        [get(`/oauth-providers?user_id=${ADA_ID}`, asClient), [400, "CANNOT_GET_OWN_USER_WITHOUT_USER"]],
        [get("/oauth-providers?user_id=me", asServer), [400, "CANNOT_GET_OWN_USER_WITHOUT_USER"]],
        [get("/oauth-providers", headers), [400, "SCHEMA_ERROR"]],
        [get(`/oauth-providers?user_id=${NO_ID}`, asServer), [404, "USER_NOT_FOUND"]],
        [get(`/oauth-providers/${NO_ID}/${id}`, asServer), [404, "USER_NOT_FOUND"]],
        [patch(`/oauth-providers/${NO_ID}/${id}`, asServer, {}), [404, "USER_NOT_FOUND"]],
        [patch(`/oauth-providers/me/${id}`, asServer, {}), [400, "CANNOT_GET_OWN_USER_WITHOUT_USER"]],
        [del(`/oauth-providers/${NO_ID}/${id}`, asServer), [404, "USER_NOT_FOUND"]],
        [del(`/oauth-providers/me/${id}`, asServer), [400, "CANNOT_GET_OWN_USER_WITHOUT_USER"]],
        [get(`/oauth-providers/me/${id}`, asServer), [400, "CANNOT_GET_OWN_USER_WITHOUT_USER"]],
        [get(`/oauth-providers/me/${id}`, asClient), [400, "CANNOT_GET_OWN_USER_WITHOUT_USER"]],
        [patch(`/oauth-providers/me/${id}`, asClient, {}), [400, "CANNOT_GET_OWN_USER_WITHOUT_USER"]],
        [get(`/oauth-providers/${ADA_ID}/${id}`, asOtherServer), [404, "USER_NOT_FOUND"]],
        [post("/oauth-providers", headers, accountOf("bob")), [401, "INSUFFICIENT_ACCESS_TYPE"]]
      ] as const) {
        assert.deepStrictEqual(outcome(yield* request), expected)
      }
      assert.lengthOf(yield* listOf(ADA_ID), 1)
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("belong to one user of the project, who signs in with one of each provider", () =>
    Effect.gen(function* () {
      const inUse = "OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN"
      yield* create("octocat", { allow_sign_in: true })
      const second = yield* create("second")
      const attempt = (more: object) => Effect.map(post("/oauth-providers", asServer, accountOf("new", more)), outcome)
      assert.deepStrictEqual(yield* attempt({ user_id: BOB_ID, account_id: "octocat" }), [400, inUse])
      assert.deepStrictEqual(yield* attempt({ user_id: BOB_ID, account_id: "second" }), [400, inUse])
      assert.deepStrictEqual(yield* attempt({ account_id: "octocat" }), [400, undefined])
      assert.deepStrictEqual(yield* attempt({ allow_sign_in: true }), [400, undefined])
      assert.deepStrictEqual(yield* attempt({ user_id: NO_ID }), [404, "USER_NOT_FOUND"])
      assert.deepStrictEqual(yield* attempt({ user_id: "me" }), [400, "CANNOT_GET_OWN_USER_WITHOUT_USER"])
      const missing = [400, "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED"]
      assert.deepStrictEqual(yield* attempt({ provider_config_id: "gitlab" }), missing)
      assert.deepStrictEqual(yield* attempt({ provider_config_id: "__proto__" }), missing)
      for (const wrong of [{ account_id: "" }, { account_id: "a\u001fb" }, { email: "no address" }, { email: null }]) {
        assert.deepStrictEqual(yield* attempt(wrong), [400, "SCHEMA_ERROR"], JSON.stringify(wrong))
      }
      const change = (body: object) =>
        Effect.map(patch(`/oauth-providers/${ADA_ID}/${second.id}`, asServer, body), outcome)
      assert.deepStrictEqual(yield* change({ allow_sign_in: true }), [400, undefined])
      assert.deepStrictEqual(yield* change({ account_id: "octocat" }), [400, undefined])
      yield* create("bob", { user_id: BOB_ID })
      assert.deepStrictEqual(yield* change({ account_id: "bob" }), [400, inUse])
      // Another provider has accounts of its own.
      yield* create("octocat", { provider_config_id: "google", allow_sign_in: true })
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("are at most 100", () =>
    Effect.gen(function* () {
      const refusal = { status: 400, code: "LIMIT_REACHED", details: { maximum: 100 } }
      for (let index = 0; index < 99; index++) yield* create(`account ${index}`)
      const { access_token } = yield* signIn()
      const linking = { type: "link", token: access_token }
      const back = yield* new Browser().signIn("google", grace, linking)
      yield* create("account 99")
      assert.deepInclude(yield* post("/oauth-providers", asServer, accountOf("one more")), refusal)
      assert.deepInclude(yield* exchange(locationOf(back).searchParams.get("code") ?? ""), refusal)
      const { searchParams } = locationOf(yield* new Browser().signIn("google", grace, linking))
      assert.deepStrictEqual(
        ["errorCode", "details"].map((name) => searchParams.get(name)),
        ["LIMIT_REACHED", '{"maximum":100}']
      )
      const shown = yield* new Browser().signIn("google", grace, { ...linking, error_redirect_url: undefined })
      assert.deepInclude(shown, refusal)
      assert.lengthOf(yield* listOf(ADA_ID), 100)
      const accounts = Array.from({ length: 101 }, (_, index) => ({ id: "google", account_id: `new ${index}` }))
      assert.deepInclude(yield* post("/users", asServer, { oauth_providers: accounts }), refusal)
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("of a new user may be several at one provider, of which the first is for sign-in", () =>
    Effect.gen(function* () {
      const response = yield* post("/users", asServer, {
        oauth_providers: [
          { id: "github", account_id: "1" },
          { id: "github", account_id: "2" },
          { id: "google", account_id: "3" }
        ]
      })
      const { id } = yield* Schema.decodeUnknownEffect(Schema.Struct({ id: Schema.String }))(response.json)
      assert.deepStrictEqual(
        (yield* listOf(id)).map(({ account_id, allow_sign_in }) => [account_id, allow_sign_in]),
        [
          ["1", true],
          ["2", false],
          ["3", true]
        ]
      )
    }).pipe(Effect.provide(withUsers))
  )
})

/** Signs Grace up by GitHub. Returns her headers, and the path of her account. */
const graceAtGitHub = Effect.gen(function* () {
  const { access_token } = yield* signInWith("github", grace)
  const headers = withToken(access_token)
  const [account] = yield* listOf("me", headers)
  return { headers, path: `/oauth-providers/me/${account?.id}`, userId: account?.user_id ?? "" }
})

const tokenOf = (headers: Headers, account = "") =>
  Effect.map(post(`/connected-accounts/me/github/${account}access-token`, headers, {}), outcome)

const signInAgain = Effect.map(new Browser().signIn("github", { account: grace.address }), (response) => {
  const { searchParams } = locationOf(response)
  return searchParams.get("errorCode") ?? (searchParams.has("code") ? "signed in" : "no response")
})

describe("a change of an account", () => {
  it.effect("decides whether the user signs in with it", () =>
    Effect.gen(function* () {
      const { headers, path } = yield* graceAtGitHub
      assert.strictEqual(yield* signInAgain, "signed in")
      const off = yield* patch(path, headers, { allow_sign_in: false })
      assert.deepInclude(off.json, { allow_sign_in: false, allow_connected_accounts: true })
      assert.strictEqual(yield* signInAgain, "OAUTH_ACCOUNT_NOT_FOR_SIGN_IN")
      const byMethod = yield* get("/users?sign_in_method=oauth", asServer)
      assert.deepInclude(byMethod.json, { items: [] })
      assert.deepStrictEqual(yield* tokenOf(headers), [201, undefined])
      yield* patch(path, headers, { allow_sign_in: true })
      assert.strictEqual(yield* signInAgain, "signed in")
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("decides whether the application gets its access tokens", () =>
    Effect.gen(function* () {
      const { headers, path, userId } = yield* graceAtGitHub
      const connected = { user_id: userId, provider: "github", provider_account_id: grace.address }
      const list = `/connected-accounts/${userId}`
      assert.deepStrictEqual((yield* get(list, headers)).json, { items: [connected], is_paginated: false })
      yield* patch(path, headers, { allow_connected_accounts: false })
      assert.deepStrictEqual((yield* get(list, asServer)).json, { items: [], is_paginated: false })
      const refused = [400, "OAUTH_CONNECTION_NOT_CONNECTED_TO_USER"]
      assert.deepStrictEqual(yield* tokenOf(headers), refused)
      assert.deepStrictEqual(yield* tokenOf(headers, `${encodeURIComponent(grace.address)}/`), refused)
      assert.strictEqual(yield* signInAgain, "signed in")
      yield* patch(path, headers, { allow_connected_accounts: true })
      assert.deepStrictEqual(yield* tokenOf(headers), [201, undefined])
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("of its id at the provider deletes the tokens, and is for servers only", () =>
    Effect.gen(function* () {
      const { headers, path, userId } = yield* graceAtGitHub
      for (const body of [{ account_id: "other" }, { email: "other@example.com" }]) {
        assert.deepStrictEqual(outcome(yield* patch(path, headers, body)), [400, "SCHEMA_ERROR"])
      }
      const asTheirs = path.replace("me", userId)
      const changed = yield* patch(asTheirs, asServer, { account_id: "other", email: "other@example.com" })
      assert.deepInclude(changed.json, { account_id: "other", email: "other@example.com", allow_sign_in: true })
      const lost = [400, "OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE"]
      assert.deepStrictEqual(yield* tokenOf(headers), lost)
      assert.deepStrictEqual(yield* tokenOf(headers, "other/"), lost)
    }).pipe(Effect.provide(withUsers))
  )
})

describe("an authorization code", () => {
  const codeOfSignIn = Effect.map(
    new Browser().signIn("github", { account: grace.address }),
    (response) => locationOf(response).searchParams.get("code") ?? ""
  )

  type Change = (path: string) => Effect.Effect<TestResponse, never, DevelopmentServices>
  const changes: Readonly<Record<string, Change>> = {
    "is removed": (path) => del(path, asServer),
    "is switched off for sign-in": (path) => patch(path, asServer, { allow_sign_in: false }),
    "has another id at the provider": (path) => patch(path, asServer, { account_id: "other" })
  }
  for (const [what, change] of Object.entries(changes)) {
    it.effect(`is void once the account of its sign-in ${what}`, () =>
      Effect.gen(function* () {
        const { path, userId } = yield* graceAtGitHub
        const code = yield* codeOfSignIn
        assert.strictEqual((yield* change(path.replace("me", userId))).status, 200)
        assert.deepStrictEqual(outcome(yield* exchange(code)), [400, "INVALID_AUTHORIZATION_CODE"])
      }).pipe(Effect.provide(withUsers))
    )
  }

  it.effect("is void once an account is removed that the code connects, also if that was not for sign-in", () =>
    Effect.gen(function* () {
      const { headers, path, userId } = yield* graceAtGitHub
      const account = path.replace("me", userId)
      assert.strictEqual((yield* patch(account, asServer, { allow_sign_in: false })).status, 200)
      const token = headers["x-stack-access-token"] ?? ""
      const linked = yield* new Browser().signIn("github", { account: grace.address }, { type: "link", token })
      assert.strictEqual((yield* del(account, asServer)).status, 200)
      const code = locationOf(linked).searchParams.get("code") ?? ""
      assert.deepStrictEqual(outcome(yield* exchange(code)), [400, "INVALID_AUTHORIZATION_CODE"])
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("stays valid after other changes of the account", () =>
    Effect.gen(function* () {
      const { path, userId } = yield* graceAtGitHub
      const code = yield* codeOfSignIn
      const changed = { email: "other@example.com", allow_connected_accounts: false, allow_sign_in: true }
      assert.strictEqual((yield* patch(path.replace("me", userId), asServer, changed)).status, 200)
      assert.strictEqual((yield* exchange(code)).status, 200)
    }).pipe(Effect.provide(withUsers))
  )
})

describe("a removed account", () => {
  it.effect("signs up a new user, although the former one has the same email", () =>
    Effect.gen(function* () {
      const { headers, path, userId } = yield* graceAtGitHub
      assert.strictEqual((yield* del(path, headers)).status, 200)
      const session = yield* signInWith("github", grace)
      assert.isTrue(session.is_new_user)
      assert.notStrictEqual(yield* readId((yield* get("/users/me", withToken(session.access_token))).json), userId)
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("has no tokens, and can be connected by another user", () =>
    Effect.gen(function* () {
      const { headers, path } = yield* graceAtGitHub
      const { access_token } = yield* signIn()
      assert.deepStrictEqual((yield* del(path, headers)).json, { success: true })
      assert.deepStrictEqual(outcome(yield* del(path, headers)), [404, "OAUTH_ACCOUNT_NOT_FOUND"])
      assert.deepStrictEqual(yield* listOf("me", headers), [])
      assert.deepStrictEqual(yield* tokenOf(headers), [400, "OAUTH_CONNECTION_NOT_CONNECTED_TO_USER"])
      yield* new Browser().link("github", grace, access_token)
      assert.lengthOf(yield* listOf(ADA_ID), 1)
      assert.strictEqual(yield* signInAgain, "signed in")
    }).pipe(Effect.provide(withUsers))
  )
})

describe("an access token of one account", () => {
  it.effect("is of that account, and any account is used without its id", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const headers = withToken(access_token)
      yield* new Browser().link("github", grace, access_token)
      yield* TestClock.adjust("1 second")
      const work = { ...grace, address: "grace@work.example" }
      yield* new Browser().link("github", work, access_token, { provider_scope: "repo" })
      const read = Effect.fnUntraced(function* (path: string, scope?: string, given: Headers = headers) {
        const response = yield* post(
          `/connected-accounts/${path}/access-token`,
          given,
          scope === undefined ? {} : { scope }
        )
        const token = Schema.decodeUnknownOption(Schema.Struct({ access_token: Schema.String }))(response.json)
        return token._tag === "Some" ? token.value.access_token : response.code
      })
      const [first, second] = [`me/github/${grace.address}`, `me/github/${work.address}`]
      const [one, two] = [yield* read(first), yield* read(second)]
      assert.match(one ?? "", /^embedded_access_/)
      assert.notStrictEqual(one, two)
      assert.strictEqual(yield* read("me/github"), one)
      assert.strictEqual(yield* read("me/github", "repo"), two, "the account with the scope")
      assert.strictEqual(yield* read(second, "repo"), two)
      assert.strictEqual(yield* read(first, "repo"), "OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE")
      assert.strictEqual(yield* read("me/github/unknown"), "OAUTH_CONNECTION_NOT_CONNECTED_TO_USER")
      assert.strictEqual(yield* read("me/google/unknown"), "OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS")
      assert.strictEqual(yield* read("me/gitlab/unknown"), "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED")
      assert.strictEqual(yield* read(first, undefined, asServer), "CANNOT_GET_OWN_USER_WITHOUT_USER")
      assert.strictEqual(yield* read(`${ADA_ID}/github/${grace.address}`, undefined, asServer), one)
      const asBob = yield* asUser(bob)
      assert.isUndefined(yield* read(`${ADA_ID}/github/${grace.address}`, undefined, asBob))
      assert.strictEqual(yield* read(first, undefined, asBob), "OAUTH_CONNECTION_NOT_CONNECTED_TO_USER")
      yield* TestClock.adjust("2 hours")
      assert.notStrictEqual(yield* read(second, "repo"), two, "it was refreshed")
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("is listed for its user only", () =>
    Effect.gen(function* () {
      const refused: ReadonlyArray<
        readonly [Effect.Effect<TestResponse, unknown, DevelopmentServices>, ReadonlyArray<unknown>]
      > = [
        [get(`/connected-accounts/${ADA_ID}`, yield* asUser(bob)), [403, undefined]],
        [get("/connected-accounts/me", asServer), [400, "CANNOT_GET_OWN_USER_WITHOUT_USER"]],
        [get("/connected-accounts/me", asClient), [400, "CANNOT_GET_OWN_USER_WITHOUT_USER"]],
        [get(`/connected-accounts/${NO_ID}`, asServer), [404, "USER_NOT_FOUND"]]
      ]
      for (const [request, expected] of refused) assert.deepStrictEqual(outcome(yield* request), expected)
    }).pipe(Effect.provide(withUsers))
  )
})
