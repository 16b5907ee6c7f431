/** The examples of the reference, which the type check compiles, and the meaning of props. */
import { join } from "node:path"
import ts from "typescript"
import { beforeAll, describe, expect, it } from "vitest"
import { states } from "../../examples/gallery/src/states/index.ts"
import { idOf } from "../../examples/gallery/src/states/state.ts"
import { callsOf, callsPages } from "../../scripts/site/reference/calls.mjs"
import { componentPages } from "../../scripts/site/reference/components.mjs"
import { hookPages } from "../../scripts/site/reference/hooks.mjs"
import { propertyTable } from "../../scripts/site/reference/parameters.mjs"
import { tiers } from "../../scripts/site/reference/pages.mjs"
import { type Program, readProgram, root } from "../../scripts/site/reference/program.mjs"
import { writtenExample } from "../../scripts/site/reference/written-examples.mjs"

const shown = states.map((state) => ({ ...state, id: idOf(state), components: state.components ?? [] }))

let program: Program
beforeAll(() => {
  program = readProgram()
}, 120_000)

describe("the reference has an example", () => {
  it("of every hook", () => {
    const pages = hookPages(program, new Map()).filter(({ path }) => path.startsWith("reference/hooks/"))
    expect(pages.length).toBeGreaterThan(20)
    expect(pages.flatMap(sectionsWithoutExample)).toEqual([])
  })

  it.each(tiers)("of every call of the $tier tier", ({ source, tier, type }) => {
    const calls = callsOf(program, source, type)
    expect(calls.map(({ name }) => name)).toEqual(expect.arrayContaining(groups[tier]))
    const pages = callsPages(tier, calls, new Map())
    const sections = pages.flatMap(({ text }) => text.split(/^## /m).slice(1))
    expect(sections.length).toBe(calls.length)
    expect(pages.flatMap(sectionsWithoutExample)).toEqual([])
  })

  it("of every component, and a live one", () => {
    const pages = componentPages(program, shown)
    expect(pages.length).toBeGreaterThan(80)
    const without = pages.filter(({ text }) => !/\nExample:|\n```tsx\n(?!import)/.test(text))
    expect(without.map(({ title }) => title)).toEqual([])
    const notLive = pages.filter(({ text }) => !text.includes("\n```live-example\n")).map(({ title }) => title)
    // They show nothing of their own in a build for production.
    expect(notLive.toSorted()).toEqual(["DashboardProvider", "FrameGuard", "KeystileDevtools"])
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

describe("the reference says what a prop means", () => {
  it("for every prop of every component", () => {
    const rows = componentPages(program, shown).flatMap(({ text, title }) =>
      rowsOf(text).map((row) => ({ title, row }))
    )
    expect(rows.length).toBeGreaterThan(200)
    expect(rows.filter(({ row }) => isWithoutMeaning(row))).toEqual([])
  })
})

describe("the reference says what a parameter means, and each of its options,", () => {
  it("for every hook", () => {
    const sections = sectionsOf(hookPages(program, new Map()))
    expect(sections.flatMap(rowsOf).length).toBeGreaterThan(100)
    expect(sections.flatMap(withoutMeaning)).toEqual([])
  })

  it.each(tiers)("for every call of the $tier tier, which has a meaning, too", ({ source, tier, type }) => {
    const calls = callsOf(program, source, type)
    expect(calls.filter(({ text }) => text === "").map(({ name }) => name)).toEqual([])
    const sections = sectionsOf(callsPages(tier, calls, new Map()))
    expect(sections.flatMap(rowsOf).length).toBeGreaterThan(100)
    expect(sections.flatMap(withoutMeaning)).toEqual([])
  })
})

describe("the reference shows", () => {
  it("a default of an option in a column of its own", () => {
    const text = propertyTable("Parameter", [
      { name: "limit", type: "number", isOptional: true, text: "At most how many. Default 100." },
      {
        name: "add",
        type: "boolean",
        isOptional: true,
        text: "Keeps others. Default `false`: it replaces them. Is new."
      }
    ])
    expect(rowsOf(text)).toEqual([
      "| `limit` | `number` | 100 | At most how many. |",
      "| `add` | `boolean` | `false`: it replaces them | Keeps others. Is new. |"
    ])
  })

  it("an option that only one overload requires as optional", () => {
    const sections = sectionsOf(hookPages(program, new Map()))
    const section = sections.find((text) => text.startsWith("useConnectedAccount\n")) ?? ""
    const names = rowsOf(section).map((row) => row.split("|")[1]?.trim())
    expect(names).toEqual(["`providerId` (required)", "`options`", "`options.or`", "`options.scopes`"])
  })
})

const sectionsOf = (pages: ReadonlyArray<{ readonly text: string }>) =>
  pages.flatMap(({ text }) => text.split(/^## /m).slice(1))

const rowsOf = (text: string) => [...text.matchAll(/^\| `.+\|$/gm)].map(([row]) => row)

const isWithoutMeaning = (row: string) => /\|\s*\|$/.test(row)

/** The parameters of a section without a meaning, after the name of the hook or the call. */
const withoutMeaning = (section: string) =>
  rowsOf(section)
    .filter(isWithoutMeaning)
    .map((row) => `${section.replace(/\n[^]*/, "")}: ${row}`)

/** A call of each way in which a tier declares a group: its own, of a type parameter, and of several interfaces. */
const groups = {
  client: ["teams.list", "navigation.goTo", "signOut"],
  server: ["teams.addUser", "users.list", "ofUser"],
  admin: ["teams.addUser", "users.list", "apiKeys.list"]
}

/** The names of the sections of a page that have no example in code. */
const sectionsWithoutExample = ({ text }: { readonly text: string }) =>
  text
    .split(/^## /m)
    .slice(1)
    .filter((section) => !section.includes("\nExample:"))
    .map((section) => section.replace(/\n[^]*/, ""))

describe("an example of a call, as the reference shows it,", () => {
  // The type check compiles them as they are written, which is as the client tier shows them.
  it("compiles in every tier that has the call", { timeout: 120_000 }, () => {
    const programs = new Map<string, string>()
    for (const { source, tier, type } of tiers.filter(({ tier }) => tier !== "client")) {
      for (const { text } of callsPages(tier, callsOf(program, source, type), new Map())) {
        for (const [, code = ""] of text.matchAll(/\nExample:\n\n```tsx\n([^]*?)\n```/g))
          programs.set(code, join(root, "scripts", "site", "examples", `${tier}-${programs.size}.ts`))
      }
    }
    expect(programs.size).toBeGreaterThan(150)
    expect(problemsOf(new Map([...programs].map(([code, file]) => [file, code])))).toEqual([])
  })
})

/** What the compiler says about programs that are not on disk, by their files. */
const problemsOf = (programs: ReadonlyMap<string, string>): ReadonlyArray<string> => {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), (path) => ts.sys.readFile(path))
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const host = ts.createCompilerHost(options)
  const { fileExists, getSourceFile } = host
  host.fileExists = (file) => programs.has(file) || fileExists(file)
  host.getSourceFile = (file, version, ...others) => {
    const text = programs.get(file)
    return text === undefined
      ? getSourceFile(file, version, ...others)
      : ts.createSourceFile(file, text, version, true, ts.ScriptKind.TS)
  }
  const compiled = ts.createProgram([...programs.keys()], { ...options, noEmit: true, incremental: false }, host)
  return [...programs.keys()].flatMap((file) => {
    const source = compiled.getSourceFile(file)
    const found = [...compiled.getSyntacticDiagnostics(source), ...compiled.getSemanticDiagnostics(source)]
    return found.map(
      ({ messageText }) => `${programs.get(file)}\n${ts.flattenDiagnosticMessageText(messageText, "\n")}`
    )
  })
}
