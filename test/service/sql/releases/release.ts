/**
 * Databases that releases wrote, kept for ever: `0.1.0.sqlite.gz`, `0.1.0.postgres.sql.gz`, and for each the secrets of
 * the scenario in `every-secret.ts` as JSON. `0.1.0-passkeys` also has a passkey and a team. `npm run release:database`
 * writes those of a release.
 */
import { assert } from "@effect/vitest"
import { Clock, Effect, Layer, Redacted, Schema } from "effect"
import { TestClock } from "effect/testing"
import { createLocalJWKSet, jwtVerify } from "jose"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { gunzipSync, gzipSync } from "node:zlib"
import * as InstallationSecret from "../../../../service/crypto/secrets/installation-secret.ts"
import { stepAt, totpCode } from "../../../../service/crypto/totp.ts"
import { layer } from "../../../../service/production.ts"
import { readConfiguration } from "../../../../service/production/read-configuration.ts"
import * as Database from "../../../../service/sql/database.ts"
import * as TargetStore from "../../../../service/webhooks/target-store.ts"
import { makeAuthenticator } from "../../authenticator.ts"
import { CREDENTIAL_ID, TEAM_NAME } from "../../crypto/secrets/every-secret.ts"
import { readAccessToken, readAttempt } from "../../responses.ts"
import { ada, asAdmin, asClient, asServer, PROJECT_ID, send, USER_ID, withToken } from "../../fixture.ts"
import { signInBy } from "../../resources/passkey-fixture.ts"
import { post } from "../../requests.ts"

export type DatabaseEngine = "sqlite" | "postgres"

/** The files of a release. */
const fileOf = (release: string, engine: DatabaseEngine, kind: "database" | "secrets"): URL => {
  const ending = { sqlite: "sqlite.gz", postgres: "postgres.sql.gz" }[engine]
  return new URL(kind === "database" ? `./${release}.${ending}` : `./${release}.${engine}.json`, import.meta.url)
}

const Secrets = Schema.fromJsonString(
  Schema.Struct({
    /** The time of the last write, in epoch milliseconds. */
    writtenAt: Schema.Finite,
    secrets: Schema.Record(Schema.String, Schema.String)
  })
)

/** The releases, in the order of their names. */
export const releases = readdirSync(new URL(".", import.meta.url))
  .flatMap((name) => /^(.+)\.sqlite\.gz$/.exec(name)?.[1] ?? [])
  .sort()

/** Returns the content of a kept database. */
export const readDatabase = (release: string, engine: DatabaseEngine): Buffer =>
  gunzipSync(readFileSync(fileOf(release, engine, "database")))

/** Writes the database of a release, and the secrets of the scenario that filled it, a moment ago. */
export const writeRelease = Effect.fnUntraced(function* (
  release: string,
  engine: DatabaseEngine,
  database: Buffer | string,
  secrets: ReadonlyMap<string, string>
) {
  writeFileSync(fileOf(release, engine, "database"), gzipSync(database, { level: 9 }))
  const writtenAt = yield* Clock.currentTimeMillis
  const text = Schema.encodeSync(Secrets)({ writtenAt, secrets: Object.fromEntries(secrets) })
  writeFileSync(fileOf(release, engine, "secrets"), `${text}\n`)
})

/** Returns the secrets of a kept database by name, and when it was written. */
export const readSecrets = (release: string, engine: DatabaseEngine) =>
  Schema.decodeUnknownEffect(Secrets)(readFileSync(fileOf(release, engine, "secrets"), "utf8"))

/** The number of rows of every table. */
export type RowCounts = Readonly<Record<string, number>>

/**
 * Tables to which the start adds rows: applied migrations, the system permissions that these add, and attempts at
 * webhooks that were pending.
 */
const growing: ReadonlySet<string> = new Set([
  "migrations",
  "permission_contents",
  "permission_definitions",
  "webhook_attempts"
])

const readUsers = Schema.decodeUnknownEffect(
  Schema.Struct({
    items: Schema.Array(Schema.Struct({ id: Schema.String, primary_email: Schema.NullOr(Schema.String) }))
  })
)
const readTeams = Schema.decodeUnknownEffect(
  Schema.Struct({ items: Schema.Array(Schema.Struct({ id: Schema.String, display_name: Schema.String })) })
)
const readKeys = Schema.decodeUnknownEffect(
  Schema.Struct({ keys: Schema.Array(Schema.Record(Schema.String, Schema.String)) })
)

/** Asserts that the published keys verify an access token of the release. */
const assertVerifies = Effect.fnUntraced(function* (token: string, now: number) {
  const published = yield* send("GET", `/api/v1/projects/${PROJECT_ID}/.well-known/jwks.json`)
  const { keys } = yield* readKeys(published.json)
  const { payload } = yield* Effect.promise(() =>
    jwtVerify(token, createLocalJWKSet({ keys: keys.map((key) => ({ kty: "EC", ...key })) }), {
      currentDate: new Date(now)
    })
  )
  assert.isString(payload.sub)
})

