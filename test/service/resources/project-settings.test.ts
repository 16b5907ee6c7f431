/** Settings and deletion of a project by its owner. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import type { DevelopmentServices } from "../../../service/development.ts"
import {
  ada,
  asAdmin,
  asClient,
  asServer,
  type Headers,
  OTHER_PROJECT_ID,
  otherKeys,
  PROJECT_ID,
  send,
  service,
  signIn,
  signUp,
  asOtherAdmin
} from "../fixture.ts"
import { mailTo } from "../mails.ts"
import { post, configure } from "../requests.ts"

const CURRENT = "/api/v1/projects/current"

const get = (headers: Headers = asAdmin) => send("GET", CURRENT, { headers })
const patch = (json: unknown, headers: Headers = asAdmin) => send("PATCH", CURRENT, { headers, json })

const AdminView = Schema.Struct({ config: Schema.Record(Schema.String, Schema.Json) })
const configOf = (json: unknown) =>
  Effect.map(Effect.orDie(Schema.decodeUnknownEffect(AdminView)(json)), ({ config }) => config)

const standard = { type: "standard", enabled: true, client_id: "id", client_secret: "secret" }

describe("PATCH /projects/current", () => {
  it.effect("changes the given settings and keeps the others", () =>
    Effect.gen(function* () {
      const before = yield* get()
      const named = yield* patch({ display_name: "New", description: "Words", is_production_mode: true })
      assert.deepInclude(named.json, { display_name: "New", description: "Words", is_production_mode: true })
      assert.deepStrictEqual(yield* configOf(named.json), yield* configOf(before.json))
      const cleared = yield* patch({ description: null })
      assert.deepInclude(cleared.json, { display_name: "New", description: "", is_production_mode: true })
      assert.deepStrictEqual((yield* patch({})).json, cleared.json)
      assert.deepStrictEqual((yield* get()).json, cleared.json)
    }).pipe(Effect.provide(service()))
  )

  it.effect("sets, replaces and removes the logo, which the next mail shows", () =>
    Effect.gen(function* () {
      const logo = { logo_url: "https://cdn.example/logo.png", logo_dark_mode_url: "https://cdn.example/dark.png" }
      const before = yield* get()
      assert.notProperty(before.json, "logo_url")
      assert.deepInclude((yield* patch(logo)).json, logo)
      assert.deepInclude((yield* patch({ description: "Words" })).json, logo)
      yield* post("/auth/password/send-reset-code", asClient, {
        email: ada.email,
        callback_url: "http://localhost:3000/"
      })
      const { html } = yield* mailTo(ada.email)
      for (const url of Object.values(logo)) assert.include(html, `src="${url}"`)
      assert.include(html, 'alt="Test"')
      const removed = yield* patch({ logo_url: null, logo_dark_mode_url: null, description: null })
      assert.deepStrictEqual(removed.json, before.json)
    }).pipe(Effect.provide(service()))
  )

  it.effect("refuses a logo that is no plain https URL", () =>
    Effect.gen(function* () {
      const before = yield* get()
      const refused = [
        "http://cdn.example/logo.png",
        "javascript:alert(1)",
        "data:image/svg+xml,<svg onload=alert(1)>",
        "//cdn.example/logo.png",
        "/logo.png",
        "https://",
        "https://user:password@cdn.example/logo.png",
        "https://user@cdn.example/logo.png",
        'https://cdn.example/"onerror="alert(1)',
        "https://cdn.example/'><script>",
        "https://cdn.example/a b.png",
        "https://cdn.example/\nlogo.png",
        " https://cdn.example/logo.png",
        "https:\\\\cdn.example\\logo.png",
        "https://[::/logo.png",
        `https://cdn.example/${"a".repeat(2000)}`,
        "",
        7,
        {}
      ]
      for (const logo_url of refused) {
        for (const body of [{ logo_url }, { logo_dark_mode_url: logo_url }]) {
          assert.strictEqual((yield* patch(body)).code, "SCHEMA_ERROR", JSON.stringify(body))
        }
      }
      assert.deepStrictEqual((yield* get()).json, before.json)
      const longest = `https://cdn.example/${"a".repeat(1980)}`
      assert.deepInclude((yield* patch({ logo_url: longest })).json, { logo_url: longest })
    }).pipe(Effect.provide(service()))
  )

  it.effect("changes each setting with immediate effect", () =>
    Effect.gen(function* () {
      const flags = {
        sign_up_enabled: false,
        credential_enabled: true,
        magic_link_enabled: true,
        passkey_enabled: true,
        client_team_creation_enabled: true,
        client_user_deletion_enabled: true
      }
      const response = yield* configure({ ...flags, allow_localhost: false, create_team_on_sign_up: true })
      assert.deepInclude(yield* configOf(response.json), {
        ...flags,
        allow_localhost: false,
        create_team_on_sign_up: true
      })
      assert.deepInclude(yield* configOf((yield* get(asClient)).json), flags)
      assert.strictEqual((yield* signUp("new@example.com")).code, "SIGN_UP_NOT_ENABLED")
    }).pipe(Effect.provide(service()))
  )

  it.effect("replaces the domains as a whole, in order and without duplicates", () =>
    Effect.gen(function* () {
      const domain = (name: string, path = "/handler") => ({ domain: `https://${name}.example`, handler_path: path })
      const first = yield* configure({ domains: [domain("b"), domain("a")] })
      assert.deepStrictEqual((yield* configOf(first.json))["domains"], [domain("b"), domain("a")])
      const twice = yield* configure({ domains: [domain("c"), domain("c", "/other")] })
      assert.deepStrictEqual(
        [twice.status, twice.code, twice.headers["content-type"]],
        [400, undefined, "text/plain; charset=utf-8"]
      )
      assert.deepStrictEqual((yield* configOf((yield* get()).json))["domains"], [domain("b"), domain("a")])
      const none = yield* configure({ domains: [] })
      assert.deepStrictEqual((yield* configOf(none.json))["domains"], [])
      for (const wrong of [
        { domain: "ftp://a.example", handler_path: "/" },
        { domain: "https://a.example", handler_path: "x" },
        { domain: "a" }
      ]) {
        assert.strictEqual((yield* configure({ domains: [wrong] })).code, "SCHEMA_ERROR")
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("stores and removes the mail server", () =>
    Effect.gen(function* () {
      const smtp = {
        type: "standard",
        host: "smtp.example",
        port: 587,
        username: "user",
        password: "a password",
        sender_name: "Test",
        sender_email: "test@example.com"
      }
      assert.deepStrictEqual((yield* configOf((yield* configure({ email_config: smtp })).json))["email_config"], smtp)
      const other = { ...smtp, host: "other.example", port: 0 }
      assert.deepStrictEqual((yield* configOf((yield* configure({ email_config: other })).json))["email_config"], other)
      for (const wrong of [
        { ...smtp, port: 65_536 },
        { ...smtp, host: "" },
        { type: "standard" },
        { ...smtp, password: "x".repeat(71) }
      ]) {
        assert.strictEqual((yield* configure({ email_config: wrong })).code, "SCHEMA_ERROR")
      }
      const shared = yield* configure({ email_config: { ...smtp, type: "shared" } })
      assert.deepStrictEqual((yield* configOf(shared.json))["email_config"], { type: "shared" })
    }).pipe(Effect.provide(service()))
  )

  it.effect("stores providers by id, and shows users the enabled ones", () =>
    Effect.gen(function* () {
      const providers = [
        { id: "spotify", type: "shared", enabled: false },
        { ...standard, id: "x" },
        { ...standard, id: "facebook", facebook_config_id: "config" },
        { id: "google", type: "shared", enabled: true }
      ]
      const response = yield* configure({ oauth_providers: providers })
      const config = yield* configOf(response.json)
      assert.deepStrictEqual(
        config["oauth_providers"],
        providers.toSorted((a, b) => a.id.localeCompare(b.id))
      )
      const enabled = [{ id: "facebook" }, { id: "google" }, { id: "x" }]
      assert.deepStrictEqual(config["enabled_oauth_providers"], enabled)
      for (const tier of [asClient, asServer]) {
        const seen = yield* get(tier)
        assert.deepStrictEqual((yield* configOf(seen.json))["enabled_oauth_providers"], enabled)
        assert.notInclude(seen.text, "secret")
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("lists every provider", () =>
    Effect.gen(function* () {
      const google = { id: "google", type: "shared", enabled: true }
      yield* configure({ oauth_providers: [google, { ...standard, id: "x" }] })
      for (const left of [[], [google], [{ ...standard, id: "apple" }]]) {
        const response = yield* configure({ oauth_providers: left })
        assert.deepStrictEqual([response.status, response.code], [400, undefined])
      }
      const changed = yield* configure({
        oauth_providers: [
          { ...standard, id: "google" },
          { ...standard, id: "x", enabled: false }
        ]
      })
      assert.deepStrictEqual((yield* configOf(changed.json))["oauth_providers"], [
        { ...standard, id: "google" },
        { ...standard, id: "x", enabled: false }
      ])
      const back = yield* configure({
        oauth_providers: [
          { ...standard, ...google },
          { ...standard, id: "x" }
        ]
      })
      assert.deepStrictEqual((yield* configOf(back.json))["oauth_providers"], [google, { ...standard, id: "x" }])
    }).pipe(Effect.provide(service()))
  )

  it.effect("removes a provider that is named as removed, and keeps the accounts of its users", () =>
    Effect.gen(function* () {
      const google = { ...standard, id: "google" }
      const x = { ...standard, id: "x" }
      yield* configure({ oauth_providers: [google, x] })
      const { json: user } = yield* send("POST", "/api/v1/users", {
        headers: asServer,
        json: { oauth_providers: [{ id: "x", account_id: "4711", email: null }] }
      })
      for (const [changes, problem] of [
        [{ removed_oauth_providers: ["github"] }, "The project has no OAuth provider github to remove."],
        [{ oauth_providers: [google, x], removed_oauth_providers: ["x"] }, "An OAuth provider is listed twice."],
        [{ oauth_providers: [], removed_oauth_providers: ["x"] }, "The OAuth providers that are there have to be"]
      ] as const) {
        const refused = yield* configure(changes)
        assert.strictEqual(refused.status, 400)
        assert.include(refused.text, problem)
      }
      const removed = yield* configure({ oauth_providers: [google], removed_oauth_providers: ["x"] })
      assert.deepStrictEqual((yield* configOf(removed.json))["oauth_providers"], [google])
      assert.notProperty(yield* configOf(removed.json), "removed_oauth_providers")
      const { id } = yield* Effect.orDie(Schema.decodeUnknownEffect(Schema.Struct({ id: Schema.String }))(user))
      const kept = yield* send("GET", `/api/v1/users/${id}`, { headers: asServer })
      assert.deepInclude(kept.json, { oauth_providers: [{ id: "x", account_id: "4711", email: null }] })
      // The last ones are removed without a list. The secret is forgotten.
      assert.deepStrictEqual(
        (yield* configOf((yield* configure({ removed_oauth_providers: ["google"] })).json))["oauth_providers"],
        []
      )
      assert.strictEqual((yield* configure({ oauth_providers: [{ ...google, client_secret: "" }] })).status, 400)
    }).pipe(Effect.provide(service()))
  )

  it.effect("sets the rate limits, of which the absent ones are the defaults", () =>
    Effect.gen(function* () {
      const wrong = { ...ada, password: "wrong password" }
      const attempt = send("POST", "/api/v1/auth/password/sign-in", { headers: asClient, json: wrong })
      const limits = { attempts: { per_account: { burst: 2, per_minute: 0.5 }, per_address: "off" } }
      assert.notProperty(yield* configOf((yield* get()).json), "rate_limits")
      const set = yield* configure({ rate_limits: limits })
      assert.deepStrictEqual((yield* configOf(set.json))["rate_limits"], limits)
      assert.deepStrictEqual((yield* configOf((yield* patch({ description: "Words" })).json))["rate_limits"], limits)
      assert.notInclude((yield* send("GET", CURRENT, { headers: asClient })).text, "rate_limits")
      const statuses = [yield* attempt, yield* attempt, yield* attempt].map(({ status }) => status)
      assert.deepStrictEqual(statuses, [400, 400, 429])
      for (const rate_limits of [
        { attempts: { per_account: { burst: 0, per_minute: 1 } } },
        { attempts: { per_account: { burst: 1.5, per_minute: 1 } } },
        { attempts: { per_address: { burst: 1, per_minute: 0 } } },
        { requests: { per_account: "none" } },
        { tries: {} },
        "on"
      ]) {
        assert.strictEqual((yield* configure({ rate_limits })).code, "SCHEMA_ERROR", JSON.stringify(rate_limits))
      }
      assert.notProperty(yield* configOf((yield* configure({ rate_limits: null })).json), "rate_limits")
    }).pipe(Effect.provide(service()))
  )

  it.effect("changes nothing for a client, a server, a stranger and the admin of another project", () =>
    Effect.gen(function* () {
      yield* configure({ oauth_providers: [{ ...standard, id: "x" }] })
      const before = (yield* get()).json
      const changes = { config: { rate_limits: "off", removed_oauth_providers: ["x"] } }
      const none: Headers = {}
      for (const headers of [
        asClient,
        asServer,
        none,
        { ...asOtherAdmin, "x-stack-project-id": asAdmin["x-stack-project-id"] ?? "" }
      ]) {
        assert.oneOf((yield* patch(changes, headers)).status, [400, 401, 403])
      }
      yield* patch({ config: { rate_limits: "off" } }, asOtherAdmin)
      assert.deepStrictEqual((yield* get()).json, before)
    }).pipe(Effect.provide(service()))
  )

  it.effect("has shared keys for four providers only", () =>
    Effect.gen(function* () {
      for (const id of ["google", "github", "microsoft", "spotify"]) {
        const known = (yield* configOf((yield* get()).json))["oauth_providers"]
        const all = [...(Array.isArray(known) ? known : []), { id, type: "shared", enabled: true }]
        assert.strictEqual((yield* configure({ oauth_providers: all })).status, 200)
      }
      for (const id of ["facebook", "discord", "gitlab", "bitbucket", "linkedin", "apple", "x"]) {
        const response = yield* configure({
          oauth_providers: [
            ...["google", "github", "microsoft", "spotify"].map((each) => ({
              id: each,
              type: "shared",
              enabled: true
            })),
            { id, type: "shared", enabled: false }
          ]
        })
        assert.deepStrictEqual(
          [response.status, response.code, response.details],
          [400, "INVALID_SHARED_OAUTH_PROVIDER_ID", { provider_id: id }]
        )
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("requires a client id and secret for a provider with own keys", () =>
    Effect.gen(function* () {
      for (const missing of [
        { client_id: undefined },
        { client_secret: undefined },
        { client_id: "" },
        { client_secret: "" }
      ]) {
        const enabled = yield* configure({ oauth_providers: [{ ...standard, id: "x", ...missing }] })
        assert.deepStrictEqual([enabled.status, enabled.code], [400, "SCHEMA_ERROR"])
        const disabled = yield* configure({ oauth_providers: [{ ...standard, id: "x", enabled: false, ...missing }] })
        assert.deepStrictEqual([disabled.status, disabled.code], [400, undefined])
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("rejects a duplicate or unknown provider", () =>
    Effect.gen(function* () {
      const twice = yield* configure({
        oauth_providers: [
          { ...standard, id: "x" },
          { ...standard, id: "x" }
        ]
      })
      assert.deepStrictEqual([twice.status, twice.code], [400, undefined])
      assert.strictEqual((yield* configure({ oauth_providers: [{ ...standard, id: "myspace" }] })).code, "SCHEMA_ERROR")
      assert.strictEqual((yield* configure({ oauth_providers: "all" })).code, "SCHEMA_ERROR")
      assert.strictEqual((yield* configure({ oauth_providers: [null, "x"] })).code, "SCHEMA_ERROR")
    }).pipe(Effect.provide(service()))
  )

  it.effect("stores default permissions", () =>
    Effect.gen(function* () {
      const response = yield* configure({
        team_creator_default_permissions: [{ id: "member" }, { id: "$delete_team" }, { id: "member" }],
        team_member_default_permissions: []
      })
      const config = yield* configOf(response.json)
      assert.deepStrictEqual(config["team_creator_default_permissions"], [{ id: "$delete_team" }, { id: "member" }])
      assert.deepStrictEqual(config["team_member_default_permissions"], [])
      for (const field of ["team_creator_default_permissions", "team_member_default_permissions"]) {
        const unknown = yield* configure({ [field]: [{ id: "unheard_of" }] })
        assert.deepStrictEqual([unknown.status, unknown.code], [400, undefined])
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("changes nothing when any setting is rejected", () =>
    Effect.gen(function* () {
      const before = (yield* get()).json
      const refused = yield* patch({
        display_name: "Other",
        config: { magic_link_enabled: true, oauth_providers: [{ id: "x", type: "shared", enabled: true }] }
      })
      assert.strictEqual(refused.code, "INVALID_SHARED_OAUTH_PROVIDER_ID")
      assert.deepStrictEqual((yield* get()).json, before)
    }).pipe(Effect.provide(service()))
  )

  it.effect("changes no other project", () =>
    Effect.gen(function* () {
      const before = (yield* get(asOtherAdmin)).json
      yield* configure({
        magic_link_enabled: true,
        oauth_providers: [{ ...standard, id: "x" }],
        domains: [{ domain: "https://a.example", handler_path: "/" }]
      })
      assert.deepStrictEqual((yield* get(asOtherAdmin)).json, before)
      const foreign = yield* patch(
        { display_name: "Mine" },
        { ...asOtherAdmin, "x-stack-super-secret-admin-key": "sak_of_the_project" }
      )
      assert.deepStrictEqual([foreign.status, foreign.code], [401, "INVALID_SUPER_SECRET_ADMIN_KEY"])
    }).pipe(Effect.provide(service()))
  )

  it.effect("is for owners only", () =>
    Effect.gen(function* () {
      for (const [tier, headers] of [
        ["client", asClient],
        ["server", asServer]
      ] as const) {
        for (const response of [yield* patch({}, headers), yield* send("DELETE", CURRENT, { headers })]) {
          assert.deepStrictEqual(
            [response.status, response.code, response.details],
            [401, "INSUFFICIENT_ACCESS_TYPE", { actual_access_type: tier, allowed_access_types: ["admin"] }]
          )
        }
      }
      assert.strictEqual((yield* patch({ id: "other", config: { user_count: 1 } })).code, "SCHEMA_ERROR")
    }).pipe(Effect.provide(service()))
  )
})

/** Updates the project. Another request is handled after the authentication, before the body arrives. */
const patchDuring = Effect.fnUntraced(function* (
  other: Effect.Effect<unknown, never, DevelopmentServices>,
  json: object
) {
  const beforeBody = Effect.provideContext(other, yield* Effect.context<DevelopmentServices>())
  return yield* send("PATCH", CURRENT, { headers: asAdmin, json, beforeBody })
})

