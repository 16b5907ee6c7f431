/** The accounts of signed-in users at providers. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as Testing from "../../../testing/index.ts"
import { ada, seedWith } from "../../service/fixture.ts"
import { Browser, embedded, grace, shared } from "../../service/resources/oauth/browser.ts"
import { withoutSession, as, failureOf } from "./fixture.ts"

const withProviders = Effect.provide(
  Testing.layer({ seed: seedWith({ config: { oauthProviders: [shared, embedded] } }) })
)

/** Ada, with an account at GitHub that was asked for this. */
const linkAccount = Effect.fnUntraced(function* (scopes: string) {
  const client = yield* as(ada)
  const { accessToken } = yield* client.tokens
  const token = accessToken === null ? "" : Redacted.value(accessToken)
  yield* new Browser().link("github", grace, token, { provider_scope: scopes })
  return client.connectedAccounts
})

describe("a connected account", () => {
  it.effect("is found with the requested scopes", () =>
    Effect.gen(function* () {
      const accounts = yield* linkAccount("repo gist")
      assert.deepStrictEqual(yield* accounts.get("github"), { id: "github" })
      assert.deepStrictEqual(yield* accounts.get("github", { scopes: ["gist", "repo"] }), { id: "github" })
      const token = yield* accounts.getAccessToken("github", { scopes: ["repo"] })
      assert.isNotEmpty(token && Redacted.value(token.accessToken))
      assert.notInclude(JSON.stringify(token), token === null ? "" : Redacted.value(token.accessToken))
    }).pipe(withProviders)
  )

  it.effect("is null without one of the scopes, or if none is connected", () =>
    Effect.gen(function* () {
      const accounts = yield* linkAccount("repo")
      assert.isNull(yield* accounts.get("github", { scopes: ["repo", "delete_repo"] }))
      assert.isNull(yield* accounts.getAccessToken("github", { scopes: ["delete_repo"] }))
    }).pipe(withProviders)
  )

  it.effect("is null if none is connected", () =>
    Effect.gen(function* () {
      const { connectedAccounts } = yield* as(ada)
      assert.isNull(yield* connectedAccounts.get("github"))
      assert.isNull(yield* connectedAccounts.getAccessToken("github", { scopes: [] }))
    }).pipe(withProviders)
  )

  it.effect("is returned, or redirects to its provider in a browser", () =>
    Effect.gen(function* () {
      yield* linkAccount("repo")
      const client = yield* as(ada)
      assert.deepStrictEqual(yield* client.connectAccount("github", { scopes: ["repo"] }), { id: "github" })
      const wider = client.connectAccount("github", { scopes: ["delete_repo"] })
      assert.strictEqual(yield* failureOf(wider), "BrowserRequired")
    }).pipe(withProviders)
  )

  it.effect("does not redirect to an invalid address", () =>
    Effect.gen(function* () {
      const signedOut = yield* withoutSession
      const client = yield* as(ada)
      const failures = yield* Effect.all([
        failureOf(signedOut.connectAccount("github")),
        failureOf(client.connectAccount("google")),
        failureOf(client.connectAccount("facebook")),
        failureOf(client.connectAccount("github"))
      ])
      assert.deepStrictEqual(failures, [
        "CannotGetOwnUserWithoutUser",
        "OAuthAccessTokenNotAvailableWithSharedOAuthKeys",
        "OAuthProviderNotFoundOrNotEnabled",
        "BrowserRequired"
      ])
    }).pipe(withProviders)
  )

  it.effect("needs a user, and a provider with the project's own keys", () =>
    Effect.gen(function* () {
      const signedOut = yield* withoutSession
      const { connectedAccounts } = yield* as(ada)
      for (const ask of ["get", "getAccessToken"] as const) {
        assert.strictEqual(yield* failureOf(signedOut.connectedAccounts[ask]("github")), "CannotGetOwnUserWithoutUser")
        const failures = yield* Effect.all([
          failureOf(connectedAccounts[ask]("google")),
          failureOf(connectedAccounts[ask]("facebook")),
          failureOf(connectedAccounts[ask]("__proto__"))
        ])
        assert.deepStrictEqual(failures, [
          "OAuthAccessTokenNotAvailableWithSharedOAuthKeys",
          "OAuthProviderNotFoundOrNotEnabled",
          "OAuthProviderNotFoundOrNotEnabled"
        ])
      }
    }).pipe(withProviders)
  )
})
