/** The examples of the reference. The type check compiles them. */
import { beforeAll, describe, expect, it } from "vitest"
import { hookPages } from "../../scripts/site/reference/hooks.mjs"
import { type Program, readProgram } from "../../scripts/site/reference/program.mjs"
import { writtenExample } from "../../scripts/site/reference/written-examples.mjs"

let program: Program
beforeAll(() => {
  program = readProgram()
}, 120_000)

describe("the reference has an example", () => {
  it("of every hook", () => {
    const pages = hookPages(program, new Map()).filter(({ path }) => path.startsWith("reference/hooks/"))
    expect(pages.length).toBeGreaterThan(20)
    const without = pages.flatMap(({ text }) =>
      text
        .split(/^## /m)
        .slice(1)
        .filter((section) => !section.includes("\nExample:"))
        .map((section) => section.replace(/\n[^]*/, ""))
    )
    expect(without).toEqual([])
  })

  it.each([
    ["keystile", "core/index.ts"],
    ["keystile/client", "tiers/client.ts"],
    ["keystile/server", "tiers/server.ts"],
    ["keystile/admin", "tiers/admin.ts"],
    ["keystile/verify", "tiers/verify/index.ts"]
  ])("of every layer of the entry %s", (entry, source) => {
    const layers = program.exportsOf(source).filter(({ name }) => name.startsWith("layer"))
    expect(layers.length).toBeGreaterThan(1)
    const without = layers.filter(({ name }) => writtenExample(`${entry} ${name}`).length === 0)
    expect(without.map(({ name }) => name)).toEqual([])
  })
})