describe("an update of a project during which", () => {
  it.effect("another one ends leaves the settings of that one", () =>
    Effect.gen(function* () {
      const closed = configure({ sign_up_enabled: false, credential_enabled: false })
      const { json, status } = yield* patchDuring(closed, { display_name: "Renamed" })
      assert.strictEqual(status, 200)
      for (const settings of [json, (yield* get()).json]) {
        assert.propertyVal(settings, "display_name", "Renamed")
        assert.deepInclude(yield* configOf(settings), { sign_up_enabled: false, credential_enabled: false })
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("the project is deleted fails, and the project stays deleted", () =>
    Effect.gen(function* () {
      const response = yield* patchDuring(send("DELETE", CURRENT, { headers: asAdmin }), { display_name: "Renamed" })
      assert.deepStrictEqual([response.status, response.code], [404, "PROJECT_NOT_FOUND"])
      const keySet = yield* send("GET", `/api/v1/projects/${PROJECT_ID}/.well-known/jwks.json`)
      assert.strictEqual(keySet.status, 404)
    }).pipe(Effect.provide(service()))
  )
})

describe("DELETE /projects/current", () => {
  it.effect("deletes all data of the project, and nothing of another one", () =>
    Effect.gen(function* () {
      yield* signIn()
      yield* configure({ oauth_providers: [{ ...standard, id: "x" }] })
      const response = yield* send("DELETE", CURRENT, { headers: asAdmin })
      assert.deepStrictEqual([response.status, response.json], [200, { success: true }])
      assert.strictEqual((yield* get()).code, "INVALID_SUPER_SECRET_ADMIN_KEY")
      const others = yield* signIn(ada, {
        "x-stack-project-id": OTHER_PROJECT_ID,
        "x-stack-access-type": "client",
        "x-stack-publishable-client-key": otherKeys.publishableClientKey
      })
      assert.isString(others.access_token)
      assert.strictEqual((yield* get(asOtherAdmin)).status, 200)
    }).pipe(Effect.provide(service()))
  )
})

describe("/internal/projects/current", () => {
  const path = "/api/v1/internal/projects/current"
  const settings = (json: unknown) => send("PATCH", path, { headers: asAdmin, json })
  const read = send("GET", path, { headers: asAdmin })
  const idsOf = (json: unknown) =>
    Effect.map(configOf(json), ({ oauth_providers: providers }) =>
      (providers as ReadonlyArray<{ readonly id: string }>).map(({ id }) => id)
    )

  it.effect("has the settings of /projects/current, with the enabled providers only", () =>
    Effect.gen(function* () {
      yield* configure({
        oauth_providers: [
          { ...standard, id: "github" },
          { ...standard, id: "google", enabled: false }
        ]
      })
      const { config: _, ...project } = (yield* get()).json as { readonly config: object }
      const { json } = yield* read
      assert.deepInclude(json, project)
      assert.deepStrictEqual(yield* idsOf(json), ["github"])
    }).pipe(Effect.provide(service()))
  )

  it.effect("enables the providers of an update, and disables those that it leaves out", () =>
    Effect.gen(function* () {
      const { enabled: _, ...keys } = standard
      const both = [
        { ...keys, id: "github" },
        { ...keys, id: "google", provider_config_id: "google" }
      ]
      assert.deepStrictEqual(yield* idsOf((yield* settings({ config: { oauth_providers: both } })).json), [
        "github",
        "google"
      ])
      const changed = yield* settings({ display_name: "New", config: { oauth_providers: both.slice(1) } })
      assert.propertyVal(changed.json, "display_name", "New")
      assert.deepStrictEqual(yield* idsOf(changed.json), ["google"])
      const all = yield* configOf((yield* get()).json)
      assert.deepInclude(all["oauth_providers"], { ...standard, id: "github", enabled: false })
      // Without a list the providers stay.
      assert.deepStrictEqual(yield* idsOf((yield* settings({ config: {} })).json), ["google"])
    }).pipe(Effect.provide(service()))
  )

  it.effect("refuses a provider that is not supported, or has no shared keys", () =>
    Effect.gen(function* () {
      const { enabled: _, ...keys } = standard
      const response = yield* settings({ config: { oauth_providers: [{ ...keys, id: "myspace" }] } })
      assert.deepStrictEqual([response.status, response.code], [400, "SCHEMA_ERROR"])
      assert.include(response.text, "body.config.oauth_providers.0.id: Expected one of")
      const shared = yield* settings({ config: { oauth_providers: [{ type: "shared", id: "apple" }] } })
      assert.deepStrictEqual(
        [shared.status, shared.code, shared.details],
        [400, "INVALID_SHARED_OAUTH_PROVIDER_ID", { provider_id: "apple" }]
      )
    }).pipe(Effect.provide(service()))
  )

  it.effect("deletes the project, and is for owners only", () =>
    Effect.gen(function* () {
      for (const headers of [asClient, asServer]) {
        for (const method of ["GET", "PATCH", "DELETE"] as const) {
          const response = yield* send(method, path, { headers, ...(method === "PATCH" && { json: {} }) })
          assert.deepStrictEqual([response.status, response.code], [401, "INSUFFICIENT_ACCESS_TYPE"])
        }
      }
      assert.deepStrictEqual((yield* send("DELETE", path, { headers: asAdmin })).json, { success: true })
      assert.strictEqual((yield* read).code, "INVALID_SUPER_SECRET_ADMIN_KEY")
    }).pipe(Effect.provide(service()))
  )
})
