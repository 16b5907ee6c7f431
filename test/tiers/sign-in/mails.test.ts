/** Magic links, forgotten passwords and verified addresses, through the client and against the service. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as Client from "../../../tiers/client.ts"
import { WEEK } from "../../durations.ts"
import {
  ada,
  callbackUrl,
  careful,
  forgetRequests,
  mailedCode,
  requests,
  sent,
  signInService,
  withSecondFactor
} from "./fixture.ts"

const OTP_SIGN_IN = "POST /api/v1/auth/otp/sign-in"
const unknownCode = "0".repeat(45)
const withFlows = signInService()

describe("a magic link", () => {
  it.effect("signs a new user up and reports it, and signs the same user in the next time", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const { nonce } = yield* client.sendMagicLinkEmail("new@example.com", { callbackUrl })
      const code = yield* mailedCode("new@example.com")
      assert.strictEqual(code.slice(6), Redacted.value(nonce))
      assert.deepStrictEqual(yield* client.signInWithMagicLink(code), { isNewUser: true })
      assert.strictEqual((yield* client.getUser)?.primaryEmail, "new@example.com")
      yield* client.signOut
      yield* client.sendMagicLinkEmail("new@example.com", { callbackUrl })
      assert.deepStrictEqual(yield* client.signInWithMagicLink(yield* mailedCode("new@example.com")), {
        isNewUser: false
      })
    }).pipe(Effect.provide(withFlows))
  )

  it.effect("accepts its six characters in any case, together with the nonce", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const { nonce } = yield* client.sendMagicLinkEmail("new@example.com", { callbackUrl })
      const otp = (yield* mailedCode("new@example.com")).slice(0, 6).toUpperCase()
      assert.deepStrictEqual(yield* client.signInWithMagicLink({ otp: ` ${otp} `, nonce }), { isNewUser: true })
    }).pipe(Effect.provide(withFlows))
  )

  it.effect.each(["", "abc", "x".repeat(44), "x".repeat(46)])(
    "that lost a part is not found, and nothing is sent: %j",
    (code) =>
      Effect.gen(function* () {
        const client = yield* Client.Client
        const failures = [
          yield* Effect.flip(client.signInWithMagicLink(code)),
          yield* Effect.flip(client.signInWithMagicLink({ otp: code.slice(0, 3), nonce: code.slice(3) })),
          yield* Effect.flip(client.verifyEmail(code)),
          yield* Effect.flip(client.verifyPasswordResetCode(Redacted.make(code))),
          yield* Effect.flip(client.resetPassword({ code, password: "a good password" }))
        ]
        for (const failure of failures) assert.strictEqual(failure._tag, "VerificationCodeNotFound")
        assert.strictEqual(yield* requests, 0)
      }).pipe(Effect.provide(withFlows))
  )

  it.effect("is rejected with the reason", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const failure = (code: string) => Effect.map(Effect.flip(client.signInWithMagicLink(code)), ({ _tag }) => _tag)
      assert.strictEqual(yield* failure(unknownCode), "VerificationCodeNotFound")
      yield* client.sendMagicLinkEmail(ada.email, { callbackUrl }).pipe(
        Effect.flip,
        Effect.map(({ _tag }) => assert.strictEqual(_tag, "UserEmailAlreadyExists"))
      )
      yield* client.sendMagicLinkEmail("new@example.com", { callbackUrl })
      const used = yield* mailedCode("new@example.com")
      yield* client.signInWithMagicLink(used)
      assert.strictEqual(yield* failure(used), "VerificationCodeAlreadyUsed")
      yield* client.sendMagicLinkEmail("late@example.com", { callbackUrl })
      const late = yield* mailedCode("late@example.com")
      yield* TestClock.adjust("8 days")
      assert.strictEqual(yield* failure(late), "VerificationCodeExpired")
      yield* client.sendMagicLinkEmail("guess@example.com", { callbackUrl })
      const guessed = yield* mailedCode("guess@example.com")
      for (let attempt = 0; attempt < 20; attempt++) yield* failure(`aaaaaa${guessed.slice(6)}`)
      assert.strictEqual(yield* failure(guessed), "VerificationCodeMaxAttemptsReached")
    }).pipe(Effect.provide(withFlows))
  )

  it.effect("is not mailed to a new user if sign-up is disabled", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const closed = yield* Effect.flip(client.sendMagicLinkEmail("new@example.com", { callbackUrl }))
      assert.strictEqual(closed._tag, "SignUpNotEnabled")
    }).pipe(Effect.provide(signInService({ config: { signUpEnabled: false } })))
  )

  it.effect("is not mailed with a callback URL of an unknown domain", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const evil = { callbackUrl: "https://evil.test/" }
      const link = yield* Effect.flip(client.sendMagicLinkEmail("new@example.com", evil))
      const reset = yield* Effect.flip(client.sendForgotPasswordEmail(ada.email, evil))
      assert.deepStrictEqual([link._tag, reset._tag], ["RedirectUrlNotWhitelisted", "RedirectUrlNotWhitelisted"])
    }).pipe(Effect.provide(withFlows))
  )
})

describe("a call that mails a link", () => {
  it.effect("fails with an error that names the missing callback URL", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const credential = { email: "new@example.com", password: "a good password" }
      const texts = [
        yield* Effect.flip(client.sendMagicLinkEmail("new@example.com")),
        yield* Effect.flip(client.sendForgotPasswordEmail("new@example.com")),
        yield* Effect.flip(client.signUpWithCredential(credential))
      ].map(({ _tag, message }) => `${_tag}: ${message.split(":")[0]}`)
      const rest =
        "without a callback URL from the server or without a redirect method. " +
        "There is no page from which it could be derived"
      assert.deepStrictEqual(texts, [
        `CallbackUrlMissing: Cannot send magic link email ${rest}`,
        `CallbackUrlMissing: Cannot send password reset email ${rest}`,
        `CallbackUrlMissing: Cannot sign up ${rest}`
      ])
      assert.strictEqual(yield* requests, 0)
    }).pipe(Effect.provide(withFlows))
  )
})

describe("a forgotten password", () => {
  it.effect("is reset by the code of the email, which starts no session", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      yield* client.sendForgotPasswordEmail(ada.email, { callbackUrl })
      const code = yield* mailedCode(ada.email)
      assert.deepStrictEqual(yield* client.verifyPasswordResetCode(code), { recipientEmail: ada.email })
      yield* client.resetPassword({ code, password: "another horse" })
      assert.isNull(yield* client.getUser)
      assert.strictEqual((yield* Effect.flip(client.signInWithCredential(ada)))._tag, "EmailPasswordMismatch")
      yield* client.signInWithCredential({ ...ada, password: "another horse" })
      assert.strictEqual((yield* Effect.flip(client.verifyPasswordResetCode(code)))._tag, "VerificationCodeAlreadyUsed")
    }).pipe(Effect.provide(withFlows))
  )

  it.effect("has the same result for an unknown address", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const week = { expiresAt: new Date(WEEK) }
      assert.deepStrictEqual(yield* client.sendForgotPasswordEmail("nobody@example.com", { callbackUrl }), week)
      assert.deepStrictEqual(yield* client.sendForgotPasswordEmail(ada.email, { callbackUrl }), week)
    }).pipe(Effect.provide(withFlows))
  )

  it.effect("takes a new password of 8 to 70 characters, unchanged", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const mail = Effect.andThen(client.sendForgotPasswordEmail(ada.email, { callbackUrl }), mailedCode(ada.email))
      const code = yield* mail
      yield* forgetRequests
      const long = yield* Effect.flip(client.resetPassword({ code, password: "x".repeat(71) }))
      assert.strictEqual(long._tag, "PasswordTooLong")
      assert.strictEqual(long.message, "Password must be at most 70 characters")
      assert.strictEqual(yield* requests, 0)
      const short = yield* Effect.flip(client.resetPassword({ code, password: "1234567" }))
      assert.strictEqual(short._tag, "PasswordTooShort")
      const password = ` Ä\u0308ß ${"x".repeat(64)}`
      assert.lengthOf(password, 70 - 1)
      yield* client.resetPassword({ code: yield* mail, password })
      yield* client.signInWithCredential({ ...ada, password })
    }).pipe(Effect.provide(withFlows))
  )

  it.effect("cannot be reset if passwords are disabled", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const failure = yield* Effect.flip(client.sendForgotPasswordEmail(ada.email, { callbackUrl }))
      assert.strictEqual(failure._tag, "PasswordAuthenticationNotEnabled")
    }).pipe(Effect.provide(signInService({ config: { credentialEnabled: false } })))
  )
})

describe("an address", () => {
  it.effect("is verified once by the code of the email, with and without a session", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const bob = { email: "bob@example.com", password: "a good password" }
      yield* client.signUpWithCredential({ ...bob, verificationCallbackUrl: callbackUrl })
      assert.isFalse((yield* client.getUser)?.primaryEmailVerified)
      const code = yield* mailedCode(bob.email)
      yield* client.signOut
      yield* client.verifyEmail(Redacted.make(code.toUpperCase()))
      assert.strictEqual((yield* Effect.flip(client.verifyEmail(code)))._tag, "VerificationCodeAlreadyUsed")
      assert.strictEqual((yield* Effect.flip(client.verifyEmail(unknownCode)))._tag, "VerificationCodeNotFound")
      yield* client.signInWithCredential(bob)
      assert.isTrue((yield* client.getUser)?.primaryEmailVerified)
    }).pipe(Effect.provide(withFlows))
  )
})

describe("a session", () => {
  it.effect("replaces the previous one completely", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      yield* client.signInWithCredential(ada)
      const before = yield* client.stored
      yield* client.sendMagicLinkEmail("new@example.com", { callbackUrl })
      yield* client.signInWithMagicLink(yield* mailedCode("new@example.com"))
      const after = yield* client.stored
      assert.notStrictEqual(
        after.refreshToken && Redacted.value(after.refreshToken),
        before.refreshToken && Redacted.value(before.refreshToken)
      )
      assert.deepStrictEqual(Object.keys(after).sort(), ["accessToken", "refreshToken"])
      assert.strictEqual((yield* client.getUser)?.primaryEmail, "new@example.com")
    }).pipe(Effect.provide(withFlows))
  )

  it.effect("does not start before the second factor", () =>
    Effect.gen(function* () {
      yield* withSecondFactor
      const client = yield* Client.Client
      const failure = yield* Effect.flip(client.signInWithCredential(careful))
      assert.strictEqual(failure._tag, "MultiFactorAuthenticationRequired")
      assert.isNull(yield* client.getUser)
      assert.strictEqual(yield* sent(OTP_SIGN_IN), 0)
    }).pipe(Effect.provide(withFlows))
  )
})
