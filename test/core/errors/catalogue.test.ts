/** The catalogue of known errors is that of the protocol. */
import { assert, describe, it } from "@effect/vitest"
import { existsSync, readFileSync } from "node:fs"
import { commonErrors } from "../../../core/errors/common-errors.ts"
import { knownErrorByCode, knownErrors } from "../../../core/errors/known-errors.ts"
import { cases, commonCodes, entries, type Entry, type Parent, parents } from "./catalogue.ts"

/** An entry of the protocol's own list, as far as it is read here. */
interface Fact extends Omit<Entry, "details"> {
  readonly abstract?: boolean
  readonly inSeed: boolean
  readonly details: Readonly<Record<string, unknown>> | null
}

const protocol = new URL("../../../../shared/protocol/", import.meta.url)
const read = (file: string) => JSON.parse(readFileSync(new URL(file, protocol), "utf8"))
const withoutProtocol = "the protocol's own list is not on this machine"

describe("the catalogue of known errors", () => {
  it("has exactly the errors of the table", () => {
    assert.sameMembers(
      knownErrors.map((known) => known.code),
      entries.map(({ code }) => code)
    )
  })

  it.each(cases)("gives $entry.code its name, its status and its details", ({ entry, known }) => {
    assert.strictEqual(known.name, entry.name)
    assert.strictEqual(known.status, entry.status)
    assert.deepStrictEqual(Object.values(known.detailNames), entry.details)
    const { _tag: _, message: __, ...details } = known.fields
    assert.deepStrictEqual(Object.keys(known.detailNames), Object.keys(details))
  })

  it.each(cases)("finds the class of $entry.code by its code", ({ entry, known }) => {
    assert.strictEqual(knownErrorByCode(entry.code), known)
  })

  it("finds no class for a code that it does not have", () => {
    for (const code of ["", "NO_SUCH_CODE", "user_not_found", "constructor", "__proto__", "VERIFICATION_ERROR"]) {
      assert.isUndefined(knownErrorByCode(code))
    }
  })

  it("knows which errors any call can meet", () => {
    assert.deepStrictEqual(commonErrors.map((known) => known.code).toSorted(), [...commonCodes].toSorted())
  })

  it("agrees with the protocol's own list of errors", ({ skip }) => {
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
    assert.deepStrictEqual(entries, expectedEntries)
    assert.deepStrictEqual(parents, expectedParents)
  })

  it("agrees with the protocol's own list of errors that any call can meet", ({ skip }) => {
    skip(!existsSync(new URL("endpoints.json", protocol)), withoutProtocol)
    const facts: Readonly<Record<string, ReadonlyArray<string>>> = read("endpoints.json").commonErrors
    assert.sameMembers(
      [...commonCodes],
      [...(facts["everyAuthenticatedRoute"] ?? []), ...(facts["multiTierCrudRoutes"] ?? [])]
    )
  })
})
