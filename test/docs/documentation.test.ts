/** The pages of the documentation: their code, excerpts and links. */
import { spawnSync } from "node:child_process"
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, sep } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { blocksOf, excerptFaults, type BlockFault, type ProgramBlocks, programsOf } from "./blocks.ts"
import { linkFaults, findUnlistedPages } from "./links.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const read = (file: string) => (existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8") : undefined)

const names = globSync("docs/**/*.md", { cwd: root }).map((file) => file.replaceAll(sep, "/"))
const pages = new Map(["README.md", ...names.sort()].map((page) => [page, read(page) ?? ""]))
const blocksByPage = [...pages].map(([page, markdown]) => blocksOf(page, markdown))
const blocks = blocksByPage.flat()
const joined = blocksByPage.map(programsOf)
const programs = joined.flatMap((page) => page.programs)

const lines = (faults: ReadonlyArray<BlockFault>) =>
  faults.map(({ line, page, problem }) => `${page}:${line}: ${problem}`)

/** Returns the errors of the compiler, at the lines of the pages. */
const compile = (programs: ReadonlyArray<ProgramBlocks>): ReadonlyArray<BlockFault> => {
  const work = join(root, ".cache", "docs")
  rmSync(work, { force: true, recursive: true })
  for (const { file, text } of programs) {
    mkdirSync(dirname(join(work, file)), { recursive: true })
    writeFileSync(join(work, file), text)
  }
  const configuration = {
    extends: "../../tsconfig.json",
    // An example may show a value without using it. The types of Vite are those of the examples.
    compilerOptions: { noUnusedLocals: false, noUnusedParameters: false, types: ["node", "vite/client"] },
    files: programs.map(({ file }) => file),
    include: [],
    exclude: []
  }
  writeFileSync(join(work, "tsconfig.json"), JSON.stringify(configuration))
  const tsc = join(root, "node_modules", "@typescript", "native", "bin", "tsc")
  const args = [tsc, "--pretty", "false", "-p", work]
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: work, encoding: "utf8" })
  if (status === 0) return []
  const found = stdout.split("\n").flatMap((message) => {
    const [, file, line, problem] = /^(\S+)\((\d+),\d+\): error (.*)$/.exec(message) ?? []
    const program = programs.find((program) => program.file === file?.replaceAll(sep, "/"))
    return program === undefined || problem === undefined ? [] : [{ page: program.page, line: Number(line), problem }]
  })
  // Other errors are about the sources.
  return found.length > 0 ? found : [{ page: "tsc", line: 0, problem: stdout }]
}

describe("The documentation", () => {
  it("has code that compiles against the sources", () => {
    expect(programs.length).toBeGreaterThan(50)
    expect(lines(compile(programs))).toEqual([])
  }, 300_000)

  it("has code blocks with valid settings", () => {
    expect(lines(joined.flatMap(({ faults }) => faults))).toEqual([])
  })

  it("has excerpts that are in their files", () => {
    expect(lines(excerptFaults(blocks, read))).toEqual([])
  })

  it("has at most three blocks that are not compiled: code for the original client, which is no dependency here", () => {
    expect(blocks.filter(({ settings }) => settings.has("not-compiled")).length).toBeLessThanOrEqual(3)
  })

  it("has links that lead to files and headings", () => {
    expect(lines(linkFaults(pages, (path) => existsSync(join(root, path))))).toEqual([])
  })

  it("is listed in its contents, page by page", () => {
    expect(lines(findUnlistedPages(pages, "docs/README.md"))).toEqual([])
  })
})
