/** A server process retains nothing of the users of earlier calls. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import * as Server from "../../../tiers/server.ts"
import { jwt, userBody } from "../../core/calling.ts"
import { ok } from "../../core/scripted-transport.ts"
import { Transport } from "../../../core/http/transport.ts"

setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc") as () => void

const held = () => {
  collect()
  collect()
  return process.memoryUsage().heapUsed
}

const serverUser = userBody({ primary_email_auth_enabled: true, server_metadata: null, last_active_at_millis: 0 })
const page = { items: [serverUser], is_paginated: true, pagination: { next_cursor: null } }
const { body: _, ...response } = ok(null)

/** Responds without recording the request. */
const transport = Layer.succeed(Transport, {
  send: ({ url }) =>
    Effect.succeed({
      ...response,
      header: () => undefined,
      body: JSON.stringify(new URL(url).pathname.endsWith("/users") ? page : serverUser)
    })
})

const options = {
  projectId: "internal",
  secretServerKey: "ssk_test",
  baseUrl: "https://api.keystile.test",
  tokenStore: null
}

describe("a server process", () => {
  it.effect("retains less than 500 bytes for each call after its users expired", () =>
    Effect.gen(function* () {
      const server = yield* Server.Server
      const handle = Effect.fnUntraced(function* (index: number) {
        const accessToken = jwt({ exp: 4e9, index })
        const request = yield* server.withTokenStore({ accessToken, refreshToken: `refresh-${index}` })
        const user = yield* request.getUser
        yield* server.users.get(user?.id ?? "")
        yield* Stream.runDrain(server.users.list())
      })
      const rounds = 1000
      const round = Effect.forEach(
        Array.from({ length: rounds }, (_, index) => index),
        handle,
        { discard: true }
      )
      yield* round
      const before = held()
      yield* Effect.andThen(round, round)
      assert.isBelow((held() - before) / (2 * rounds * 3), 500)
    }).pipe(Effect.provide(Server.layerNoDeps(options).pipe(Layer.provide(transport))))
  )
})
