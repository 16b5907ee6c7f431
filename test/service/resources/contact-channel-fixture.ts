/** Requests of contact channels. */
import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { ada, asClient, type Headers, send, service, signIn, USER_ID, withToken } from "../fixture.ts"
import { callback, codeTo } from "../mails.ts"
import { post } from "../requests.ts"

export const BOB_ID = "bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb"
export const bob = { email: "bob@example.com", password: "long enough" }

export const withBob = (project: object = {}) =>
  service({
    users: [
      { id: USER_ID, ...ada },
      { id: BOB_ID, ...bob }
    ],
    ...project
  })

export const channels = (method: string, path: string, headers: Headers, json?: unknown) =>
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

export const readChannel = Schema.decodeUnknownEffect(Channel)

const readList = Schema.decodeUnknownEffect(
  Schema.Struct({ is_paginated: Schema.Literal(false), items: Schema.Array(Channel) })
)

export const listOf = (headers: Headers, query = "?user_id=me") =>
  Effect.flatMap(channels("GET", query, headers), ({ json }) => Effect.map(readList(json), ({ items }) => items))

/** Returns the user's contact channel with an email. */
export const channelOf = Effect.fnUntraced(function* (headers: Headers, value: string) {
  const found = (yield* listOf(headers)).find((channel) => channel.value === value)
  return found ?? assert.fail(`The user does not have ${value}`)
})

/** Mails a code that verifies an email, and returns it. */
export const mailCode = Effect.fnUntraced(function* (headers: Headers, value: string) {
  const { id } = yield* channelOf(headers, value)
  yield* channels("POST", `/me/${id}/send-verification-code`, headers, { callback_url: callback })
  return yield* codeTo(value)
})

export const verifyBy = Effect.fnUntraced(function* (code: string) {
  assert.strictEqual((yield* post("/contact-channels/verify", asClient, { code })).status, 200)
})

/** Verifies an email by a mailed code. */
export const verify = (headers: Headers, value: string) => Effect.flatMap(mailCode(headers, value), verifyBy)

export const asAda = Effect.map(signIn(), ({ access_token }) => withToken(access_token))
export const asBob = Effect.map(signIn(bob), ({ access_token }) => withToken(access_token))

export const more = { type: "email" as const, value: "more@example.com", used_for_auth: false }

export const addMore = (headers: Headers, change: object = {}) =>
  Effect.flatMap(channels("POST", "", headers, { user_id: "me", ...more, ...change }), ({ json }) => readChannel(json))

export const plainText = "text/plain; charset=utf-8"
