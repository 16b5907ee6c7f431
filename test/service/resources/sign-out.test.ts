/** Sign-out and the lifetime of sessions. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { asClient, OTHER_PROJECT_ID, otherKeys, refresh, send, service, signIn } from "../fixture.ts"

const signOut = (refreshToken: string) =>
  send("DELETE", "/api/v1/auth/sessions/current", {
    headers: { ...asClient, "x-stack-refresh-token": refreshToken },
    json: {}
  })

describe("sessions", () => {
  it.effect("end with sign-out, once", () =>
    Effect.gen(function* () {
      const { refresh_token } = yield* signIn()
      const other = yield* signIn()
      assert.deepStrictEqual((yield* signOut(refresh_token)).json, { success: true })
      const again = yield* signOut(refresh_token)
      assert.deepStrictEqual([again.status, again.code], [401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED"])
      assert.strictEqual((yield* refresh(refresh_token)).code, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
      assert.strictEqual((yield* refresh(other.refresh_token)).status, 200)
    }).pipe(Effect.provide(service()))
  )

  it.effect("are named by a header, which sign-out requires", () =>
    Effect.gen(function* () {
      const response = yield* send("DELETE", "/api/v1/auth/sessions/current", { headers: asClient })
      assert.deepStrictEqual([response.status, response.code], [400, "SCHEMA_ERROR"])
      assert.include(response.error, "DELETE /api/v1/auth/sessions/current")
      assert.include(response.error, "\n  - headers.x-stack-refresh-token: ")
    }).pipe(Effect.provide(service()))
  )

  it.effect("cannot be ended from another project", () =>
    Effect.gen(function* () {
      const { refresh_token } = yield* signIn()
      const response = yield* send("DELETE", "/api/v1/auth/sessions/current", {
        headers: {
          "x-stack-project-id": OTHER_PROJECT_ID,
          "x-stack-access-type": "client",
          "x-stack-publishable-client-key": otherKeys.publishableClientKey,
          "x-stack-refresh-token": refresh_token
        }
      })
      assert.strictEqual(response.code, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
      assert.strictEqual((yield* refresh(refresh_token)).status, 200)
    }).pipe(Effect.provide(service()))
  )

  it.effect("expire after 365 days", () =>
    Effect.gen(function* () {
      const { refresh_token } = yield* signIn()
      yield* TestClock.adjust("364 days")
      assert.strictEqual((yield* refresh(refresh_token)).status, 200)
      yield* TestClock.adjust("1 day")
      assert.strictEqual((yield* refresh(refresh_token)).code, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
    }).pipe(Effect.provide(service()))
  )
})
