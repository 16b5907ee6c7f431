/**
 * The signing keys of a project over time: each is published before it signs, and accepted after the next one signs.
 */
import { Cache, Clock, Context, Effect, Exit, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { inTransaction } from "../sql/rows.ts"
import { ServerSecret } from "./secrets/installation-secret.ts"
import { type ProjectKey, projectSigningKey, projectSigningKeyId, signingKey } from "./signing-key.ts"
import * as Store from "./signing-key-store.ts"
import { DAY_MILLIS } from "../time/durations.ts"

/** The time for which a process uses the keys that it read, in milliseconds. */
const CACHE_MILLIS = 60_000

/** The time for which `keystile/verify` caches keys by default (`keysMaxAgeMillis`), in milliseconds. */
const JWKS_CACHE_MILLIS = 600_000

/** A new key is published for this time before it signs, in milliseconds. */
export const PUBLISHED_BEFORE_MILLIS = JWKS_CACHE_MILLIS + CACHE_MILLIS

/** The longest difference between the clocks of processes and verifiers, in milliseconds. */
const LEEWAY_MILLIS = 60_000

/** The longest lifetime of access tokens (`accessTokenLifetime` of the configuration), in milliseconds. */
const MAX_LIFETIME_MILLIS = DAY_MILLIS

/** The number of projects whose keys are cached. */
const MAX_PROJECTS = 1000

/** The time for which the ids of all stored keys are cached. */
const IDS_TTL = "5 seconds"

interface TimedKey {
  readonly key: ProjectKey
  readonly signsFrom: number
}

interface LoadedKeys {
  readonly keys: readonly [TimedKey, ...ReadonlyArray<TimedKey>]
  readonly at: number
}

export class KeyRing extends Context.Service<
  KeyRing,
  {
    /** Returns the key that signs now. */
    readonly signer: (projectId: string) => Effect.Effect<ProjectKey>
    /** Returns the keys that are published now: of tokens that may be valid, and those that sign later. */
    readonly listPublished: (projectId: string) => Effect.Effect<ReadonlyArray<ProjectKey>>
    /**
     * Returns the published key of a token, by the claim `aud` and the header `kid`, which are not verified yet.
     * Unknown projects and keys cause no query each and are not cached.
     */
    readonly find: (projectId: string, kid: string) => Effect.Effect<ProjectKey | null>
    /** Adds a key, which signs after it was published long enough. Returns the time, in epoch milliseconds. */
    readonly rotate: (projectId: string) => Effect.Effect<number>
    /**
     * Replaces all keys at once, after one leaked. Running processes refuse the tokens of the others within a minute.
     */
    readonly replace: (projectId: string) => Effect.Effect<void>
  }
>()("keystile/service/KeyRing") {}

/** @param lifetimeSeconds the lifetime of access tokens */
export const layer = (
  lifetimeSeconds: number
): Layer.Layer<KeyRing, never, ServerSecret | Layer.Services<typeof Store.layer>> =>
  Layer.effect(
    KeyRing,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* Store.SigningKeyStore
      const serverSecret = Redacted.value(yield* ServerSecret)
      const cache = new Map<string, LoadedKeys>()

      const load = Effect.fnUntraced(function* (projectId: string, at: number) {
        const stored = yield* store.list(projectId)
        const before = cache.get(projectId)?.keys ?? []
        const added = stored.map(({ id, secret, signsFrom }) => ({
          key: before.find(({ key }) => key.publicJwk.kid === id)?.key ?? signingKey(Redacted.value(secret)),
          signsFrom
        }))
        const derived = before[0] ?? { key: projectSigningKey(serverSecret, projectId), signsFrom: -Infinity }
        const loaded: LoadedKeys = { keys: [derived, ...added], at }
        if (cache.size >= MAX_PROJECTS) cache.clear()
        cache.set(projectId, loaded)
        return loaded
      })

      const loadCached = (projectId: string, now: number) => {
        const known = cache.get(projectId)
        return known !== undefined && Math.abs(now - known.at) < CACHE_MILLIS
          ? Effect.succeed(known)
          : load(projectId, now)
      }

      const projectsByKey = yield* Cache.makeWith(
        () => Effect.map(store.listIds, (ids) => new Map(ids.map(({ id, projectId }) => [id, projectId]))),
        { capacity: 1, timeToLive: (exit) => (Exit.isSuccess(exit) ? IDS_TTL : 0) }
      )
      const isStored = (projectId: string, kid: string) =>
        Effect.map(Cache.get(projectsByKey, "all"), (projects) => projects.get(kid) === projectId)

      const listPublished = Effect.fnUntraced(function* (projectId: string) {
        const now = yield* Clock.currentTimeMillis
        const { keys } = yield* loadCached(projectId, now)
        const isOver = (successor: TimedKey | undefined) =>
          successor !== undefined && successor.signsFrom + lifetimeSeconds * 1000 + LEEWAY_MILLIS <= now
        return keys.flatMap(({ key }, index) => (isOver(keys[index + 1]) ? [] : [key]))
      })

      const add = Effect.fnUntraced(function* (projectId: string, signsFrom: number) {
        const secret = randomBytes(32).toString("base64url")
        const id = signingKey(secret).publicJwk.kid
        yield* store.insert({ id, projectId, secret: Redacted.make(secret), signsFrom })
        cache.delete(projectId)
        yield* Cache.invalidateAll(projectsByKey)
      })

      return KeyRing.of({
        signer: Effect.fnUntraced(function* (projectId) {
          const now = yield* Clock.currentTimeMillis
          const { keys } = yield* loadCached(projectId, now)
          return (keys.findLast(({ signsFrom }) => signsFrom <= now) ?? keys[0]).key
        }),
        listPublished,
        find: Effect.fnUntraced(function* (projectId, kid) {
          const mayExist =
            cache.has(projectId) ||
            kid === projectSigningKeyId(serverSecret, projectId) ||
            (yield* isStored(projectId, kid))
          if (!mayExist) return null
          return (yield* listPublished(projectId)).find(({ publicJwk }) => publicJwk.kid === kid) ?? null
        }),
        rotate: (projectId) =>
          Effect.gen(function* () {
            const signsFrom = (yield* Clock.currentTimeMillis) + PUBLISHED_BEFORE_MILLIS
            yield* add(projectId, signsFrom)
            return signsFrom
          }).pipe(inTransaction, Effect.provideService(SqlClient.SqlClient, sql)),
        replace: (projectId) =>
          Effect.gen(function* () {
            yield* store.removeAll(projectId)
            // So long ago that the derived key, which has no row, is not accepted any more.
            yield* add(projectId, (yield* Clock.currentTimeMillis) - MAX_LIFETIME_MILLIS - LEEWAY_MILLIS)
          }).pipe(inTransaction, Effect.provideService(SqlClient.SqlClient, sql))
      })
    })
  ).pipe(Layer.provide(Store.layer))
