/** Rotations of secrets and signing keys in processes of `keystile serve` that serve requests. */
import { assert } from "@effect/vitest"
import { Effect, Redacted, Schedule, Schema } from "effect"
import { keyIdOf } from "../../service/crypto/secrets/encryption.ts"
import { PROJECT_ID } from "../service/fixture.ts"
import { makeRawClient } from "../service/raw-client.ts"
import { start } from "./keystile-process.ts"
import { startLoad } from "./load.ts"
import { seedDatabase, startCluster } from "./serve-cluster.ts"

/** True to rotate signing keys, too. A key is published for eleven minutes before it signs. */
export const areKeysRotated = process.env["KEYSTILE_ROTATIONS"] === "1"

/** The minimum number of requests. */
export const minimum = Number(process.env["KEYSTILE_REQUESTS"] ?? 500)

export const timeout = (areKeysRotated ? 1_200_000 : 240_000) + minimum * 50

const old = "old-8ebf9b8c1d0a4f7e92b3c6d5e4f3a2b1c0d9e8f7"
const next = "next-1d0a4f7e92b38ebf9b8c6d5e4f3a2b1c0d9e8f7"

const Rotated = Schema.fromJsonString(Schema.Struct({ keyId: Schema.String, changed: Schema.Int }))
const readRotated = Schema.decodeUnknownEffect(Rotated)

const readKeySet = Schema.decodeUnknownEffect(
  Schema.Struct({ keys: Schema.Array(Schema.Struct({ kid: Schema.String })) })
)

/** Follows the procedure of docs/production.md, with a restart of all processes in each step. */
export const rotateSecrets = Effect.fnUntraced(function* (database: string, minimum: number) {
  yield* seedDatabase({ database, secrets: [Redacted.make(old)] })
  const cluster = yield* startCluster(database, old)
  const load = yield* startLoad(cluster.url, minimum)

  yield* cluster.replaceAll(`${old},${next}`)
  yield* cluster.replaceAll(`${next},${old}`)
  const { ended } = yield* start(["secrets", "rotate", "--json"], cluster.environmentOf(`${next},${old}`))
  const { code, stderr, stdout } = yield* ended
  assert.strictEqual(code, 0, stderr)
  const { changed, keyId } = yield* readRotated(stdout)
  assert.strictEqual(keyId, keyIdOf(Redacted.make(next)))
  assert.isAbove(changed, 0)
  yield* cluster.replaceAll(next)

  return { ...(yield* load.stop), changed }
}, Effect.scoped)

/** Rotates the signing key, until the former one is not published any more. */
export const rotateKeys = Effect.fnUntraced(function* (database: string, minimum: number) {
  yield* seedDatabase({ database, secrets: [Redacted.make(old)] })
  const cluster = yield* startCluster(database, old, { KEYSTILE_ACCESS_TOKEN_LIFETIME: "60" })
  const client = makeRawClient(cluster.url)
  const published = client.send("GET", `/api/v1/projects/${PROJECT_ID}/.well-known/jwks.json`).pipe(
    Effect.flatMap(({ json }) => readKeySet(json)),
    Effect.map(({ keys }) => keys.map(({ kid }) => kid))
  )
  const until = (condition: (kids: ReadonlyArray<string>) => boolean) =>
    Effect.repeat(published, { until: condition, schedule: Schedule.spaced("1 second") })

  const load = yield* startLoad(cluster.url, minimum)
  const [former, ...none] = yield* published
  assert.deepStrictEqual(none, [])
  const { ended } = yield* start(["keys", "rotate", "--project", PROJECT_ID], cluster.environmentOf(old))
  const { code, stderr } = yield* ended
  assert.strictEqual(code, 0, stderr)
  const both = yield* until((kids) => kids.length === 2)
  assert.include(both, former)
  assert.notInclude(yield* until((kids) => kids.length === 1), former)
  return yield* load.stop
}, Effect.scoped)
