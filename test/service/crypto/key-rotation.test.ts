/** The rotation of a project's signing key by another process, on virtual time. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { KeyRing, layer as keyRing, PUBLISHED_BEFORE_MILLIS } from "../../../service/crypto/key-ring.ts"
import { layerTransport } from "../../../service/server/in-memory.ts"
import { makeOver } from "../../../tiers/verify/verifier.ts"
import { asClient, me, OTHER_PROJECT_ID, PROJECT_ID, send, service, signIn, withToken } from "../fixture.ts"
import { layerDatabase } from "../database-layer.ts"
import { temporaryFolder } from "../temporary-folder.ts"

const LIFETIME = 600

const KeySet = Schema.Struct({ keys: Schema.Array(Schema.Struct({ kid: Schema.String })) })

const readKeySet = (projectId: string = PROJECT_ID) =>
  Effect.map(
    Effect.flatMap(send("GET", `/api/v1/projects/${projectId}/.well-known/jwks.json`), ({ json }) =>
      Schema.decodeUnknownEffect(KeySet)(json)
    ),
    ({ keys }) => keys.map(({ kid }) => kid)
  )

const kidOf = (token: string): unknown =>
  Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Struct({ kid: Schema.String })))(
    Buffer.from(token.split(".")[0] ?? "", "base64url").toString()
  ).kid

const tokenNow = Effect.map(signIn(), ({ access_token }) => access_token)
const statusOf = (token: string) => Effect.map(me(withToken(token)), ({ status }) => status)

/** The key ring of the command, in another process. */
const commandOn = (database: string) => Layer.provide(keyRing(LIFETIME), layerDatabase(database))

/** Rotates as the command does. */
const rotate = (database: string) =>
  Effect.provide(
    KeyRing.use((ring) => ring.rotate(PROJECT_ID)),
    commandOn(database)
  )

/** Replaces a leaked key as the command does. */
const replace = (database: string) =>
  Effect.provide(
    KeyRing.use((ring) => ring.replace(PROJECT_ID)),
    commandOn(database)
  )

describe("a rotated signing key", () => {
  it.effect("is published before it signs, and the former one until its last token has expired", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      yield* Effect.gen(function* () {
        const before = yield* readKeySet()
        assert.lengthOf(before, 1)
        const [former] = before
        assert.strictEqual(kidOf(yield* tokenNow), former)
        const signsFrom = yield* rotate(path("a.db"))
        assert.strictEqual(signsFrom, PUBLISHED_BEFORE_MILLIS)

        // Published as soon as the process reads its keys again, and it does not sign yet.
        yield* TestClock.adjust("1 minute")
        const [, next, ...others] = yield* readKeySet()
        assert.deepStrictEqual(others, [])
        assert.isString(next)
        assert.strictEqual(kidOf(yield* tokenNow), former)

        yield* TestClock.setTime(signsFrom - 1)
        const last = yield* tokenNow
        assert.strictEqual(kidOf(last), former)
        yield* TestClock.setTime(signsFrom)
        const first = yield* tokenNow
        assert.strictEqual(kidOf(first), next)
        for (const token of [last, first]) assert.strictEqual(yield* statusOf(token), 200)

        yield* TestClock.setTime(signsFrom - 1000 + LIFETIME * 1000 - 1)
        assert.strictEqual(yield* statusOf(last), 200)
        assert.deepStrictEqual(yield* readKeySet(), [former, next])
        yield* TestClock.setTime(signsFrom + LIFETIME * 1000 + 60_000)
        assert.deepStrictEqual(yield* readKeySet(), [next])
        assert.strictEqual(kidOf(yield* tokenNow), next)
        // Other projects keep their keys.
        assert.lengthOf(yield* readKeySet(OTHER_PROJECT_ID), 1)
        assert.strictEqual((yield* send("GET", "/api/v1/projects/current", { headers: asClient })).status, 200)
      }).pipe(Effect.provide(service({}, { database: path("a.db") })))
      // A restarted service has the same keys.
      yield* Effect.gen(function* () {
        const [key, ...others] = yield* readKeySet()
        assert.deepStrictEqual(others, [])
        assert.strictEqual(kidOf(yield* tokenNow), key)
      }).pipe(Effect.provide(service({}, { database: path("a.db") })))
    })
  )
})

