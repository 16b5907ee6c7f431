/** Values shared by connections with the same configuration. */
import { assert, describe, it } from "@effect/vitest"
import { makeShared, type SharingKey } from "../../../core/sharing/shared-values.ts"

const transport = {}
const trace = () => {}
const sharing: SharingKey = { objects: [transport, trace], key: ["https://api.test", "p", undefined] }

describe("A shared value", () => {
  it("is created once for the same objects and key", () => {
    const share = makeShared<object>()
    const value = share(sharing, () => ({}))
    assert.strictEqual(
      share({ objects: [...sharing.objects], key: [...sharing.key] }, () => ({})),
      value
    )
  })

  it.each([
    ["transport", { objects: [{}, trace] }],
    ["trace", { objects: [transport, () => {}] }],
    ["number of objects", { objects: [transport, trace, {}] }],
    ["key", { key: ["https://api.test", "other", undefined] }],
    ["key of other types", { key: ["https://api.test", "p", "undefined"] }]
  ])("is separate for another %s", (_, change) => {
    const share = makeShared<object>()
    const value = share(sharing, () => ({}))
    assert.notStrictEqual(
      share({ ...sharing, ...change }, () => ({})),
      value
    )
    assert.strictEqual(
      share(sharing, () => ({})),
      value
    )
  })

  it("is evicted when there are more than 100 configurations", () => {
    const share = makeShared<number>()
    for (let index = 0; index <= 100; index++) share({ ...sharing, key: [index] }, () => index)
    assert.strictEqual(
      share({ ...sharing, key: [100] }, () => -1),
      100
    )
    assert.strictEqual(
      share({ ...sharing, key: [1] }, () => -1),
      1
    )
    assert.strictEqual(
      share({ ...sharing, key: [0] }, () => -1),
      -1
    )
  })
})
