/** Malformed texts for the arguments of calls, and the assertion about a call with them. */
import { assert } from "@effect/vitest"
import { Cause, Exit } from "effect"
import { RequestError } from "../../core/errors/request-error.ts"

export const malformedTexts = {
  "an empty text": "",
  "a path that climbs": "../../users/me",
  dots: "..",
  "a slash": "a/b",
  "an encoded slash": "%2e%2e%2f",
  "a query": "x?user_id=me#y",
  "the prototype": "__proto__",
  "a constructor": "constructor",
  "a lone surrogate": "\ud800",
  "control characters": "\u0000\r\nx-stack-access-type: admin",
  markup: "<script>alert(1)</script>",
  "a text of a million characters": "x".repeat(1_000_000)
}

/** Asserts that a call succeeded or failed with one of its errors, which does not repeat a long text. */
export const assertTyped = (exit: Exit.Exit<unknown, unknown>, text: string, call: string) => {
  if (Exit.isSuccess(exit)) return
  assert.isFalse(Cause.hasDies(exit.cause), call)
  const failure = Cause.squash(exit.cause)
  if (text.length > 1000) assert.isBelow(String(failure).length, 1000, call)
  if (failure instanceof RequestError) assert.notStrictEqual(failure.reason._tag, "BrokenProtocol", call)
}