/** Asserts that the token of a provider is decrypted, and so is the secret of a webhook target. */
const assertDecrypts = Effect.fnUntraced(function* (secret: (name: string) => string, database: string) {
  const users = yield* readUsers((yield* send("GET", "/api/v1/users", { headers: asServer })).json)
  const noor = users.items.find(({ primary_email }) => primary_email === "noor@example.com")
  const token = yield* send("POST", `/api/v1/connected-accounts/${noor?.id}/spotify/access-token`, {
    headers: asServer,
    json: {}
  })
  assert.strictEqual(yield* readAccessToken(token.json), secret("provider's access token"))
  const secrets = InstallationSecret.layer([Redacted.make(secret("operator's secret"))])
  const stored = yield* TargetStore.TargetStore.use((targets) =>
    Effect.flatMap(
      targets.list(PROJECT_ID),
      Effect.forEach(({ id }) => targets.secret(id))
    )
  ).pipe(
    Effect.provide(TargetStore.layer.pipe(Layer.provide(secrets), Layer.provide(Database.layer(database))), {
      local: true
    })
  )
  const webhook = Buffer.from(secret("webhook secret")).toString("base64")
  assert.deepStrictEqual(
    stored.map((text) => Redacted.value(text)),
    [`whsec_${webhook}`]
  )
})

/** Asserts that the passkey and the team of Ada are kept. */
const assertPasskeyAndTeam = Effect.fnUntraced(function* (pem: string) {
  const byPasskey = yield* signInBy(makeAuthenticator(CREDENTIAL_ID, pem), { counter: 1 })
  assert.strictEqual(byPasskey.status, 200, byPasskey.text)
  assert.deepInclude(byPasskey.json, { user_id: USER_ID })
  const teams = yield* readTeams((yield* send("GET", `/api/v1/teams?user_id=${USER_ID}`, { headers: asServer })).json)
  assert.deepStrictEqual(
    teams.items.map(({ display_name }) => display_name),
    [TEAM_NAME]
  )
  const path = `/api/v1/team-member-profiles?team_id=${teams.items[0]?.id}`
  assert.include((yield* send("GET", path, { headers: asServer })).text, USER_ID)
})

/**
 * Asserts that this version serves everything in a kept database: what is encrypted, hashed and signed, a minute after
 * it was written, and that its start loses no row.
 */
export const assertServesRelease = Effect.fnUntraced(function* <E, R>(
  release: string,
  engine: DatabaseEngine,
  database: string,
  rowCounts: Effect.Effect<RowCounts, E, R>
) {
  const { secrets, writtenAt } = yield* readSecrets(release, engine)
  const secret = (name: string) => secrets[name] ?? assert.fail(`the release has no ${name}`)
  const { configuration } = yield* readConfiguration({
    flags: {},
    environment: {
      KEYSTILE_PUBLIC_URL: "http://localhost:8102",
      KEYSTILE_DB: database,
      KEYSTILE_SECRETS: secret("operator's secret"),
      KEYSTILE_MAIL: "log",
      KEYSTILE_REQUEST_LOG: "false"
    }
  })
  const now = writtenAt + 60_000
  yield* TestClock.setTime(now)
  const before = yield* rowCounts
  assert.isAbove(before["users"] ?? 0, 0)
  yield* Effect.gen(function* () {
    const after = yield* rowCounts
    for (const [table, count] of Object.entries(before)) {
      if (growing.has(table)) assert.isAtLeast(after[table] ?? 0, count, table)
      else assert.strictEqual(after[table], count, table)
    }
    yield* assertVerifies(secret("access token"), now)
    yield* assertDecrypts(secret, database)
    const pem = secrets["private key of a passkey"]
    if (pem !== undefined) yield* assertPasskeyAndTeam(pem)
    const me = yield* send("GET", "/api/v1/users/me", { headers: withToken(secret("access token")) })
    assert.strictEqual(me.status, 200, me.text)
    const refreshed = yield* send("POST", "/api/v1/auth/sessions/current/refresh", {
      headers: { ...asClient, "x-stack-refresh-token": secret("refresh token") },
      json: {}
    })
    assert.strictEqual(refreshed.status, 200, refreshed.text)
    const signedIn = yield* post("/auth/password/sign-in", asClient, ada)
    assert.deepInclude(signedIn.json, { user_id: USER_ID }, signedIn.text)
    const byCode = yield* post("/auth/otp/sign-in", asClient, { code: secret("mailed code") })
    assert.strictEqual(byCode.status, 200, byCode.text)

    const bob = { email: "bob@example.com", password: "the password of bob" }
    const attempt = Effect.flatMap(post("/auth/password/sign-in", asClient, bob), ({ details }) => readAttempt(details))
    const totp = totpCode(Redacted.make(Buffer.from(secret("TOTP secret")).toString("base64")), stepAt(now))
    const byTotp = yield* post("/auth/mfa/sign-in", asClient, {
      code: (yield* attempt).attempt_code,
      type: "totp",
      totp
    })
    assert.strictEqual(byTotp.status, 200, byTotp.text)
    const byRecovery = yield* post("/auth/mfa/recovery-codes/sign-in", asClient, {
      code: (yield* attempt).attempt_code,
      recovery_code: secret("recovery code")
    })
    assert.strictEqual(byRecovery.status, 200, byRecovery.text)

    const project = yield* send("GET", "/api/v1/projects/current", { headers: asAdmin })
    assert.include(project.text, secret("OAuth client secret"))
    assert.include(project.text, secret("mail server's password"))
  }).pipe(Effect.provide(layer(configuration)))
})
