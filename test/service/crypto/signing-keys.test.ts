/** Signing keys. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { projectSigningKey } from "../../../service/crypto/signing-key.ts"
import { OTHER_PROJECT_ID, PROJECT_ID, send, service } from "../fixture.ts"

describe("signing keys", () => {
  it("are derived from the secret and the project id as in Stack Auth", () => {
    const key = projectSigningKey("server secret", PROJECT_ID).publicJwk
    assert.deepStrictEqual(key, projectSigningKey("server secret", PROJECT_ID).publicJwk)
    assert.notDeepEqual(key, projectSigningKey("server secret", OTHER_PROJECT_ID).publicJwk)
    assert.notDeepEqual(key, projectSigningKey("another secret", PROJECT_ID).publicJwk)
  })

  it.effect("are published for existing projects", () =>
    Effect.gen(function* () {
      const response = yield* send("GET", "/api/v1/projects/nothing/.well-known/jwks.json")
      assert.deepStrictEqual([response.status, response.code], [404, undefined])
      const global = yield* send("GET", "/.well-known/jwks.json")
      assert.strictEqual(global.status, 200)
      assert.property(global.json, "message")
    }).pipe(Effect.provide(service()))
  )
})
