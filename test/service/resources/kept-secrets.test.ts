/** Secrets in the settings of a project: what the session of an owner reads, and when an update keeps them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { isOverNetwork, temporaryDatabase } from "../../postgres/server.ts"
import { layerDatabase } from "../database-layer.ts"
import { ada, asAdmin, asClient, type Headers, PROJECT_ID, seedWith, send, service, signIn } from "../fixture.ts"
import { credentials, smtpServer } from "../smtp-servers.ts"
import { temporaryFolder } from "../temporary-folder.ts"
import { UNREADABLE_SECRET } from "../unreadable-secret.ts"
import { until } from "../until.ts"
import { authorizePath } from "./oauth/browser.ts"
import { collectLog } from "../collect-log.ts"

const CURRENT = "/api/v1/projects/current"
const INTERNAL_CURRENT = `/api/v1/internal/projects/current`

const internalClient: Headers = {
  "x-stack-project-id": "internal",
  "x-stack-access-type": "client",
  "x-stack-publishable-client-key": "pck_of_internal"
}

const withOwner = service(
  {},
  {
    seed: {
      projects: [
        ...seedWith().projects,
        {
          id: "internal",
          displayName: "Internal",
          keys: { publishableClientKey: "pck_of_internal" },
          users: [{ ...ada, serverMetadata: { managedProjectIds: [PROJECT_ID] } }]
        }
      ]
    }
  }
)

const ownerToken = Effect.map(signIn(ada, internalClient), (tokens) => tokens.access_token)

const asOwner = Effect.map(ownerToken, (token): Headers => ({
  "x-stack-project-id": PROJECT_ID,
  "x-stack-access-type": "admin",
  "x-stack-admin-access-token": token
}))

const mail = {
  type: "standard",
  host: "smtp.example",
  port: 587,
  username: "user",
  password: "canary-mail",
  sender_name: "Test",
  sender_email: "test@example.com"
}
const github = { id: "github", type: "standard", enabled: true, client_id: "id", client_secret: "canary-client" }
const turnstile = { type: "turnstile", site_key: "site", secret_key: "canary-turnstile" }
const config = { email_config: mail, oauth_providers: [github], sign_up_proof: turnstile }

const Settings = Schema.Struct({ config: Schema.Record(Schema.String, Schema.Json) })
const configOf = (json: unknown) =>
  Effect.map(Effect.orDie(Schema.decodeUnknownEffect(Settings)(json)), (s) => s.config)

const patch = (headers: Headers, changes: object) => send("PATCH", CURRENT, { headers, json: { config: changes } })

/** Returns the settings as the program with the admin key reads them. */
const stored = Effect.flatMap(send("GET", CURRENT, { headers: asAdmin }), ({ json }) => configOf(json))

