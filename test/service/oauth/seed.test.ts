import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { ProjectKeys } from "../../../service/index.ts"
import { linkOAuthAccounts } from "../../../service/provider-accounts/link-accounts.ts"
import * as OAuthStores from "../../../service/oauth/stores.ts"
import { OAuthProviderStore } from "../../../service/provider-accounts/provider-store.ts"
import { applySeed } from "../../../service/seed/apply-seed.ts"
import { readSeed } from "../../../service/seed/seed.ts"
import { layerTest } from "../../../service/service.ts"
import * as PasswordHasher from "../../../service/crypto/password-hasher.ts"
import * as DefinitionStore from "../../../service/permissions/definition-store.ts"
import * as GrantStore from "../../../service/permissions/grant-store.ts"
import * as MembershipStore from "../../../service/teams/membership-store.ts"
import * as TeamStore from "../../../service/teams/team-store.ts"
import * as ApiKeyStore from "../../../service/projects/api-key-store.ts"
import * as ProjectStore from "../../../service/projects/project-store.ts"
import * as Database from "../../../service/sql/database.ts"
import * as ChannelStore from "../../../service/users/channel-store.ts"
import * as PasswordStore from "../../../service/users/password-store.ts"
import * as UserStore from "../../../service/users/user-store.ts"
import { OTHER_PROJECT_ID, PROJECT_ID, send, USER_ID } from "../fixture.ts"
import { authorizePath } from "./browser.ts"

const stores = Layer.mergeAll(
  ApiKeyStore.layer,
  ChannelStore.layer,
  DefinitionStore.layer,
  GrantStore.layer,
  MembershipStore.layer,
  OAuthStores.layer,
  PasswordStore.layer,
  ProjectStore.layer,
  TeamStore.layer,
  UserStore.layer
).pipe(Layer.provideMerge(Database.layer(Database.MEMORY)), Layer.merge(PasswordHasher.layerTest))

const BOB = "bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb"
const google = { type: "shared", id: "google" }
const github = { type: "standard", id: "github", clientId: "id", clientSecret: "secret" }

const seedWith = (config: object) => ({
  projects: [
    { id: PROJECT_ID, displayName: "Test", config, users: [{ id: USER_ID }, { id: BOB }] },
    { id: OTHER_PROJECT_ID, displayName: "Other" }
  ]
})

const apply = (config: object) => Effect.flatMap(readSeed(seedWith(config)), applySeed)

const offered = Effect.gen(function*() {
  const store = yield* OAuthProviderStore
  return (yield* store.list(PROJECT_ID)).map(({ enabled, id, type }) => `${id} ${type} ${enabled ? "on" : "off"}`)
})

const problemsOf = (oauthProviders: unknown) =>
  Effect.map(Effect.flip(readSeed(seedWith({ oauthProviders }))), ({ problems }) => problems.join("\n"))

