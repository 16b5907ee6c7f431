/** A project in the form for users and in the form for owners. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import {
  asAdmin,
  asClient,
  asServer,
  extensions,
  OTHER_PROJECT_ID,
  otherKeys,
  PROJECT_ID,
  send,
  service,
  signUp
} from "../fixture.ts"

const get = (headers: Readonly<Record<string, string>>) => send("GET", "/api/v1/projects/current", { headers })

const readConfig = Schema.decodeUnknownEffect(Schema.Struct({ config: Schema.Struct({ id: Schema.String }) }))

const flags = {
  sign_up_enabled: true,
  credential_enabled: true,
  magic_link_enabled: false,
  passkey_enabled: false,
  client_team_creation_enabled: false,
  client_user_deletion_enabled: false,
  allow_user_api_keys: false,
  allow_team_api_keys: false
}

describe("GET /projects/current", () => {
  it.effect("returns clients and servers the settings that screens need", () =>
    Effect.gen(function* () {
      for (const headers of [asClient, asServer]) {
        assert.deepStrictEqual((yield* get(headers)).json, {
          id: PROJECT_ID,
          display_name: "Test",
          config: {
            ...flags,
            enabled_oauth_providers: [],
            domains: [],
            allow_localhost: true,
            extensions
          }
        })
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("returns owners every setting", () =>
    Effect.gen(function* () {
      yield* signUp("new@example.com")
      const response = yield* get(asAdmin)
      const { config } = yield* readConfig(response.json)
      assert.match(config.id, /^[\da-f]{8}-/)
      assert.deepStrictEqual(response.json, {
        id: PROJECT_ID,
        display_name: "Test",
        description: "",
        created_at_millis: 0,
        user_count: 2,
        is_production_mode: false,
        config: {
          ...flags,
          passkey_enabled: true,
          id: config.id,
          allow_localhost: true,
          create_team_on_sign_up: false,
          require_email_verification: false,
          oauth_providers: [],
          enabled_oauth_providers: [],
          extensions,
          domains: [
            { domain: "https://b.example", handler_path: "/b" },
            { domain: "https://a.example", handler_path: "/a" }
          ],
          email_config: { type: "shared" },
          team_creator_default_permissions: [{ id: "admin" }],
          team_member_default_permissions: [{ id: "member" }],
          user_default_permissions: []
        }
      })
    }).pipe(
      Effect.provide(
        service({
          config: { passkeyEnabled: true },
          domains: [
            { domain: "https://b.example", handlerPath: "/b" },
            { domain: "https://a.example", handlerPath: "/a" }
          ]
        })
      )
    )
  )

  it.effect("returns the caller's project only", () =>
    Effect.gen(function* () {
      const response = yield* get({
        "x-stack-project-id": OTHER_PROJECT_ID,
        "x-stack-access-type": "client",
        "x-stack-publishable-client-key": otherKeys.publishableClientKey
      })
      assert.propertyVal(response.json, "display_name", "Other")
    }).pipe(Effect.provide(service()))
  )
})
