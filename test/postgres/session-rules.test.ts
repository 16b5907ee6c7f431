/**
 * A sign-in while an owner shortens the lifetime of sessions.
 *
 * Another connection locks the table of sessions, so that the sign-in has read the rules and waits when it writes its
 * session. The lock is released when the change has a response, or is blocked by the sign-in.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { layerTest } from "../../service/development.ts"
import { HOUR } from "../durations.ts"
import { ada, asAdmin, asClient, seedWith } from "../service/fixture.ts"
import { patch, post } from "../service/requests.ts"
import { connectTo } from "./connected.ts"
import { server, temporaryDatabase } from "./server.ts"
import { forkUntilBlocked, untilBlocked } from "./until-blocked.ts"

describe.skipIf(server === undefined)("a sign-in during a change of the session lifetime", () => {
  it.live(
    "gets a session with the new lifetime",
    () =>
      Effect.gen(function* () {
        const url = yield* temporaryDatabase
        yield* Effect.gen(function* () {
          const [lock, observer] = [yield* connectTo(url), yield* connectTo(url)]
          yield* Effect.promise(() => lock.query("BEGIN; LOCK TABLE sessions IN SHARE ROW EXCLUSIVE MODE"))
          // The start of a session ends the oldest ones first.
          const request = post("/auth/password/sign-in", asClient, ada)
          const signIn = yield* forkUntilBlocked(observer, "DELETE FROM sessions", request)
          const change = yield* Effect.forkChild(
            patch("/projects/current", asAdmin, { config: { session_lifetime_millis: HOUR } }),
            { startImmediately: true }
          )
          yield* Effect.raceFirst(untilBlocked(observer, "UPDATE project_configs"), Fiber.await(change))
          yield* Effect.promise(() => lock.query("COMMIT"))
          const [signedIn, changed] = [yield* Fiber.join(signIn), yield* Fiber.join(change)]
          assert.deepStrictEqual([signedIn.status, changed.status], [200, 200], signedIn.text + changed.text)
          const { rows } = yield* Effect.promise(() =>
            observer.query("SELECT ends_at - created_at AS lifetime FROM sessions")
          )
          assert.deepStrictEqual(rows, [{ lifetime: String(HOUR) }])
        }).pipe(Effect.provide(layerTest({ database: url, seed: seedWith() })))
      }),
    30_000
  )
})
