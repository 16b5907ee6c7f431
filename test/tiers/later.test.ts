/** Calls whose code is loaded when one of them is first made. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { RequestError } from "../../core/errors/request-error.ts"
import { later, methodsOf } from "../../tiers/later.ts"

interface Calls {
  readonly double: (number: number) => Effect.Effect<number>
  readonly fail: () => Effect.Effect<never, "failed">
}
const module = { double: (number: number) => Effect.succeed(number * 2), fail: () => Effect.fail("failed" as const) }

/** Loads as the script says, and counts how often it was asked to. */
const loader = (...outcomes: ReadonlyArray<"there" | "not there">) => {
  let loads = 0
  const load = async () => {
    if (outcomes[loads++] === "not there") throw new TypeError("Failed to fetch dynamically imported module: https://…")
    return module
  }
  return { calls: methodsOf<Calls>(later(load) as never, { double: true, fail: true }), loads: () => loads }
}

describe("calls that load later", () => {
  it.effect("load when one of them is run, and once for all of them", () =>
    Effect.gen(function* () {
      const { calls, loads } = loader("there")
      const call = calls.double(4)
      assert.strictEqual(loads(), 0)
      assert.strictEqual(yield* call, 8)
      assert.strictEqual(yield* Effect.flip(calls.fail()), "failed")
      assert.strictEqual(yield* calls.double(5), 10)
      assert.strictEqual(loads(), 1)
    })
  )

  it("run without waiting once they are there", async () => {
    const { calls } = loader("there")
    assert.throws(() => Effect.runSync(calls.double(1)))
    await Effect.runPromise(calls.double(1))
    assert.strictEqual(Effect.runSync(calls.double(21)), 42)
  })

  it.effect("fail like a lost connection when they cannot be loaded, and are tried again by the next call", () =>
    Effect.gen(function* () {
      const { calls, loads } = loader("not there", "not there", "there")
      for (const count of [1, 2]) {
        const failure: unknown = yield* Effect.flip(calls.double(1) as Effect.Effect<number, unknown>)
        assert.instanceOf(failure, RequestError)
        assert.strictEqual(failure.reason._tag, "NoConnection")
        assert.strictEqual(loads(), count)
      }
      assert.strictEqual(yield* calls.double(1), 2)
      assert.strictEqual(loads(), 3)
    })
  )
})
