/** With any input, a call of the server or admin tier succeeds or fails with one of its errors. */
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit } from "effect"
import { RequestError } from "../../../core/errors/request-error.ts"
import * as Testing from "../../../testing/index.ts"
import * as Admin from "../../../tiers/admin.ts"
import { adminCalls, serverCalls } from "./every-call.ts"

const texts = {
  "an empty text": "",
  "a path that climbs": "../../users/me",
  dots: "..",
  "a slash": "a/b",
  "an encoded slash": "%2e%2e%2f",
  "a query": "x?user_id=me#y",
  "the user of nobody's session": "me",
  "the prototype": "__proto__",
  "a lone surrogate": "\ud800",
  "control characters": "\u0000\r\nx-stack-access-type: admin",
  markup: "<script>alert(1)</script>",
  "a text of a million characters": "x".repeat(1_000_000)
}

describe.each(Object.entries(texts))("%s", (_, text) => {
  it.effect("gives every call a typed result, and sends no request to another path", () =>
    Effect.gen(function* () {
      const log = yield* Testing.RequestLog
      const admin = yield* Admin.Admin
      for (const { make, name, sends } of [...serverCalls, ...adminCalls]) {
        yield* log.clear
        const exit = yield* Effect.exit(make(admin, text))
        if (Exit.isFailure(exit)) {
          assert.isFalse(Cause.hasDies(exit.cause), name)
          const failure = Cause.squash(exit.cause)
          if (text.length > 1000) assert.isBelow(String(failure).length, 1000, name)
          if (failure instanceof RequestError) assert.notStrictEqual(failure.reason._tag, "BrokenProtocol", name)
        }
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
