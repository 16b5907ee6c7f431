// @ts-check
// Checks the documentation: its code compiles against the sources, its excerpts are those of the examples, its links
// lead to files and headings, and the contents list every page.
//
//   npm run docs

import { spawnSync } from "node:child_process"
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, sep } from "node:path"
import { fileURLToPath } from "node:url"
import { blocksOf, excerptFaults, programsOf } from "./blocks.mjs"
import { linkFaults, unlistedPages } from "./links.mjs"

/** The most blocks that may stay uncompiled: code for the original client, which is no dependency here. */
const MAX_NOT_COMPILED = 3

const root = fileURLToPath(new URL("../..", import.meta.url))
const work = join(root, ".cache", "docs")

/** @param {string} file */
const read = (file) => (existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8") : undefined)

const names = [
  "README.md",
  ...globSync("docs/**/*.md", { cwd: root })
    .map((file) => file.replaceAll(sep, "/"))
    .sort()
]
const pages = new Map(names.map((page) => [page, read(page) ?? ""]))
const blocks = new Map([...pages].map(([page, markdown]) => [page, blocksOf(page, markdown)]))
const all = [...blocks.values()].flat()

const made = [...blocks.values()].map(programsOf)
const programs = made.flatMap(({ programs }) => programs)
const notCompiled = all.filter(({ settings }) => settings.has("not-compiled"))
const faults = [
  ...made.flatMap(({ faults }) => faults),
  ...excerptFaults(all, read),
  ...linkFaults(pages, (path) => existsSync(join(root, path))),
  ...unlistedPages(pages, "docs/README.md"),
  ...notCompiled.slice(MAX_NOT_COMPILED).map(({ line, page }) => ({
    page,
    line,
    problem: `${notCompiled.length} blocks are not compiled, and at most ${MAX_NOT_COMPILED} may be`
  })),
  ...compile()
]

for (const { line, page, problem } of faults) process.stdout.write(`${page}:${line}: ${problem}\n`)
process.stdout.write(`${pages.size} pages, ${programs.length} programs, ${notCompiled.length} blocks not compiled\n`)
process.exitCode = faults.length === 0 ? 0 : 1

/** @returns {ReadonlyArray<import("./blocks.mjs").Fault>} */
function compile() {
  rmSync(work, { force: true, recursive: true })
  for (const { file, text } of programs) {
    mkdirSync(dirname(join(work, file)), { recursive: true })
    writeFileSync(join(work, file), text)
  }
  writeFileSync(
    join(work, "tsconfig.json"),
    JSON.stringify({
      extends: "../../tsconfig.json",
      // An example may show a value without using it. The types of Vite are those of the examples.
      compilerOptions: { noUnusedLocals: false, noUnusedParameters: false, types: ["node", "vite/client"] },
      files: programs.map(({ file }) => file),
      include: [],
      exclude: []
    })
  )
  const tsc = join(root, "node_modules", "@typescript", "native", "bin", "tsc")
  const { status, stdout } = spawnSync(process.execPath, [tsc, "--pretty", "false", "-p", work], {
    cwd: work,
    encoding: "utf8"
  })
  if (status === 0) return []
  const found = stdout.split("\n").flatMap((message) => {
    const [, file, line, problem] = /^(\S+)\((\d+),\d+\): error (.*)$/.exec(message) ?? []
    const program = programs.find((program) => program.file === file?.replaceAll(sep, "/"))
    return program === undefined || problem === undefined ? [] : [{ page: program.page, line: Number(line), problem }]
  })
  // Other errors are about the sources.
  return found.length > 0 ? found : [{ page: "tsc", line: 0, problem: stdout }]
}
