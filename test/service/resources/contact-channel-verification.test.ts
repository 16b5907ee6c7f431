/** Verification of contact channels. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { isOverNetwork } from "../../postgres/server.ts"
import { layerDatabase } from "../database-layer.ts"
import {
  ada,
  asClient,
  asServer,
  type Headers,
  me,
  otherKeys,
  OTHER_PROJECT_ID,
  service,
  updateMe,
  USER_ID,
  asOtherServer
} from "../fixture.ts"
import { callback, codeTo, countMails, mailTo, unknownCode } from "../mails.ts"
import { post } from "../requests.ts"
import { temporaryFolder } from "../temporary-folder.ts"
import {
  BOB_ID,
  bob,
  withBob,
  channels,
  listOf,
  asAda,
  asBob,
  more,
  addMore,
  plainText
} from "./contact-channel-fixture.ts"

describe("the verification of a contact channel", () => {
  const sendCode = (headers: Headers, user: string, id: string | undefined, callback_url = callback) =>
    channels("POST", `/${user}/${id}/send-verification-code`, headers, { callback_url })
  const verify = (code: string, headers: Headers = asClient) => post("/contact-channels/verify", headers, { code })
  const check = (code: string) => post("/contact-channels/verify/check-code", asClient, { code })

  it.effect("takes the code of a mail with and without a session", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const channel = yield* addMore(headers)
      assert.deepStrictEqual((yield* sendCode(headers, "me", channel.id)).json, { success: true })
      const mail = yield* mailTo(more.value)
      assert.deepInclude(mail, { type: "email_verification", links: [`${callback}?code=${mail.codes[0]}`] })
      assert.include(mail.text, "Hi Ada. Confirm")
      const [code = ""] = mail.codes
      assert.deepStrictEqual((yield* check(code)).json, { is_code_valid: true })
      assert.deepStrictEqual((yield* verify(code)).json, { success: true })
      assert.deepInclude((yield* channels("GET", `/me/${channel.id}`, headers)).json, { is_verified: true })
      const again = yield* verify(code)
      assert.deepStrictEqual([again.status, again.code], [409, "VERIFICATION_CODE_ALREADY_USED"])
      const late = yield* sendCode(headers, "me", channel.id)
      assert.deepStrictEqual([late.status, late.code], [409, "EMAIL_ALREADY_VERIFIED"])
    }).pipe(Effect.provide(withBob({ users: [{ id: USER_ID, ...ada, displayName: "Ada" }] })))
  )

  it.effect("verifies the address to which the mail was sent, not its replacement", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const channel = yield* addMore(headers)
      yield* sendCode(headers, "me", channel.id)
      const code = yield* codeTo(more.value)
      yield* channels("PATCH", `/me/${channel.id}`, headers, { value: "victim@example.com" })
      const response = yield* verify(code)
      assert.deepStrictEqual(
        [response.status, response.code, response.headers["content-type"]],
        [404, undefined, plainText]
      )
      assert.deepInclude((yield* channels("GET", `/me/${channel.id}`, headers)).json, {
        value: "victim@example.com",
        is_verified: false
      })
      assert.strictEqual((yield* verify(code)).code, "VERIFICATION_CODE_ALREADY_USED")
    }).pipe(Effect.provide(withBob()))
  )

  it.effect("applies to the user who requested it", () =>
    Effect.gen(function* () {
      const [asAdaNow, asBobNow] = [yield* asAda, yield* asBob]
      yield* addMore(asAdaNow)
      const theirs = yield* addMore(asBobNow)
      yield* sendCode(asBobNow, "me", theirs.id)
      yield* verify(yield* codeTo(more.value))
      assert.deepStrictEqual(
        (yield* listOf(asAdaNow)).map(({ is_verified }) => is_verified),
        [false, false]
      )
      assert.deepStrictEqual(
        (yield* listOf(asBobNow)).map(({ is_verified }) => is_verified),
        [false, true]
      )
    }).pipe(Effect.provide(withBob()))
  )

  it.effect("refuses a code from before a change of the password", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const channel = yield* addMore(headers)
      yield* sendCode(headers, "me", channel.id)
      const code = yield* codeTo(more.value)
      yield* TestClock.adjust("1 minute")
      const passwords = { old_password: ada.password, new_password: "another one" }
      assert.strictEqual((yield* post("/auth/password/update", headers, passwords)).status, 200)
      for (const response of [yield* check(code), yield* verify(code)]) {
        assert.deepStrictEqual([response.status, response.code], [404, "VERIFICATION_CODE_NOT_FOUND"])
      }
      assert.deepInclude((yield* channels("GET", `/${USER_ID}/${channel.id}`, asServer)).json, { is_verified: false })
      yield* sendCode(asServer, USER_ID, channel.id)
      assert.strictEqual((yield* verify(yield* codeTo(more.value))).status, 200)
    }).pipe(Effect.provide(withBob()))
  )

  // The trigger is written for SQLite.
  it.live.skipIf(isOverNetwork)("verifies nothing if the password is changed while the code is used up", () =>
    Effect.gen(function* () {
      const database = (yield* temporaryFolder).path("keystile.db")
      yield* Effect.gen(function* () {
        const headers = yield* asAda
        const channel = yield* addMore(headers)
        yield* sendCode(headers, "me", channel.id)
        const code = yield* codeTo(more.value)
        yield* SqlClient.SqlClient.use(
          (sql) => sql`
            CREATE TRIGGER change_password AFTER UPDATE OF used_at ON verification_codes
            BEGIN UPDATE passwords SET changed_at = NEW.created_at + 1; END`
        ).pipe(Effect.provide(layerDatabase(database)))
        const response = yield* verify(code)
        assert.deepStrictEqual([response.status, response.code], [404, "VERIFICATION_CODE_NOT_FOUND"])
        assert.deepInclude((yield* channels("GET", `/${USER_ID}/${channel.id}`, asServer)).json, { is_verified: false })
      }).pipe(Effect.provide(service({ users: [{ id: USER_ID, ...ada }] }, { database })))
    }).pipe(Effect.scoped)
  )

  it.effect("reports why a code is rejected", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const [own] = yield* listOf(headers)
      const [theirs] = yield* listOf(yield* asBob)
      const unknownId = "99999999-9999-4999-8999-999999999999"
      const other = yield* sendCode(headers, BOB_ID, theirs?.id)
      assert.deepStrictEqual([other.status, other.code, other.headers["content-type"]], [400, undefined, plainText])
      const missing = yield* sendCode(headers, "me", theirs?.id)
      assert.deepStrictEqual(
        [missing.status, missing.code, missing.headers["content-type"]],
        [404, undefined, plainText]
      )
      const unknown = yield* sendCode(asServer, unknownId, own?.id)
      assert.deepStrictEqual(
        [unknown.status, unknown.code, unknown.details],
        [400, "USER_ID_DOES_NOT_EXIST", { user_id: unknownId }]
      )
      assert.strictEqual((yield* sendCode(asOtherServer, USER_ID, own?.id)).code, "USER_ID_DOES_NOT_EXIST")
      assert.strictEqual(
        (yield* sendCode(headers, "me", own?.id, "https://evil.example/")).code,
        "REDIRECT_URL_NOT_WHITELISTED"
      )
      assert.strictEqual((yield* countMails(ada.email)) + (yield* countMails(bob.email)), 0)
      assert.strictEqual((yield* sendCode(asServer, BOB_ID, theirs?.id)).status, 200)
      const strange = yield* verify(unknownCode)
      assert.deepStrictEqual([strange.status, strange.code], [404, "VERIFICATION_CODE_NOT_FOUND"])
      const code = yield* codeTo(bob.email)
      assert.strictEqual(
        (yield* verify(code, {
          ...asClient,
          "x-stack-project-id": OTHER_PROJECT_ID,
          "x-stack-publishable-client-key": otherKeys.publishableClientKey
        })).code,
        "VERIFICATION_CODE_NOT_FOUND"
      )
      for (let count = 0; count < 20; count++) yield* check(code)
      assert.strictEqual((yield* verify(code)).code, "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED")
      yield* sendCode(asServer, BOB_ID, theirs?.id)
      const slow = yield* codeTo(bob.email)
      yield* TestClock.adjust("7 days")
      assert.strictEqual((yield* verify(slow)).code, "VERIFICATION_CODE_EXPIRED")
      assert.strictEqual((yield* check(slow)).code, "VERIFICATION_CODE_EXPIRED")
    }).pipe(Effect.provide(withBob()))
  )
})

describe("the verification of the primary address", () => {
  const sendCode = (headers: Headers, email: string, callback_url = callback) =>
    channels("POST", "/send-verification-code", headers, { email, callback_url })

  it.effect("is requested by its user", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      assert.deepStrictEqual((yield* sendCode(headers, ada.email)).json, { success: true })
      yield* post("/contact-channels/verify", asClient, { code: yield* codeTo(ada.email) })
      assert.deepInclude((yield* me(headers)).json, { primary_email_verified: true })
      const again = yield* sendCode(headers, ada.email)
      assert.deepStrictEqual([again.status, again.code], [409, "EMAIL_ALREADY_VERIFIED"])
    }).pipe(Effect.provide(withBob()))
  )

  it.effect("is refused for any other address", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const other = yield* sendCode(headers, bob.email)
      assert.deepStrictEqual(
        [other.status, other.code, other.details],
        [400, "EMAIL_IS_NOT_PRIMARY_EMAIL", { email: bob.email, primary_email: ada.email }]
      )
      yield* updateMe({ ...headers, ...asServer }, { primary_email: null })
      assert.deepStrictEqual((yield* sendCode(headers, ada.email)).details, { email: ada.email, primary_email: null })
      assert.strictEqual(yield* countMails(bob.email), 0)
    }).pipe(Effect.provide(withBob()))
  )

  it.effect("requires a signed-in user and a trusted callback URL", () =>
    Effect.gen(function* () {
      const anonymous = yield* sendCode(asClient, ada.email)
      assert.deepStrictEqual([anonymous.status, anonymous.code], [400, "SCHEMA_ERROR"])
      assert.include(anonymous.error, "auth.user")
      assert.strictEqual(
        (yield* sendCode(yield* asAda, ada.email, "https://evil.example/")).code,
        "REDIRECT_URL_NOT_WHITELISTED"
      )
    }).pipe(Effect.provide(withBob()))
  )
})
