/** Modules that are loaded on demand. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { lazyModule } from "../../../core/loading/lazy-module.ts"

/** A module that loads or fails by a script, and counts its loads. */
const loader = (...outcomes: ReadonlyArray<"loads" | "fails">) => {
  let loads = 0
  const load = async () => {
    if (outcomes[loads++] === "fails") throw new TypeError("Failed to fetch dynamically imported module: https://…")
    return { answer: 42 }
  }
  return { module: lazyModule("answers", load), loads: () => loads }
}

describe("A lazy module", () => {
  it.effect("is loaded on first use, and only once", () =>
    Effect.gen(function* () {
      const { loads, module } = loader("loads")
      assert.strictEqual(loads(), 0)
      assert.deepStrictEqual(yield* module, { answer: 42 })
      assert.deepStrictEqual(yield* module, { answer: 42 })
      assert.strictEqual(loads(), 1)
    })
  )

  it("is available synchronously once it is loaded", async () => {
    const { module } = loader("loads")
    assert.throws(() => Effect.runSync(module))
    await Effect.runPromise(module)
    assert.strictEqual(Effect.runSync(module).answer, 42)
  })

  it.effect("fails with ModuleNotLoaded, and is loaded again on the next use", () =>
    Effect.gen(function* () {
      const { loads, module } = loader("fails", "fails", "loads")
      for (const count of [1, 2]) {
        const { message, reason } = yield* Effect.flip(module)
        assert.deepInclude(reason, { _tag: "ModuleNotLoaded", module: "answers", description: "TypeError" })
        assert.strictEqual(
          message,
          "module answers: its code could not be loaded (TypeError). Check the network, and reload the page."
        )
        assert.strictEqual(loads(), count)
      }
      assert.strictEqual((yield* module).answer, 42)
      assert.strictEqual(loads(), 3)
    })
  )
})
