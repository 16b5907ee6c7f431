/** Notification preferences: which mails a user gets. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { asAdmin, asClient, asServer, type Headers, send, service, signIn, USER_ID, withToken } from "../fixture.ts"

const TRANSACTIONAL = "7bb82d33-2f54-4a3d-9d23-82739e0d66ef"
const OTHER_ID = "99999999-9999-4999-8999-999999999999"

const category = {
  notification_category_id: TRANSACTIONAL,
  notification_category_name: "Transactional",
  enabled: true,
  can_disable: false
}

const get = (user: string, headers: Headers) =>
  send("GET", `/api/v1/emails/notification-preference/${user}`, { headers })
const patch = (user: string, id: string, enabled: unknown, headers: Headers) =>
  send("PATCH", `/api/v1/emails/notification-preference/${user}/${id}`, { headers, json: { enabled } })

const own = Effect.map(signIn(), ({ access_token }) => withToken(access_token))

describe("notification preferences", () => {
  it.effect("list the transactional mails, for the user and for servers", () =>
    Effect.gen(function* () {
      const headers = yield* own
      const responses = [yield* get("me", headers), yield* get(USER_ID, headers)]
      for (const tier of [asServer, asAdmin]) responses.push(yield* get(USER_ID, tier))
      for (const { json } of responses) assert.deepStrictEqual(json, { items: [category], is_paginated: false })
    }).pipe(Effect.provide(service()))
  )

  it.effect("keep transactional mails on", () =>
    Effect.gen(function* () {
      const headers = yield* own
      assert.deepStrictEqual((yield* patch("me", TRANSACTIONAL.toUpperCase(), true, headers)).json, category)
      const refused = yield* patch("me", TRANSACTIONAL, false, headers)
      assert.deepStrictEqual([refused.status, refused.code], [400, undefined])
      assert.match(refused.text, /cannot be turned off/)
      assert.strictEqual((yield* patch("me", OTHER_ID, true, headers)).status, 404)
      assert.strictEqual((yield* patch("me", TRANSACTIONAL, "no", headers)).code, "SCHEMA_ERROR")
    }).pipe(Effect.provide(service()))
  )

  it.effect("disclose no other user to a client", () =>
    Effect.gen(function* () {
      const headers = yield* own
      for (const refused of [yield* get(OTHER_ID, headers), yield* patch(OTHER_ID, TRANSACTIONAL, true, headers)]) {
        assert.strictEqual(refused.status, 403)
      }
      assert.strictEqual((yield* get("me", asClient)).code, "CANNOT_GET_OWN_USER_WITHOUT_USER")
      assert.strictEqual((yield* get(OTHER_ID, asServer)).code, "USER_NOT_FOUND")
      assert.strictEqual((yield* patch(OTHER_ID, TRANSACTIONAL, true, asServer)).code, "USER_NOT_FOUND")
    }).pipe(Effect.provide(service()))
  )
})

describe("the email templates of later versions", () => {
  it.effect("are refused with the path of those that the service has", () =>
    Effect.gen(function* () {
      for (const path of ["/internal/email-templates", `/internal/email-templates/${OTHER_ID}`]) {
        const refused = yield* send("GET", `/api/v1${path}`, { headers: asAdmin })
        assert.strictEqual(refused.status, 404)
        assert.match(refused.text, /\/api\/v1\/email-templates, in the format of Stack Auth 2\.7/)
      }
    }).pipe(Effect.provide(service()))
  )
})

describe("the analytics of later versions", () => {
  it.effect("are refused with the option that turns them off", () =>
    Effect.gen(function* () {
      const refused = yield* send("POST", "/api/v1/analytics/events/batch", { headers: asAdmin, json: {} })
      assert.strictEqual(refused.status, 404)
      assert.match(refused.text, /analytics: \{ enabled: false \}/)
    }).pipe(Effect.provide(service()))
  )
})
