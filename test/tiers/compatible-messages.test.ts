/** Messages of the client that programs written for the original client may compare with. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Schema } from "effect"
import { TestClock } from "effect/testing"
import { CallbackUrlMissing } from "../../core/errors/local-errors.ts"
import { UserNotSignedIn } from "../../core/errors/local-session-errors.ts"
import { RequestError, UnknownErrorCode } from "../../core/errors/request-error.ts"
import { CustomPermissionId, PermissionId } from "../../core/schema/fields/permission-id.ts"
import * as Client from "../../tiers/client.ts"
import { ok, scripted, status } from "../core/scripted-transport.ts"

const refusalOf = (id: string, schema: typeof PermissionId = PermissionId) => {
  try {
    Schema.decodeUnknownSync(schema)(id)
    return ""
  } catch (error) {
    return String(error)
  }
}

describe("The message is unchanged from the original client:", () => {
  it("User is not signed in but getUser was called with { or: 'throw' }", () => {
    assert.strictEqual(
      new UserNotSignedIn().message,
      "User is not signed in but getUser was called with { or: 'throw' }"
    )
  })

  it("Cannot invite user without a callback URL from the server or without a redirect method", () => {
    assert.include(
      new CallbackUrlMissing({ action: "invite user", option: "callbackUrl" }).message,
      "Cannot invite user without a callback URL from the server or without a redirect method"
    )
  })

  it('Only lowercase letters, numbers, ":", "_" and optional "$" at the beginning are allowed', () => {
    const text = 'Only lowercase letters, numbers, ":", "_" and optional "$" at the beginning are allowed'
    assert.include(refusalOf("Read All"), text)
  })

  it("Invalid system permission", () => {
    for (const schema of [PermissionId, CustomPermissionId]) {
      for (const id of ["$no_such_thing", "$Foo"]) {
        assert.include(refusalOf(id, schema), "Invalid system permission")
        assert.notInclude(refusalOf(id, schema), 'optional "$"')
      }
    }
    assert.include(refusalOf("$update_team", CustomPermissionId), "Invalid system permission")
    assert.strictEqual(refusalOf("$update_team"), "")
  })

  it("Unknown KnownError code", () => {
    const reason = new UnknownErrorCode({ code: "NEW", status: 400, text: Redacted.make("") })
    assert.include(new RequestError({ endpoint: "GET /users/me", reason }).message, "Unknown KnownError code")
  })

  it.effect("INFINITE_LOOP_DETECTED", () =>
    Effect.gen(function* () {
      const script = scripted((_, index) => (index === 0 ? status(508, {}, "INFINITE_LOOP_DETECTED") : ok({})))
      const layer = Client.layerNoDeps({
        projectId: "11111111-1111-4111-8111-111111111111",
        publishableClientKey: "pck_test",
        tokenStore: null
      })
      yield* Effect.forkChild(
        Effect.exit(Effect.flatMap(Client.Client, ({ getProject }) => getProject)).pipe(
          Effect.provide(Layer.provide(layer, script.layer))
        )
      )
      yield* TestClock.adjust("10 seconds")
      assert.lengthOf(script.requests, 2, "it was asked again")
    })
  )
})
