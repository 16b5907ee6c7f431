/** Redirects of the facade after sign-in, sign-up and sign-out, by a router, with a service on a port. */
import { afterEach, assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { MultiFactorAuthenticationRequired } from "../../../core/errors/multi-factor.ts"
import * as Client from "../../../tiers/client.ts"
import { clientAppOf } from "../../../tiers/promise/client-app.ts"
import { type ClientApp, type ClientAppOptions, createClientApp } from "../../../tiers/promise/index.ts"
import { keyOf } from "../sign-in/authenticator.ts"
import { totpAt, TOTP_SECRET } from "../sign-in/fixture.ts"
import { ada, CALLBACK, router, startService, stopServices } from "./fixture.ts"

afterEach(stopServices)

const urls = { afterSignIn: "/in", afterSignUp: "/up", afterSignOut: "/out" }
const config = { magicLinkEnabled: true, passkeyEnabled: true }
const eve = { email: "eve@example.com", password: "open sesame!" }

/** An app, where it goes, and a service. */
const start = async (make: (options: ClientAppOptions) => ClientApp = createClientApp) => {
  const service = await startService({ config })
  const { next, redirectMethod, went } = router()
  const app = make({ ...service.options, urls, redirectMethod })
  return { ...service, app, next, went }
}

const { use } = keyOf()

/** Makes an app in a browser with a passkey. */
const appWithKey = (options: ClientAppOptions) => {
  const calls = Effect.runSync(Client.make(options))
  return clientAppOf({
    ...calls,
    signInWithPasskey: (input) => use(calls.signInWithPasskey(input)),
    as: (userId) => ({ ...calls.as(userId), registerPasskey: (input) => use(calls.registerPasskey(input)) })
  })
}

// A promise of the app ends two seconds after it has gone, or with the page: none of these is waited for.
describe("the facade redirects", () => {
  it("to `afterSignIn` after a sign-in by password, replacing this page", async () => {
    const { app, next } = await start()
    const gone = next()
    void app.signInWithCredential(ada)
    assert.deepStrictEqual(await gone, ["/in", "replace"])
    assert.strictEqual((await app.getUser())?.primaryEmail, ada.email)
  })

  it("to `afterSignUp` after a sign-up, replacing this page", async () => {
    const { app, next } = await start()
    const gone = next()
    void app.signUpWithCredential({ ...eve, verificationCallbackUrl: CALLBACK })
    assert.deepStrictEqual(await gone, ["/up", "replace"])
    assert.strictEqual((await app.getUser())?.primaryEmail, eve.email)
  })

  it("to `afterSignUp` after a magic link for a new user, and to `afterSignIn` after others", async () => {
    const { app, mailedCode, next } = await start()
    for (const page of ["/up", "/in"]) {
      await app.sendMagicLinkEmail(eve.email, { callbackUrl: CALLBACK })
      const code = await mailedCode(eve.email)
      const gone = next()
      void app.signInWithMagicLink(code)
      assert.deepStrictEqual(await gone, [page, "replace"])
    }
  })

  it("to `afterSignIn` after a passkey", async () => {
    const { app, next } = await start(appWithKey)
    await app.signInWithCredential({ ...ada, noRedirect: true })
    await (await app.getUser({ or: "throw" })).registerPasskey({ hostname: "localhost" })
    const gone = next()
    void app.signInWithPasskey({ hostname: "localhost" })
    assert.deepStrictEqual(await gone, ["/in", "replace"])
  })

  it("to `afterSignIn` only when the second factor was right", async () => {
    const { app, next, went } = await start()
    await app.signInWithCredential({ ...ada, noRedirect: true })
    const user = await app.getUser({ or: "throw" })
    await user.update({ totpMultiFactorSecret: new Uint8Array(Buffer.from(TOTP_SECRET, "base64")) })
    const asked = await app.signInWithCredential(ada)
    assert.strictEqual(asked.status === "error" && asked.error._tag, "MultiFactorAuthenticationRequired")
    const { attemptCode } = (asked as { readonly error: MultiFactorAuthenticationRequired }).error
    assert.deepStrictEqual(went, [])
    const gone = next()
    void app.completeMultiFactor({ attemptCode, totp: totpAt(Date.now()) })
    assert.deepStrictEqual(await gone, ["/in", "replace"])
  })

  it("to `afterSignOut` or the given URL after a sign-out, by the app and by the user", async () => {
    const { app, next } = await start()
    const leave = [
      { out: () => app.signOut(), page: "/out" },
      { out: () => app.signOut({ redirectUrl: "/bye" }), page: "/bye" },
      { out: async () => (await app.getUser({ or: "throw" })).signOut(), page: "/out" },
      { out: async () => (await app.getUser({ or: "throw" })).signOut({ redirectUrl: "/bye" }), page: "/bye" }
    ]
    for (const { out, page } of leave) {
      await app.signInWithCredential({ ...ada, noRedirect: true })
      const gone = next()
      await out()
      assert.deepStrictEqual(await gone, [page, "push"])
      assert.isNull(await app.getUser())
    }
  })

  it("nowhere with `noRedirect`, or when no user was signed in", async () => {
    const { app, mailedCode, went } = await start()
    assert.strictEqual((await app.signInWithCredential({ ...ada, noRedirect: true })).status, "ok")
    const signedUp = await app.signUpWithCredential({ ...eve, verificationCallbackUrl: CALLBACK, noRedirect: true })
    assert.strictEqual(signedUp.status, "ok")
    await app.sendMagicLinkEmail("new@example.com", { callbackUrl: CALLBACK })
    const code = await mailedCode("new@example.com")
    assert.strictEqual((await app.signInWithMagicLink(code, { noRedirect: true })).status, "ok")
    assert.strictEqual((await app.signInWithCredential({ ...ada, password: "wrong horse" })).status, "error")
    assert.strictEqual((await app.signUpWithCredential({ ...ada, verificationCallbackUrl: CALLBACK })).status, "error")
    assert.strictEqual((await app.signInWithMagicLink("0".repeat(45))).status, "error")
    assert.deepStrictEqual(went, [])
  })
})
