/** The small JSON schema, compared with Effect's. */
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { Json } from "../../../core/schema/fields/json.ts"

const isJson = Schema.is(Json)
const isEffectJson = Schema.is(Schema.Json)

class Plain {
  readonly a = 1
}
const around = (value: unknown) => ({ alone: value, inArray: [1, value], inObject: { a: { b: value } } })
const circle: Record<string, unknown> = {}
circle["self"] = circle

const values: Readonly<Record<string, unknown>> = {
  "a text": "a",
  "a lone surrogate": "\ud800",
  "a number": -0,
  "no number": Number.NaN,
  infinity: Number.POSITIVE_INFINITY,
  "a boolean": false,
  null: null,
  nothing: undefined,
  "a big integer": BigInt(1),
  "a symbol": Symbol("a"),
  "a function": () => 1,
  "a date": new Date(0),
  "a map": new Map(),
  "an instance": new Plain(),
  "an object without a prototype": Object.assign(Object.create(null), { a: 1 }),
  "an object with a `__proto__` of its own": JSON.parse(`{"__proto__":{"a":1}}`)
}

describe("JSON", () => {
  it.prop("accepts every value that Effect's schema accepts", [Schema.Json], ([value]) => assert.isTrue(isJson(value)))

  for (const [name, value] of Object.entries(values)) {
    for (const [where, whole] of Object.entries(around(value))) {
      it(`is validated like Effect's schema: ${name}, ${where}`, () =>
        assert.strictEqual(isJson(whole), isEffectJson(whole)))
    }
  }

  it("is not a sparse array", () => {
    const holed = [1]
    holed[2] = 1
    assert.isFalse(isJson(holed))
  })

  it("is not a circular value", () => assert.isFalse(isJson(circle)))

  it("is not a value nested more deeply than the stack, which causes no defect", () => {
    let deep: unknown = 1
    for (let depth = 0; depth < 1e6; depth++) deep = [deep]
    assert.isFalse(isJson(deep))
  })
})
