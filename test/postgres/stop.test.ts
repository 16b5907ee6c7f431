/** Stopping a service while it handles a request. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { layerTest } from "../../service/development.ts"
import { listen } from "../../service/index.ts"
import { createService } from "../../service/production-entry.ts"
import { asServer, seedWith, USER_ID } from "../service/fixture.ts"
import { connectTo } from "./connected.ts"
import { directDatabase, server } from "./server.ts"
import { untilBlocked } from "./until-blocked.ts"
import { collectLog } from "../service/collect-log.ts"

describe.skipIf(server === undefined)("a service that stops while it reads", () => {
  it.live.each([
    { name: "when the time for running requests is over", grace: 100, disconnects: false },
    { name: "when the client has disconnected", grace: 20_000, disconnects: true }
  ])("logs no failure of the database $name", ({ disconnects, grace }) =>
    Effect.gen(function* () {
      const url = yield* directDatabase
      const { lines, logger } = collectLog()
      const listening = yield* Deferred.make<string>()
      const running = yield* Effect.gen(function* () {
        const { port } = yield* listen({ port: 0, host: "127.0.0.1", grace })
        yield* Deferred.succeed(listening, `http://127.0.0.1:${port}`)
        return yield* Effect.never
      }).pipe(
        Effect.scoped,
        Effect.provide(Layer.merge(layerTest({ database: url, seed: seedWith() }), logger)),
        Effect.forkChild({ startImmediately: true })
      )
      const origin = yield* Deferred.await(listening)
      const lock = yield* connectTo(url)
      yield* Effect.promise(() => lock.query("BEGIN; LOCK TABLE contact_channels IN ACCESS EXCLUSIVE MODE"))
      const disconnect = new AbortController()
      const response = fetch(`${origin}/api/v1/users/${USER_ID}`, { headers: asServer, signal: disconnect.signal })
      const broken = response.then(
        () => false,
        () => true
      )
      yield* untilBlocked(yield* connectTo(url), "contact_channels")
      if (disconnects) disconnect.abort()
      const stopped = yield* Effect.forkChild(Fiber.interrupt(running), { startImmediately: true })
      assert.isTrue(yield* Effect.promise(() => broken))
      yield* Effect.promise(() => lock.query("COMMIT"))
      yield* Fiber.join(stopped)
      assert.deepStrictEqual(lines, [])
    })
  )
})

describe.skipIf(server === undefined)("a mounted service that closes while its metrics are read", () => {
  it.live("returns them", () =>
    Effect.gen(function* () {
      const url = yield* directDatabase
      const { close, metrics, start } = createService({
        publicUrl: "https://app.example.com/api/auth",
        database: url,
        secrets: "8ebf9b8c1d0a4f7e92b3c6d5e4f3a2b1c0d9e8f7",
        mail: "log"
      })
      yield* Effect.addFinalizer(() => Effect.promise(close))
      yield* Effect.promise(start)
      const lock = yield* connectTo(url)
      yield* Effect.promise(() => lock.query("BEGIN; LOCK TABLE keystile.outgoing_mails IN ACCESS EXCLUSIVE MODE"))
      const text = metrics()
      yield* untilBlocked(yield* connectTo(url), "outgoing_mails")
      const closed = close()
      yield* Effect.promise(() => lock.query("COMMIT"))
      assert.match(yield* Effect.promise(() => text), /^keystile_queue_length\{queue="mails",state="failed"\} 0$/m)
      yield* Effect.promise(() => closed)
    }).pipe(Effect.scoped)
  )
})
