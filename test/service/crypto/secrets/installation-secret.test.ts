/** The start of a service with secrets, with wrong ones and without them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { readFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { keyIdOf } from "../../../../service/crypto/secrets/encryption.ts"
import { layerTest } from "../../../../service/development.ts"
import { seedWith, send, signIn, withToken } from "../../fixture.ts"
import { temporaryFolder } from "../../temporary-folder.ts"

const secret = Redacted.make("a secret of the operator, 32 bytes or more")
const other = Redacted.make("another secret of the operator, 32 bytes or more")

const start = (database: string, secrets: ReadonlyArray<Redacted.Redacted<string>>) =>
  layerTest({ database, secrets, seed: seedWith() })

const serverSecretOf = (path: string): string => {
  const database = new DatabaseSync(path)
  try {
    return String(database.prepare("SELECT server_secret FROM installation").get()?.["server_secret"])
  } finally {
    database.close()
  }
}

const tokenOf = Effect.map(signIn(), ({ access_token }) => access_token)

const statusOf = (token: string) =>
  Effect.map(send("GET", "/api/v1/users/me", { headers: withToken(token) }), ({ status }) => status)

describe("the secret of the installation", () => {
  it.effect("is stored encrypted with secrets, and the same after each start with them", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const token = yield* Effect.provide(tokenOf, start(path("a.db"), [secret]))
      assert.isTrue(serverSecretOf(path("a.db")).startsWith(`ks1.${keyIdOf(secret)}.`))
      assert.strictEqual(yield* Effect.provide(statusOf(token), start(path("a.db"), [other, secret])), 200)
    })
  )

  it.effect("of a database of development is encrypted at the first start with secrets", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const token = yield* Effect.provide(tokenOf, start(path("a.db"), []))
      const plain = serverSecretOf(path("a.db"))
      assert.strictEqual(yield* Effect.provide(statusOf(token), start(path("a.db"), [secret])), 200)
      assert.isTrue(serverSecretOf(path("a.db")).startsWith(`ks1.${keyIdOf(secret)}.`))
      assert.notInclude(serverSecretOf(path("a.db")), plain)
    })
  )

  it.effect("is not opened with other secrets: the start names the key id, and the file stays unchanged", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      yield* Effect.provide(tokenOf, start(path("a.db"), [secret]))
      const before = readFileSync(path("a.db"))
      for (const [secrets, given] of [
        [[other], `the given ones have ${keyIdOf(other)}`],
        [[], "none was given"]
      ] as const) {
        const error = yield* Effect.flip(Effect.provide(Effect.void, start(path("a.db"), secrets)))
        assert.strictEqual(error._tag, "SecretsUnusable")
        assert.include(error.message, `key id is ${keyIdOf(secret)}; ${given}`)
        assert.notInclude(error.message, Redacted.value(other))
      }
      assert.isTrue(before.equals(readFileSync(path("a.db"))))
      yield* Effect.provide(tokenOf, start(path("a.db"), [secret]))
    })
  )

  it.effect("needs secrets of at least 32 bytes", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const short = Redacted.make("a short secret")
      const error = yield* Effect.flip(Effect.provide(Effect.void, start(path("a.db"), [secret, short])))
      assert.strictEqual(error._tag, "OptionInvalid")
      assert.include(error.message, "secret 2 has to have at least 32 bytes")
      assert.notInclude(error.message, Redacted.value(short))
    })
  )
})
