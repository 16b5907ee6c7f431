/** The known errors match the table in `catalogue.json` and the protocol. */
import { assert, describe, it } from "@effect/vitest"
import { existsSync, readFileSync } from "node:fs"
import { commonErrors } from "../../../core/errors/common-errors.ts"
import { knownErrorByCode, knownErrors } from "../../../core/errors/known-errors.ts"
import { cases, commonCodes, entries, type Entry, type Parent, parents } from "./catalogue.ts"

/** The fields of the protocol's error list that are used here. */
interface Fact extends Omit<Entry, "details"> {
  readonly abstract?: boolean
  readonly inSeed: boolean
  readonly details: Readonly<Record<string, unknown>> | null
}

const protocol = new URL("../../../../shared/protocol/", import.meta.url)
const read = (file: string) => JSON.parse(readFileSync(new URL(file, protocol), "utf8"))
const withoutProtocol = "the protocol's files are not available"

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

  it("match the protocol's list of errors", ({ skip }) => {
    skip(!existsSync(new URL("errors.json", protocol)), withoutProtocol)
    const facts: ReadonlyArray<Fact> = read("errors.json")
    const expectedEntries = facts
      .filter((fact) => fact.inSeed && fact.abstract !== true)
      .map(({ code, details, name, parent, status }): Entry => ({
        code,
        name,
        parent,
        status,
        details: Object.keys(details ?? {})
      }))
    const expectedParents = facts
      .filter((fact) => fact.abstract === true)
      .map(({ code, name, parent }): Parent => ({ code, name, parent }))
    assert.deepStrictEqual(
      entries.filter(({ isExtension = false }) => !isExtension),
      expectedEntries
    )
    assert.deepStrictEqual(parents, expectedParents)
  })

  it("match the protocol's list of common errors", ({ skip }) => {
    skip(!existsSync(new URL("endpoints.json", protocol)), withoutProtocol)
    const facts: Readonly<Record<string, ReadonlyArray<string>>> = read("endpoints.json").commonErrors
    assert.sameMembers(
      [...commonCodes],
      [...(facts["everyAuthenticatedRoute"] ?? []), ...(facts["multiTierCrudRoutes"] ?? [])]
    )
  })
})
