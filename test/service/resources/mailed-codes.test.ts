/** The codes in mails. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { WEEK } from "../../durations.ts"
import { ada, asAdmin, asClient, asServer, asOtherClient } from "../fixture.ts"
import { callback, codeTo, unknownCode } from "../mails.ts"
import { post } from "../requests.ts"
import { readSession } from "../responses.ts"
import { withMail, sendCode, signIn, check, nonceOf } from "./otp-fixture.ts"

describe("codes in mails", () => {
  it.effect("are random: 45 characters, evenly distributed and unique", () =>
    Effect.gen(function* () {
      const codes = yield* Effect.forEach(Array.from({ length: 50 }), () =>
        Effect.andThen(sendCode(ada.email), codeTo(ada.email))
      )
      assert.strictEqual(new Set(codes.map((code) => code.slice(0, 6))).size, 50)
      assert.strictEqual(new Set(codes.map((code) => code.slice(6))).size, 50)
      // In 50 codes each of the 32 characters occurs about 70 times; a biased generator would leave gaps.
      const counts = new Map<string, number>()
      for (const character of codes.join("")) counts.set(character, (counts.get(character) ?? 0) + 1)
      assert.strictEqual(counts.size, 32)
      for (const [character, count] of counts) assert.isTrue(count > 20 && count < 140, `${character}: ${count}`)
    }).pipe(Effect.provide(withMail({ limits: "off" })))
  )

  it.effect("work once", () =>
    Effect.gen(function* () {
      yield* sendCode(ada.email)
      const code = yield* codeTo(ada.email)
      assert.strictEqual((yield* signIn(code)).status, 200)
      const again = yield* signIn(code)
      assert.deepStrictEqual(
        [again.status, again.code, (yield* check(code)).code],
        [409, "VERIFICATION_CODE_ALREADY_USED", "VERIFICATION_CODE_ALREADY_USED"]
      )
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("work once when many requests use them at the same time", () =>
    Effect.gen(function* () {
      yield* sendCode("new@example.com")
      const code = yield* codeTo("new@example.com")
      const responses = yield* Effect.all(
        Array.from({ length: 10 }, () => signIn(code)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(responses.map(({ status }) => status).sort(), [
        200,
        ...Array.from({ length: 9 }, () => 409)
      ])
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("work for seven days", () =>
    Effect.gen(function* () {
      yield* sendCode(ada.email)
      yield* sendCode(ada.email)
      const [first, second] = [yield* codeTo(ada.email), yield* codeTo(ada.email)]
      yield* TestClock.adjust("7 days")
      yield* sendCode(ada.email)
      const late = yield* signIn(first)
      assert.deepStrictEqual([late.status, late.code], [400, "VERIFICATION_CODE_EXPIRED"])
      assert.strictEqual((yield* check(second)).code, "VERIFICATION_CODE_EXPIRED")
      const third = yield* codeTo(ada.email)
      yield* TestClock.adjust(WEEK - 1)
      assert.strictEqual((yield* signIn(third)).status, 200)
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("cannot be guessed: every attempt with six characters counts against the nonce", () =>
    Effect.gen(function* () {
      const nonce = yield* Effect.flatMap(sendCode(ada.email), nonceOf)
      const code = yield* codeTo(ada.email)
      const other = yield* Effect.andThen(sendCode(ada.email), codeTo(ada.email))
      for (let guess = 0; guess < 20; guess++) {
        const wrong = yield* signIn(`guess${guess % 10}`.slice(0, 6) + nonce)
        assert.deepStrictEqual([wrong.status, wrong.code], [404, "VERIFICATION_CODE_NOT_FOUND"])
      }
      const right = yield* signIn(code)
      assert.deepStrictEqual([right.status, right.code], [400, "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED"])
      assert.strictEqual((yield* check(code)).code, "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED")
      assert.strictEqual((yield* signIn(other)).status, 200, "a newer code works")
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("work with their own nonce only", () =>
    Effect.gen(function* () {
      const first = yield* Effect.flatMap(sendCode(ada.email), nonceOf)
      const second = yield* Effect.flatMap(sendCode(ada.email), nonceOf)
      const otp = (yield* codeTo(ada.email)).slice(0, 6)
      assert.notStrictEqual(first, second)
      assert.strictEqual((yield* signIn(otp + second)).code, "VERIFICATION_CODE_NOT_FOUND")
      assert.strictEqual((yield* signIn(otp + first)).status, 200)
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("belong to their project and their purpose", () =>
    Effect.gen(function* () {
      yield* sendCode(ada.email)
      const code = yield* codeTo(ada.email)
      const foreign = yield* signIn(code, asOtherClient)
      assert.deepStrictEqual([foreign.status, foreign.code], [404, "VERIFICATION_CODE_NOT_FOUND"])
      for (const path of [
        "/auth/password/reset/check-code",
        "/contact-channels/verify",
        "/contact-channels/verify/check-code"
      ]) {
        assert.strictEqual((yield* post(path, asClient, { code })).code, "VERIFICATION_CODE_NOT_FOUND", path)
      }
      assert.strictEqual(
        (yield* post("/auth/mfa/sign-in", asClient, { code, type: "totp", totp: "000000" })).code,
        "VERIFICATION_CODE_NOT_FOUND"
      )
      assert.strictEqual((yield* signIn(code)).status, 200)
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("are case-insensitive and have 45 characters", () =>
    Effect.gen(function* () {
      yield* sendCode(ada.email)
      const code = yield* codeTo(ada.email)
      for (const wrong of ["", code.slice(1), `${code}0`, ` ${code}`, "x".repeat(10_001), "\ud800".repeat(45)]) {
        const response = yield* signIn(wrong)
        assert.deepStrictEqual([response.status, response.code], [400, "SCHEMA_ERROR"])
        assert.notInclude(response.error, code)
      }
      for (const strange of [unknownCode, "__proto__".repeat(5), "%00".repeat(15), "' OR 1=1 --".padEnd(45, "x")]) {
        assert.strictEqual((yield* signIn(strange)).code, "VERIFICATION_CODE_NOT_FOUND")
      }
      assert.strictEqual((yield* signIn(code.toUpperCase())).status, 200)
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("sign in in every tier, without regard to an earlier session", () =>
    Effect.gen(function* () {
      const sessions = new Set<string>()
      for (const tier of [asClient, asServer, asAdmin]) {
        yield* sendCode(ada.email, callback, tier)
        const fixed = { ...tier, "x-stack-refresh-token": "chosen-by-an-attacker" }
        const { access_token, refresh_token } = yield* Effect.flatMap(
          Effect.flatMap(codeTo(ada.email), (code) => signIn(code, fixed)),
          ({ json }) => readSession(json)
        )
        sessions.add(access_token).add(refresh_token)
        assert.match(refresh_token, /^[0-9a-hjkmnp-tv-z]{45}$/)
        yield* TestClock.adjust("1 second")
      }
      assert.strictEqual(sessions.size, 6)
    }).pipe(Effect.provide(withMail()))
  )
})
