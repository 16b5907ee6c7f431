/** Contact channels and their verification. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import {
  ada,
  asClient,
  asServer,
  type Headers,
  me,
  otherKeys,
  OTHER_PROJECT_ID,
  send,
  service,
  signIn,
  signUp,
  updateMe,
  USER_ID,
  withToken
} from "../fixture.ts"
import { callback, codeTo, countMails, mailTo, post, unknownCode } from "../mails.ts"

const BOB_ID = "bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb"
const bob = { email: "bob@example.com", password: "long enough" }
const withBob = (project: object = {}) =>
  service({
    users: [
      { id: USER_ID, ...ada },
      { id: BOB_ID, ...bob }
    ],
    ...project
  })

const channels = (method: string, path: string, headers: Headers, json?: unknown) =>
  send(method, `/api/v1/contact-channels${path}`, { headers, ...(json !== undefined && { json }) })

const Channel = Schema.Struct({
  id: Schema.String,
  user_id: Schema.String,
  type: Schema.Literal("email"),
  value: Schema.String,
  is_primary: Schema.Boolean,
  is_verified: Schema.Boolean,
  used_for_auth: Schema.Boolean
})
const readChannel = Schema.decodeUnknownEffect(Channel)
const readList = Schema.decodeUnknownEffect(
  Schema.Struct({ is_paginated: Schema.Literal(false), items: Schema.Array(Channel) })
)

const listOf = (headers: Headers, query = "?user_id=me") =>
  Effect.flatMap(channels("GET", query, headers), ({ json }) => Effect.map(readList(json), ({ items }) => items))

const asAda = Effect.map(signIn(), ({ access_token }) => withToken(access_token))
const asBob = Effect.map(signIn(bob), ({ access_token }) => withToken(access_token))
const asOtherServer: Headers = {
  "x-stack-access-type": "server",
  "x-stack-project-id": OTHER_PROJECT_ID,
  "x-stack-secret-server-key": otherKeys.secretServerKey
}

const more = { type: "email" as const, value: "more@example.com", used_for_auth: false }
const addMore = (headers: Headers, change: object = {}) =>
  Effect.flatMap(channels("POST", "", headers, { user_id: "me", ...more, ...change }), ({ json }) => readChannel(json))

const plainText = "text/plain; charset=utf-8"

describe("contact channels", () => {
  it.effect("are created, listed, read, updated and deleted by their user", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const [primary] = yield* listOf(headers)
      assert.deepInclude(primary, {
        user_id: USER_ID,
        value: ada.email,
        is_primary: true,
        is_verified: false,
        used_for_auth: true
      })
      yield* TestClock.adjust("1 second")
      const added = yield* channels("POST", "", headers, { user_id: "me", ...more })
      assert.strictEqual(added.status, 201)
      const channel = yield* readChannel(added.json)
      assert.deepInclude(channel, { ...more, user_id: USER_ID, is_primary: false, is_verified: false })
      assert.deepStrictEqual(
        (yield* listOf(headers)).map(({ value }) => value),
        [ada.email, more.value],
        "oldest first"
      )
      assert.deepStrictEqual(
        yield* listOf(headers, `?user_id=${USER_ID.toUpperCase()}&contact_channel_id=${channel.id.toUpperCase()}`),
        [channel]
      )
      assert.deepStrictEqual((yield* channels("GET", `/me/${channel.id}`, headers)).json, channel)
      const changed = yield* channels("PATCH", `/me/${channel.id}`, headers, { used_for_auth: true, type: "email" })
      assert.deepStrictEqual([changed.status, changed.json], [200, { ...channel, used_for_auth: true }])
      assert.strictEqual((yield* signIn({ email: more.value, password: ada.password })).user_id, USER_ID)
      const removed = yield* channels("DELETE", `/me/${channel.id}`, headers)
      assert.deepStrictEqual([removed.status, removed.json], [200, { success: true }])
      assert.deepStrictEqual(
        (yield* listOf(headers)).map(({ value }) => value),
        [ada.email]
      )
    }).pipe(Effect.provide(withBob()))
  )

  it.effect("have at most one primary channel", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const first = yield* addMore(headers, { is_primary: true })
      assert.isTrue(first.is_primary)
      assert.deepInclude((yield* me(headers)).json, { primary_email: more.value, primary_email_verified: false })
      const second = yield* addMore(headers, { value: "third@example.com" })
      yield* channels("PATCH", `/me/${second.id}`, headers, { is_primary: true })
      assert.deepStrictEqual(
        (yield* listOf(headers)).filter(({ is_primary }) => is_primary).map(({ id }) => id),
        [second.id]
      )
      yield* channels("PATCH", `/me/${second.id}`, headers, { is_primary: true })
      yield* channels("PATCH", `/me/${second.id}`, headers, { is_primary: false })
      assert.deepInclude((yield* me(headers)).json, { primary_email: null })
      const theirs = yield* listOf(yield* asBob)
      assert.deepStrictEqual(
        theirs.map(({ is_primary }) => is_primary),
        [true],
        "channels of others are unchanged"
      )
    }).pipe(Effect.provide(withBob()))
  )

  it.effect("are unverified after a change of value, unless the server sets it", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const server = { ...headers, ...asServer }
      const channel = yield* addMore(server, { is_verified: true })
      const patch = (headers: Headers, change: object) =>
        Effect.flatMap(channels("PATCH", `/me/${channel.id}`, headers, change), ({ json }) => readChannel(json))
      assert.isTrue((yield* patch(headers, { value: more.value })).is_verified, "the same value is not a change")
      assert.deepInclude(yield* patch(headers, { value: "new@example.com" }), {
        value: "new@example.com",
        is_verified: false
      })
      assert.isTrue((yield* patch(server, { value: "newer@example.com", is_verified: true })).is_verified)
      assert.isTrue((yield* patch(headers, {})).is_verified)
    }).pipe(Effect.provide(withBob()))
  )

  it.effect("sign in one user only, though many users may have the same address", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const taken = { user_id: "me", type: "email", value: bob.email }
      const refused = yield* channels("POST", "", headers, { ...taken, used_for_auth: true })
      assert.deepStrictEqual(
        [refused.status, refused.code, refused.details],
        [409, "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE", { type: "email" }]
      )
      const channel = yield* addMore(headers, { value: bob.email })
      for (const change of [{ used_for_auth: true }, { used_for_auth: true, value: bob.email }]) {
        const answer = yield* channels("PATCH", `/me/${channel.id}`, headers, change)
        assert.deepStrictEqual(
          [answer.status, answer.code],
          [409, "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE"]
        )
      }
      const [primary] = yield* listOf(headers)
      const renamed = yield* channels("PATCH", `/me/${primary?.id}`, headers, { value: bob.email })
      assert.strictEqual(renamed.status, 409)
      assert.strictEqual((yield* signIn(bob)).user_id, BOB_ID)
      const other = yield* channels(
        "POST",
        "",
        { ...asOtherServer },
        { ...taken, user_id: USER_ID, used_for_auth: true }
      )
      assert.strictEqual(other.status, 404, "users of other projects are not found")
    }).pipe(Effect.provide(withBob()))
  )

  it.effect("are unique per user", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const channel = yield* addMore(headers)
      const again = yield* channels("POST", "", headers, { user_id: "me", ...more })
      assert.deepStrictEqual([again.status, again.code, again.headers["content-type"]], [400, undefined, plainText])
      const renamed = yield* channels("PATCH", `/me/${channel.id}`, headers, { value: ada.email })
      assert.deepStrictEqual(
        [renamed.status, renamed.code, renamed.headers["content-type"]],
        [409, undefined, plainText]
      )
    }).pipe(Effect.provide(withBob()))
  )

  it.effect("of other users are out of reach for clients", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const untouched = yield* listOf(yield* asBob)
      const [theirs] = untouched
      const path = `/${BOB_ID}/${theirs?.id}`
      const answers = [
        yield* channels("GET", `?user_id=${BOB_ID}`, headers),
        yield* channels("GET", "", headers),
        yield* channels("POST", "", headers, { ...more, user_id: BOB_ID }),
        yield* channels("GET", path, headers),
        yield* channels("PATCH", path, headers, { value: "mine@example.com" }),
        yield* channels("DELETE", path, headers)
      ]
      for (const answer of answers) {
        assert.deepStrictEqual(
          [answer.status, answer.code, answer.headers["content-type"]],
          [403, undefined, plainText]
        )
        assert.notInclude(answer.text, bob.email)
      }
      const underMe = `/me/${theirs?.id}`
      assert.deepStrictEqual(
        [
          (yield* channels("GET", underMe, headers)).status,
          (yield* channels("PATCH", underMe, headers, { value: "mine@example.com" })).status,
          (yield* channels("DELETE", underMe, headers)).status
        ],
        [404, 400, 400]
      )
      assert.deepStrictEqual(yield* listOf(headers, `?user_id=me&contact_channel_id=${theirs?.id}`), [])
      assert.deepStrictEqual(yield* listOf(yield* asBob, `?user_id=me&contact_channel_id=${theirs?.id}`), untouched)
    }).pipe(Effect.provide(withBob()))
  )

  it.effect("require a signed-in user in the client tier, and for `me` in every tier", () =>
    Effect.gen(function* () {
      const id = "99999999-9999-4999-8999-999999999999"
      const answers = [
        yield* channels("GET", "?user_id=me", asServer),
        yield* channels("GET", `?user_id=${USER_ID}`, asClient),
        yield* channels("POST", "", asServer, { ...more, user_id: "me" }),
        yield* channels("GET", `/me/${id}`, asServer),
        yield* channels("GET", `/${USER_ID}/${id}`, asClient),
        yield* channels("PATCH", `/me/${id}`, asServer, {}),
        yield* channels("DELETE", `/me/${id}`, asServer),
        yield* channels("POST", `/me/${id}/send-verification-code`, asServer, { callback_url: callback }),
        yield* channels("POST", `/${USER_ID}/${id}/send-verification-code`, asClient, { callback_url: callback })
      ]
      for (const answer of answers)
        assert.deepStrictEqual([answer.status, answer.code], [400, "CANNOT_GET_OWN_USER_WITHOUT_USER"])
    }).pipe(Effect.provide(withBob()))
  )

  it.effect("of all users are listed for the server of their project only", () =>
    Effect.gen(function* () {
      const all = yield* listOf(asServer, "")
      assert.deepStrictEqual(
        all.map(({ value }) => value),
        [ada.email, bob.email]
      )
      const [first] = all
      assert.deepStrictEqual(yield* listOf(asServer, `?user_id=${USER_ID}`), all.slice(0, 1))
      const path = `/${USER_ID}/${first?.id}`
      assert.deepStrictEqual((yield* channels("GET", path, asServer)).json, first)
      for (const user of [USER_ID, "me"]) {
        const foreign = { ...asOtherServer }
        const expected = user === "me" ? [400, 400, 400] : [404, 400, 400]
        const at = `/${user}/${first?.id}`
        assert.deepStrictEqual(
          [
            (yield* channels("GET", at, foreign)).status,
            (yield* channels("PATCH", at, foreign, { is_verified: true })).status,
            (yield* channels("DELETE", at, foreign)).status
          ],
          expected
        )
      }
      assert.deepStrictEqual(yield* listOf(asOtherServer, `?user_id=${USER_ID}`), [])
      assert.notInclude((yield* channels("GET", "", asOtherServer)).text, String(first?.id))
      assert.strictEqual(
        (yield* channels("GET", `/${BOB_ID}/${first?.id}`, asServer)).status,
        404,
        "the user has to match"
      )
      const verified = yield* channels("PATCH", path, asServer, { is_verified: true })
      assert.deepInclude(verified.json, { is_verified: true })
      const added = yield* channels("POST", "", asServer, {
        ...more,
        user_id: BOB_ID,
        is_verified: true,
        is_primary: true
      })
      assert.deepInclude(added.json, { user_id: BOB_ID, is_verified: true, is_primary: true })
      const unknownUser = yield* channels("POST", "", asServer, {
        ...more,
        user_id: "99999999-9999-4999-8999-999999999999"
      })
      assert.deepStrictEqual(
        [unknownUser.status, unknownUser.code, unknownUser.headers["content-type"]],
        [404, undefined, plainText]
      )
    }).pipe(Effect.provide(withBob()))
  )

  it.effect("reject unknown fields and values", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const { id } = yield* addMore(headers)
      for (const [method, path, json] of [
        ["POST", "", { user_id: "me", ...more, is_verified: true }],
        ["PATCH", `/me/${id}`, { is_verified: true }],
        ["POST", "", { user_id: "me", ...more, value: "not-an-email" }],
        ["POST", "", { user_id: "me", ...more, type: "sms" }],
        ["POST", "", { user_id: "me", ...more, type: "phone" }],
        ["PATCH", `/me/${id}`, { type: "phone" }],
        ["POST", "", { user_id: "you", ...more }],
        ["POST", "", { ...more }],
        ["POST", "", [1]],
        ["POST", "", undefined],
        ["PATCH", `/me/${id}`, { value: null }],
        ["PATCH", `/me/${id}`, { __proto__: null, constructor: 1 }],
        ["PATCH", `/me/${id}`, undefined],
        ["PATCH", "/me/__proto__", {}],
        ["GET", "?user_id=me&x=1", undefined],
        ["GET", `/me/${id}?x=1`, undefined],
        ["DELETE", "/me/1", undefined]
      ] as const) {
        const answer = yield* channels(method, path, headers, json)
        assert.deepStrictEqual(
          [answer.status, answer.code],
          [400, "SCHEMA_ERROR"],
          `${method} ${path} ${JSON.stringify(json)}`
        )
      }
    }).pipe(Effect.provide(withBob()))
  )

  it.effect("are deleted with the sign-in method that used them", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const [primary] = yield* listOf(headers)
      yield* channels("DELETE", `/me/${primary?.id}`, headers)
      assert.deepInclude((yield* me(headers)).json, { primary_email: null, has_password: true, auth_with_email: true })
      assert.strictEqual((yield* post("/auth/password/sign-in", ada)).code, "EMAIL_PASSWORD_MISMATCH")
      assert.strictEqual((yield* signUp(ada.email)).status, 200, "the address is available again")
    }).pipe(Effect.provide(withBob()))
  )
})

describe("the verification of a contact channel", () => {
  const sendCode = (headers: Headers, user: string, id: string | undefined, callback_url = callback) =>
    channels("POST", `/${user}/${id}/send-verification-code`, headers, { callback_url })
  const verify = (code: string, headers?: Headers) => post("/contact-channels/verify", { code }, headers)
  const check = (code: string) => post("/contact-channels/verify/check-code", { code })

  it.effect("takes the code of a mail with and without a session", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const channel = yield* addMore(headers)
      assert.deepStrictEqual((yield* sendCode(headers, "me", channel.id)).json, { success: true })
      const mail = yield* mailTo(more.value)
      assert.deepInclude(mail, { type: "email_verification", links: [`${callback}?code=${mail.codes[0]}`] })
      assert.include(mail.text, "Hi Ada. Please")
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
      const answer = yield* verify(code)
      assert.deepStrictEqual([answer.status, answer.code, answer.headers["content-type"]], [404, undefined, plainText])
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
      yield* post("/contact-channels/verify", { code: yield* codeTo(ada.email) })
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
