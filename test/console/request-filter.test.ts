/** Which requests of the log the console shows. */
import { assert, describe, it } from "@effect/vitest"
import { isShown, type RequestKind } from "../../console/requests/request-filter.ts"

const request = { id: "1", at: "", method: "GET", route: "/api/v1/users", tier: "server", status: 200 } as const
const all = [
  { ...request, code: null, fault: null, durationMillis: 1 },
  { ...request, method: "OPTIONS", code: null, fault: null, durationMillis: 1 },
  { ...request, status: 404, code: "USER_NOT_FOUND", fault: null, durationMillis: 1 },
  { ...request, status: 0, code: null, fault: "reset", durationMillis: 1 }
]
const shown = (kind: RequestKind, text = "") => all.flatMap((one, index) => (isShown(one, kind, text) ? [index] : []))

describe("the filter of requests", () => {
  it("hides preflights unless they are asked for", () => {
    assert.deepStrictEqual(shown("requests"), [0, 2, 3])
    assert.deepStrictEqual(shown("preflights"), [0, 1, 2, 3])
  })

  it("selects errors, responses that never came, and faults", () => {
    assert.deepStrictEqual(shown("errors"), [2, 3])
    assert.deepStrictEqual(shown("faults"), [3])
  })

  it("finds a text in the path, the code, the status, the fault and the tier", () => {
    for (const text of [" user_not ", "404"]) assert.deepStrictEqual(shown("requests", text), [2])
    assert.deepStrictEqual(shown("requests", "RESET"), [3])
    assert.deepStrictEqual(shown("requests", "Server"), [0, 2, 3])
    assert.deepStrictEqual(shown("errors", "%"), [])
  })
})
