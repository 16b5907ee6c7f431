/**
 * The rules of the caches, for `get`, which returns an Effect, and for the promise of `read`. Direct calls
 * bypass the caches and fill them (the last tests).
 */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type { Query } from "../../../tiers/cache/query.ts"
import { projectQuery, userQuery } from "../../../tiers/cache/queries.ts"
import { teamsQuery } from "../../../tiers/cache/signed-in-queries.ts"
import type { TierCache } from "../../../tiers/cache/tier-cache.ts"
import * as Client from "../../../tiers/client.ts"
import { loadModules } from "../../../core/loading/lazy-module.ts"
import { knownError, ok, type ScriptedResponse, type SeenRequest } from "../../core/scripted-transport.ts"
import { user } from "../../react/scripted-service.ts"
import { LATENCY, scriptedCache, settle, tokens, wait } from "./scripted-cache.ts"

beforeAll(() => Effect.runPromise(loadModules))

type ClientCache = TierCache<Client.Client, Client.ClientCalls>
type Ask = <A, E>(cache: ClientCache, query: Query<A, E, Client.Client>) => Effect.Effect<Exit.Exit<A, E>>

const readers: ReadonlyArray<readonly [name: string, ask: Ask]> = [
  ["in Effect", (cache, query) => Effect.exit(cache.get(query))],
  ["as a promise", (cache, query) => Effect.promise(() => cache.read(query).promise)]
]

// The documented times in milliseconds, written out: a changed constant of the cache has to fail here.
const ENTRY_LIFE = 5000
const FETCH_INTERVAL = 300
const FAILURE_LIFE = 1000

