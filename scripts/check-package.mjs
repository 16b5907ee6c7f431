// @ts-check
// Holds the package as its users get it: what is in it, its types, and that it works where nothing else is.
//
//   node scripts/check-package.mjs              packed, unpacked, with the dependencies of this checkout
//   node scripts/check-package.mjs --install    installed from the registry too, on Node 22 and 24

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { packageEntries } from "./entries.mjs"
import { answerHelp } from "./help.mjs"
import { bundlePage, checkTypes, entriesProgram, installed, linked, runCommand, runOnNode } from "./package/consumer.mjs"
import { billFaults, lint, privatePaths, strangers } from "./package/contents.mjs"
import { npm, pack } from "./package/pack.mjs"

answerHelp(import.meta.url)

/** The releases that package.json's `engines` stands for. */
const releases = ["22", "24"]

/** @type {Array<string>} */
const faults = []
const work = mkdtempSync(join(tmpdir(), "keystile-package-"))
try {
  await check()
} finally {
  rmSync(work, { recursive: true, force: true })
}
for (const fault of faults) process.stdout.write(`${fault}\n`)
process.exitCode = faults.length === 0 ? 0 : 1

async function check() {
  const packed = await attempt("packed", async () => pack(work))
  if (packed === undefined) return
  note(`${packed.files.length} files`)
  faults.push(...strangers(packed), ...privatePaths(packed), ...billFaults(packed), ...unnamedEntries(), ...await lint(packed))

  const folder = join(work, "linked")
  linked(packed, folder)
  await attempt("types, nodenext", async () => checkTypes(folder, "nodenext"))
  await attempt("types, bundler", async () => checkTypes(folder, "bundler"))
  await attempt("on Node", async () => note(runOnNode(folder, process.execPath)))
  await attempt("the command", async () => note(runCommand(folder, process.execPath, packed.manifest)))
  await attempt("in a page", async () => note(await bundlePage(folder)))

  if (process.argv.includes("--install")) await attempt("installed", async () => checkInstalled(packed))
}

/** @param {import("./package/pack.mjs").Packed} packed */
async function checkInstalled(packed) {
  const folder = join(work, "installed")
  installed(packed, folder)
  await attempt("installed: types, nodenext", async () => checkTypes(folder, "nodenext"))
  for (const release of releases) {
    await attempt(`installed: on Node ${release}`, async () => {
      const node = nodeOf(release)
      note(runOnNode(folder, node))
      note(runCommand(folder, node, packed.manifest))
    })
  }
  await attempt("installed: in a page", async () => note(await bundlePage(folder)))
}

/** A Node of that release, from the registry. @param {string} release */
function nodeOf(release) {
  const folder = join(work, `node-${release}`)
  mkdirSync(folder)
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }))
  const platform = process.platform === "win32" ? "win" : process.platform
  const name = `node-${platform}-${process.arch}`
  npm(["install", `${name}@${release}`], folder)
  return join(folder, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node")
}

/** Entries that the consumer's program leaves out would be checked by nobody. */
function unnamedEntries() {
  const program = entriesProgram()
  return packageEntries().flatMap(({ name }) =>
    program.includes(`"${name}"`) ? [] : [`test/package/entries.ts does not import ${name}`]
  )
}

/**
 * @template A
 * @param {string} what
 * @param {() => Promise<A>} body
 * @returns {Promise<A | undefined>}
 */
async function attempt(what, body) {
  try {
    return await body()
  } catch (failure) {
    faults.push(`${what}: ${failure instanceof Error ? failure.message : failure}`)
    return undefined
  }
}

/** @param {string} text */
function note(text) {
  process.stdout.write(`${text}\n`)
}
