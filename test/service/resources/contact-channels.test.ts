/** Contact channels. */
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
  updateMe,
  USER_ID,
  asOtherServer
} from "../fixture.ts"
import { callback } from "../mails.ts"
import { post } from "../requests.ts"
import {
  BOB_ID,
  bob,
  withBob,
  channels,
  readChannel,
  listOf,
  asAda,
  asBob,
  more,
  addMore,
  plainText
} from "./contact-channel-fixture.ts"

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
        const response = yield* channels("PATCH", `/me/${channel.id}`, headers, change)
        assert.deepStrictEqual(
          [response.status, response.code],
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
      const responses = [
        yield* channels("GET", `?user_id=${BOB_ID}`, headers),
        yield* channels("GET", "", headers),
        yield* channels("POST", "", headers, { ...more, user_id: BOB_ID }),
        yield* channels("GET", path, headers),
        yield* channels("PATCH", path, headers, { value: "mine@example.com" }),
        yield* channels("DELETE", path, headers)
      ]
      for (const response of responses) {
        assert.deepStrictEqual(
          [response.status, response.code, response.headers["content-type"]],
          [403, undefined, plainText]
        )
        assert.notInclude(response.text, bob.email)
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
      const responses = [
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
      for (const response of responses)
        assert.deepStrictEqual([response.status, response.code], [400, "CANNOT_GET_OWN_USER_WITHOUT_USER"])
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
        const response = yield* channels(method, path, headers, json)
        assert.deepStrictEqual(
          [response.status, response.code],
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
      assert.strictEqual((yield* post("/auth/password/sign-in", asClient, ada)).code, "EMAIL_PASSWORD_MISMATCH")
      assert.strictEqual((yield* signUp(ada.email)).status, 200, "the address is available again")
    }).pipe(Effect.provide(withBob()))
  )

  it.effect("are at most 100 of a user who adds them", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const add = (headers: Headers, number: number) =>
        channels("POST", "", headers, { ...more, user_id: USER_ID, value: `more${number}@example.com` })
      for (let number = 1; number < 100; number++) yield* add(headers, number)
      for (const refused of [
        yield* add(headers, 100),
        yield* updateMe(headers, { primary_email: "fresh@example.com" })
      ]) {
        assert.deepInclude(refused, { status: 400, code: "LIMIT_REACHED", details: { maximum: 100 } })
      }
      assert.strictEqual((yield* updateMe(headers, { primary_email: "more1@example.com" })).status, 200)
      assert.strictEqual((yield* add(asServer, 100)).status, 201, "a server adds more")
      assert.lengthOf(yield* listOf(headers), 101)
    }).pipe(Effect.provide(withBob({ limits: "off" })))
  )
})
