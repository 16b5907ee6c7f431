// A test of an application that depends on the package.

import * as Effect from "effect/Effect"
import * as Client from "keystile/client"
import * as Testing from "keystile/testing"
import { expect, test } from "vitest"

test("signs in at the service in memory", () =>
  Effect.gen(function* () {
    const { client, user } = yield* Testing.signedInUser()
    expect((yield* client.getUser)?.id).toBe(user.id)
    const sameClient = yield* Client.Client
    const wrong = { email: "unknown@example.com", password: "verdigris-lantern-42" }
    const tag = yield* sameClient.signInWithCredential(wrong).pipe(
      Effect.as("signed in"),
      Effect.catchTag("EmailPasswordMismatch", ({ _tag }) => Effect.succeed(_tag))
    )
    expect(tag).toBe("EmailPasswordMismatch")
  }).pipe(Effect.provide(Testing.layer()), Effect.scoped, Effect.runPromise))
