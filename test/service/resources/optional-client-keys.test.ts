/** Clients without a publishable client key, in projects that do not require one. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import {
  ada,
  asAdmin,
  asClient,
  asServer,
  type Headers,
  keys,
  me,
  PROJECT_ID,
  send,
  service,
  signIn,
  USER_ID
} from "../fixture.ts"
import { readSession } from "../responses.ts"
import { authorizePath, Browser, exchange, form, grace, locationOf, oauthService } from "./oauth/browser.ts"

const PUBLIC = "__stack_public_client__"
const withoutKey: Headers = { "x-stack-access-type": "client", "x-stack-project-id": PROJECT_ID }
const since28: Headers = { ...withoutKey, "x-stack-allow-anonymous-user": "true" }
const optional = { clientKeyRequired: false }

const readRefreshToken = Schema.decodeUnknownSync(Schema.Struct({ refresh_token: Schema.String }))

const config = (change: object, headers = asAdmin) =>
  send("PATCH", "/api/v1/projects/current", { headers, json: { config: change } })
const project = (headers: Headers) => send("GET", "/api/v1/projects/current", { headers })
const refreshWith = (client_secret: string | undefined, refresh_token: string) =>
  send(
    "POST",
    "/api/v1/auth/oauth/token",
    form({ client_id: PROJECT_ID, client_secret, refresh_token, grant_type: "refresh_token" })
  )

describe("a project that requires a publishable client key", () => {
  it.effect("refuses clients without one, by the error that they know", () =>
    Effect.gen(function* () {
      const earlier = yield* project(withoutKey)
      assert.deepStrictEqual([earlier.status, earlier.code], [401, "CLIENT_AUTHENTICATION_REQUIRED"])
      const newer = yield* project(since28)
      assert.deepStrictEqual([newer.status, newer.code], [401, "PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT"])
      assert.deepStrictEqual(newer.details, { project_id: PROJECT_ID })
      // Nor does a project disclose that it exists.
      const unknown = "99999999-9999-4999-8999-999999999999"
      const absent = yield* project({ ...since28, "x-stack-project-id": unknown })
      assert.deepStrictEqual([absent.status, absent.code], [newer.status, newer.code])
    }).pipe(Effect.provide(service()))
  )

  it.effect("refuses them in OAuth flows", () =>
    Effect.gen(function* () {
      const started = yield* new Browser().get(authorizePath("google", { client_secret: PUBLIC }))
      assert.strictEqual(started.code, "PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT")
      const { refresh_token } = yield* signIn()
      const refreshed = yield* refreshWith(PUBLIC, refresh_token)
      assert.strictEqual(refreshed.code, "INVALID_OAUTH_CLIENT_ID_OR_SECRET")
    }).pipe(Effect.provide(oauthService()))
  )
})

describe("a project that requires none", () => {
  it.effect("serves clients with and without one, and refuses a wrong one", () =>
    Effect.gen(function* () {
      for (const headers of [withoutKey, since28, asClient]) assert.strictEqual((yield* project(headers)).status, 200)
      const wrong = yield* project({ ...withoutKey, "x-stack-publishable-client-key": "pck_wrong" })
      assert.strictEqual(wrong.code, "INVALID_PUBLISHABLE_CLIENT_KEY")
      const { json } = yield* send("POST", "/api/v1/auth/password/sign-in", { headers: withoutKey, json: ada })
      const { access_token } = yield* readSession(json)
      const user = yield* me({ ...withoutKey, "x-stack-access-token": access_token })
      assert.deepInclude(user.json, { id: USER_ID })
    }).pipe(Effect.provide(service({ config: optional })))
  )

  it.effect("requires the keys of the other tiers", () =>
    Effect.gen(function* () {
      for (const [tier, code] of [
        ["server", "SERVER_AUTHENTICATION_REQUIRED"],
        ["admin", "ADMIN_AUTHENTICATION_REQUIRED"]
      ] as const) {
        const refused = yield* project({ ...since28, "x-stack-access-type": tier })
        assert.strictEqual(refused.code, code)
        const users = yield* send("GET", "/api/v1/users", { headers: { ...since28, "x-stack-access-type": tier } })
        assert.strictEqual(users.code, code)
      }
      // A publishable key is none of them.
      const asPublic = { ...asClient, "x-stack-access-type": "server" }
      assert.strictEqual(
        (yield* send("GET", "/api/v1/users", { headers: asPublic })).code,
        "SERVER_AUTHENTICATION_REQUIRED"
      )
      const users = yield* send("GET", "/api/v1/users", { headers: withoutKey })
      assert.strictEqual(users.code, "INSUFFICIENT_ACCESS_TYPE")
    }).pipe(Effect.provide(service({ config: optional })))
  )

  it.effect("accepts no token of another project, and no session that was revoked", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const elsewhere = { ...withoutKey, "x-stack-project-id": "internal", "x-stack-access-token": access_token }
      assert.strictEqual((yield* me(elsewhere)).code, "INVALID_PROJECT_FOR_ACCESS_TOKEN")
      const own = { ...withoutKey, "x-stack-access-token": access_token }
      const password = "battery staple"
      yield* send("PATCH", `/api/v1/users/${USER_ID}`, { headers: asServer, json: { password } })
      assert.strictEqual((yield* me(own)).code, "ACCESS_TOKEN_EXPIRED")
    }).pipe(Effect.provide(service({ config: optional })))
  )

  it.effect("signs in by OAuth and refreshes without one", () =>
    Effect.gen(function* () {
      const back = locationOf(yield* new Browser().signIn("google", grace, { client_secret: PUBLIC }))
      const exchanged = yield* exchange(back.searchParams.get("code") ?? "", { client_secret: PUBLIC })
      assert.strictEqual(exchanged.status, 200)
      const { refresh_token } = readRefreshToken(exchanged.json)
      assert.strictEqual((yield* refreshWith(PUBLIC, refresh_token)).status, 200)
      assert.strictEqual((yield* refreshWith(keys.publishableClientKey, refresh_token)).status, 200)
      for (const secret of [undefined, "", "pck_wrong", `${PUBLIC}_`]) {
        assert.strictEqual((yield* refreshWith(secret, refresh_token)).code, "INVALID_OAUTH_CLIENT_ID_OR_SECRET")
      }
    }).pipe(Effect.provide(oauthService(optional)))
  )

  it.effect("is named so in the admin tier only, and requires one again after a change", () =>
    Effect.gen(function* () {
      const shown = Schema.decodeUnknownSync(Schema.Struct({ config: Schema.Record(Schema.String, Schema.Unknown) }))
      assert.notProperty(shown((yield* project(asAdmin)).json).config, "client_key_required")
      const refused = yield* config({ client_key_required: false }, asServer)
      assert.strictEqual(refused.code, "INSUFFICIENT_ACCESS_TYPE")
      yield* config({ client_key_required: false })
      assert.strictEqual(shown((yield* project(asAdmin)).json).config["client_key_required"], false)
      assert.notProperty(shown((yield* project(withoutKey)).json).config, "client_key_required")
      yield* config({ client_key_required: true })
      assert.strictEqual((yield* project(withoutKey)).code, "CLIENT_AUTHENTICATION_REQUIRED")
      assert.strictEqual((yield* project(asClient)).status, 200)
    }).pipe(Effect.provide(service()))
  )
})
