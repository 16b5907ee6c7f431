/** The primary address that a signed-in user chooses in the client tier. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ada, asServer, me, signIn, signUp, updateMe, USER_ID, withToken, asClient } from "../fixture.ts"
import { callback, codeTo, countMails } from "../mails.ts"
import { post } from "../requests.ts"
import { anonymous, asAnonymous, readUser } from "./anonymous-fixture.ts"
import { asAda, asBob, bob, channels, listOf, withBob } from "./contact-channel-fixture.ts"

const fresh = "fresh@example.com"
const config = { magicLinkEnabled: true }

const choose = (headers: typeof asServer, primary_email: string | null) => updateMe(headers, { primary_email })

/** The channels of the user as `address: flags`. */
const shown = (headers: typeof asServer) =>
  Effect.map(listOf(headers), (items) =>
    items.map(
      ({ is_primary, is_verified, used_for_auth, value }) =>
        `${value}:${is_primary ? " primary" : ""}${is_verified ? " verified" : ""}${used_for_auth ? " auth" : ""}`
    )
  )

const verifyPrimary = Effect.fnUntraced(function* (headers: typeof asServer, email: string) {
  const sent = yield* post("/contact-channels/send-verification-code", headers, { email, callback_url: callback })
  assert.strictEqual(sent.status, 200)
  const code = yield* codeTo(email)
  assert.strictEqual((yield* post("/contact-channels/verify", asClient, { code })).status, 200)
})

