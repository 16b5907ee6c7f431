/** `getUser({ or })` of the promise apps with and without a signed-in user, for each value of `or`. */
import { afterEach, assert, describe, it } from "@effect/vitest"
import { UserNotSignedIn } from "../../../core/errors/local-session-errors.ts"
import {
  type ClientAppOptions,
  createClientApp,
  createServerApp,
  type GetUserOptions
} from "../../../tiers/promise/index.ts"
import { ada, bob, router, startService, stopServices } from "./fixture.ts"

afterEach(stopServices)

const everyOr: ReadonlyArray<GetUserOptions> = [{}, { or: "return-null" }, { or: "throw" }, { or: "redirect" }]

/** The apps that have a signed-in user. An admin's is a server's. */
const apps = {
  "a client's app": (options: ClientAppOptions) => createClientApp(options),
  "a server's app": (options: ClientAppOptions) => createServerApp(options)
}

describe.each(Object.entries(apps))("getUser of %s", (_, create) => {
  it("returns the signed-in user for every value of `or`, without a redirect", async () => {
    const { options } = await startService()
    const { redirectMethod, went } = router()
    const app = create({ ...options, redirectMethod })
    await app.signInWithCredential({ ...ada, noRedirect: true })
    for (const or of everyOr) assert.strictEqual((await app.getUser(or))?.primaryEmail, ada.email)
    assert.deepStrictEqual(went, [])
  })

  it("returns null when no user is signed in, by default, without a request", async () => {
    const { count, options } = await startService()
    const { redirectMethod, went } = router()
    const app = create({ ...options, redirectMethod })
    assert.isNull(await app.getUser())
    assert.isNull(await app.getUser({ or: "return-null" }))
    assert.deepStrictEqual(went, [])
    assert.strictEqual(await count(), 0)
  })

  it("returns an anonymous user only on demand, and creates one once", async () => {
    const { count, options } = await startService()
    const app = create(options)
    assert.isNull(await app.getUser({ or: "anonymous-if-exists" }))
    assert.strictEqual(await count(), 0)
    const created = await app.getUser({ or: "anonymous" })
    assert.isTrue(created.isAnonymous)
    for (const or of ["anonymous", "anonymous-if-exists"] as const) {
      assert.strictEqual((await app.getUser({ or }))?.id, created.id)
    }
    assert.isNull(await app.getUser())
    assert.instanceOf(await app.getUser({ or: "throw" }).catch((error: unknown) => error), UserNotSignedIn)
    assert.strictEqual((await app.signUpAnonymously()).status, "ok")
    assert.strictEqual(await count("POST /api/v1/auth/anonymous/sign-up"), 1)
    const email = "new@example.com"
    const verificationCallbackUrl = "http://localhost:3000/verify"
    await app.signUpWithCredential({ email, password: "correct horse", verificationCallbackUrl, noRedirect: true })
    const user = await app.getUser({ or: "throw" })
    assert.deepInclude({ ...user }, { id: created.id, isAnonymous: false, primaryEmail: email })
  })

  it("rejects when no user is signed in and `or` is `throw`", async () => {
    const { options } = await startService()
    const { redirectMethod, went } = router()
    const app = create({ ...options, redirectMethod })
    const failure: unknown = await app.getUser({ or: "throw" }).catch((error: unknown) => error)
    assert.instanceOf(failure, UserNotSignedIn)
    assert.deepStrictEqual(went, [])
  })

  it("replaces this page by sign-in when no user is signed in and `or` is `redirect`", async () => {
    const { count, options } = await startService()
    const { next, redirectMethod } = router()
    const app = create({ ...options, redirectMethod, urls: { signIn: "/login" } })
    const gone = next()
    // The promise has two seconds more for the page to be left.
    void app.getUser({ or: "redirect" })
    assert.deepStrictEqual(await gone, ["/login", "replace"])
    assert.strictEqual(await count(), 0)
  })

  it("returns null where redirects are disabled", async () => {
    const { options } = await startService()
    assert.isNull(await create({ ...options, redirectMethod: "none" }).getUser({ or: "redirect" }))
  })

  it("reads the user of the given session: another one, or none", async () => {
    const { options } = await startService()
    const app = create(options)
    const other = create(options)
    await app.signInWithCredential(ada)
    await other.signInWithCredential(bob)
    const tokenStore = await (await other.getUser({ or: "throw" })).getAuthJson()
    assert.strictEqual((await app.getUser({ tokenStore, or: "throw" })).primaryEmail, bob.email)
    assert.isNull(await app.getUser({ tokenStore: null, or: "redirect" }))
    const failure: unknown = await app.getUser({ tokenStore: null, or: "throw" }).catch((error: unknown) => error)
    assert.instanceOf(failure, UserNotSignedIn)
    assert.strictEqual((await app.getUser())?.primaryEmail, ada.email)
  })
})
