// @vitest-environment happy-dom
/** The facade on a page that a provider's answer could lead to. */
import { assert, describe, it } from "@effect/vitest"
import { createClientApp } from "../../../tiers/promise/index.ts"

describe("callOAuthCallback of the facade", () => {
  it("is false where the address holds no answer to this browser", async () => {
    const app = createClientApp({
      projectId: "11111111-1111-4111-8111-111111111111",
      publishableClientKey: "pck_test",
      baseUrl: "http://keystile.test",
      tokenStore: "memory"
    })
    assert.isFalse(await app.callOAuthCallback())
  })
})
