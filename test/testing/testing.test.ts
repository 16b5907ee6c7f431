/** A client and a whole service in memory, on the test clock. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Client from "../../tiers/client.ts"
import * as Testing from "../../testing/index.ts"
import { isOverNetwork } from "../postgres/server.ts"

const ada = { email: "ada@example.com", password: "correct horse" }

describe("keystile/testing", () => {
  it.effect("connects a client to its own service", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      yield* client.signUpWithCredential({ ...ada, verificationCallbackUrl: "http://localhost/verify" })
      const user = yield* client.getUser
      assert.strictEqual(user?.primaryEmail, ada.email)
      assert.strictEqual((yield* client.getProject).displayName, "Test project")
    }).pipe(Effect.provide(Testing.layer()))
  )

  it.effect("keeps a user signed in for a year of virtual time", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      yield* client.signInWithCredential(ada)
      yield* TestClock.adjust("364 days")
      assert.strictEqual((yield* client.getUser)?.primaryEmail, ada.email)
      yield* TestClock.adjust("2 days")
      assert.isNull(yield* client.getUser)
    }).pipe(Effect.provide(Testing.layer({ users: [ada] })))
  )

  it.effect.skipIf(isOverNetwork)("counts requests", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const log = yield* Testing.RequestLog
      yield* client.signInWithCredential(ada)
      yield* TestClock.adjust("10 minutes")
      yield* Effect.all(
        Array.from({ length: 50 }, () => client.getUser),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(yield* log.count("POST /api/v1/auth/oauth/token"), 1)
      assert.strictEqual(yield* log.count("GET /api/v1/users/me"), 50)
    }).pipe(Effect.provide(Testing.layer({ users: [ada] })))
  )
})
