/** The session for deletions. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { lastingSession } from "../../console/deletions/lasting-session.ts"
import { sameToken } from "../../core/session/tokens.ts"
import * as Testing from "../../testing/index.ts"
import { Client } from "../../tiers/client.ts"

describe("a session for deletions", () => {
  it.effect("has the last token of its owner if the refresh of the next owner fails", () =>
    Effect.gen(function* () {
      const next = yield* Testing.newUser()
      yield* Testing.signedInUser()
      const client = yield* Client
      const { session } = client.asProjectOwner
      const lasting = lastingSession(session)
      const { accessToken } = yield* lasting.tokens
      yield* client.signInWithCredential(next.credential)
      const tokens = yield* session.tokens
      if (accessToken === null || tokens.accessToken === null) return assert.fail("There is no access token.")
      yield* session.markRefused(tokens.accessToken)
      yield* (yield* Testing.Faults).add({ kind: "serverError", path: "*/oauth/token" })
      assert.strictEqual((yield* Effect.flip(session.tokens))._tag, "RequestError")
      assert.isTrue(sameToken((yield* lasting.tokens).accessToken, accessToken))
      // After a refusal, it has no other.
      yield* lasting.markRefused(accessToken)
      assert.strictEqual((yield* Effect.flip(lasting.tokens))._tag, "RequestError")
    }).pipe(Effect.provide(Testing.layer()))
  )
})
