/**
 * Databases that releases wrote, kept for ever: `0.1.0.sqlite.gz`, `0.1.0.postgres.sql.gz`, and for each the secrets of
 * the scenario in `every-secret.ts` as JSON. `npm run release:database` writes those of a release.
 */
import { assert } from "@effect/vitest"
import { Effect, Redacted, Schema } from "effect"
import { TestClock } from "effect/testing"
import { readdirSync, readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { stepAt, totpCode } from "../../../../service/crypto/totp.ts"
import { layer } from "../../../../service/production.ts"
import { readConfiguration } from "../../../../service/production/read-configuration.ts"
import { ada, asAdmin, asClient, send, USER_ID, withToken } from "../../fixture.ts"
import { post } from "../../mails.ts"

export type Engine = "sqlite" | "postgres"

/** The files of a release. */
export const fileOf = (release: string, engine: Engine, kind: "database" | "secrets"): URL => {
  const ending = { sqlite: "sqlite.gz", postgres: "postgres.sql.gz" }[engine]
  return new URL(kind === "database" ? `./${release}.${ending}` : `./${release}.${engine}.json`, import.meta.url)
}

export const Secrets = Schema.fromJsonString(
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
export const readDatabase = (release: string, engine: Engine): Buffer =>
  gunzipSync(readFileSync(fileOf(release, engine, "database")))

const readAttempt = Schema.decodeUnknownEffect(Schema.Struct({ attempt_code: Schema.String }))

/**
 * Asserts that this version serves everything in a kept database: what is encrypted, hashed and signed, a minute after
 * it was written.
 */
export const assertServesRelease = Effect.fnUntraced(function* (release: string, engine: Engine, database: string) {
  const file = readFileSync(fileOf(release, engine, "secrets"), "utf8")
  const { secrets, writtenAt } = yield* Schema.decodeUnknownEffect(Secrets)(file)
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
  yield* Effect.gen(function* () {
    const me = yield* send("GET", "/api/v1/users/me", { headers: withToken(secret("access token")) })
    assert.strictEqual(me.status, 200, me.text)
    const refreshed = yield* send("POST", "/api/v1/auth/sessions/current/refresh", {
      headers: { ...asClient, "x-stack-refresh-token": secret("refresh token") },
      json: {}
    })
    assert.strictEqual(refreshed.status, 200, refreshed.text)
    const signedIn = yield* post("/auth/password/sign-in", ada)
    assert.deepInclude(signedIn.json, { user_id: USER_ID }, signedIn.text)
    const byCode = yield* post("/auth/otp/sign-in", { code: secret("mailed code") })
    assert.strictEqual(byCode.status, 200, byCode.text)

    const bob = { email: "bob@example.com", password: "the password of bob" }
    const attempt = Effect.flatMap(post("/auth/password/sign-in", bob), ({ details }) => readAttempt(details))
    const totp = totpCode(Redacted.make(Buffer.from(secret("TOTP secret")).toString("base64")), stepAt(now))
    const byTotp = yield* post("/auth/mfa/sign-in", { code: (yield* attempt).attempt_code, type: "totp", totp })
    assert.strictEqual(byTotp.status, 200, byTotp.text)
    const byRecovery = yield* post("/auth/mfa/recovery-codes/sign-in", {
      code: (yield* attempt).attempt_code,
      recovery_code: secret("recovery code")
    })
    assert.strictEqual(byRecovery.status, 200, byRecovery.text)

    const project = yield* send("GET", "/api/v1/projects/current", { headers: asAdmin })
    assert.include(project.text, secret("OAuth client secret"))
    assert.include(project.text, secret("mail server's password"))
  }).pipe(Effect.provide(layer(configuration)))
})
