/** Direct reads, in both styles: each sends a request, and concurrent ones share it. */
import { afterEach, assert, beforeAll, describe, it, vi } from "@effect/vitest"
import { Effect } from "effect"
import { loadModules } from "../../../core/loading/lazy-module.ts"
import { fetchScripted, someTokens, standard } from "./scripted-fetch.ts"
import { styles } from "./styles.ts"

beforeAll(() => Effect.runPromise(loadModules))
afterEach(() => vi.unstubAllGlobals())

const options = {
  projectId: "p",
  publishableClientKey: "pck_1",
  secretServerKey: "ssk_1",
  baseUrl: "http://service.test"
}

describe.each(styles)("%s: a direct read", (_, { client, server }) => {
  it.each([
    ["a client", client],
    ["a server", server]
  ] as const)("by %s asks the service each time", async (_, make) => {
    const requests = fetchScripted((request, index) =>
      request.url.pathname.endsWith("/teams") ? { body: { items: [], is_paginated: false } } : standard(request, index)
    )
    const app = make({ ...options, tokenStore: someTokens() })
    for (let time = 0; time < 2; time++) {
      await app.emailOfUser()
      await app.projectName()
    }
    assert.deepStrictEqual(
      requests.map(({ url }) => url.pathname.split("/").slice(3).join("/")),
      ["users/me", "projects/current", "users/me", "projects/current"]
    )
  })

  it("of a list sends a request each time", async () => {
    const requests = fetchScripted((request, index) =>
      request.url.pathname.endsWith("/teams") ? { body: { items: [], is_paginated: false } } : standard(request, index)
    )
    const app = client({ ...options, tokenStore: someTokens() })
    for (let time = 0; time < 2; time++) assert.deepStrictEqual(await app.teamNames(), [])
    assert.lengthOf(
      requests.filter(({ url }) => url.pathname.endsWith("/teams")),
      2
    )
  })

  it("shares its request while it is in flight, and starts without delay", async () => {
    const requests = fetchScripted()
    const app = client({ ...options, tokenStore: someTokens() })
    const emails = await Promise.all(Array.from({ length: 20 }, () => app.emailOfUser()))
    assert.strictEqual(new Set(emails).size, 1)
    assert.lengthOf(requests, 1)
    await Promise.all([app.projectName(), app.projectName()])
    assert.lengthOf(requests, 2)
  })

  it("of the user without a session sends no request", async () => {
    const requests = fetchScripted()
    assert.isNull(await client({ ...options, tokenStore: "memory" }).emailOfUser())
    assert.lengthOf(requests, 0)
  })
})
