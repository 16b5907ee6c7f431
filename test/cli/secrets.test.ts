/** The command `keystile secrets`, run as users run it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Schema } from "effect"
import { keyIdOf } from "../../service/crypto/secrets/encryption.ts"
import { makeInstallation } from "./installation.ts"
import { type Environment, run, start } from "./keystile-process.ts"
import { seedDatabase } from "./serve-cluster.ts"

const old = "cAnArY-of-the-old-secret-8ebf9b8c1d0a4f7e92b3"
const next = "cAnArY-of-the-next-secret-1d0a4f7e92b38ebf9b8c"
const idOf = (secret: string) => keyIdOf(Redacted.make(secret))

/** Returns the environment of an installation that is encrypted with the old secret, with the given secrets. */
const withDatabase = Effect.gen(function* () {
  const { database, environment } = yield* makeInstallation()
  yield* seedDatabase({ database, secrets: [Redacted.make(old)] })
  return (secrets: string): Environment => ({ ...environment, KEYSTILE_SECRETS: secrets })
})

const rotate = (environment: Environment, ...args: ReadonlyArray<string>) =>
  run(["secrets", "rotate", ...args], environment)

const readResult = Schema.decodeUnknownEffect(
  Schema.fromJsonString(Schema.Struct({ keyId: Schema.String, changed: Schema.Int }))
)

describe("keystile secrets rotate", () => {
  it.live("encrypts all secrets with the first one while the service runs, and repeats without a change", () =>
    Effect.gen(function* () {
      const environment = yield* withDatabase
      const serving = yield* start(["serve", "--port", "0"], environment(`${next},${old}`))
      yield* serving.line(/Listening on/)
      const first = yield* rotate(environment(`${next},${old}`), "--json")
      assert.strictEqual(first.code, 0, first.stderr)
      const result = yield* readResult(first.stdout)
      assert.strictEqual(result.keyId, idOf(next))
      assert.isAbove(result.changed, 0)
      const second = yield* rotate(environment(next))
      assert.include(second.stdout, `the key ${idOf(next)}. 0 were encrypted again.`)
      assert.notMatch(first.stdout + first.stderr + second.stdout + second.stderr, /cAnArY/)
      const refused = yield* run(["serve", "--port", "0"], environment(old))
      assert.strictEqual(refused.code, 1)
      assert.include(refused.stderr, `key id is ${idOf(next)}`)
      assert.notMatch(refused.stderr, /cAnArY/)
    })
  )

  it.live("refuses secrets that do not fit, and explains itself", () =>
    Effect.gen(function* () {
      const environment = yield* withDatabase
      const refused = yield* rotate(environment(next))
      assert.strictEqual(refused.code, 1)
      assert.include(refused.stderr, `key id is ${idOf(old)}; the given ones have ${idOf(next)}`)
      const help = yield* rotate({}, "--help")
      assert.strictEqual(help.code, 0)
      assert.include(help.stdout, "An interrupted run continues with the next one")
    })
  )
})
