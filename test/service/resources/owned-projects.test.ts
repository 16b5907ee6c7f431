/** The projects that users of the internal project own. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import {
  ada,
  asClient,
  extensions,
  type Headers,
  me,
  OTHER_PROJECT_ID,
  PROJECT_ID,
  seedWith,
  send,
  service,
  signIn,
  withToken
} from "../fixture.ts"
import { MAX_OWNED } from "../../../service/resources/projects/owned-project-handlers.ts"
import { temporaryFolder } from "../temporary-folder.ts"
import { anonymous, asAnonymous } from "./anonymous-fixture.ts"
import { asRestricted, patchUser } from "./restricted-fixture.ts"
import { DatabaseSync } from "node:sqlite"

const OWNED = "/api/v1/internal/projects"

const internalKeys = {
  publishableClientKey: "pck_of_internal",
  secretServerKey: "ssk_of_internal",
  superSecretAdminKey: "sak_of_internal"
}
const internal: Headers = { "x-stack-project-id": "internal" }
const tiers: Readonly<Record<"client" | "server" | "admin", Headers>> = {
  client: {
    ...internal,
    "x-stack-access-type": "client",
    "x-stack-publishable-client-key": internalKeys.publishableClientKey
  },
  server: { ...internal, "x-stack-access-type": "server", "x-stack-secret-server-key": internalKeys.secretServerKey },
  admin: {
    ...internal,
    "x-stack-access-type": "admin",
    "x-stack-super-secret-admin-key": internalKeys.superSecretAdminKey
  }
}

const seedWithOwners = {
  projects: [
    ...seedWith().projects,
    {
      id: "internal",
      displayName: "Internal",
      keys: internalKeys,
      users: [
        { ...ada, serverMetadata: { managedProjectIds: [PROJECT_ID], note: "kept" } },
        { ...ada, email: "bob@example.com" },
        { ...ada, email: "eve@example.com", serverMetadata: { managedProjectIds: "all of them" } }
      ]
    }
  ]
}
const withOwners = service({}, { seed: seedWithOwners })

const tokenOf = (email: string) => Effect.map(signIn({ ...ada, email }, tiers.client), (tokens) => tokens.access_token)
const owner = (email: string = ada.email, tier: Headers = tiers.client) =>
  Effect.map(tokenOf(email), (token) => withToken(token, tier))

const list = (headers: Headers) => send("GET", OWNED, { headers })
const create = (headers: Headers, json: unknown) => send("POST", OWNED, { headers, json })

const List = Schema.Struct({
  items: Schema.Array(Schema.Struct({ id: Schema.String })),
  is_paginated: Schema.Literal(false)
})
const idsOf = (json: unknown) =>
  Effect.map(Effect.orDie(Schema.decodeUnknownEffect(List)(json)), ({ items }) => items.map(({ id }) => id))
const idOf = (json: unknown) =>
  Effect.map(Effect.orDie(Schema.decodeUnknownEffect(Schema.Struct({ id: Schema.String }))(json)), ({ id }) => id)

describe("the projects of an owner", () => {
  it.effect("are those in the owner's metadata, in the form for owners", () =>
    Effect.gen(function* () {
      for (const tier of [tiers.client, tiers.server, tiers.admin]) {
        const response = yield* list(yield* owner(ada.email, tier))
        assert.deepStrictEqual(yield* idsOf(response.json), [PROJECT_ID])
        assert.include(response.text, `"user_count":1`)
      }
      for (const email of ["bob@example.com", "eve@example.com"]) {
        assert.deepStrictEqual((yield* list(yield* owner(email))).json, { items: [], is_paginated: false })
      }
    }).pipe(Effect.provide(withOwners))
  )

  it.effect("are for users of the internal project", () =>
    Effect.gen(function* () {
      for (const tier of [tiers.client, tiers.server, tiers.admin]) {
        for (const response of [yield* list(tier), yield* create(tier, { display_name: "New" })]) {
          assert.deepStrictEqual([response.status, response.code], [401, "USER_AUTHENTICATION_REQUIRED"])
        }
      }
      const user = withToken((yield* signIn()).access_token)
      for (const response of [yield* list(user), yield* create(user, { display_name: "New" })]) {
        assert.deepStrictEqual([response.status, response.code], [401, "EXPECTED_INTERNAL_PROJECT"])
      }
      assert.strictEqual((yield* list(asClient)).code, "USER_AUTHENTICATION_REQUIRED")
    }).pipe(Effect.provide(withOwners))
  )

  it.effect("are not for restricted and anonymous users, whatever headers they send", () =>
    Effect.gen(function* () {
      const { user_id } = yield* signIn(ada, tiers.client)
      assert.strictEqual((yield* patchUser({ restricted_by_admin: true }, user_id, tiers.server)).status, 200)
      const restricted = yield* tokenOf(ada.email)
      const { access_token } = yield* anonymous(tiers.client)
      for (const tier of [tiers.client, tiers.server, tiers.admin]) {
        for (const [headers, type] of [
          [asRestricted(restricted, tier), "restricted_by_administrator"],
          [asAnonymous(access_token, tier), "anonymous"]
        ] as const) {
          for (const response of [yield* list(headers), yield* create(headers, { display_name: "New" })]) {
            assert.deepStrictEqual(
              [response.status, response.code, response.details],
              [403, "RESTRICTED_USER_NOT_ALLOWED", { restricted_reason: { type } }]
            )
          }
        }
      }
      yield* patchUser({ restricted_by_admin: false }, user_id, tiers.server)
      assert.deepStrictEqual(yield* idsOf((yield* list(yield* owner())).json), [PROJECT_ID])
    }).pipe(Effect.provide(withOwners))
  )

  it.effect("are not created with rate limits over the operator's maximum", () =>
    Effect.gen(function* () {
      const headers = yield* owner("bob@example.com")
      const response = yield* create(headers, { display_name: "New", config: { rate_limits: "off" } })
      assert.deepStrictEqual(
        [response.status, response.code, response.details],
        [400, "RATE_LIMITS_TOO_HIGH", { maximum_factor: 2 }]
      )
      assert.deepStrictEqual(yield* idsOf((yield* list(headers)).json), [])
    }).pipe(Effect.provide(service({}, { seed: seedWithOwners, maxRateLimits: 2 })))
  )

  it.effect("are created for the user, also by newer clients, which name a team", () =>
    Effect.gen(function* () {
      const headers = yield* owner("bob@example.com")
      const owner_team_id = "dddddddd-dddd-4ddd-8ddd-dddddddddddd"
      const fields = { display_name: "New", owner_team_id, is_development_environment: false }
      const response = yield* create(headers, fields)
      assert.strictEqual(response.status, 201, response.text)
      assert.deepStrictEqual(yield* idsOf((yield* list(headers)).json), [yield* idOf(response.json)])
    }).pipe(Effect.provide(withOwners))
  )

  it.effect("are created with default settings", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1 minute")
      const headers = yield* owner("bob@example.com")
      const response = yield* create(headers, { display_name: "New" })
      const id = yield* idOf(response.json)
      const Config = Schema.Struct({ config: Schema.Struct({ id: Schema.String }) })
      const { config } = yield* Schema.decodeUnknownEffect(Config)(response.json)
      assert.match(id, /^[\da-f]{8}-[\da-f]{4}-4/)
      assert.deepStrictEqual(
        [response.status, response.json],
        [
          201,
          {
            id,
            display_name: "New",
            description: "",
            created_at_millis: 60_000,
            user_count: 0,
            is_production_mode: false,
            config: {
              id: config.id,
              allow_localhost: true,
              sign_up_enabled: true,
              credential_enabled: true,
              magic_link_enabled: false,
              passkey_enabled: false,
              create_team_on_sign_up: false,
              require_email_verification: false,
              client_team_creation_enabled: false,
              client_user_deletion_enabled: false,
              allow_user_api_keys: false,
              allow_team_api_keys: false,
              domains: [],
              oauth_providers: [],
              enabled_oauth_providers: [],
              extensions,
              email_config: { type: "shared" },
              team_creator_default_permissions: [{ id: "admin" }],
              team_member_default_permissions: [{ id: "member" }],
              user_default_permissions: []
            }
          }
        ]
      )
      assert.deepStrictEqual(yield* idsOf((yield* list(headers)).json), [id])
    }).pipe(Effect.provide(withOwners))
  )

  it.effect("are created with the given settings, except for default permissions", () =>
    Effect.gen(function* () {
      const response = yield* create(yield* owner(), {
        display_name: "New",
        description: "Words",
        is_production_mode: true,
        config: {
          magic_link_enabled: true,
          domains: [{ domain: "https://a.example", handler_path: "/handler" }],
          oauth_providers: [{ id: "github", type: "shared", enabled: true }],
          team_creator_default_permissions: [{ id: "unheard_of" }],
          user_default_permissions: [{ id: "unheard_of" }]
        }
      })
      assert.strictEqual(response.status, 201)
      assert.deepInclude(response.json, { description: "Words", is_production_mode: true })
      assert.include(response.text, `"enabled_oauth_providers":[{"id":"github"}]`)
      assert.include(response.text, `"team_creator_default_permissions":[{"id":"admin"}]`)
    }).pipe(Effect.provide(withOwners))
  )

  it.effect("are not created when any setting is rejected", () =>
    Effect.gen(function* () {
      const headers = yield* owner()
      const shared = { oauth_providers: [{ id: "apple", type: "shared", enabled: true }] }
      const refused = yield* create(headers, { display_name: "New", config: shared })
      assert.deepStrictEqual([refused.status, refused.code], [400, "INVALID_SHARED_OAUTH_PROVIDER_ID"])
      assert.strictEqual((yield* create(headers, {})).code, "SCHEMA_ERROR")
      assert.strictEqual((yield* create(headers, { display_name: "New", id: PROJECT_ID })).code, "SCHEMA_ERROR")
      assert.deepStrictEqual(yield* idsOf((yield* list(headers)).json), [PROJECT_ID])
    }).pipe(Effect.provide(withOwners))
  )

  it.effect("leave nothing behind when they are rejected", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const count = () => {
        const database = new DatabaseSync(path("db"), { readOnly: true })
        const row = database.prepare("SELECT count(*) AS count FROM projects").get()
        database.close()
        return row?.["count"]
      }
      yield* Effect.gen(function* () {
        const headers = yield* owner()
        const before = count()
        const twice = {
          domains: [
            { domain: "https://a.example", handler_path: "/" },
            { domain: "https://a.example", handler_path: "/" }
          ]
        }
        assert.strictEqual((yield* create(headers, { display_name: "New", config: twice })).status, 400)
        assert.strictEqual(count(), before)
      }).pipe(Effect.provide(service({}, { seed: seedWithOwners, database: path("db") })))
    })
  )

  it.effect("are at most 200 of an owner who creates them", () =>
    Effect.gen(function* () {
      const server = yield* owner(ada.email, tiers.server)
      const client = yield* owner()
      for (let number = 1; number < MAX_OWNED - 1; number++) yield* create(server, { display_name: "Owned" })
      const both = yield* Effect.all(
        [1, 2].map(() => create(client, { display_name: "Last" })),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(both.map(({ code, status }) => code ?? status).toSorted(), [201, "LIMIT_REACHED"])
      const refused = yield* create(client, { display_name: "One more" })
      assert.deepInclude(refused, { status: 400, code: "LIMIT_REACHED", details: { maximum: MAX_OWNED } })
      assert.strictEqual((yield* create(server, { display_name: "Of a server" })).status, 201)
      assert.lengthOf(yield* idsOf((yield* list(client)).json), MAX_OWNED + 1)
      assert.strictEqual((yield* create(yield* owner("bob@example.com"), { display_name: "New" })).status, 201)
    }).pipe(Effect.provide(withOwners))
  )

  it.effect("are left out when they do not exist", () =>
    Effect.gen(function* () {
      const server = yield* owner(ada.email, tiers.server)
      const json = { server_metadata: { managedProjectIds: ["gone", OTHER_PROJECT_ID, PROJECT_ID, PROJECT_ID] } }
      yield* send("PATCH", "/api/v1/users/me", { headers: server, json })
      assert.deepStrictEqual(yield* idsOf((yield* list(server)).json), [OTHER_PROJECT_ID, PROJECT_ID])
    }).pipe(Effect.provide(withOwners))
  )

  it.effect("have at most 500 domains", () =>
    Effect.gen(function* () {
      const headers = yield* owner()
      const withDomains = (length: number) => ({
        display_name: "New",
        config: {
          domains: Array.from({ length }, (_, index) => ({ domain: `https://a${index}.example`, handler_path: "/" }))
        }
      })
      assert.strictEqual((yield* create(headers, withDomains(500))).status, 201)
      const refused = yield* create(headers, withDomains(501))
      assert.deepStrictEqual([refused.status, refused.text], [400, "A project has at most 500 domains."])
    }).pipe(Effect.provide(withOwners))
  )

  it.effect("are listed newest first, and the owner's other metadata is kept", () =>
    Effect.gen(function* () {
      const headers = yield* owner(ada.email, tiers.server)
      yield* TestClock.adjust("1 second")
      const first = yield* idOf((yield* create(headers, { display_name: "First" })).json)
      yield* TestClock.adjust("1 second")
      const second = yield* idOf((yield* create(headers, { display_name: "Second" })).json)
      assert.deepStrictEqual(yield* idsOf((yield* list(headers)).json), [second, first, PROJECT_ID])
      assert.deepInclude((yield* me(headers)).json, {
        server_metadata: { managedProjectIds: [PROJECT_ID, first, second], note: "kept" }
      })
    }).pipe(Effect.provide(withOwners))
  )

  it.effect("are open to their owner only, without a key", () =>
    Effect.gen(function* () {
      const id = yield* idOf((yield* create(yield* owner("bob@example.com"), { display_name: "New" })).json)
      const current = (token: string) =>
        send("GET", "/api/v1/projects/current", {
          headers: { "x-stack-project-id": id, "x-stack-access-type": "admin", "x-stack-admin-access-token": token }
        })
      assert.deepInclude((yield* current(yield* tokenOf("bob@example.com"))).json, { id, display_name: "New" })
      assert.strictEqual((yield* current(yield* tokenOf(ada.email))).code, "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN")
    }).pipe(Effect.provide(withOwners))
  )

  it.effect("are removed from every owner's list when they are deleted", () =>
    Effect.gen(function* () {
      const token = yield* tokenOf(ada.email)
      const server = withToken(token, tiers.server)
      yield* send("PATCH", "/api/v1/users/me", {
        headers: server,
        json: { server_metadata: { managedProjectIds: [OTHER_PROJECT_ID, PROJECT_ID], note: "kept" } }
      })
      const deleted = yield* send("DELETE", "/api/v1/projects/current", {
        headers: {
          "x-stack-project-id": PROJECT_ID,
          "x-stack-access-type": "admin",
          "x-stack-admin-access-token": token
        }
      })
      assert.deepStrictEqual([deleted.status, deleted.json], [200, { success: true }])
      assert.deepInclude((yield* me(server)).json, {
        server_metadata: { managedProjectIds: [OTHER_PROJECT_ID], note: "kept" }
      })
      assert.deepStrictEqual(yield* idsOf((yield* list(server)).json), [OTHER_PROJECT_ID])
    }).pipe(Effect.provide(withOwners))
  )
})