describe("a leaked signing key", () => {
  it.effect("is refused within a minute, also for tokens that were verified before, and so is a key that waits", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      yield* Effect.gen(function* () {
        const verified = yield* tokenNow
        const unseen = yield* tokenNow
        assert.strictEqual(yield* statusOf(verified), 200)
        yield* rotate(path("a.db"))
        yield* TestClock.adjust("1 minute")
        const before = yield* readKeySet()
        assert.lengthOf(before, 2)

        yield* replace(path("a.db"))
        yield* TestClock.adjust("1 minute")
        const [key, ...others] = yield* readKeySet()
        assert.deepStrictEqual(others, [])
        assert.notInclude(before, key)
        for (const token of [verified, unseen]) assert.strictEqual(yield* statusOf(token), 401)
        const token = yield* tokenNow
        assert.strictEqual(kidOf(token), key)
        assert.strictEqual(yield* statusOf(token), 200)
        assert.lengthOf(yield* readKeySet(OTHER_PROJECT_ID), 1)
      }).pipe(Effect.provide(service({}, { database: path("a.db") })))
    })
  )
})

describe("a process that has not read the keys yet", () => {
  it.effect("accepts all of many simultaneous tokens that a rotated key signed", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const process = service({}, { database: path("a.db") })
      const token = yield* Effect.gen(function* () {
        const derived = kidOf(yield* tokenNow)
        yield* replace(path("a.db"))
        yield* TestClock.adjust("1 minute")
        const token = yield* tokenNow
        assert.notStrictEqual(kidOf(token), derived)
        return token
      }).pipe(Effect.provide(process))
      const statuses = yield* Effect.all(
        Array.from({ length: 20 }, () => statusOf(token)),
        { concurrency: "unbounded" }
      ).pipe(Effect.provide(service({}, { database: path("a.db") })))
      assert.deepStrictEqual(new Set(statuses), new Set([200]))
    })
  )
})

describe("verifiers in other programs", () => {
  it.effect("refuse no valid token during a rotation, with many of them under way and no refetch", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      yield* Effect.gen(function* () {
        // Two verifiers, the second of which reads the keys at another time. They refetch only when their keys are old.
        const options = { projectId: PROJECT_ID, baseUrl: "http://localhost:8102", keysCooldownMillis: 599_000 }
        const verifiers = [
          yield* makeOver(options, {}),
          // Another option, so that it has keys of its own.
          yield* makeOver({ ...options, keysTimeoutMillis: 4000 }, {})
        ]
        const signsFrom = yield* rotate(path("a.db"))
        const kids = new Set<unknown>()
        const tokens: Array<string> = []
        let checked = 0
        for (let now = 0; now < signsFrom + 2 * LIFETIME * 1000; now += 20_000) {
          yield* TestClock.setTime(now)
          const token = yield* tokenNow
          kids.add(kidOf(token))
          tokens.push(token)
          // All tokens that have not expired.
          const valid = tokens.slice(-(LIFETIME / 20))
          const using = now % 140_000 === 0 ? verifiers : verifiers.slice(0, 1)
          const all = using.flatMap(({ verify }) => valid.map((each) => verify(each)))
          checked += (yield* Effect.all(all, { concurrency: "unbounded" })).length
        }
        assert.strictEqual(kids.size, 2)
        assert.isAbove(checked, 2000)
      }).pipe(Effect.provide(Layer.provideMerge(layerTransport, service({}, { database: path("a.db") }))))
    })
  )
})
