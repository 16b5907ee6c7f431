/** The sessions of a user, through the client and the server tier. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Transport } from "../../core/http/transport.ts"
import * as Client from "../../tiers/client.ts"
import * as Server from "../../tiers/server.ts"
import { ada, signInService } from "./sign-in/fixture.ts"

const NO_ID = "cccccccc-cccc-4ccc-8ccc-cccccccccccc"
const OTHER_ID = "dddddddd-dddd-4ddd-8ddd-dddddddddddd"
const ENDED_ID = "eeeeeeee-eeee-4eee-8eee-eeeeeeeeeeee"

const signedInTwice = Effect.gen(function* () {
  const client = yield* Client.Client
  yield* client.signInWithCredential(ada)
  yield* client.withTokenStore("memory").pipe(Effect.flatMap((other) => other.signInWithCredential(ada)))
  return client
})

describe("the sessions of the signed-in user", () => {
  it.effect("are listed with the current one, and others are revoked", () =>
    Effect.gen(function* () {
      const client = yield* signedInTwice
      const sessions = yield* client.sessions.list()
      assert.deepStrictEqual(sessions.map(({ isCurrentSession }) => isCurrentSession).toSorted(), [false, true])
      assert.instanceOf(sessions[0]?.lastUsedAt, Date)
      const [other, current] = [false, true].map((is) => sessions.find((one) => one.isCurrentSession === is)?.id ?? "")
      assert.strictEqual((yield* Effect.flip(client.sessions.revoke(current ?? "")))._tag, "CannotDeleteCurrentSession")
      yield* client.sessions.revoke(other ?? "")
      assert.deepStrictEqual(
        (yield* client.sessions.list()).map(({ id }) => id),
        [current]
      )
      for (const id of [other ?? "", NO_ID]) {
        assert.strictEqual((yield* Effect.flip(client.sessions.revoke(id)))._tag, "SessionNotFound")
      }
    }).pipe(Effect.provide(signInService()))
  )

  it.effect("are revoked at once, but for the current one", () =>
    Effect.gen(function* () {
      const client = yield* signedInTwice
      yield* client.sessions.revokeOthers()
      assert.deepStrictEqual(
        (yield* client.sessions.list()).map(({ isCurrentSession }) => isCurrentSession),
        [true]
      )
      assert.strictEqual((yield* client.getUser)?.primaryEmail, ada.email)
    }).pipe(Effect.provide(signInService()))
  )
})

describe("the sessions of a user, by the server", () => {
  it.effect("are listed and all revoked", () =>
    Effect.gen(function* () {
      const client = yield* signedInTwice
      const id = (yield* client.getUser)?.id ?? ""
      const { sessions } = (yield* Server.Server).ofUser(id)
      assert.lengthOf(yield* sessions.list(), 2)
      yield* sessions.revokeOthers()
      assert.deepStrictEqual(yield* sessions.list(), [])
    }).pipe(Effect.provide(signInService()))
  )
})

const session = (id: string, isCurrent: boolean) => ({
  id,
  user_id: "u",
  created_at: 0,
  is_impersonation: false,
  is_current_session: isCurrent
})

/** A client of a service since Stack Auth 2.8, which revokes one session per request only. One has ended meanwhile. */
const ofNewerService = (requests: Array<string>) =>
  Client.layerNoDeps({ projectId: "internal", publishableClientKey: "pck_1", tokenStore: "memory" }).pipe(
    Layer.provide(
      Layer.succeed(Transport, {
        send: ({ method, url }) => {
          const path = new URL(url).pathname.replace("/api/v1", "")
          requests.push(`${method} ${path}`)
          const [status, body, code]: readonly [number, unknown, string?] =
            `${method} ${path}` === "DELETE /auth/sessions"
              ? [405, ""]
              : method === "GET"
                ? [
                    200,
                    {
                      items: [NO_ID, OTHER_ID, ENDED_ID].map((id) => session(id, id === OTHER_ID)),
                      is_paginated: false
                    }
                  ]
                : path.endsWith(ENDED_ID)
                  ? [404, { code: "SESSION_NOT_FOUND", error: "Ended" }, "SESSION_NOT_FOUND"]
                  : [200, { success: true }]
          return Effect.succeed({
            status,
            body: JSON.stringify(body),
            header: (name: string) => (name === "x-stack-known-error" ? code : undefined)
          })
        }
      })
    )
  )

describe("all other sessions", () => {
  it.effect("are revoked with a request each where the service cannot revoke them at once", () => {
    const requests: Array<string> = []
    return Effect.gen(function* () {
      const client = yield* Client.Client
      yield* client.sessions.revokeOthers()
      assert.deepStrictEqual(requests.toSorted(), [
        "DELETE /auth/sessions",
        `DELETE /auth/sessions/${NO_ID}`,
        `DELETE /auth/sessions/${ENDED_ID}`,
        "GET /auth/sessions"
      ])
    }).pipe(Effect.provide(ofNewerService(requests)))
  })
})
