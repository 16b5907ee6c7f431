/**
 * Requests for a verification code while another connection changes the password of the user and revokes the sessions.
 *
 * The change has deleted the session and is committed as soon as the server reports that the request waits for it.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { layerTest } from "../../service/development.ts"
import { ada, seedWith, USER_ID } from "../service/fixture.ts"
import { callback, countMails } from "../service/mails.ts"
import { asUser, post } from "../service/requests.ts"
import { connectTo } from "./connected.ts"
import { server, temporaryDatabase } from "./server.ts"
import { forkUntilBlocked } from "./until-blocked.ts"

describe.skipIf(server === undefined)("a request for a verification code during a change of the password", () => {
  it.live(
    "issues no code after the change, if the change revokes its session",
    () =>
      Effect.gen(function* () {
        const url = yield* temporaryDatabase
        const seed = seedWith({ users: [{ id: USER_ID, ...ada, emailVerified: false }] })
        yield* Effect.gen(function* () {
          const headers = yield* asUser(ada)
          const changedAt = Date.now()
          const [change, observer] = [yield* connectTo(url), yield* connectTo(url)]
          yield* Effect.promise(async () => {
            await change.query("BEGIN ISOLATION LEVEL SERIALIZABLE")
            await change.query("UPDATE passwords SET changed_at = $1 WHERE user_id = $2", [changedAt, USER_ID])
            await change.query("DELETE FROM sessions WHERE user_id = $1", [USER_ID])
          })
          const body = { email: ada.email, callback_url: callback }
          const request = post("/contact-channels/send-verification-code", headers, body)
          const fiber = yield* forkUntilBlocked(observer, "UPDATE sessions", request)
          yield* Effect.promise(() => change.query("COMMIT"))
          const { code, text } = yield* Fiber.join(fiber)
          assert.strictEqual(code, "ACCESS_TOKEN_EXPIRED", text)
          assert.strictEqual(yield* countMails(ada.email), 0)
        }).pipe(Effect.provide(layerTest({ database: url, seed })))
      }),
    30_000
  )
})
