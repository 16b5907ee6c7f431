/** Providers and accounts in a seed. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { ProjectKeys } from "../../../../service/index.ts"
import { readSeed } from "../../../../service/development/seed/read-seed.ts"
import { layerTest } from "../../../../service/development.ts"
import { asAdmin, asServer, keys, me, OTHER_PROJECT_ID, otherKeys, PROJECT_ID, send, withToken } from "../../fixture.ts"
import { configure } from "../../requests.ts"
import { temporaryFolder } from "../../temporary-folder.ts"
import { authorizePath, embedded, locationOf, oauthService, shared, signInWith } from "./browser.ts"

const github = { type: "standard", id: "github", clientId: "id", clientSecret: "secret" } as const

type ProjectConfig = NonNullable<Parameters<typeof oauthService>[0]>

const seedWith = (config: object) => ({
  projects: [
    { id: PROJECT_ID, displayName: "Test", config },
    { id: OTHER_PROJECT_ID, displayName: "Other" }
  ]
})

const problemsOf = (oauthProviders: unknown) =>
  Effect.map(Effect.flip(readSeed(seedWith({ oauthProviders }))), ({ problems }) => problems.join("\n"))

/** Restarts the service on the same database. */
const restarts = Effect.map(temporaryFolder, (folder) => {
  const database = folder.path("keystile.db")
  return <A, E>(config: ProjectConfig, effect: Effect.Effect<A, E, Layer.Success<ReturnType<typeof oauthService>>>) =>
    Effect.provide(
      effect,
      layerTest({
        database,
        seed: { projects: [{ id: PROJECT_ID, displayName: "Test", keys, config }] }
      })
    )
})

const ShownProviders = Schema.Struct({
  config: Schema.Struct({
    oauth_providers: Schema.Array(Schema.Struct({ id: Schema.String, type: Schema.String, enabled: Schema.Boolean }))
  })
})

const offered = Effect.gen(function* () {
  const { json } = yield* send("GET", "/api/v1/projects/current", { headers: asAdmin })
  const { config } = yield* Effect.orDie(Schema.decodeUnknownEffect(ShownProviders)(json))
  return config.oauth_providers.map(({ enabled, id, type }) => `${id} ${type} ${enabled ? "on" : "off"}`)
})

/** Changes the settings of GitHub as an owner. */
const configureGitHub = (github: object) =>
  Effect.map(configure({ oauth_providers: [{ id: "github", enabled: true, ...github }] }), ({ status }) =>
    assert.strictEqual(status, 200)
  )

const askedAt = Effect.map(send("GET", authorizePath("github")), (response) => {
  const { origin, pathname, searchParams } = locationOf(response)
  return `${origin}${pathname} ${searchParams.get("client_id")}`
})

