/** The bounded cache of verified tokens. */
import { assert, describe, it } from "@effect/vitest"
import { makeBoundedCache } from "../../../service/process/bounded-cache.ts"

const keys = (from: number, count: number) => Array.from({ length: count }, (_, index) => `key ${from + index}`)

const fillCache = (generation: number, names: ReadonlyArray<string>) => {
  const cache = makeBoundedCache<string>(generation)
  for (const name of names) cache.set(name, name)
  return cache
}

describe("a bounded cache", () => {
  it("always has the most recent entries of a generation, and never more than two generations", () => {
    for (let written = 1; written <= 50; written++) {
      const all = keys(0, written)
      const kept = all.filter((key) => fillCache(10, all).get(key) === key)
      assert.includeMembers(kept, all.slice(-10), `${written} entries`)
      assert.isAtMost(kept.length, 20)
    }
  })

  it("keeps an entry that is read again and again", () => {
    const cache = fillCache(10, ["read"])
    for (const key of keys(0, 1000)) {
      cache.set(key, key)
      assert.strictEqual(cache.get("read"), "read")
    }
    assert.isUndefined(cache.get("key 0"))
  })

  it("replaces the value of a key without forgetting others", () => {
    const cache = fillCache(10, keys(0, 10))
    for (let count = 0; count < 100; count++) cache.set("key 3", `value ${count}`)
    assert.strictEqual(cache.get("key 3"), "value 99")
    for (const key of keys(4, 6)) assert.strictEqual(cache.get(key), key)
  })
})
