/** An outage of the database. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { findPrograms, startServer } from "./postgres-server.mjs"
import { layerTest } from "../../service/development.ts"
import { ada, asClient, refresh, seedWith, send, signIn } from "../service/fixture.ts"
import { server } from "./server.ts"

describe.skipIf(server === undefined || findPrograms() === undefined)("an outage of PostgreSQL", () => {
  it.live(
    "is logged in one line, and requests succeed again after it",
    () =>
      Effect.gen(function* () {
        const own = yield* Effect.acquireRelease(
          Effect.promise(() => startServer({ isSafe: true })),
          ({ stop }) => Effect.sync(stop)
        )
        const lines: Array<string> = []
        const logger = Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))])
        yield* Effect.gen(function* () {
          const session = yield* signIn()
          const attempt = Effect.map(
            send("POST", "/api/v1/auth/password/sign-in", { headers: asClient, json: ada }),
            ({ headers, status }) => [status, headers["retry-after"]]
          )
          const inConsole = Effect.map(send("GET", "/_keystile/projects"), ({ headers, status, text }) => [
            status,
            headers["retry-after"],
            /"error"/.test(text)
          ])
          own.kill()
          for (let count = 0; count < 5; count++) assert.deepStrictEqual(yield* attempt, [503, "1"])
          assert.deepStrictEqual(yield* inConsole, [503, "1", true])
          own.start()
          assert.deepStrictEqual(yield* attempt, [200, undefined])
          assert.deepStrictEqual(yield* inConsole, [200, undefined, false])
          assert.strictEqual((yield* refresh(session.refresh_token)).status, 200)
          assert.lengthOf(lines, 2, lines.join("\n"))
          assert.match(lines[0] ?? "", /^The database refuses statements: [^\n]+ Requests that need them fail with 503/)
          assert.strictEqual(lines[1], "The database takes statements again.")
        }).pipe(Effect.provide(layerTest({ database: own.url, seed: seedWith() })), Effect.provide(logger))
      }),
    60_000
  )
})
