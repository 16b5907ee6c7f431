/** Journeys of the published client that sign up, in and out. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { listOf } from "../breached-passwords/lists.ts"
import { ada } from "../fixture.ts"
import { temporaryFolder } from "../temporary-folder.ts"
import { bob, expiredToken, verificationCallbackUrl, type Journeys } from "./apps.ts"
import { clientSince28, userSince28 } from "./since-28.ts"

export const signInJourneys = ({ has, withApps }: Journeys) => {
  it.live("signs up, out and in again", () =>
    withApps(async ({ client }) => {
      assert.strictEqual((await client.signUpWithCredential({ ...bob, verificationCallbackUrl })).status, "ok")
      const user = await client.getUser({ or: "throw" })
      assert.strictEqual(user.primaryEmail, bob.email)
      assert.isFalse(user.primaryEmailVerified)
      assert.isTrue(user.hasPassword)
      await user.signOut()
      assert.isNull(await client.getUser())
      assert.strictEqual((await client.signInWithCredential(bob)).status, "ok")
      assert.strictEqual((await client.getUser({ or: "throw" })).id, user.id)
    })
  )

  it.live("recognizes the errors of sign-in and sign-up", () =>
    withApps(
      async ({ client }) => {
        const wrong = await client.signInWithCredential({ ...ada, password: "wrong horse" })
        assert.strictEqual(wrong.status === "error" && wrong.error.errorCode, "EMAIL_PASSWORD_MISMATCH")
        const taken = await client.signUpWithCredential({ ...ada, verificationCallbackUrl })
        assert.strictEqual(taken.status === "error" && taken.error.errorCode, "USER_EMAIL_ALREADY_EXISTS")
      },
      [
        "POST /api/v1/auth/password/sign-in: 400 EMAIL_PASSWORD_MISMATCH",
        "POST /api/v1/auth/password/sign-up: 409 USER_EMAIL_ALREADY_EXISTS"
      ]
    )
  )

  it.live("gets the refusal of a breached password as a result", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      writeFileSync(path("list.txt"), listOf([bob.password]))
      yield* withApps(
        async ({ client }) => {
          const breached = await client.signUpWithCredential({ ...bob, verificationCallbackUrl })
          assert.strictEqual(breached.status === "error" && breached.error.errorCode, "PASSWORD_REQUIREMENTS_NOT_MET")
          assert.match(breached.status === "error" ? breached.error.message : "", /has appeared in a data breach/)
        },
        ["POST /api/v1/auth/password/sign-up: 400 PASSWORD_REQUIREMENTS_NOT_MET"],
        { breachedPasswords: path("list.txt") }
      )
    }).pipe(Effect.scoped)
  )

  it.live("refreshes an expired access token", () =>
    withApps(async ({ client }) => {
      await client.signInWithCredential(ada)
      const { refreshToken } = await (await client.getUser({ or: "throw" })).getAuthJson()
      assert.isString(refreshToken)
      const tokenStore = { accessToken: expiredToken, refreshToken: refreshToken ?? "" }
      const user = await client.getUser({ or: "throw", tokenStore })
      assert.strictEqual(user.primaryEmail, ada.email)
      assert.notStrictEqual((await user.getAuthJson()).accessToken, expiredToken)
    })
  )

  it.live("signs in by a mailed code and by the code of the link", () =>
    withApps(async ({ client, codesTo }) => {
      const callbackUrl = "http://localhost/magic-link"
      const sent = await client.sendMagicLinkEmail(bob.email, { callbackUrl })
      const nonce = sent.status === "ok" ? sent.data.nonce : ""
      const [typed = ""] = await codesTo(bob.email)
      assert.strictEqual((await client.signInWithMagicLink(typed.toLowerCase() + nonce)).status, "ok")
      const user = await client.getUser({ or: "throw" })
      assert.deepInclude({ ...user }, { primaryEmail: bob.email, primaryEmailVerified: true, otpAuthEnabled: true })
      await user.signOut()
      await client.sendMagicLinkEmail(bob.email, { callbackUrl })
      const [, code = ""] = await codesTo(bob.email)
      assert.strictEqual((await client.signInWithMagicLink(code)).status, "ok")
      assert.strictEqual((await client.getUser({ or: "throw" })).id, user.id)
    })
  )

  it.live("verifies an email and resets a password by mailed codes, each once", () =>
    withApps(
      async ({ client, codesTo }) => {
        await client.signUpWithCredential({ ...bob, verificationCallbackUrl })
        const [verification = ""] = await codesTo(bob.email)
        assert.strictEqual((await client.verifyEmail(verification)).status, "ok")
        assert.isTrue((await client.getUser({ or: "throw" })).primaryEmailVerified)
        const sent = await client.sendForgotPasswordEmail(bob.email, { callbackUrl: "http://localhost/reset" })
        assert.strictEqual(sent.status, "ok")
        const [reset = ""] = await codesTo(bob.email)
        assert.strictEqual((await client.verifyPasswordResetCode(reset)).status, "ok")
        assert.strictEqual((await client.resetPassword({ password: "battery staple", code: reset })).status, "ok")
        assert.strictEqual((await client.signInWithCredential({ ...bob, password: "battery staple" })).status, "ok")
        const again = await client.resetPassword({ password: "battery staple 2", code: reset })
        assert.strictEqual(again.status === "error" && again.error.errorCode, "VERIFICATION_CODE_ALREADY_USED")
      },
      [
        // The reset has revoked the session, which the client notices at the next sign-in.
        "POST /api/v1/auth/password/sign-in: 401 ACCESS_TOKEN_EXPIRED",
        "POST /api/v1/auth/oauth/token: 401 REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED",
        "POST /api/v1/auth/password/reset: 409 VERIFICATION_CODE_ALREADY_USED"
      ]
    )
  )

  it.live.runIf(has("sign-in on a command line"))(
    "signs in on a command line, in a session of its own that the user revokes",
    () =>
      withApps(
        async ({ approve, client }) => {
          await client.signInWithCredential(ada)
          const user = await client.getUser({ or: "throw" })
          const { refreshToken } = await user.getAuthJson()
          const result = await clientSince28(client).promptCliLogin({
            appUrl: "http://localhost:3000",
            promptLink: (link) => void approve(link, refreshToken ?? "")
          })
          if (result.status === "error") return assert.fail(result.error.errorCode)
          assert.notStrictEqual(result.data, refreshToken)
          const tokenStore = { accessToken: expiredToken, refreshToken: result.data }
          assert.strictEqual((await client.getUser({ or: "throw", tokenStore })).id, user.id)
          const sessions = await userSince28(user).getActiveSessions()
          const other = sessions.find(({ isCurrentSession }) => !isCurrentSession)
          await userSince28(user).revokeSession(other?.id ?? "")
          assert.isNull(await client.getUser({ tokenStore: { ...tokenStore, accessToken: `${expiredToken}x` } }))
        },
        [
          "POST /api/v1/auth/oauth/token: 401 REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED",
          "GET /api/v1/users/me: 400 CANNOT_GET_OWN_USER_WITHOUT_USER"
        ]
      )
  )

  it.live.runIf(has("sign-in and refresh without a publishable client key"))(
    "signs in and refreshes without a publishable client key",
    () =>
      withApps(async ({ clientWithoutKey }) => {
        const client = clientWithoutKey()
        assert.strictEqual((await client.signInWithCredential(ada)).status, "ok")
        const { refreshToken } = await (await client.getUser({ or: "throw" })).getAuthJson()
        const tokenStore = { accessToken: expiredToken, refreshToken: refreshToken ?? "" }
        assert.strictEqual((await client.getUser({ or: "throw", tokenStore })).primaryEmail, ada.email)
      })
  )
}
