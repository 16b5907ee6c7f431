/** The settings of rate limits, and where they are counted. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { LimitsSetting } from "../../../service/http/rate-limits/limits.ts"
import { isOverNetwork } from "../../postgres/server.ts"
import { ada, asClient, send, service } from "../fixture.ts"
import { temporaryFolder } from "../temporary-folder.ts"

const accepts = Schema.is(LimitsSetting)
const perAccount = (rate: unknown) => ({ attempts: { perAccount: rate } })

describe("the settings of rate limits", () => {
  it.each([0, -1, 1.5, 1e6 + 1, Number.MAX_VALUE, NaN, Infinity, "5", null])("refuse the burst %s", (burst) => {
    assert.isFalse(accepts(perAccount({ burst, perMinute: 1 })))
  })

  it.each([0, -1, 0.001, 1e6 + 1, Number.MAX_VALUE, NaN, Infinity, "5", null])("refuse %s a minute", (perMinute) => {
    assert.isFalse(accepts(perAccount({ burst: 1, perMinute })))
  })

  it.each([perAccount({ burst: 1, perMinute: 0.01 }), perAccount({ burst: 1e6, perMinute: 1e6 }), perAccount("off")])(
    "accept %j",
    (setting) => assert.isTrue(accepts(setting))
  )
})

describe.skipIf(isOverNetwork)("rate limits on SQLite", () => {
  it.effect("are counted by each process of a file", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const accepted = Effect.gen(function* () {
        for (let count = 0; count < 200; count++) {
          const json = { ...ada, password: "wrong password" }
          const { status } = yield* send("POST", "/api/v1/auth/password/sign-in", { headers: asClient, json })
          if (status === 429) return count
        }
        return null
      })
      const process = () => service({}, { database: path("a.db") })
      // The second process starts while the first one runs.
      yield* Effect.gen(function* () {
        assert.strictEqual(yield* accepted, 50)
        assert.strictEqual(yield* Effect.provide(accepted, process(), { local: true }), 50)
        assert.strictEqual(yield* accepted, 0)
      }).pipe(Effect.provide(process()))
    })
  )
})
