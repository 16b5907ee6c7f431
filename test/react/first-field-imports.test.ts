/** The code that a page loads before its first field. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parseSync } from "vite"
import { describe, expect, it } from "vitest"
import { programs } from "../../bench/size/programs.mjs"
import { weigh } from "../../bench/size/weigh.mjs"

const load = (program: (typeof programs)[number]) =>
  weigh({ ...program, noEffect: true }, { useDist: false, paths: [], parts: false, files: false })

const programNamed = (name: string) => {
  const program = programs.find((program) => program.name === name)
  if (program === undefined) throw new Error(`There is no program ${name}`)
  return program
}

/** Returns what a module imports and re-exports, without types. */
const importsOf = (file: string): ReadonlyArray<string> => {
  const { module } = parseSync(file, readFileSync(file, "utf8"))
  const imports = module.staticImports.filter(
    ({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType)
  )
  const exports = module.staticExports.flatMap(({ entries }) => entries.filter(({ isType }) => !isType))
  return [
    ...imports.map(({ moduleRequest }) => moduleRequest.value),
    ...exports.flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])
  ]
}

/** Returns the packages that some file of a source's static import graph imports, used or not. */
const reachedPackages = (start: string): ReadonlyArray<string> => {
  const files = new Set([start])
  const packages = new Set<string>()
  for (const file of files) {
    for (const target of importsOf(file)) {
      if (target.startsWith(".")) files.add(join(file, "..", target))
      else packages.add(target)
    }
  }
  return [...packages]
}

describe("keystile/react/sign-in", () => {
  it("re-exports no module that reaches Effect, used or not", () => {
    expect(reachedPackages("react/sign-in.ts").filter((name) => name.startsWith("effect"))).toEqual([])
    expect(reachedPackages("react/sign-in.ts")).toContain("react")
  })

  it("is checked with a graph that finds Effect behind the whole entry", () => {
    expect(reachedPackages("react/index.ts")).toContain("effect/Effect")
  })
})

describe("A page with its provider", () => {
  it.each(["sign-in", "sign-in entry", "handler", "parts", "hooks", "user-button"])(
    "loads no module of Effect before its first field: %s",
    async (name) => {
      const { budget: _, bundlersBudget: __, wholeBudget: ___, ...program } = programNamed(name)
      const { failures, lazy } = await load(program)
      expect(failures).toEqual([])
      expect(lazy).toBeGreaterThan(40_000)
    }
  )

  it("is reported when it loads Effect, as with calls of its own", async () => {
    const { failures } = await load({ name: "client", what: "", code: programNamed("client").code })
    expect(failures.join()).toContain("modules of Effect")
  })
})
