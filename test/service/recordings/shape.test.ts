/** The comparison of shapes finds every difference. */
import { describe, expect, it } from "vitest"
import { differences } from "./shape.ts"

const recorded = { id: "a", at: 1, note: null, tags: [], team: { id: "b", open: true } }

describe("the shape of a response", () => {
  it("is the same with other strings, numbers and booleans", () => {
    expect(differences(recorded, { id: "x", at: 9, note: null, tags: [], team: { id: "y", open: false } })).toEqual([])
  })

  it.each<[string, object, string]>([
    ["a missing field", { id: undefined }, "body.id is missing"],
    ["a field of another type", { at: "1" }, "body.at is a string, recorded as a number"],
    ["a value instead of null", { note: "new" }, "body.note is a string, recorded as null"],
    ["null instead of a value", { team: null }, "body.team is null, recorded as an object"],
    ["a list that is not empty", { tags: [1] }, "body.tags has 1 elements, recorded with 0"],
    ["a nested field", { team: { id: "b", open: 1 } }, "body.team.open is a number, recorded as a boolean"],
    ["an additional field", { more: 1 }, "body.more is not in the recording"]
  ])("differs by %s", (_, change, expected) => {
    expect(differences(recorded, JSON.parse(JSON.stringify({ ...recorded, ...change })))).toEqual([expected])
  })

  it("is the same with more elements of a recorded shape", () => {
    expect(differences([{ a: 1 }, { a: null }], [{ a: 2 }, { a: 3 }, { a: null }])).toEqual([])
  })

  it("differs by an element of a new shape, and by one without a counterpart", () => {
    expect(differences([{ a: 1 }], [{ a: 2 }, { a: "x" }])).toEqual(["body[1].a is a string, recorded as a number"])
    expect(differences([{ a: 1 }, { b: 1 }], [{ a: 2 }])).toEqual([
      "body has nothing of the form of recorded element 1"
    ])
  })
})