describe("the providers of a seed", () => {
  it.effect("are those that the project offers from then on", () =>
    Effect.gen(function*() {
      yield* apply({ oauthProviders: [google, { ...github, enabled: false }] })
      assert.deepStrictEqual(yield* offered, ["github standard off", "google shared on"])
      yield* apply({ oauthProviders: [github] })
      assert.deepStrictEqual(yield* offered, ["github standard on", "google shared off"], "nothing goes away")
      yield* apply({})
      assert.deepStrictEqual(yield* offered, ["github standard on", "google shared off"], "nothing said, nothing changed")
    }).pipe(Effect.provide(stores)))

  it.effect("keep the endpoints that they were given", () =>
    Effect.gen(function*() {
      const store = yield* OAuthProviderStore
      yield* apply({ oauthProviders: [{ ...github, endpoints: { token: "http://127.0.0.1:1/token" } }] })
      assert.deepInclude(yield* store.find(PROJECT_ID, "github"), { endpoints: { token: "http://127.0.0.1:1/token" } })
      yield* apply({ oauthProviders: [{ type: "standard", id: "github", endpoints: "embedded" }] })
      assert.deepInclude(yield* store.find(PROJECT_ID, "github"), { endpoints: "embedded", clientId: "embedded-github" })
      yield* apply({ oauthProviders: [github] })
      assert.deepInclude(yield* store.find(PROJECT_ID, "github"), { endpoints: null, clientId: "id" })
    }).pipe(Effect.provide(stores)))

  it.effect("have to make sense", () =>
    Effect.gen(function*() {
      const wrong: ReadonlyArray<readonly [unknown, string]> = [
        [[{ type: "shared", id: "facebook" }], "projects.0.config.oauthProviders.0"],
        [[{ type: "standard", id: "nothing", clientId: "id", clientSecret: "secret" }], "oauthProviders.0"],
        [[{ type: "standard", id: "github" }], "a clientId and a clientSecret, or embedded endpoints"],
        [[{ ...github, clientSecret: "" }], "clientSecret"],
        [[{ ...github, endpoints: { token: "http://example.com/token" } }], "https URL, or an http URL of this machine"],
        [[{ ...github, endpoints: { token: "http://127.0.0.1.example.com/" } }], "https URL"],
        [[{ ...github, endpoints: { token: "ftp://localhost/" } }], "https URL"],
        [[{ ...github, endpoints: { tokens: "https://example.com/" } }], "endpoints"],
        [[google, google], `the project ${PROJECT_ID} has the OAuth provider google twice`]
      ]
      for (const [oauthProviders, problem] of wrong) assert.include(yield* problemsOf(oauthProviders), problem)
      assert.notInclude(yield* problemsOf([{ ...github, evil: 1 }]), "secret", "no secret is repeated")
    }))

  it.effect("are the shared ones for a first start without a seed", () =>
    Effect.gen(function*() {
      const [project] = yield* (yield* ProjectKeys).list
      const status = (provider: string) =>
        Effect.map(
          send("GET", authorizePath(provider, { client_id: project?.id, client_secret: project?.publishableClientKey })),
          (answer) => answer.status
        )
      for (const provider of ["google", "github", "microsoft", "spotify"]) assert.strictEqual(yield* status(provider), 307)
      assert.strictEqual(yield* status("facebook"), 400)
    }).pipe(Effect.provide(Layer.orDie(layerTest()))))
})

describe("accounts that the application's server gives to a user", () => {
  const link = (userId: string, accountId: string, id = "google", projectId = PROJECT_ID) =>
    linkOAuthAccounts(projectId, userId, [{ id, accountId, email: "noor@example.com" }])

  it.effect("are theirs", () =>
    Effect.gen(function*() {
      yield* apply({ oauthProviders: [google, github] })
      yield* linkOAuthAccounts(PROJECT_ID, USER_ID, [{ id: "google", accountId: "1", email: "noor@example.com" }, { id: "github", accountId: "2" }])
      const user = yield* (yield* UserStore.UserStore).find(PROJECT_ID, USER_ID)
      assert.deepStrictEqual(user?.oauthAccounts, [
        { id: "github", accountId: "2", email: null },
        { id: "google", accountId: "1", email: "noor@example.com" }
      ])
    }).pipe(Effect.provide(stores)))

  it.effect("are nobody else's, of a provider that the project has, and have an id", () =>
    Effect.gen(function*() {
      yield* apply({ oauthProviders: [google] })
      yield* link(USER_ID, "1")
      const statusOf = (attempt: ReturnType<typeof link>) => Effect.map(Effect.flip(attempt), ({ answer }) => answer.status)
      assert.strictEqual(yield* statusOf(link(BOB, "1")), 409)
      assert.strictEqual(yield* statusOf(link(BOB, "2", "facebook")), 400)
      assert.strictEqual(yield* statusOf(link(BOB, "2", "google", OTHER_PROJECT_ID)), 400)
      for (const id of ["", "a\u001fb", "x".repeat(1001)]) assert.strictEqual(yield* statusOf(link(BOB, id)), 400)
      yield* link(BOB, "2")
    }).pipe(Effect.provide(stores)))
})
