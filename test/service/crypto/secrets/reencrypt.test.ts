/** The re-encryption of a database with other secrets. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { readdirSync, readFileSync } from "node:fs"
import { Encryption, keyIdOf } from "../../../../service/crypto/secrets/encryption.ts"
import * as InstallationSecret from "../../../../service/crypto/secrets/installation-secret.ts"
import { type Progress, reencrypt, REENCRYPT_BATCH } from "../../../../service/crypto/secrets/reencrypt.ts"
import { layerTest } from "../../../../service/development.ts"
import * as UserStore from "../../../../service/resources/users/user-store.ts"
import { blankUser } from "../../../../service/resources/users/create-user.ts"
import { encryptedColumns } from "../../../../service/crypto/secrets/encrypted-columns.ts"
import * as Database from "../../../../service/sql/database.ts"
import { asAdmin, PROJECT_ID, seedWith, send } from "../../fixture.ts"
import { temporaryFolder } from "../../temporary-folder.ts"

const old = Redacted.make("the old secret of the operator, 32 bytes or more")
const next = Redacted.make("the next secret of the operator, 32 bytes or more")
const CANARY = "canary-of-a-client-secret"
const TOTP_SECRET = Buffer.from("canary of a TOTP secret").toString("base64")
const USERS = REENCRYPT_BATCH * 2 + 20

const seed = seedWith({
  config: { oauthProviders: [{ type: "standard", id: "github", clientId: "client", clientSecret: CANARY }] },
  users: [{ email: "tess@example.com", totpSecret: TOTP_SECRET }]
})

type Secrets = ReadonlyArray<Redacted.Redacted<string>>

const opened = (database: string, secrets: Secrets) =>
  Layer.orDie(
    UserStore.layer.pipe(
      Layer.provideMerge(InstallationSecret.layer(secrets)),
      Layer.provideMerge(Database.layer(database))
    )
  )

const start = (database: string, secrets: Secrets) => layerTest({ database, secrets, seed })

/** Adds users with a second factor. */
const addUsers = Effect.gen(function* () {
  const { encrypt } = yield* Encryption
  const users = yield* UserStore.UserStore
  for (let index = 0; index < USERS; index++) {
    const id = `user-${String(index).padStart(4, "0")}`
    const totpSecret = encrypt(encryptedColumns.totpSecret, [id], Redacted.make(TOTP_SECRET))
    yield* users.insert({ ...blankUser(PROJECT_ID, id, 0), totpSecret })
  }
})

const totpSecrets = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly totp_secret: string }>`SELECT totp_secret FROM users WHERE totp_secret IS NOT NULL`
)

const countOf = (key: Redacted.Redacted<string>) =>
  Effect.map(totpSecrets, (rows) => rows.filter((row) => row.totp_secret.startsWith(`ks1.${keyIdOf(key)}.`)).length)

const silently = () => Effect.void

describe("the re-encryption of a database", () => {
  it.effect("changes all values in bounded batches, and nothing when it is repeated", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      yield* Effect.provide(Effect.void, start(path("a.db"), [old]))
      yield* Effect.provide(addUsers, opened(path("a.db"), [old]))
      yield* Effect.gen(function* () {
        const steps: Array<Progress> = []
        const changed = yield* reencrypt((progress) => Effect.sync(() => void steps.push(progress)))
        assert.isAbove(changed, USERS)
        assert.strictEqual(yield* countOf(next), USERS + 1)
        const read = steps.filter(({ column }) => column === "users.totp_secret").map((step) => step.read)
        assert.deepStrictEqual(read.slice(0, 2), [REENCRYPT_BATCH, REENCRYPT_BATCH * 2])
        assert.strictEqual(yield* reencrypt(silently), 0)
      }).pipe(Effect.provide(opened(path("a.db"), [next, old])))
      // The old secret is not needed any more.
      const project = yield* Effect.provide(
        send("GET", "/api/v1/projects/current", { headers: asAdmin }),
        layerTest({ database: path("a.db"), secrets: [next] })
      )
      assert.include(project.text, CANARY)
    })
  )

  it.effect("continues after an interruption, until which a start without the old secret is refused", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      yield* Effect.provide(Effect.void, start(path("a.db"), [old]))
      yield* Effect.provide(addUsers, opened(path("a.db"), [old]))
      yield* Effect.gen(function* () {
        const stopped = yield* Effect.flip(
          reencrypt(({ changed, column }) =>
            column === "users.totp_secret" && changed > 0 ? Effect.fail("stopped") : Effect.void
          )
        )
        assert.strictEqual(stopped, "stopped")
        const count = yield* countOf(next)
        assert.isAbove(count, 0)
        assert.isAtMost(count, REENCRYPT_BATCH)
      }).pipe(Effect.provide(opened(path("a.db"), [next, old])))
      const refused = yield* Effect.flip(Effect.provide(Effect.void, start(path("a.db"), [next])))
      assert.strictEqual(refused._tag, "SecretsUnusable")
      yield* Effect.gen(function* () {
        yield* reencrypt(silently)
        assert.strictEqual(yield* countOf(next), USERS + 1)
      }).pipe(Effect.provide(opened(path("a.db"), [next, old])))
      yield* Effect.provide(Effect.void, start(path("a.db"), [next]))
    })
  )

  it.effect("ends at a value of an unknown key, and names it", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const lost = Redacted.make("a secret that was lost, of 32 bytes or more")
      yield* Effect.provide(Effect.void, start(path("a.db"), [old]))
      yield* Effect.provide(addUsers, opened(path("a.db"), [lost, old]))
      const error = yield* reencrypt(silently).pipe(Effect.flip, Effect.provide(opened(path("a.db"), [next, old])))
      assert.include(error.message, keyIdOf(lost))
      yield* Effect.provide(reencrypt(silently), opened(path("a.db"), [next, old, lost]))
    })
  )

  it.live("follows the first start of a database of development with secrets, and leaves no plain text", () =>
    Effect.gen(function* () {
      const { folder, path } = yield* temporaryFolder
      yield* Effect.provide(Effect.void, start(path("a.db"), []))
      yield* Effect.provide(addUsers, opened(path("a.db"), []))
      // As an earlier version stored it.
      yield* Effect.flatMap(SqlClient.SqlClient, (sql) => sql`UPDATE users SET totp_secret = ${TOTP_SECRET}`).pipe(
        Effect.provide(Database.layer(path("a.db")))
      )
      const contents = () => readdirSync(folder).map((name) => readFileSync(path(name), "latin1"))
      assert.isTrue(contents().some((content) => content.includes(TOTP_SECRET)))
      yield* Effect.gen(function* () {
        const isOver = Effect.map(
          Effect.flatMap(
            SqlClient.SqlClient,
            (sql) => sql`SELECT 1 FROM installation WHERE secrets_key_id IS NOT NULL`
          ),
          (rows) => rows.length > 0
        )
        yield* Effect.repeat(Effect.delay(isOver, 5), { until: (is) => is })
      }).pipe(Effect.provide(Layer.merge(start(path("a.db"), [next]), Database.layer(path("a.db")))))
      for (const content of contents()) assert.notInclude(content, TOTP_SECRET)
    })
  )
})