/** A cache, its client, and the requests that it sent. */
const connect = (
  over?: (request: SeenRequest, index: number) => ScriptedResponse | undefined,
  tokenStore: Client.ClientOptions["tokenStore"] = tokens()
) =>
  Effect.gen(function* () {
    const numbered = (_: SeenRequest, index: number) => user({ display_name: `user ${index}` })
    const { cache, client, requests } = yield* scriptedCache(tokenStore, numbered, over)
    const sent = () => requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`)
    return { cache, client, requests, sent }
  })

/** Runs an effect while the time of a response passes, and returns its result. */
const runWithLatency = <A>(ask: Effect.Effect<A>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(ask)
    yield* settle
    yield* wait(LATENCY)
    return yield* Fiber.join(fiber)
  })

describe.each(readers)("%s: a cache", (_, ask) => {
  it.effect("returns the cached response, or shares the request in flight", () =>
    Effect.gen(function* () {
      const { cache, sent } = yield* connect()
      const [one, other] = yield* runWithLatency(
        Effect.all([ask(cache, projectQuery), ask(cache, projectQuery)], { concurrency: 2 })
      )
      assert.isTrue(Exit.isSuccess(one))
      assert.deepStrictEqual(one, other)
      assert.deepStrictEqual(yield* ask(cache, projectQuery), one)
      assert.deepStrictEqual(sent(), ["GET /api/v1/projects/current"])
    })
  )

  it.effect("has one request in flight, starts at least 300 ms apart, and shares them", () =>
    Effect.gen(function* () {
      const { cache, requests } = yield* connect()
      cache.subscribe(projectQuery, () => {})
      yield* runWithLatency(ask(cache, projectQuery))
      const refreshed = [cache.refresh(projectQuery), cache.refresh(projectQuery), cache.refresh(projectQuery)]
      yield* wait(FETCH_INTERVAL - LATENCY - 1)
      assert.lengthOf(requests, 1)
      assert.isTrue(Exit.isSuccess(yield* ask(cache, projectQuery)), "what is known stays meanwhile")
      yield* wait(1)
      yield* wait(LATENCY)
      yield* Effect.promise(() => Promise.all(refreshed))
      assert.deepStrictEqual(
        requests.map(({ at }) => at - (requests[0]?.at ?? 0)),
        [0, FETCH_INTERVAL]
      )
    })
  )

  it.effect("drops a response 5000 ms after its last subscriber left, unless one returns", () =>
    Effect.gen(function* () {
      const { cache, requests } = yield* connect()
      cache.subscribe(projectQuery, () => {})()
      yield* runWithLatency(ask(cache, projectQuery))
      yield* wait(ENTRY_LIFE - 1)
      const leave = cache.subscribe(projectQuery, () => {})
      yield* wait(10 * ENTRY_LIFE)
      yield* ask(cache, projectQuery)
      assert.lengthOf(requests, 1)
      leave()
      yield* wait(ENTRY_LIFE)
      yield* runWithLatency(ask(cache, projectQuery))
      assert.lengthOf(requests, 2)
    })
  )

  it.effect("keeps an error like a value: reads within a second get it without a request", () =>
    Effect.gen(function* () {
      const { cache, requests } = yield* connect((_, index) =>
        index === 0 ? knownError("PROJECT_NOT_FOUND", 404) : undefined
      )
      const failed = yield* runWithLatency(ask(cache, projectQuery))
      assert.strictEqual(Exit.isFailure(failed) && failed.cause.reasons[0]?._tag, "Fail")
      assert.deepStrictEqual(yield* ask(cache, projectQuery), failed)
      yield* wait(FAILURE_LIFE)
      assert.deepStrictEqual(yield* ask(cache, projectQuery), failed)
      assert.lengthOf(requests, 1)
      yield* wait(1)
      assert.isTrue(Exit.isSuccess(yield* runWithLatency(ask(cache, projectQuery))))
      assert.lengthOf(requests, 2)
    })
  )

  it.effect("reads again after its failures are dropped by forgetFailures", () =>
    Effect.gen(function* () {
      const { cache, requests } = yield* connect((_, index) =>
        index === 0 ? knownError("PROJECT_NOT_FOUND", 404) : undefined
      )
      assert.isTrue(Exit.isFailure(yield* runWithLatency(ask(cache, projectQuery))))
      cache.forgetFailures()
      yield* wait(FETCH_INTERVAL)
      assert.isTrue(Exit.isSuccess(yield* runWithLatency(ask(cache, projectQuery))))
      assert.lengthOf(requests, 2)
    })
  )

  it.effect("is read again after a sign-in of another user: the user, not the project", () =>
    Effect.gen(function* () {
      const { cache, client, sent } = yield* connect()
      cache.subscribe(userQuery, () => {})
      cache.subscribe(projectQuery, () => {})
      const before = yield* runWithLatency(ask(cache, userQuery))
      yield* runWithLatency(ask(cache, projectQuery))
      yield* runWithLatency(Effect.orDie(client.signInWithCredential({ email: "bob@example.com", password: "x" })))
      const after = yield* runWithLatency(ask(cache, userQuery))
      assert.isTrue(Exit.isSuccess(after))
      assert.notDeepEqual(after, before)
      assert.deepStrictEqual(sent().slice(2), ["POST /api/v1/auth/password/sign-in", "GET /api/v1/users/me"])
    })
  )

  it.effect("returns no user without a session, and an error for their data, without a request", () =>
    Effect.gen(function* () {
      const { cache, sent } = yield* connect(() => undefined, "memory")
      assert.deepStrictEqual(yield* ask(cache, userQuery), Exit.succeed(null))
      assert.isTrue(Exit.isFailure(yield* ask(cache, teamsQuery)))
      assert.deepStrictEqual(sent(), [])
    })
  )

  it.effect("keeps the old user until the page is left, if the change is held back", () =>
    Effect.gen(function* () {
      const { cache, client } = yield* connect(({ method }) =>
        method === "DELETE" ? ok({ success: true }) : undefined
      )
      cache.subscribe(userQuery, () => {})
      const before = yield* runWithLatency(ask(cache, userQuery))
      const release = cache.hold()
      yield* runWithLatency(Effect.orDie(client.signOut))
      assert.deepStrictEqual(yield* ask(cache, userQuery), before)
      release()
      assert.deepStrictEqual(yield* ask(cache, userQuery), Exit.succeed(null))
    })
  )

  it.effect("shows the change of a write before the write returns", () =>
    Effect.gen(function* () {
      const { cache } = yield* connect(({ method }) =>
        method === "PATCH" ? ok(user({ display_name: "Noor" })) : undefined
      )
      cache.subscribe(userQuery, () => {})
      yield* runWithLatency(ask(cache, userQuery))
      const { promise } = cache.run(
        Effect.flatMap(Client.Client, ({ updateUser }) => updateUser({ displayName: "Noor" }))
      )
      yield* runWithLatency(Effect.promise(() => promise))
      const exit = yield* ask(cache, userQuery)
      assert.strictEqual(Exit.isSuccess(exit) && exit.value?.displayName, "Noor")
    })
  )

  it.effect("is filled by a direct call", () =>
    Effect.gen(function* () {
      const { cache, sent } = yield* connect()
      cache.subscribe(userQuery, () => {})
      yield* runWithLatency(ask(cache, userQuery))
      const { promise } = cache.run(Effect.flatMap(Client.Client, ({ getUser }) => getUser))
      yield* runWithLatency(Effect.promise(() => promise))
      const exit = yield* ask(cache, userQuery)
      assert.strictEqual(Exit.isSuccess(exit) && exit.value?.displayName, "user 1")
      assert.deepStrictEqual(sent(), ["GET /api/v1/users/me", "GET /api/v1/users/me"])
    })
  )
})
