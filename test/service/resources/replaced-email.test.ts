/** The verified email that a user replaces by a new one: it stays for sign-in until the new one is verified. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import {
  ada,
  asClient,
  asServer,
  type Headers,
  me,
  signIn,
  signUp,
  type TestResponse,
  updateMe,
  USER_ID,
  withToken
} from "../fixture.ts"
import { entryOf } from "../audit/audit-fixture.ts"
import { callback, codeTo } from "../mails.ts"
import { post } from "../requests.ts"
import {
  addMore,
  asAda,
  asBob,
  bob,
  BOB_ID,
  channelOf,
  channels,
  listOf,
  mailCode,
  readChannel,
  verify,
  verifyBy,
  withBob
} from "./contact-channel-fixture.ts"
import { grace, shared, signInWith } from "./oauth/browser.ts"
import { sendCode as sendSignInCode, signIn as signInByCode } from "./otp-fixture.ts"

const fresh = "fresh@example.com"
const typo = "typo@example.com"

/** Ada and Bob, who have verified emails. */
const both = withBob({
  config: { magicLinkEnabled: true, oauthProviders: [shared] },
  limits: "off",
  users: [
    { id: USER_ID, ...ada, emailVerified: true },
    { id: BOB_ID, ...bob, emailVerified: true }
  ]
})

const change = Effect.fnUntraced(function* (headers: Headers, value: string, changes: object) {
  return yield* channels("PATCH", `/me/${(yield* channelOf(headers, value)).id}`, headers, changes)
})

/** Replaces Ada's email, and returns her headers. */
const replaced = Effect.fnUntraced(function* (value: string = fresh) {
  const headers = yield* asAda
  yield* TestClock.adjust("1 minute")
  assert.strictEqual((yield* change(headers, ada.email, { value })).status, 200)
  yield* TestClock.adjust("1 minute")
  return headers
})

const claim = (headers: Headers, value: string) =>
  channels("POST", "", headers, { user_id: "me", type: "email", value, used_for_auth: true })

/** Resets Ada's password by a code that is mailed to her old email, and signs in with it. */
const resetPassword = Effect.gen(function* () {
  yield* post("/auth/password/send-reset-code", asClient, { email: ada.email, callback_url: callback })
  const reset = { code: yield* codeTo(ada.email), password: "another one" }
  yield* TestClock.adjust("1 minute")
  assert.strictEqual((yield* post("/auth/password/reset", asClient, reset)).status, 200)
  return yield* signIn({ email: ada.email, password: reset.password })
})

/** Returns which emails the user has: the verified ones, and those for sign-in. */
const emailsOf = Effect.fnUntraced(function* (headers: Headers) {
  const all = yield* listOf(headers)
  const valuesOf = (has: "is_verified" | "used_for_auth") => all.flatMap((one) => (one[has] ? [one.value] : []))
  return { verified: valuesOf("is_verified"), used: valuesOf("used_for_auth") }
})

const signInFails = Effect.fnUntraced(function* (email: string) {
  const { code } = yield* post("/auth/password/sign-in", asClient, { ...ada, email })
  assert.strictEqual(code, "EMAIL_PASSWORD_MISMATCH", email)
})
const signsIn = Effect.fnUntraced(function* (email: string) {
  assert.strictEqual((yield* signIn({ ...ada, email })).user_id, USER_ID, email)
})

