/** The accounts of a user at OAuth providers, through the client and the server tier. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { RequestError } from "../../core/errors/request-error.ts"
import { Transport } from "../../core/http/transport.ts"
import * as Testing from "../../testing/index.ts"
import * as Client from "../../tiers/client.ts"
import * as Server from "../../tiers/server.ts"
import { ada, bob } from "./signed-in/fixture.ts"
import { seedWith } from "../service/fixture.ts"
import { Browser, embedded, grace, shared } from "../service/resources/oauth/browser.ts"

const withProviders = Effect.provide(
  Testing.layer({ seed: seedWith({ users: [ada, bob], config: { oauthProviders: [shared, embedded] } }) })
)

const NO_ID = "cccccccc-cccc-4ccc-8ccc-cccccccccccc"

/** Ada, with two accounts at GitHub. */
const linkedTwice = Effect.gen(function* () {
  const client = yield* Client.Client
  yield* client.signInWithCredential(ada)
  const { accessToken } = yield* client.tokens
  const token = accessToken === null ? "" : Redacted.value(accessToken)
  yield* new Browser().link("github", grace, token)
  yield* new Browser().link("github", { ...grace, address: "grace@work.example" }, token, { provider_scope: "repo" })
  return client
})

describe("the accounts of the signed-in user", () => {
  it.effect("are listed, changed and disconnected", () =>
    Effect.gen(function* () {
      const { connectedAccounts, oauthProviders } = yield* linkedTwice
      const [first, second] = yield* oauthProviders.list()
      if (first === undefined || second === undefined) return assert.fail("there are two")
      assert.deepStrictEqual(
        [first, second].map(({ allowSignIn, email, providerId }) => [providerId, email, allowSignIn]),
        [
          ["github", grace.address, true],
          ["github", "grace@work.example", false]
        ]
      )
      assert.deepStrictEqual(yield* oauthProviders.get(second.id), second)
      const both = yield* Effect.flip(oauthProviders.update(second.id, { allowSignIn: true }))
      assert.strictEqual(both._tag === "RequestError" && both.reason._tag, "UnexpectedStatus")
      yield* oauthProviders.update(first.id, { allowSignIn: false })
      assert.isTrue((yield* oauthProviders.update(second.id, { allowSignIn: true })).allowSignIn)
      yield* oauthProviders.remove(first.id)
      assert.deepStrictEqual(
        (yield* connectedAccounts.list()).map(({ accountId }) => accountId),
        ["grace@work.example"]
      )
      for (const call of [oauthProviders.get(first.id), oauthProviders.remove(NO_ID)]) {
        assert.strictEqual((yield* Effect.flip(call))._tag, "OAuthAccountNotFound")
      }
    }).pipe(withProviders)
  )

  it.effect("have tokens of their own", () =>
    Effect.gen(function* () {
      const { connectedAccounts } = yield* linkedTwice
      const ofFirst = { accountId: grace.address }
      assert.isNotNull(yield* connectedAccounts.getAccessToken("github", ofFirst))
      assert.isNull(yield* connectedAccounts.getAccessToken("github", { ...ofFirst, scopes: ["repo"] }))
      assert.isNotNull(yield* connectedAccounts.getAccessToken("github", { scopes: ["repo"] }))
      assert.isNull(yield* connectedAccounts.getAccessToken("github", { accountId: "../../me" }))
    }).pipe(withProviders)
  )
})

describe("the accounts of any user, by the server", () => {
  it.effect("are created for one user, and changed", () =>
    Effect.gen(function* () {
      const server = yield* Server.Server
      const { items } = yield* server.users.page()
      const [one, other] = items.map(({ id }) => server.ofUser(id).oauthProviders)
      if (one === undefined || other === undefined) return assert.fail("there are two users")
      const input = { providerId: "github", accountId: "octocat", allowSignIn: true, allowConnectedAccounts: true }
      const created = yield* one.create({ ...input, email: "octocat@example.com" })
      assert.deepInclude(created, { ...input, email: "octocat@example.com" })
      assert.strictEqual((yield* Effect.flip(other.create(input)))._tag, "OAuthProviderAccountIdAlreadyUsedForSignIn")
      const unknown = yield* Effect.flip(other.create({ ...input, providerId: "gitlab" }))
      assert.strictEqual(unknown._tag, "OAuthProviderNotFoundOrNotEnabled")
      const changed = yield* one.update(created.id, { accountId: "hubot" })
      assert.deepStrictEqual([yield* one.get(created.id), yield* one.list()], [changed, [changed]])
      yield* one.remove(created.id)
      assert.deepStrictEqual(yield* one.list(), [])
    }).pipe(withProviders)
  )
})

/** A client of a service of version 2.7, whose unknown paths are plain 404s. */
const ofEarlierService = Client.layerNoDeps({
  projectId: "internal",
  publishableClientKey: "pck_1",
  tokenStore: "memory"
}).pipe(
  Layer.provide(
    Layer.succeed(Transport, {
      send: () => Effect.succeed({ status: 404, body: "404 Not Found", header: () => undefined })
    })
  )
)

describe("a service of version 2.7", () => {
  it.effect("does not have the calls", () =>
    Effect.gen(function* () {
      const { connectedAccounts, oauthProviders } = yield* Client.Client
      const calls: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }>> = [
        oauthProviders.list(),
        oauthProviders.get(NO_ID),
        oauthProviders.update(NO_ID, { allowSignIn: true }),
        oauthProviders.remove(NO_ID),
        connectedAccounts.list(),
        connectedAccounts.getAccessToken("github", { accountId: "octocat" })
      ]
      for (const call of calls) {
        const error = yield* Effect.flip(call)
        assert.strictEqual(error instanceof RequestError && error.reason._tag, "NotAvailable")
      }
    }).pipe(Effect.provide(ofEarlierService))
  )
})