describe("the secrets in a project's settings", () => {
  it.effect("do not include the password of a mail server that cannot be decrypted, until it is replaced", () =>
    Effect.gen(function* () {
      const database = isOverNetwork ? yield* temporaryDatabase : (yield* temporaryFolder).path("keystile.db")
      yield* Effect.gen(function* () {
        assert.strictEqual((yield* patch(asAdmin, { email_config: mail })).status, 200)
        yield* SqlClient.SqlClient.use(
          (sql) => sql`UPDATE project_email_configs SET password = ${UNREADABLE_SECRET}`
        ).pipe(Effect.provide(layerDatabase(database)))
        const mailed = yield* send("POST", "/api/v1/auth/password/send-reset-code", {
          headers: asClient,
          json: { email: ada.email, callback_url: "http://localhost:3000/callback" }
        })
        assert.strictEqual(mailed.status, 200, mailed.text)
        const problem = "The password of the mail server cannot be decrypted: see the log of the service."
        const outgoing = Effect.map(send("GET", "/api/v1/internal/outgoing-mails", { headers: asAdmin }), (r) => r.text)
        yield* until(Effect.map(outgoing, (text) => text.includes(problem)))
        const unset = { ...mail, password: "" }
        assert.deepStrictEqual((yield* stored)["email_config"], unset)
        const kept = yield* patch(asAdmin, { email_config: unset })
        assert.deepStrictEqual([kept.status, kept.code], [400, "SCHEMA_ERROR"])
        assert.strictEqual((yield* patch(asAdmin, { email_config: mail })).status, 200)
        assert.deepStrictEqual((yield* stored)["email_config"], mail)
      }).pipe(Effect.provide(service({}, { database })))
    }).pipe(Effect.scoped)
  )

  it.effect("are empty while they cannot be decrypted, and kept by other changes, until they are replaced", () => {
    const { lines, logger } = collectLog()
    return Effect.gen(function* () {
      const database = isOverNetwork ? yield* temporaryDatabase : (yield* temporaryFolder).path("keystile.db")
      const onDatabase = <A, E>(run: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
        SqlClient.SqlClient.use(run).pipe(Effect.provide(layerDatabase(database)))
      yield* Effect.gen(function* () {
        assert.strictEqual((yield* patch(asAdmin, config)).status, 200)
        yield* onDatabase((sql) => sql`UPDATE project_oauth_providers SET client_secret = ${UNREADABLE_SECRET}`)
        yield* onDatabase((sql) => sql`UPDATE project_sign_up_proofs SET secret_key = ${UNREADABLE_SECRET}`)
        const unset = {
          oauth_providers: [{ ...github, client_secret: "" }],
          sign_up_proof: { ...turnstile, secret_key: "" }
        }
        assert.deepInclude(yield* stored, unset)
        assert.strictEqual((yield* send("GET", CURRENT, { headers: asClient })).status, 200)

        for (const _ of [1, 2]) {
          const authorized = yield* send("GET", authorizePath("github"))
          assert.strictEqual(authorized.code, "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED")
        }
        assert.lengthOf(lines, 1)
        for (const _ of [1, 2]) {
          const refused = yield* send("POST", "/api/v1/auth/password/sign-up", {
            headers: asClient,
            json: { email: "bob@example.com", password: "correct horse", sign_up_proof: "token" }
          })
          assert.strictEqual(refused.status, 503, refused.text)
        }
        assert.lengthOf(lines, 2)
        for (const column of ["project_oauth_providers.client_secret", "project_sign_up_proofs.secret_key"]) {
          const advice = "Configure the secret that encrypted it, or enter .* again"
          assert.match(lines.join("\n"), new RegExp(`${column} cannot be decrypted\\. .*AAAAAAAA\\. ${advice}`))
        }

        const google = { ...github, id: "google" }
        const added = yield* patch(asAdmin, { oauth_providers: [...unset.oauth_providers, google] })
        assert.strictEqual(added.status, 200, added.text)
        const other = yield* patch(asAdmin, {
          oauth_providers: [{ ...github, client_secret: "", client_id: "x" }, google]
        })
        assert.deepStrictEqual([other.status, other.code], [400, "SCHEMA_ERROR"])
        const secrets = onDatabase(
          (sql) => sql<{ readonly client_secret: string }>`
            SELECT client_secret FROM project_oauth_providers WHERE id = 'github'`
        )
        assert.deepStrictEqual(yield* secrets, [{ client_secret: UNREADABLE_SECRET }])
        const kept = yield* patch(asAdmin, { sign_up_proof: unset.sign_up_proof })
        assert.deepStrictEqual([kept.status, kept.code], [400, "SCHEMA_ERROR"])

        const { sign_up_proof } = config
        const replaced = yield* patch(asAdmin, { oauth_providers: [github, google], sign_up_proof })
        assert.strictEqual(replaced.status, 200, replaced.text)
        assert.deepInclude(yield* stored, { oauth_providers: [github, google], sign_up_proof })
        assert.isUndefined((yield* send("GET", authorizePath("github"))).code)
      }).pipe(Effect.provide(service({}, { database })))
    }).pipe(Effect.provide(logger), Effect.scoped)
  })

  it.effect("are empty for the session of an owner, in every response", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* patch(asAdmin, config)).status, 200)
      const headers = yield* asOwner
      const owned = { ...internalClient, "x-stack-access-token": yield* ownerToken }
      const responses = [
        yield* send("GET", CURRENT, { headers }),
        yield* send("GET", INTERNAL_CURRENT, { headers }),
        yield* patch(headers, {}),
        yield* send("PATCH", INTERNAL_CURRENT, { headers, json: {} }),
        yield* send("GET", "/api/v1/internal/projects", { headers: owned })
      ]
      for (const { status, text } of responses) {
        assert.strictEqual(status, 200)
        assert.notInclude(text, "canary")
        assert.include(text, `"client_secret":""`)
      }
      const created = yield* send("POST", "/api/v1/internal/projects", {
        headers: owned,
        json: { display_name: "New", config }
      })
      assert.strictEqual(created.status, 201, created.text)
      assert.notInclude(created.text, "canary")
      assert.deepInclude(yield* stored, config)
    }).pipe(Effect.provide(withOwner))
  )

  it.effect("are kept by an update that sends them back empty", () =>
    Effect.gen(function* () {
      yield* patch(asAdmin, config)
      const headers = yield* asOwner
      const read = yield* configOf((yield* send("GET", CURRENT, { headers })).json)
      const { email_config, oauth_providers, sign_up_proof } = read
      assert.strictEqual((yield* patch(headers, { email_config, oauth_providers, sign_up_proof })).status, 200)
      assert.deepInclude(yield* stored, config)
      const renamed = { ...mail, password: "", sender_name: "Renamed" }
      const disabled = { ...github, enabled: false, client_secret: "" }
      assert.strictEqual((yield* patch(headers, { email_config: renamed, oauth_providers: [disabled] })).status, 200)
      assert.deepInclude(yield* stored, {
        email_config: { ...renamed, password: mail.password },
        oauth_providers: [{ ...disabled, client_secret: github.client_secret }]
      })
    }).pipe(Effect.provide(withOwner))
  )

  it.effect("are refused for another recipient: a mail server, a client or a widget", () =>
    Effect.gen(function* () {
      yield* patch(asAdmin, config)
      const headers = yield* asOwner
      for (const changes of [
        { email_config: { ...mail, password: "", host: "evil.example" } },
        { email_config: { ...mail, password: "", port: 25 } },
        { email_config: { ...mail, password: "", username: "another" } },
        { oauth_providers: [{ ...github, client_secret: "", client_id: "another" }] },
        { sign_up_proof: { ...turnstile, secret_key: "", site_key: "another" } }
      ]) {
        const refused = yield* patch(headers, changes)
        assert.deepStrictEqual([refused.status, refused.code], [400, "SCHEMA_ERROR"], JSON.stringify(changes))
        assert.notInclude(refused.text, "canary")
      }
      assert.deepInclude(yield* stored, config)
    }).pipe(Effect.provide(withOwner))
  )

  it.effect("of providers that newer clients leave out are kept, too", () =>
    Effect.gen(function* () {
      yield* patch(asAdmin, config)
      const headers = yield* asOwner
      yield* send("PATCH", INTERNAL_CURRENT, { headers, json: { config: { oauth_providers: [] } } })
      assert.deepInclude(yield* stored, { oauth_providers: [{ ...github, enabled: false }] })
    }).pipe(Effect.provide(withOwner))
  )

  it.live("are used by a test mail with an empty password, to the stored server only", () =>
    Effect.gen(function* () {
      const { received, settings } = yield* smtpServer()
      const sender = { sender_name: "Test", sender_email: "test@example.com" }
      const saved = { type: "standard", ...settings, ...sender }
      assert.strictEqual((yield* patch(asAdmin, { email_config: saved })).status, 200)
      const headers = yield* asOwner
      const sendTest = (changes: object) =>
        send("POST", "/api/v1/internal/send-test-email", {
          headers,
          json: {
            recipient_email: "ada@example.com",
            email_config: { ...settings, ...sender, password: "", ...changes }
          }
        })
      assert.deepStrictEqual((yield* sendTest({})).json, { success: true })
      assert.lengthOf(received, 1)
      const other = yield* sendTest({ username: "another" })
      assert.deepInclude(other.json, { success: false })
      assert.notInclude(other.text, credentials.password)
      assert.lengthOf(received, 1)
    }).pipe(Effect.scoped, Effect.provide(withOwner))
  )
})
