// @ts-check
// Checks the package as its users get it: what is in it, its types, and that it works where nothing else is. The command
// is started from an empty folder and used: sign-up, mails, a passkey, a provider, webhooks, the console.
//
//   node scripts/check-package.mjs              packed, unpacked, with the dependencies of this checkout
//   node scripts/check-package.mjs --install    also installed from the registry, on Node 22 and 24, Bun and Deno

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { packageEntries } from "./build/entries.mjs"
import { answerHelp } from "./help.mjs"
import { checkCommand } from "../test/package/packed-command.mjs"
import {
  bundlePage,
  checkTypes,
  entriesProgram,
  installed,
  linked,
  runBundled,
  runInVitest,
  runOnNode,
  sizeOfInstallation
} from "../test/package/consumer.mjs"
import { billFaults, deadLinks, licenseFaults, lint, privatePaths, strangers } from "../test/package/contents.mjs"
import { pack } from "../test/package/pack.mjs"
import { installRuntimes, thisRuntime } from "../test/package/runtimes.mjs"

answerHelp(import.meta.url)

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
  faults.push(
    ...strangers(packed),
    ...privatePaths(packed),
    ...billFaults(packed),
    ...licenseFaults(packed),
    ...deadLinks(packed),
    ...unnamedEntries(),
    ...(await lint(packed))
  )

  const folder = join(work, "linked")
  linked(packed, folder)
  await attempt("types, nodenext", async () => checkTypes(folder, "nodenext"))
  await attempt("types, bundler", async () => checkTypes(folder, "bundler"))
  await attempt("on Node", async () => note(runOnNode(folder, process.execPath)))
  await attempt("in Vitest", async () => note(runInVitest(folder)))
  await attempt("bundled", async () => note(await runBundled(folder)))
  await attempt("the command", async () =>
    note(await checkCommand(placesIn(packed, folder), join(work, "command"), thisRuntime()))
  )
  await attempt("in a page", async () => note(await bundlePage(folder)))

  if (process.argv.includes("--install")) await attempt("installed", async () => checkInstalled(packed))
}

/** @param {import("../test/package/pack.mjs").Packed} packed */
async function checkInstalled(packed) {
  const folder = join(work, "installed")
  installed(packed, folder)
  await attempt("installed: types, nodenext", async () => checkTypes(folder, "nodenext"))
  await attempt("installed: in a page", async () => note(await bundlePage(folder)))
  await attempt("the size of an installation", async () => note(sizeOfInstallation(packed, join(work, "client-only"))))
  for (const runtime of installRuntimes(work)) {
    await attempt(`installed: on ${runtime.name}`, async () => {
      if (runtime.isNode) note(runOnNode(folder, runtime.command[0]))
      note(await checkCommand(placesIn(packed, folder), join(work, `command-${runtime.name}`), runtime))
    })
  }
}

/** @param {import("../test/package/pack.mjs").Packed} packed @param {string} folder of an application */
function placesIn(packed, folder) {
  return { unpacked: packed.folder, installed: join(folder, "node_modules", packed.manifest.name) }
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
