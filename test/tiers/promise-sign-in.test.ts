/** The sign-in methods of the promise facade: their results, which are those of the original client, and redirects. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Mailbox } from "../../service/index.ts"
import { createClientApp } from "../../tiers/promise/index.ts"
import { startService } from "./start-service.ts"

const ada = { email: "ada@example.com", password: "correct horse" }
const projectId = "11111111-1111-4111-8111-111111111111"
const callbackUrl = "http://localhost:3000/callback"
const unknown = "0".repeat(45)

const start = async () => {
  const { context, optionsOf } = await startService({
    projects: [
      { id: projectId, displayName: "Test", users: [ada], config: { magicLinkEnabled: true, passkeyEnabled: true } }
    ]
  })
  const codeTo = (to: string) =>
    Effect.runPromise(
      Mailbox.use((mailbox) => mailbox.next({ to })).pipe(
        Effect.map(({ text }) => /code=([0-9a-z]{45})/.exec(text)?.[1] ?? ""),
        Effect.provideContext(context)
      )
    )
  const app = createClientApp(optionsOf(projectId))
  return { app, codeTo }
}

describe("the promise facade", () => {
  it("signs in by a magic link: the whole code, or six characters and the nonce", async () => {
    const { app, codeTo } = await start()
    const sent = await app.sendMagicLinkEmail("new@example.com", { callbackUrl })
    const code = await codeTo("new@example.com")
    assert.deepStrictEqual(sent, { status: "ok", data: { nonce: code.slice(6) } })
    const nonce = sent.status === "ok" ? sent.data.nonce : ""
    assert.deepStrictEqual(await app.signInWithMagicLink({ otp: code.slice(0, 6), nonce }), {
      status: "ok",
      data: undefined
    })
    assert.strictEqual((await app.getUser())?.primaryEmail, "new@example.com")
    const again = await app.signInWithMagicLink(code)
    assert.strictEqual(again.status === "error" && again.error._tag, "VerificationCodeAlreadyUsed")
    const evil = await app.sendMagicLinkEmail("new@example.com", { callbackUrl: "https://evil.test" })
    assert.strictEqual(evil.status === "error" && evil.error._tag, "RedirectUrlNotWhitelisted")
  })

  it("resets a password and verifies an address", async () => {
    const { app, codeTo } = await start()
    assert.strictEqual((await app.sendForgotPasswordEmail(ada.email, { callbackUrl })).status, "ok")
    const code = await codeTo(ada.email)
    assert.strictEqual((await app.verifyPasswordResetCode(code)).status, "ok")
    const long = await app.resetPassword({ code, password: "x".repeat(71) })
    assert.strictEqual(long.status === "error" && long.error._tag, "PasswordTooLong")
    assert.strictEqual((await app.resetPassword({ code, password: "another horse" })).status, "ok")
    assert.strictEqual((await app.signInWithCredential({ ...ada, password: "another horse" })).status, "ok")
    const unverified = await app.verifyEmail(unknown)
    assert.strictEqual(unverified.status === "error" && unverified.error._tag, "VerificationCodeNotFound")
  })

  it("returns a wrong second factor as a result, and rejects without a page", async () => {
    const { app } = await start()
    const wrong = await app.completeMultiFactor({ attemptCode: unknown, totp: "" })
    assert.strictEqual(wrong.status === "error" && wrong.error._tag, "InvalidTotpCode")
    const rejected = (promise: Promise<unknown>) =>
      promise.then(
        () => "resolved",
        (error: { _tag: string }) => error._tag
      )
    assert.strictEqual(await rejected(app.signInWithPasskey()), "BrowserRequired")
    assert.strictEqual(await rejected(app.signInWithOAuth("google")), "BrowserRequired")
    assert.strictEqual(await rejected(app.sendMagicLinkEmail(ada.email)), "CallbackUrlMissing")
  })

  it("has a method for each page, which does not navigate with the redirect method `none`", async () => {
    const { app } = await start()
    const names = [
      "SignIn",
      "SignUp",
      "SignOut",
      "AfterSignIn",
      "AfterSignUp",
      "AfterSignOut",
      "EmailVerification",
      "PasswordReset",
      "ForgotPassword",
      "Home",
      "OAuthCallback",
      "MagicLinkCallback",
      "AccountSettings",
      "TeamInvitation",
      "Error"
    ] as const
    for (const name of names) assert.isUndefined(await app[`redirectTo${name}`]({ replace: true }))
  })

  it("navigates to each page with a router", () => {
    const went: Array<string> = []
    const app = createClientApp({
      projectId,
      publishableClientKey: "pck_1",
      tokenStore: "memory",
      redirectMethod: (url) => void went.push(url)
    })
    void app.redirectToOAuthCallback()
    void app.redirectToAccountSettings()
    assert.deepStrictEqual(went, ["/handler/oauth-callback", "/handler/account-settings"])
  })
})
