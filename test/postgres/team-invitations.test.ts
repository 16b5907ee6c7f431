/**
 * Invitations that a member sends while another connection removes them from the team.
 *
 * The removal locks the table of codes, so that the invitation waits with its permission checked.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { layerTest } from "../../service/development.ts"
import { asServer, seedWith, send, signIn, USER_ID, withToken } from "../service/fixture.ts"
import { callback } from "../service/mails.ts"
import { post } from "../service/requests.ts"
import { readId } from "../service/responses.ts"
import { connectTo } from "./connected.ts"
import { server, temporaryDatabase } from "./server.ts"
import { forkUntilBlocked } from "./until-blocked.ts"

describe.skipIf(server === undefined)("an invitation during the removal of its sender", () => {
  it.live(
    "is refused",
    () =>
      Effect.gen(function* () {
        const url = yield* temporaryDatabase
        yield* Effect.gen(function* () {
          const json = { display_name: "Crew", creator_user_id: USER_ID }
          const team_id = yield* readId((yield* send("POST", "/api/v1/teams", { headers: asServer, json })).json)
          const headers = withToken((yield* signIn()).access_token)
          const [removal, observer] = [yield* connectTo(url), yield* connectTo(url)]
          yield* Effect.promise(() =>
            removal.query(
              "BEGIN ISOLATION LEVEL SERIALIZABLE; LOCK TABLE verification_codes IN SHARE ROW EXCLUSIVE MODE"
            )
          )
          const invitation = { team_id, email: "eve@example.com", callback_url: callback }
          const request = post("/team-invitations/send-code", headers, invitation)
          const fiber = yield* forkUntilBlocked(observer, "INSERT INTO verification_codes", request)
          yield* Effect.promise(async () => {
            await removal.query("DELETE FROM team_memberships WHERE user_id = $1", [USER_ID])
            await removal.query("DELETE FROM team_invitations WHERE inviter_id = $1", [USER_ID])
            await removal.query("COMMIT")
          })
          const { code, text } = yield* Fiber.join(fiber)
          assert.strictEqual(code, "TEAM_MEMBERSHIP_NOT_FOUND", text)
          const { rows } = yield* Effect.promise(() => removal.query("SELECT 1 FROM team_invitations"))
          assert.deepStrictEqual(rows, [])
        }).pipe(Effect.provide(layerTest({ database: url, seed: seedWith() })))
      }),
    30_000
  )
})
