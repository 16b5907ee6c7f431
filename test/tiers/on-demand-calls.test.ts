/** Modules that are loaded on demand. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { RequestError } from "../../core/errors/request-error.ts"
import type { CacheRule } from "../../tiers/calls/cache-rules.ts"
import { onDemandCalls } from "../../tiers/calls/on-demand-calls.ts"
import { lazyModule } from "../../core/loading/lazy-module.ts"

const module = {
  double: (number: number) => Effect.succeed(number * 2),
  group: { fail: () => Effect.fail("failed" as const) }
}

const rule: CacheRule = { kind: "uncached" }

/** Loads as the script says, and counts the loads. */
const loader = (...outcomes: ReadonlyArray<"loads" | "fails">) => {
  let loads = 0
  let made = 0
  const load = async () => {
    if (outcomes[loads++] === "fails") throw new TypeError("Failed to fetch dynamically imported module: https://…")
    return module
  }
  const calls = onDemandCalls({ double: rule, group: { fail: rule } }, lazyModule("page", load), (loaded) => {
    made++
    return loaded
  })
  return { calls, loads: () => loads, made: () => made }
}

describe("calls on demand", () => {
  it.effect("load their code with the first of them, once for all groups", () =>
    Effect.gen(function* () {
      const { calls, loads, made } = loader("loads")
      const call = calls.double(4)
      assert.strictEqual(loads(), 0)
      assert.strictEqual(yield* call, 8)
      assert.strictEqual(yield* Effect.flip(calls.group.fail()), "failed")
      assert.strictEqual(yield* calls.double(5), 10)
      assert.strictEqual(loads(), 1)
      assert.strictEqual(made(), 1)
    })
  )

  it("run synchronously once the code is loaded", async () => {
    const { calls } = loader("loads")
    assert.throws(() => Effect.runSync(calls.double(1)))
    await Effect.runPromise(calls.double(1))
    assert.strictEqual(Effect.runSync(calls.double(21)), 42)
  })

  it.effect("fail with a request error when the code cannot be loaded, and load it again with the next call", () =>
    Effect.gen(function* () {
      const { calls, loads } = loader("fails", "fails", "loads")
      for (const count of [1, 2]) {
        const failure: unknown = yield* Effect.flip(calls.double(1) as Effect.Effect<number, unknown>)
        assert.instanceOf(failure, RequestError)
        assert.strictEqual(failure.reason._tag, "ModuleNotLoaded")
        assert.strictEqual(loads(), count)
      }
      assert.strictEqual(yield* calls.double(1), 2)
      assert.strictEqual(loads(), 3)
    })
  )
})
