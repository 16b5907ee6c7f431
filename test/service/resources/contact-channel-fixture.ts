/** Requests of contact channels. */
import { Effect, Schema } from "effect"
import { ada, type Headers, send, service, signIn, USER_ID, withToken } from "../fixture.ts"

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

export const asAda = Effect.map(signIn(), ({ access_token }) => withToken(access_token))
export const asBob = Effect.map(signIn(bob), ({ access_token }) => withToken(access_token))

export const more = { type: "email" as const, value: "more@example.com", used_for_auth: false }

export const addMore = (headers: Headers, change: object = {}) =>
  Effect.flatMap(channels("POST", "", headers, { user_id: "me", ...more, ...change }), ({ json }) => readChannel(json))

export const plainText = "text/plain; charset=utf-8"