describe("a verified email that its user replaces", () => {
  it.effect("stays as another channel until the new one is verified", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const old = yield* channelOf(headers, ada.email)
      yield* TestClock.adjust("1 minute")
      const updated = yield* change(headers, ada.email, { value: fresh })
      assert.deepStrictEqual([updated.status, updated.json], [200, { ...old, value: fresh, is_verified: false }])
      assert.deepInclude((yield* me(headers)).json, { primary_email: fresh, primary_email_verified: false })
      const kept = yield* channelOf(headers, ada.email)
      assert.deepStrictEqual(kept, { ...old, id: kept.id, is_primary: false })
      assert.lengthOf(yield* listOf(headers), 2)
      yield* signsIn(fresh)
      yield* signsIn(ada.email)

      yield* verify(headers, fresh)
      assert.deepStrictEqual(yield* listOf(headers), [{ ...old, value: fresh }])
      yield* signInFails(ada.email)
      yield* signsIn(fresh)
      assert.strictEqual((yield* signUp(ada.email)).status, 200, "it is free again")
    }).pipe(Effect.provide(both))
  )

  it.effect("still signs the user in after the owner of a mistyped one has signed up with it", () =>
    Effect.gen(function* () {
      const headers = yield* replaced(typo)
      const code = yield* mailCode(headers, typo)
      assert.strictEqual((yield* signUp(typo)).status, 200)
      yield* signsIn(ada.email)
      yield* verifyBy(code)
      assert.deepStrictEqual(yield* emailsOf(headers), { verified: [ada.email, typo], used: [ada.email] })
      yield* signsIn(ada.email)
    }).pipe(Effect.provide(both))
  )

  it.effect("still resets the password and signs in by a mailed code, unlike the new one", () =>
    Effect.gen(function* () {
      yield* replaced(typo)
      yield* sendSignInCode(ada.email)
      const { json } = yield* Effect.flatMap(codeTo(ada.email), signInByCode)
      assert.deepInclude(json, { user_id: USER_ID, is_new_user: false })
      assert.strictEqual((yield* resetPassword).user_id, USER_ID)
      yield* sendSignInCode(typo)
      const stranger = yield* Effect.flatMap(codeTo(typo), signInByCode)
      assert.deepInclude(stranger.json, { is_new_user: true })
    }).pipe(Effect.provide(both))
  )

  it.effect(
    "ends when the user corrects a mistyped one with which its owner has signed up, and verifies the correct one",
    () =>
      Effect.gen(function* () {
        const headers = yield* replaced(typo)
        assert.strictEqual((yield* signUp(typo)).status, 200)
        yield* change(headers, typo, { value: fresh })
        assert.deepStrictEqual(yield* emailsOf(headers), { verified: [ada.email], used: [ada.email, fresh] })
        yield* verify(headers, fresh)
        assert.deepStrictEqual(yield* emailsOf(headers), { verified: [fresh], used: [fresh] })

        yield* TestClock.adjust("1 minute")
        yield* change(headers, fresh, { value: "second@example.com" })
        assert.strictEqual((yield* signUp("second@example.com")).status, 200)
        yield* updateMe({ ...headers, ...asServer }, { primary_email: ada.email })
        assert.deepStrictEqual((yield* emailsOf(headers)).used, [fresh, ada.email], "a server corrects it")
      }).pipe(Effect.provide(both))
  )

  it.effect("stays when a server corrects a mistyped one that its owner has verified, without verifying it", () =>
    Effect.gen(function* () {
      const headers = yield* replaced(typo)
      const code = yield* mailCode(headers, typo)
      assert.strictEqual((yield* signUp(typo)).status, 200)
      yield* verifyBy(code)
      yield* updateMe({ ...headers, ...asServer }, { primary_email: fresh })
      assert.deepStrictEqual(yield* emailsOf(headers), { verified: [ada.email], used: [ada.email, fresh] })
      yield* verify(headers, fresh)
      assert.deepStrictEqual(yield* emailsOf(headers), { verified: [fresh], used: [fresh] })
    }).pipe(Effect.provide(both))
  )

  it.effect("stays the only one for sign-in when a server corrects a mistyped one without sign-in", () =>
    Effect.gen(function* () {
      const headers = yield* replaced(typo)
      const code = yield* mailCode(headers, typo)
      assert.strictEqual((yield* signUp(typo)).status, 200)
      yield* verifyBy(code)
      const update = { primary_email: fresh, primary_email_auth_enabled: false }
      assert.strictEqual((yield* updateMe({ ...headers, ...asServer }, update)).status, 200)
      assert.deepStrictEqual(yield* emailsOf(headers), { verified: [ada.email], used: [ada.email] })
    }).pipe(Effect.provide(both))
  )

  it.effect("stays after a reset of the password, which revokes the code of the new one", () =>
    Effect.gen(function* () {
      const headers = yield* replaced(typo)
      const code = yield* mailCode(headers, typo)
      const { access_token } = yield* resetPassword
      assert.strictEqual(
        (yield* post("/contact-channels/verify", asClient, { code })).code,
        "VERIFICATION_CODE_NOT_FOUND"
      )
      const own = withToken(access_token)
      assert.deepStrictEqual(yield* emailsOf(own), { verified: [ada.email], used: [ada.email, typo] })
      yield* verify(own, typo)
      assert.deepStrictEqual(yield* emailsOf(own), { verified: [typo], used: [typo] }, "by a new code")
    }).pipe(Effect.provide(both))
  )

  it.effect("is reserved for the user until then", () =>
    Effect.gen(function* () {
      yield* replaced()
      const bobs = yield* asBob
      assert.strictEqual((yield* signUp(ada.email)).code, "USER_EMAIL_ALREADY_EXISTS")
      assert.strictEqual((yield* claim(bobs, ada.email)).status, 409)
      const json = { primary_email: ada.email, primary_email_verified: true, primary_email_auth_enabled: true }
      const refused = yield* updateMe({ ...bobs, ...asServer }, json)
      assert.strictEqual(refused.code, "USER_EMAIL_ALREADY_EXISTS")
      const other = yield* signInWith("google", { ...grace, address: ada.email })
      assert.isTrue(other.is_new_user)
      yield* signsIn(ada.email)
    }).pipe(Effect.provide(both))
  )

  it.effect("stays if another user has proven the new one", () =>
    Effect.gen(function* () {
      const headers = yield* replaced()
      const code = yield* mailCode(headers, fresh)
      const bobs = yield* asBob
      assert.strictEqual((yield* claim(bobs, fresh)).status, 201)
      yield* verify(bobs, fresh)
      yield* verifyBy(code)
      assert.deepStrictEqual(yield* emailsOf(headers), { verified: [ada.email, fresh], used: [ada.email] })
      assert.strictEqual((yield* signIn({ ...bob, email: fresh })).user_id, BOB_ID)
    }).pipe(Effect.provide(both))
  )

  it.effect("ends when the user reclaims the new one from another user, or a server verifies it", () =>
    Effect.gen(function* () {
      const headers = yield* replaced()
      assert.strictEqual((yield* claim(yield* asBob, fresh)).status, 201)
      assert.deepStrictEqual((yield* emailsOf(headers)).used, [ada.email])
      yield* verify(headers, fresh)
      assert.deepStrictEqual(yield* emailsOf(headers), { verified: [fresh], used: [fresh] })
      yield* TestClock.adjust("1 minute")
      yield* change(headers, fresh, { value: typo })
      yield* signsIn(fresh)
      yield* change({ ...headers, ...asServer }, typo, { is_verified: true })
      assert.deepStrictEqual(yield* emailsOf(headers), { verified: [typo], used: [typo] })
    }).pipe(Effect.provide(both))
  )

  it.effect("becomes the channel's again, verified, when the user changes the email back", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const before = yield* listOf(headers)
      yield* replaced(typo)
      assert.deepStrictEqual((yield* change(headers, typo, { value: ada.email })).json, before[0])
      assert.deepStrictEqual(yield* listOf(headers), before)
      yield* change(headers, ada.email, { value: typo })
      assert.strictEqual((yield* claim(yield* asBob, typo)).status, 201)
      yield* change(headers, typo, { value: ada.email })
      assert.deepStrictEqual(yield* listOf(headers), before, "also after another user has claimed the other one")
      yield* change(headers, ada.email, { value: fresh })
      assert.strictEqual((yield* updateMe({ ...headers, ...asServer }, { primary_email: ada.email })).status, 200)
      assert.deepStrictEqual(yield* listOf(headers), before, "also by a server")
    }).pipe(Effect.provide(both))
  )

  it.effect("counts as added when it first was, once the user or a server changes the email back", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      yield* TestClock.adjust("1 minute")
      yield* claim(headers, "second@example.com")
      const before = yield* listOf(headers)
      const changeBack = [
        change(headers, typo, { value: ada.email }),
        updateMe({ ...headers, ...asServer }, { primary_email: ada.email })
      ]
      for (const back of changeBack) {
        yield* replaced(typo)
        assert.strictEqual((yield* back).status, 200)
        assert.deepStrictEqual(yield* listOf(headers), before)
      }
    }).pipe(Effect.provide(both))
  )

  it.effect("stays while the user corrects the new one, and ends with its verification", () =>
    Effect.gen(function* () {
      const headers = yield* replaced(typo)
      const code = yield* mailCode(headers, typo)
      yield* change(headers, typo, { value: fresh })
      assert.deepStrictEqual(yield* emailsOf(headers), { verified: [ada.email], used: [ada.email, fresh] })
      assert.strictEqual((yield* post("/contact-channels/verify", asClient, { code })).status, 404)
      yield* signsIn(ada.email)
      yield* verify(headers, fresh)
      assert.deepStrictEqual(yield* emailsOf(headers), { verified: [fresh], used: [fresh] })
    }).pipe(Effect.provide(both))
  )

  it.effect("stays for good once the new one is removed or not used for sign-in, or it is itself changed", () =>
    Effect.gen(function* () {
      const headers = yield* replaced()
      yield* channels("DELETE", `/me/${(yield* channelOf(headers, fresh)).id}`, headers)
      const { json } = yield* me(headers)
      assert.deepInclude(json, { primary_email: ada.email, primary_email_verified: true }, "it is primary again")
      yield* claim(headers, fresh)
      yield* verify(headers, fresh)
      assert.deepStrictEqual((yield* emailsOf(headers)).used, [ada.email, fresh], "the new one was removed")
      yield* channels("DELETE", `/me/${(yield* channelOf(headers, fresh)).id}`, headers)

      yield* change(headers, ada.email, { value: typo })
      yield* change(headers, typo, { used_for_auth: false })
      yield* verify(headers, typo)
      assert.deepStrictEqual((yield* emailsOf(headers)).used, [ada.email], "the new one is not for sign-in")
      yield* channels("DELETE", `/me/${(yield* channelOf(headers, typo)).id}`, headers)

      yield* change(headers, ada.email, { value: fresh })
      yield* change(headers, ada.email, { is_primary: true })
      yield* verify(headers, fresh)
      assert.deepStrictEqual((yield* emailsOf(headers)).used, [ada.email, fresh], "the user made it primary")
    }).pipe(Effect.provide(both))
  )

  it.effect("does not become primary once the new one is removed, if that was not, or by null of a server", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      yield* updateMe(headers, { primary_email: "other@example.com" })
      yield* TestClock.adjust("1 minute")
      yield* change(headers, ada.email, { value: fresh })
      yield* channels("DELETE", `/me/${(yield* channelOf(headers, fresh)).id}`, headers)
      assert.deepInclude((yield* me(headers)).json, { primary_email: "other@example.com" })

      yield* change(headers, ada.email, { value: fresh, is_primary: true })
      const removed = yield* updateMe({ ...headers, ...asServer }, { primary_email: null })
      assert.deepInclude(removed.json, { primary_email: null })
      assert.deepStrictEqual((yield* emailsOf(headers)).used, [ada.email])
    }).pipe(Effect.provide(both))
  )

  it.effect("is named in the audit log when it is kept, and when it ends or is the channel's again", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const replacedIn = (response: TestResponse) =>
        Effect.map(entryOf(response), ({ targets }) => targets["replaced_contact_channel_id"])
      const changed = yield* change(headers, ada.email, { value: typo })
      const { id } = yield* channelOf(headers, ada.email)
      assert.strictEqual(yield* replacedIn(changed), id)
      assert.strictEqual(yield* replacedIn(yield* change(headers, typo, { value: ada.email })), id)

      const again = yield* change(headers, ada.email, { value: fresh })
      const kept = yield* replacedIn(again)
      assert.notStrictEqual(kept, id)
      const code = yield* mailCode(headers, fresh)
      const verified = yield* post("/contact-channels/verify", asClient, { code })
      assert.strictEqual(yield* replacedIn(verified), kept)
      assert.isUndefined(yield* replacedIn(yield* change(headers, fresh, { is_primary: true })))
    }).pipe(Effect.provide(both))
  )

  it.effect("ends at once if the user removes it, and with it codes that were mailed to it", () =>
    Effect.gen(function* () {
      const headers = yield* replaced()
      yield* sendSignInCode(ada.email)
      const code = yield* codeTo(ada.email)
      yield* channels("DELETE", `/me/${(yield* channelOf(headers, ada.email)).id}`, headers)
      yield* signInFails(ada.email)
      assert.strictEqual((yield* signInByCode(code)).code, "VERIFICATION_CODE_NOT_FOUND")
    }).pipe(Effect.provide(both))
  )

  it.effect("does not sign in by an earlier code once the new one is verified", () =>
    Effect.gen(function* () {
      const headers = yield* replaced()
      yield* sendSignInCode(ada.email)
      const code = yield* codeTo(ada.email)
      yield* verify(headers, fresh)
      assert.strictEqual((yield* signInByCode(code)).code, "VERIFICATION_CODE_NOT_FOUND")
    }).pipe(Effect.provide(both))
  )

  it.effect("is replaced at once if the user signs in with another verified one, or does not sign in with it", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      yield* claim(headers, fresh)
      yield* verify(headers, fresh)
      yield* change(headers, fresh, { value: typo })
      assert.deepStrictEqual(yield* emailsOf(headers), { verified: [ada.email], used: [ada.email, typo] })
      yield* change(headers, ada.email, { value: fresh, used_for_auth: false })
      assert.deepStrictEqual(yield* emailsOf(headers), { verified: [], used: [typo] })
    }).pipe(Effect.provide(both))
  )

  it.effect("is replaced at once by a server", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      yield* change({ ...headers, ...asServer }, ada.email, { value: fresh })
      assert.deepStrictEqual(yield* emailsOf(headers), { verified: [], used: [fresh] })
    }).pipe(Effect.provide(both))
  )

  it.effect("is not replaced by the client of a user with 100 contact channels", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      for (let number = 1; number < 100; number++) yield* addMore(headers, { value: `more${number}@example.com` })
      const refused = yield* change(headers, ada.email, { value: fresh })
      assert.deepInclude(refused, { status: 400, code: "LIMIT_REACHED", details: { maximum: 100 } })
      const { id } = yield* readChannel((yield* change(headers, "more1@example.com", { value: fresh })).json)
      yield* channels("DELETE", `/me/${id}`, headers)
      assert.strictEqual((yield* change(headers, ada.email, { value: typo })).status, 200)
      assert.lengthOf(yield* listOf(headers), 100)
    }).pipe(Effect.provide(both))
  )
})

describe("an unverified email that its user replaces", () => {
  it.effect("is replaced at once", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      yield* change(headers, ada.email, { value: fresh })
      assert.deepStrictEqual(yield* emailsOf(headers), { verified: [], used: [fresh] })
    }).pipe(Effect.provide(withBob()))
  )
})
