/** Stopping a service while it handles a request. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Logger } from "effect"
import type { Client } from "pg"
import { layerTest } from "../../service/development.ts"
import { listen } from "../../service/index.ts"
import { asServer, seedWith, USER_ID } from "../service/fixture.ts"
import { connectTo } from "./connected.ts"
import { directDatabase, server } from "./server.ts"

/** Waits until a statement is blocked by the lock. */
const untilBlocked = (client: Client): Effect.Effect<void> =>
  Effect.flatMap(
    Effect.promise(() =>
      client.query("SELECT 1 FROM pg_locks WHERE relation = 'contact_channels'::regclass AND NOT granted")
    ),
    ({ rows }) => (rows.length > 0 ? Effect.void : untilBlocked(client))
  )

describe.skipIf(server === undefined)("a service that stops while it reads", () => {
  it.live.each([
    { name: "when the time for running requests is over", grace: 100, disconnects: false },
    { name: "when the client has disconnected", grace: 20_000, disconnects: true }
  ])("logs no failure of the database $name", ({ disconnects, grace }) =>
    Effect.gen(function* () {
      const url = yield* directDatabase
      const lines: Array<string> = []
      const logger = Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))])
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
      yield* untilBlocked(lock)
      if (disconnects) disconnect.abort()
      const stopped = yield* Effect.forkChild(Fiber.interrupt(running), { startImmediately: true })
      assert.isTrue(yield* Effect.promise(() => broken))
      yield* Effect.promise(() => lock.query("COMMIT"))
      yield* Fiber.join(stopped)
      assert.deepStrictEqual(lines, [])
    })
  )
})
