/** The table of what differs from the original client. */
import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"

const page = readFileSync(new URL("../../docs/differences-from-original-client.md", import.meta.url), "utf8")

/** The cells of each row; a pipe within code is not one of the table's. */
const rows = page.split("\n")
  .filter((line) => line.startsWith("|") && !line.startsWith("| ---"))
  .map((line) => line.replaceAll(/`[^`]*`/g, (code) => code.replaceAll("|", "/")).split("|").slice(1, -1))

describe("What differs from the original client", () => {
  it("has a member, a difference and a reason in every row", () => {
    assert.isAbove(rows.length, 80)
    assert.deepStrictEqual(rows.filter((row) => row.length !== 3 || row.some((cell) => cell.trim() === "")), [])
  })
})
