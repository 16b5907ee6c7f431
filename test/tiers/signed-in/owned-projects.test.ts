/** The projects of users of the internal project. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Testing from "../../../testing/index.ts"
import { ada, withoutSession, as, failureOf, withUsers } from "./fixture.ts"

const withOwner = Effect.provide(
  Testing.layer({ seed: { projects: [{ id: "internal", displayName: "Internal", users: [ada] }] } })
)

describe("owned projects", () => {
  it.effect("are created and listed, the newest first", () =>
    Effect.gen(function* () {
      const client = yield* as(ada)
      assert.deepStrictEqual(yield* client.listOwnedProjects(), [])
      const first = yield* client.createProject({ displayName: "First", config: { magicLinkEnabled: true } })
      assert.deepInclude(first, { displayName: "First", userCount: 0 })
      assert.isTrue(first.config.magicLinkEnabled)
      yield* TestClock.adjust("1 second")
      yield* client.createProject({ displayName: "Second", description: "The other one" })
      const names = (yield* client.listOwnedProjects()).map(({ displayName }) => displayName)
      assert.deepStrictEqual(names, ["Second", "First"])
    }).pipe(withOwner)
  )

  it.effect("need providers with shared keys", () =>
    Effect.gen(function* () {
      const client = yield* as(ada)
      const oauthProviders = [{ type: "shared", id: "facebook", enabled: true }] as const
      const failure = yield* Effect.flip(client.createProject({ displayName: "First", config: { oauthProviders } }))
      assert.deepInclude(failure, { _tag: "InvalidSharedOAuthProviderId", providerId: "facebook" })
    }).pipe(withOwner)
  )

  it.effect("need a user", () =>
    Effect.gen(function* () {
      const client = yield* withoutSession
      assert.strictEqual(yield* failureOf(client.listOwnedProjects()), "UserAuthenticationRequired")
      assert.strictEqual(yield* failureOf(client.createProject({ displayName: "First" })), "UserAuthenticationRequired")
    }).pipe(withOwner)
  )

  it.effect("belong to users of the internal project", () =>
    Effect.gen(function* () {
      const client = yield* as(ada)
      assert.strictEqual(yield* failureOf(client.listOwnedProjects()), "ExpectedInternalProject")
      assert.strictEqual(yield* failureOf(client.createProject({ displayName: "First" })), "ExpectedInternalProject")
    }).pipe(withUsers())
  )
})
