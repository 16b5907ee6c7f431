/** The known errors match the table in `catalogue.json`, which has those of the original protocol and of extensions. */
import { assert, describe, it } from "@effect/vitest"
import { commonErrors } from "../../../core/errors/common-errors.ts"
import { knownErrorByCode, knownErrors } from "../../../core/errors/known-errors.ts"
import { cases, commonCodes, entries } from "./catalogue.ts"

describe("The known errors", () => {
  it("are exactly those of the table", () => {
    assert.sameMembers(
      knownErrors.map((known) => known.code),
      entries.map(({ code }) => code)
    )
  })

  it.each(cases)("include $entry.code with its name, status and details", ({ entry, known }) => {
    assert.strictEqual(known.name, entry.name)
    assert.strictEqual(known.status, entry.status)
    assert.deepStrictEqual(Object.values(known.detailNames), entry.details)
    const { _tag: _, message: __, ...details } = known.fields
    assert.deepStrictEqual(Object.keys(known.detailNames), Object.keys(details))
  })

  it.each(cases)("include the class of $entry.code by its code", ({ entry, known }) => {
    assert.strictEqual(knownErrorByCode(entry.code), known)
  })

  it("have no class for an unknown code", () => {
    for (const code of ["", "NO_SUCH_CODE", "user_not_found", "constructor", "__proto__", "VERIFICATION_ERROR"]) {
      assert.isUndefined(knownErrorByCode(code))
    }
  })

  it("include the errors common to all calls", () => {
    assert.deepStrictEqual(commonErrors.map((known) => known.code).toSorted(), [...commonCodes].toSorted())
  })
})
