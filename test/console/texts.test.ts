/** Texts of the console about times, names and errors. */
import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import { textOf } from "../../console/components/problem-text.ts"
import { agoOf, DAY } from "../../console/components/times.ts"
import {
  NotAvailable,
  RequestError,
  type RequestErrorReason,
  UnexpectedStatus
} from "../../core/errors/request-error.ts"
import { nameOf } from "../../console/users/user-name.ts"

describe("a time in the past", () => {
  it.each([
    [0, "Just now"],
    [0.5, "12 h ago"],
    [1, "Yesterday"],
    [59, "59 days ago"],
    [60, "60 days ago"],
    [61, "2 months ago"],
    [100, "3 months ago"],
    [730, "24 months ago"],
    [731, "2 years ago"],
    [6133, "16 years ago"]
  ])("of %d days has few digits", (days, text) => {
    assert.strictEqual(agoOf(0, days * DAY), text)
  })
})

describe("the name of a user", () => {
  it("is the email, or the id, if the name shows nothing", () => {
    assert.strictEqual(nameOf({ id: "1", displayName: "Noor", primaryEmail: "noor@example.com" }), "Noor")
    assert.strictEqual(nameOf({ id: "1", displayName: "  ", primaryEmail: "noor@example.com" }), "noor@example.com")
    assert.strictEqual(nameOf({ id: "1", displayName: "", primaryEmail: null }), "1")
  })
})

describe("an error of the console", () => {
  const failed = (reason: RequestErrorReason) => textOf(new RequestError({ endpoint: "GET /users", reason }))

  it("says what to do when the owner is signed out, and when the service fails", () => {
    const explanation = "the project's owner is not signed in"
    assert.strictEqual(
      failed(new NotAvailable({ cause: "ownerSignedOut", explanation })),
      "You are signed out. Sign in again."
    )
    const body = Redacted.make("Something went wrong")
    assert.strictEqual(
      failed(new UnexpectedStatus({ status: 500, body, retryAt: null })),
      "The service failed with status 500. Try again, or see its log."
    )
  })
})
