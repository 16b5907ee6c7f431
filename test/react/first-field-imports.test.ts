/** The code that a page loads before its first field. */
import { describe, expect, it } from "vitest"
import { programs } from "../../bench/size/programs.mjs"
import { weigh } from "../../bench/size/weigh.mjs"

const load = (program: (typeof programs)[number]) =>
  weigh({ ...program, noEffect: true }, { useDist: false, paths: [], parts: false, files: false })

const named = (name: string) => {
  const program = programs.find((program) => program.name === name)
  if (program === undefined) throw new Error(`There is no program ${name}`)
  return program
}

describe("A page with its provider", () => {
  it.each(["sign-in", "handler", "parts", "hooks", "user-button"])(
    "loads no module of Effect before its first field: %s",
    async (name) => {
      const { budget: _, wholeBudget: __, ...program } = named(name)
      const { failures, lazy } = await load(program)
      expect(failures).toEqual([])
      expect(lazy).toBeGreaterThan(40_000)
    }
  )

  it("is reported when it loads Effect, as with calls of its own", async () => {
    const { failures } = await load({ name: "client", what: "", code: named("client").code })
    expect(failures.join()).toContain("modules of Effect")
  })
})
