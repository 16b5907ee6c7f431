/** A user object that is kept while other users sign in. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { RequestError } from "../../core/errors/request-error.ts"
import { make as makeMemory } from "../../core/session/token-store-memory.ts"
import { noTokens } from "../../core/session/tokens.ts"
import { type ClientAppOptions, createClientApp } from "../../tiers/promise/index.ts"
import { startService } from "./start-service.ts"

const ada = { email: "ada@example.com", password: "correct horse" }
const bob = { email: "bob@example.com", password: "battery staple" }
const projectId = "11111111-1111-4111-8111-111111111111"

/** Makes apps over one service on a port. The service stops after the test. */
const start = async () => {
  const { optionsOf } = await startService({ projects: [{ id: projectId, displayName: "Test", users: [ada, bob] }] })
  const options = optionsOf(projectId)
  return (tokenStore: ClientAppOptions["tokenStore"] = "memory") => createClientApp({ ...options, tokenStore })
}

const isChanged = async (promise: Promise<unknown>) => {
  const failure = await promise.then(
    () => undefined,
    (error: unknown) => error
  )
  assert.instanceOf(failure, RequestError)
  assert.strictEqual(failure.reason._tag, "SessionChanged")
}

describe("A user who was read before", () => {
  it("changes no user after another one has signed in", async () => {
    const app = (await start())()
    await app.signInWithCredential(ada)
    const kept = await app.getUser({ or: "throw" })
    await app.signInWithCredential(bob)
    await isChanged(kept.update({ displayName: "Ada" }))
    await isChanged(kept.setDisplayName("Ada"))
    await isChanged(kept.setClientMetadata({ ada: true }))
    const now = await app.getUser({ or: "throw" })
    assert.deepStrictEqual([now.primaryEmail, now.displayName, now.clientMetadata], [bob.email, null, null])
    await app.signInWithCredential(ada)
    assert.isNull((await app.getUser({ or: "throw" })).displayName)
  })

  it("returns no tokens of another user, and signs no other user out", async () => {
    const app = (await start())()
    await app.signInWithCredential(ada)
    const kept = await app.getUser({ or: "throw" })
    await app.signInWithCredential(bob)
    await isChanged(kept.getAuthJson())
    await isChanged(kept.getAuthHeaders())
    await isChanged(kept.currentSession.getTokens())
    await kept.signOut()
    assert.strictEqual((await app.getUser())?.primaryEmail, bob.email)
  })

  it("changes no user after a sign-in with another store of the same tokens", async () => {
    const app = await start()
    const store = makeMemory(noTokens)
    const [here, there] = [app({ ...store }), app({ ...store })]
    await here.signInWithCredential(ada)
    const kept = await here.getUser({ or: "throw" })
    await there.signInWithCredential(bob)
    await isChanged(kept.setDisplayName("Ada"))
    assert.isNull((await here.getUser({ or: "throw" })).displayName)
  })

  it("signs no other user out whose access token is not stored", async () => {
    const app = await start()
    const store = makeMemory(noTokens)
    const own = app({ ...store })
    await own.signInWithCredential(ada)
    const kept = await own.getUser({ or: "throw" })
    await own.signInWithCredential(bob)
    await Effect.runPromise(store.update(({ refreshToken }) => ({ refreshToken, accessToken: null })))
    await kept.signOut()
    assert.strictEqual((await own.getUser())?.primaryEmail, bob.email)
  })

  it("stays usable when the same user signs in again", async () => {
    const app = (await start())()
    await app.signInWithCredential(ada)
    const kept = await app.getUser({ or: "throw" })
    await app.signInWithCredential(bob)
    await app.signInWithCredential(ada)
    await kept.setDisplayName("Ada")
    assert.strictEqual((await app.getUser())?.displayName, "Ada")
    await kept.signOut()
    assert.isNull(await app.getUser())
  })

  it("is signed out after a sign-out", async () => {
    const app = (await start())()
    await app.signInWithCredential(ada)
    const kept = await app.getUser({ or: "throw" })
    await app.signOut()
    const failure = await kept.setDisplayName("Ada").then(
      () => undefined,
      (error: unknown) => error
    )
    assert.propertyVal(failure, "_tag", "CannotGetOwnUserWithoutUser")
    assert.deepStrictEqual(await kept.getAuthJson(), { accessToken: null, refreshToken: null })
  })
})