describe("the providers of a seed", () => {
  it.effect("are the providers of the project", () =>
    Effect.gen(function* () {
      const start = yield* restarts
      const both = { oauthProviders: [shared, { ...github, enabled: false }] }
      assert.deepStrictEqual(yield* start(both, offered), ["github standard off", "google shared on"])
      const one = ["github standard on", "google shared off"]
      assert.deepStrictEqual(yield* start({ oauthProviders: [github] }, offered), one, "no provider is removed")
      assert.deepStrictEqual(yield* start({}, offered), one, "an omitted list changes nothing")
    })
  )

  it.effect("keep the endpoints of the seed when an owner changes their settings", () =>
    Effect.gen(function* () {
      const start = yield* restarts
      const authorization = "http://127.0.0.1:9999/authorize"
      const elsewhere = { oauthProviders: [{ ...github, endpoints: { authorization } }] }
      assert.strictEqual(yield* start(elsewhere, askedAt), `${authorization} id`)
      const changed = Effect.andThen(
        configureGitHub({ type: "standard", client_id: "new", client_secret: "secret" }),
        askedAt
      )
      assert.strictEqual(yield* start(elsewhere, changed), `${authorization} new`)
      assert.strictEqual(
        yield* start({ oauthProviders: [embedded] }, askedAt),
        "http://localhost:8102/providers/github embedded-github"
      )
      const own = yield* start({ oauthProviders: [github] }, askedAt)
      assert.strictEqual(own, "https://github.com/login/oauth/authorize id")
    })
  )

  it.effect("keep the endpoints of the seed until the owner switches to shared keys, also with a later client", () =>
    Effect.gen(function* () {
      const start = yield* restarts
      const authorization = "http://127.0.0.1:9999/authorize"
      const standard = { type: "standard", client_id: "new", client_secret: "secret" }
      for (const endpoints of ["embedded", { authorization, token: "http://127.0.0.1:9999/token" }] as const) {
        const there = endpoints === "embedded" ? "http://localhost:8102/providers/github" : authorization
        const elsewhere = { oauthProviders: [{ ...github, endpoints }] }
        yield* start(
          elsewhere,
          Effect.gen(function* () {
            yield* configureGitHub({ ...standard, enabled: false })
            assert.strictEqual((yield* send("GET", authorizePath("github"))).status, 400)
            yield* configureGitHub(standard)
            assert.strictEqual(yield* askedAt, `${there} new`, "enabled again, it has its endpoints")
            yield* configureGitHub({ type: "shared" })
            assert.strictEqual(yield* askedAt, "http://localhost:8102/providers/github github")
            yield* configureGitHub({ type: "shared", enabled: false })
            yield* configureGitHub(standard)
            assert.strictEqual(yield* askedAt, "https://github.com/login/oauth/authorize new")
          })
        )
        assert.strictEqual(yield* start(elsewhere, askedAt), `${there} id`, "the seed sets them again")
        yield* start(
          { oauthProviders: [{ type: "shared", id: "github" }] },
          Effect.gen(function* () {
            yield* configureGitHub(standard)
            assert.strictEqual(yield* askedAt, "https://github.com/login/oauth/authorize new")
          })
        )
      }
    })
  )

  it.effect("keep their endpoints when a later seed omits them and the owner enables them again", () =>
    Effect.gen(function* () {
      const start = yield* restarts
      yield* start({ oauthProviders: [embedded] }, askedAt)
      const enabled = Effect.andThen(
        configureGitHub({ type: "standard", client_id: "embedded-github", client_secret: "embedded" }),
        askedAt
      )
      assert.strictEqual(
        yield* start({ oauthProviders: [] }, enabled),
        "http://localhost:8102/providers/github embedded-github"
      )
    })
  )

  it.effect("are validated", () =>
    Effect.gen(function* () {
      const wrong: ReadonlyArray<readonly [unknown, string]> = [
        [[{ type: "shared", id: "facebook" }], "projects.0.config.oauthProviders.0"],
        [[{ type: "standard", id: "nothing", clientId: "id", clientSecret: "secret" }], "oauthProviders.0"],
        [[{ type: "standard", id: "github" }], "a clientId and a clientSecret, or embedded endpoints"],
        [[{ ...github, clientSecret: "" }], "clientSecret"],
        [[{ type: "standard", id: "github", enabled: false }], "a clientId and a clientSecret"],
        [[{ ...github, endpoints: { token: "http://example.com/token" } }], "an http URL of this machine"],
        [[{ ...github, endpoints: { token: "http://127.0.0.1.example.com/" } }], "https URL"],
        [[{ ...github, endpoints: { token: "ftp://localhost/" } }], "https URL"],
        [[{ ...github, endpoints: { tokens: "https://example.com/" } }], "endpoints"],
        [[shared, shared], `the project ${PROJECT_ID} has the OAuth provider google twice`]
      ]
      for (const [oauthProviders, problem] of wrong) assert.include(yield* problemsOf(oauthProviders), problem)
      assert.notInclude(yield* problemsOf([{ ...github, evil: 1 }]), "secret", "no secret is repeated")
    })
  )

  it.effect("are the shared ones on a first start without a seed", () =>
    Effect.gen(function* () {
      const [project] = yield* (yield* ProjectKeys).list
      const status = (provider: string) =>
        Effect.map(
          send(
            "GET",
            authorizePath(provider, { client_id: project?.id, client_secret: project?.publishableClientKey })
          ),
          (response) => response.status
        )
      const shown = ["github", "google", "microsoft", "spotify"]
      for (const provider of shown) assert.strictEqual(yield* status(provider), 307)
      assert.strictEqual(yield* status("facebook"), 400)
      const { text } = yield* send("GET", "/api/v1/projects/current", {
        headers: {
          "x-stack-project-id": project?.id ?? "",
          "x-stack-access-type": "client",
          "x-stack-publishable-client-key": project?.publishableClientKey ?? ""
        }
      })
      assert.include(text, `"enabled_oauth_providers":${JSON.stringify(shown.map((id) => ({ id })))}`)
    }).pipe(Effect.provide(Layer.orDie(layerTest())))
  )
})

describe("accounts that the server gives to a user", () => {
  const create = (oauth_providers: ReadonlyArray<object>, headers = asServer) =>
    send("POST", "/api/v1/users", { headers, json: { display_name: "Noor", oauth_providers } })

  it.effect("sign the user in", () =>
    Effect.gen(function* () {
      const accounts = [
        { id: "github", account_id: "2", email: null },
        { id: "google", account_id: "1", email: "noor@example.com" }
      ]
      const created = yield* create([
        { id: "google", account_id: "1", email: "noor@example.com" },
        { id: "github", account_id: "2" }
      ])
      assert.strictEqual(created.status, 201)
      assert.deepInclude(created.json, { oauth_providers: accounts, primary_email: null })
      const { access_token, is_new_user } = yield* signInWith("google", { account: "1" })
      assert.isFalse(is_new_user)
      assert.deepInclude((yield* me(withToken(access_token))).json, { display_name: "Noor", oauth_providers: accounts })
      const list = yield* send("GET", "/api/v1/users?query=noor", { headers: asServer })
      assert.include(list.text, JSON.stringify(accounts))
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("are unique, of a provider of the project, and have an id", () =>
    Effect.gen(function* () {
      yield* create([{ id: "google", account_id: "1" }])
      const statusOf = (account: object, headers = asServer) =>
        Effect.map(create([account], headers), ({ status }) => status)
      assert.strictEqual(yield* statusOf({ id: "google", account_id: "1" }), 409)
      assert.strictEqual(yield* statusOf({ id: "facebook", account_id: "2" }), 400)
      for (const id of ["", "a\u001fb", "x".repeat(1001)]) {
        assert.strictEqual(yield* statusOf({ id: "google", account_id: id }), 400)
      }
      const other = {
        ...asServer,
        "x-stack-project-id": OTHER_PROJECT_ID,
        "x-stack-secret-server-key": otherKeys.secretServerKey
      }
      assert.strictEqual(yield* statusOf({ id: "google", account_id: "2" }, other), 400)
      const { json } = yield* send("GET", "/api/v1/projects/current", { headers: asAdmin })
      assert.propertyVal(json, "user_count", 2, "users of rejected accounts are not created")
    }).pipe(Effect.provide(oauthService()))
  )
})
