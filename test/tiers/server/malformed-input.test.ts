/** With any input, a call of the server or admin tier succeeds or fails with one of its errors. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import * as Testing from "../../../testing/index.ts"
import * as Admin from "../../../tiers/admin.ts"
import { adminCalls, serverCalls } from "./every-call.ts"
import { assertTyped, malformedTexts } from "../malformed-input.ts"

const texts = { ...malformedTexts, "the user of a session": "me" }

describe.each(Object.entries(texts))("%s", (_, text) => {
  it.effect("gives every call a typed result, and sends no request to another path", () =>
    Effect.gen(function* () {
      const log = yield* Testing.RequestLog
      const admin = yield* Admin.Admin
      for (const { make, name, sends } of [...serverCalls, ...adminCalls]) {
        yield* log.clear
        const exit = yield* Effect.exit(make(admin, text))
        assertTyped(exit, text, name)
        // Without a session no user is `me`.
        if (text === "me" && name.startsWith("users.") && name !== "users.create")
          assert.isTrue(Exit.isFailure(exit), name)
        else
          for (const { method, route } of yield* log.entries) {
            assert.strictEqual(`${method} ${route.replace("/api/v1", "")}`, sends.name, name)
          }
      }
    }).pipe(Effect.provide(Testing.layerAdmin()), Effect.provide(Testing.layerService({ limits: "off" })))
  )
})
