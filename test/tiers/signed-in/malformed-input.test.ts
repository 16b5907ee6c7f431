/** With any input, a call succeeds or fails with one of its errors. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import * as Testing from "../../../testing/index.ts"
import { calls } from "./every-call.ts"
import { ada, as, withUsers } from "./fixture.ts"
import { assertTyped, malformedTexts } from "../malformed-input.ts"

describe.each(Object.entries(malformedTexts))("%s", (_, text) => {
  it.effect("gives every call a typed result, and sends no request to another path", () =>
    Effect.gen(function* () {
      const log = yield* Testing.RequestLog
      for (const { make, name, sends } of calls) {
        const client = yield* as(ada)
        yield* log.clear
        const exit = yield* Effect.exit(make(client, text))
        assertTyped(exit, text, name)
        const routes = (yield* log.entries).map(({ method, route }) => `${method} ${route.replace("/api/v1", "")}`)
        const expected = [sends.name, "GET /users/me"]
        for (const route of routes) assert.include(expected, route, name)
        if (name === "deleteUser" && Exit.isSuccess(exit)) return assert.fail("the project forbids that")
      }
    }).pipe(withUsers({ clientUserDeletionEnabled: false }))
  )
})
