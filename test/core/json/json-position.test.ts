/** The position at which a text stops being JSON. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { jsonProblem, positionOf, wrongIndex } from "../../../core/json/json-position.ts"

/** Whether the text is JSON, by the parser of the runtime. */
const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe("the position of a mistake in JSON", () => {
  it.each([
    ["x", 0],
    ['{"a": x}', 6],
    ['{"a" 1}', 5],
    ['{"a": 1,}', 8],
    ["[1, 2", 5],
    ["[1 2]", 3],
    ["{a: 1}", 1],
    ["01", 1],
    ["nul", 0],
    ['"\\q"', 0],
    ['"line\nbreak"', 0],
    ["1 2", 2],
    ['{"a": 1', 7]
  ])("of %s is the first wrong character", (text, index) => {
    assert.strictEqual(wrongIndex(text), index)
    assert.isFalse(isJson(text))
  })

  it("is named by line and column, and the end of a text is named as such", () => {
    assert.deepStrictEqual(positionOf("a\nbc", 3), { line: 2, column: 2 })
    assert.include(jsonProblem('{\n  "a": x\n}')?.message, "see line 2, column 8")
    assert.include(jsonProblem('{\n  "a": 1\n')?.message, "it ends too early, in line 3, column 1")
    assert.isNull(jsonProblem("  \n"))
  })

  it.prop("is none in any JSON", { value: Schema.Json }, ({ value }) => {
    for (const space of [0, 2]) assert.isNull(wrongIndex(JSON.stringify(value, null, space)))
  })

  it.prop("is one in exactly the texts that are no JSON", { value: Schema.Json, cut: Schema.Int }, ({ cut, value }) => {
    const text = JSON.stringify(value)
    const at = Math.abs(cut) % (text.length + 1)
    for (const altered of [
      text.slice(0, at),
      text.slice(0, at) + text.slice(at + 1),
      `${text.slice(0, at)},${text.slice(at)}`
    ]) {
      if (altered.trim() !== "") assert.strictEqual(wrongIndex(altered) === null, isJson(altered), altered)
    }
  })
})
