/** Reason phrases of HTTP statuses, compared with Node's. */
import { STATUS_CODES } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { statusText } from "../../../core/http/status.ts"

describe("The reason phrases", () => {
  it("cover every status from 400 to 511 that Node has, with the phrases of RFC 9110", () => {
    const { 509: _, ...standard } = STATUS_CODES
    const errors = Object.fromEntries(
      Object.entries(standard).filter(([status]) => Number(status) >= 400 && Number(status) <= 511)
    )
    // Node has the phrases of older RFCs for these two.
    assert.deepStrictEqual(statusText, { ...errors, 413: "Content Too Large", 422: "Unprocessable Content" })
  })
})