describe("primary_email of PATCH /users/me in the client tier", () => {
  it.effect("adds the address as an unverified channel that is not used for sign-in, and keeps the earlier one", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const { json, status } = yield* choose(headers, "Fresh@EXAMPLE.com")
      assert.strictEqual(status, 200)
      assert.deepInclude(json, { primary_email: "Fresh@example.com", primary_email_verified: false })
      assert.deepStrictEqual(yield* shown(headers), [`${ada.email}: auth`, "Fresh@example.com: primary"])
    }).pipe(Effect.provide(withBob()))
  )

  it.effect("promotes a channel of the user with what it has", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      yield* choose(headers, fresh)
      yield* verifyPrimary(headers, fresh)
      assert.deepInclude((yield* choose(headers, ada.email)).json, {
        primary_email: ada.email,
        primary_email_verified: false
      })
      assert.deepStrictEqual(yield* shown(headers), [`${ada.email}: primary auth`, `${fresh}: verified`])
      assert.deepInclude((yield* choose(headers, "fresh@EXAMPLE.com")).json, {
        primary_email: fresh,
        primary_email_verified: true
      })
      // Chosen again, it stays as it is.
      yield* choose(headers, fresh)
      assert.deepStrictEqual(yield* shown(headers), [`${ada.email}: auth`, `${fresh}: primary verified`])
    }).pipe(Effect.provide(withBob()))
  )

  it.effect("leaves no primary address with null, and the user signs in as before", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      assert.deepInclude((yield* choose(headers, null)).json, { primary_email: null, primary_email_verified: false })
      assert.strictEqual((yield* choose(headers, null)).status, 200)
      assert.deepStrictEqual(yield* shown(headers), [`${ada.email}: auth`])
      assert.strictEqual((yield* me(yield* asAda)).status, 200)
    }).pipe(Effect.provide(withBob()))
  )

  it.effect("finds no user by the new address at a sign-in, also after its verification", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      yield* choose(headers, fresh)
      for (const isVerified of [false, true]) {
        if (isVerified) yield* verifyPrimary(headers, fresh)
        const refused = yield* post("/auth/password/sign-in", asClient, { ...ada, email: fresh })
        assert.strictEqual(refused.code, "EMAIL_PASSWORD_MISMATCH")
        const before = yield* countMails(fresh)
        yield* post("/auth/password/send-reset-code", asClient, { email: fresh, callback_url: callback })
        assert.strictEqual(yield* countMails(fresh), before)
      }
      assert.strictEqual((yield* post("/auth/password/sign-in", asClient, ada)).status, 200)
    }).pipe(Effect.provide(withBob()))
  )

  it.effect("does not reserve the address of another person", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      // Another user has it, and signs in with it as before.
      assert.strictEqual((yield* choose(headers, bob.email)).status, 200)
      const asOther = yield* asBob
      assert.deepStrictEqual(yield* shown(asOther), [`${bob.email}: primary auth`])
      // No user has it, and its owner signs up.
      yield* choose(headers, fresh)
      const { status } = yield* signUp(fresh)
      assert.strictEqual(status, 200)
      const { access_token } = yield* signIn({ ...ada, email: fresh })
      assert.notStrictEqual((yield* readUser(yield* me(withToken(access_token)))).id, USER_ID)
      // By a mailed code, too.
      yield* choose(headers, "third@example.com")
      yield* post("/auth/otp/send-sign-in-code", asClient, { email: "third@example.com", callback_url: callback })
      const signedIn = yield* post("/auth/otp/sign-in", asClient, { code: yield* codeTo("third@example.com") })
      assert.deepInclude(signedIn.json, { is_new_user: true })
    }).pipe(Effect.provide(withBob({ config })))
  )

  it.effect("does not verify another user's channel of the same address", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      yield* choose(headers, bob.email)
      yield* verifyPrimary(headers, bob.email)
      assert.deepStrictEqual(yield* shown(yield* asBob), [`${bob.email}: primary auth`])
    }).pipe(Effect.provide(withBob()))
  )

  it.effect("leaves an anonymous user anonymous, also after the verification", () =>
    Effect.gen(function* () {
      const { access_token } = yield* anonymous()
      const headers = asAnonymous(access_token)
      const named = yield* readUser(yield* choose(headers, fresh))
      assert.deepInclude(named, { is_anonymous: true, primary_email: fresh })
      yield* verifyPrimary(headers, fresh)
      assert.deepInclude(yield* readUser(yield* me(headers)), { is_anonymous: true, primary_email_verified: true })
      const refused = yield* post("/auth/password/sign-in", asClient, { email: fresh, password: "long enough" })
      assert.strictEqual(refused.code, "EMAIL_PASSWORD_MISMATCH")
      // The user signs up with it, and keeps the account.
      const upgraded = yield* post("/auth/password/sign-up", headers, { email: fresh, password: "long enough" })
      assert.deepInclude(upgraded.json, { user_id: named.id })
      assert.deepStrictEqual(
        yield* shown(withToken((yield* signIn({ email: fresh, password: "long enough" })).access_token)),
        [`${fresh}: primary verified auth`]
      )
    }).pipe(Effect.provide(withBob({ config })))
  )

  it.effect("refuses what is no address", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      for (const primary_email of ["", "ada", "ada@", "a@b.com\r\nbcc: c@d.com", 1]) {
        const refused = yield* updateMe(headers, { primary_email })
        assert.deepStrictEqual([primary_email, refused.code], [primary_email, "SCHEMA_ERROR"])
      }
      // The fields of the server tier stay closed.
      for (const field of [{ primary_email_verified: true }, { primary_email_auth_enabled: true }]) {
        const refused = yield* updateMe(headers, { primary_email: fresh, ...field })
        assert.strictEqual(refused.code, "SCHEMA_ERROR")
      }
      assert.deepStrictEqual(yield* shown(headers), [`${ada.email}: primary auth`])
    }).pipe(Effect.provide(withBob()))
  )

  it.effect("keeps one channel and one primary address when it is chosen twice at once", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const statuses = yield* Effect.all(
        ["a@example.com", "b@example.com", "a@example.com"].map((address) => choose(headers, address)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        statuses.map(({ status }) => status),
        [200, 200, 200]
      )
      const all = yield* listOf(headers)
      assert.strictEqual(all.filter(({ is_primary }) => is_primary).length, 1)
      assert.strictEqual(all.length, 3)
    }).pipe(Effect.provide(withBob()))
  )

  it.effect("removes the primary address with null in the server tier, as before", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      yield* choose(withToken(access_token, asServer), null)
      assert.deepStrictEqual(
        yield* channels("GET", `?user_id=${USER_ID}`, asServer).pipe(Effect.map(({ json }) => json)),
        {
          items: [],
          is_paginated: false
        }
      )
    }).pipe(Effect.provide(withBob()))
  )
})
