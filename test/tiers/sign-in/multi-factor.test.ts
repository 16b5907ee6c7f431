/** The second factor: the typed error of a sign-in, and its completion. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { MultiFactorAuthenticationRequired } from "../../../core/errors/multi-factor.ts"
import { hasExtension } from "../../../core/schema/extension.ts"
import * as Testing from "../../../testing/index.ts"
import * as Client from "../../../tiers/client.ts"
import { careful, forgetRequests, requests, signInService, totpAt, withSecondFactor } from "./fixture.ts"

const required = Effect.gen(function* () {
  const client = yield* Client.Client
  const error = yield* Effect.flip(client.signInWithCredential(careful))
  if (error._tag !== "MultiFactorAuthenticationRequired") return yield* Effect.die(error)
  return error
})

const rightCode = Effect.map(Clock.currentTimeMillis, totpAt)
const withFlows = signInService()

describe("a sign-in with a second factor", () => {
  it.effect("fails with an error that hides the attempt's code", () =>
    Effect.gen(function* () {
      yield* withSecondFactor
      const error = yield* required
      assert.instanceOf(error, MultiFactorAuthenticationRequired)
      const code = Redacted.value(error.attemptCode)
      assert.lengthOf(code, 45)
      assert.notInclude(JSON.stringify(error) + String(error) + error.stack, code)
    }).pipe(Effect.provide(withFlows))
  )

  it.effect("continues with the error or its code, and resolves like the sign-in", () =>
    Effect.gen(function* () {
      yield* withSecondFactor
      const client = yield* Client.Client
      const error = yield* required
      assert.deepStrictEqual(yield* client.completeMultiFactor({ error, totp: yield* rightCode }), { isNewUser: false })
      assert.strictEqual((yield* client.getUser)?.primaryEmail, careful.email)
      yield* TestClock.adjust("30 seconds")
      const { attemptCode } = yield* required
      const totp = Redacted.make(yield* rightCode)
      yield* client.completeMultiFactor({ attemptCode: Redacted.value(attemptCode), totp })
    }).pipe(Effect.provide(withFlows))
  )

  it.effect("can be repeated after a wrong code, for 20 attempts", () =>
    Effect.gen(function* () {
      yield* withSecondFactor
      const client = yield* Client.Client
      const error = yield* required
      const right = yield* rightCode
      const wrong = right === "000000" ? "111111" : "000000"
      assert.strictEqual(
        (yield* Effect.flip(client.completeMultiFactor({ error, totp: wrong })))._tag,
        "InvalidTotpCode"
      )
      assert.isNull(yield* client.getUser)
      yield* client.completeMultiFactor({ error, totp: right })
      const used = yield* Effect.flip(client.completeMultiFactor({ error, totp: right }))
      assert.strictEqual(used._tag, "VerificationCodeAlreadyUsed")
      const other = yield* required
      for (let attempt = 0; attempt < 20; attempt++) {
        yield* Effect.flip(client.completeMultiFactor({ error: other, totp: wrong }))
      }
      const over = yield* Effect.flip(client.completeMultiFactor({ error: other, totp: wrong }))
      assert.strictEqual(over._tag, "VerificationCodeMaxAttemptsReached")
    }).pipe(Effect.provide(withFlows))
  )

  it.effect("expires after five minutes, and does not exist for an invented code", () =>
    Effect.gen(function* () {
      yield* withSecondFactor
      const client = yield* Client.Client
      const error = yield* required
      yield* TestClock.adjust("5 minutes")
      const totp = yield* rightCode
      const late = yield* Effect.flip(client.completeMultiFactor({ error, totp }))
      assert.strictEqual(late._tag, "VerificationCodeExpired")
      const unknown = yield* Effect.flip(client.completeMultiFactor({ attemptCode: "0".repeat(45), totp }))
      assert.strictEqual(unknown._tag, "VerificationCodeNotFound")
    }).pipe(Effect.provide(withFlows))
  )

  it.effect.each(["", "12345", "1234567", "12345a", "１２３４５６", " 123456"])(
    "costs no attempt for what is no code: %j",
    (totp) =>
      Effect.gen(function* () {
        const client = yield* Client.Client
        yield* forgetRequests
        const failure = yield* Effect.flip(client.completeMultiFactor({ attemptCode: "0".repeat(45), totp }))
        assert.strictEqual(failure._tag, "InvalidTotpCode")
        assert.strictEqual(yield* requests, 0)
      }).pipe(Effect.provide(withFlows))
  )

  it.effect("is the same for a magic link", () =>
    Effect.gen(function* () {
      yield* withSecondFactor
      const client = yield* Client.Client
      // A user who can read the email has proved the ownership of the address.
      const verify = { callbackUrl: "http://localhost:3000/callback" }
      const refused = yield* Effect.flip(client.sendMagicLinkEmail(careful.email, verify))
      assert.strictEqual(refused._tag, "UserEmailAlreadyExists")
      assert.strictEqual(
        yield* Testing.RequestLog.use((log) => log.count("POST /api/v1/auth/otp/send-sign-in-code")),
        1
      )
    }).pipe(Effect.provide(withFlows))
  )
})

describe("the recovery codes of a second factor", () => {
  it.effect("complete a sign-in, once each", () =>
    Effect.gen(function* () {
      yield* withSecondFactor
      const client = yield* Client.Client
      const error = yield* required
      yield* client.completeMultiFactor({ error, totp: yield* rightCode })
      const codes = yield* client.recoveryCodes.generate()
      assert.notInclude(JSON.stringify(codes), Redacted.value(codes[0] ?? Redacted.make("")))
      const [recoveryCode = ""] = codes.map((code) => Redacted.value(code))
      yield* client.signOut
      const again = yield* required
      assert.deepStrictEqual(
        yield* client.completeMultiFactor({
          error: again,
          recoveryCode: recoveryCode.toUpperCase().replaceAll("-", " ")
        }),
        { isNewUser: false }
      )
      assert.deepInclude(yield* client.recoveryCodes.getState(), { remaining: 9 })
      yield* client.signOut
      const { attemptCode } = yield* required
      const used = yield* Effect.flip(client.completeMultiFactor({ attemptCode, recoveryCode }))
      assert.strictEqual(used._tag, "InvalidRecoveryCode")
    }).pipe(Effect.provide(withFlows))
  )

  it.effect.each(["", "abcd-efgh", "uuuu-uuuu-uuuu", "0000-0000-0000-0", "００００-0000-0000"])(
    "cost no attempt for what cannot be one: %j",
    (recoveryCode) =>
      Effect.gen(function* () {
        const client = yield* Client.Client
        yield* forgetRequests
        const failure = yield* Effect.flip(client.completeMultiFactor({ attemptCode: "0".repeat(45), recoveryCode }))
        assert.strictEqual(failure._tag, "InvalidRecoveryCode")
        assert.strictEqual(yield* requests, 0)
      }).pipe(Effect.provide(withFlows))
  )

  it.effect("are listed as an extension of the project", () =>
    Effect.gen(function* () {
      const project = yield* Effect.flatMap(Client.Client, ({ getProject }) => getProject)
      assert.isTrue(hasExtension(project, "recovery_codes"))
      assert.isFalse(hasExtension({ config: {} }, "recovery_codes"), "a service without the list")
    }).pipe(Effect.provide(withFlows))
  )
})
