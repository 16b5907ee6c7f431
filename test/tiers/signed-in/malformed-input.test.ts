/** With any input, a call succeeds or fails with one of its errors. */
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit } from "effect"
import { RequestError } from "../../../core/errors/request-error.ts"
import * as Testing from "../../../testing/index.ts"
import { calls } from "./every-call.ts"
import { ada, as, withUsers } from "./fixture.ts"

const texts = {
  "an empty text": "",
  "a path that climbs": "../../users/me",
  dots: "..",
  "a slash": "a/b",
  "an encoded slash": "%2e%2e%2f",
  "a query": "x?user_id=me#y",
  "the prototype": "__proto__",
  "a constructor": "constructor",
  "a lone surrogate": "\ud800",
  "control characters": "\u0000\r\nx-stack-access-type: admin",
  markup: "<script>alert(1)</script>",
  "a text of a million characters": "x".repeat(1_000_000)
}

describe.each(Object.entries(texts))("%s", (_, text) => {
  it.effect("gives every call a typed result, and sends no request to another path", () =>
    Effect.gen(function* () {
      const log = yield* Testing.RequestLog
      for (const { make, name, sends } of calls) {
        const client = yield* as(ada)
        yield* log.clear
        const exit = yield* Effect.exit(make(client, text))
        if (Exit.isFailure(exit)) {
          assert.isFalse(Cause.hasDies(exit.cause), name)
          const failure = Cause.squash(exit.cause)
          if (text.length > 1000) assert.isBelow(String(failure).length, 1000, name)
          if (failure instanceof RequestError) assert.notStrictEqual(failure.reason._tag, "BrokenProtocol", name)
        }
        const routes = (yield* log.entries).map(({ method, route }) => `${method} ${route.replace("/api/v1", "")}`)
        const expected = [sends.name, "GET /users/me"]
        for (const route of routes) assert.include(expected, route, name)
        if (name === "deleteUser" && Exit.isSuccess(exit)) return assert.fail("the project forbids that")
      }
    }).pipe(withUsers({ clientUserDeletionEnabled: false }))
  )
})
