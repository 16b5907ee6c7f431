// @vitest-environment happy-dom
/** The facade on the callback page of a provider. */
import { assert, describe, it } from "@effect/vitest"
import { createClientApp } from "../../../tiers/promise/index.ts"

describe("callOAuthCallback of the facade", () => {
  it("returns false if the address has no response for this browser", async () => {
    const app = createClientApp({
      projectId: "11111111-1111-4111-8111-111111111111",
      publishableClientKey: "pck_test",
      baseUrl: "http://keystile.test",
      tokenStore: "memory"
    })
    assert.isFalse(await app.callOAuthCallback())
  })
})
