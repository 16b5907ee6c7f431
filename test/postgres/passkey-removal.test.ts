/**
 * A sign-in with a passkey while another connection removes the passkey and the sessions of the user.
 *
 * A third connection locks the table of passwords, which is read with the user, after the use of the passkey is
 * recorded. The lock is released when the removal has been committed, or is blocked by the sign-in.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import type { Client } from "pg"
import { layerTest } from "../../service/development.ts"
import { seedWith, USER_ID } from "../service/fixture.ts"
import { registered, signInBy } from "../service/resources/passkey-fixture.ts"
import { connectTo } from "./connected.ts"
import { server, temporaryDatabase } from "./server.ts"
import { forkUntilBlocked, untilBlocked } from "./until-blocked.ts"

/** Removes passkeys and sessions as a password reset does: again after a conflict with a concurrent transaction. */
const removeAccess = async (client: Client): Promise<void> => {
  try {
    await client.query("BEGIN ISOLATION LEVEL SERIALIZABLE")
    await client.query("DELETE FROM passkeys WHERE user_id = $1", [USER_ID])
    await client.query("DELETE FROM sessions WHERE user_id = $1", [USER_ID])
    await client.query("COMMIT")
  } catch (error) {
    await client.query("ROLLBACK")
    if (!(error instanceof Error && "code" in error && error.code === "40001")) throw error
    await removeAccess(client)
  }
}

describe.skipIf(server === undefined)("a sign-in with a passkey during the removal of the passkey", () => {
  it.live(
    "leaves no session",
    () =>
      Effect.gen(function* () {
        const url = yield* temporaryDatabase
        yield* Effect.gen(function* () {
          const { key } = yield* registered
          const [lock, removal, observer] = [yield* connectTo(url), yield* connectTo(url), yield* connectTo(url)]
          yield* Effect.promise(() => lock.query("BEGIN; LOCK TABLE passwords IN ACCESS EXCLUSIVE MODE"))
          // The view of activity has the first kilobyte of a statement.
          const signIn = yield* forkUntilBlocked(observer, "users.*", signInBy(key))
          const removed = yield* Effect.forkChild(
            Effect.promise(() => removeAccess(removal)),
            { startImmediately: true }
          )
          yield* Effect.raceFirst(untilBlocked(observer, "DELETE FROM passkeys"), Fiber.await(removed))
          yield* Effect.promise(() => lock.query("COMMIT"))
          yield* Fiber.join(removed)
          const { status, text } = yield* Fiber.join(signIn)
          assert.strictEqual(status, 200, text)
          const { rows } = yield* Effect.promise(() => observer.query("SELECT 1 FROM sessions"))
          assert.deepStrictEqual(rows, [])
        }).pipe(Effect.provide(layerTest({ database: url, seed: seedWith({ config: { passkeyEnabled: true } }) })))
      }),
    30_000
  )
})
