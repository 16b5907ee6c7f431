// @ts-check
// Holds the examples that render on a server: each is installed from the registry with the packed package, built for
// production, started beside the embedded service, and walked through in Chromium.
//
//   node scripts/check-examples.mjs [--tarball FILE] [NAME…]

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { freePort, startService } from "./demo/service.mjs"
import { walk } from "../test/examples/servers/journey.mjs"
import { build, commands, install, start, traitsOf } from "../test/examples/servers/program.mjs"
import { answerHelp } from "./help.mjs"
import { pack } from "../test/package/pack.mjs"

answerHelp(import.meta.url)

const { positionals, values } = parseArgs({ allowPositionals: true, options: { tarball: { type: "string" } } })
const work = mkdtempSync(join(tmpdir(), "keystile-examples-"))
const service = await startService({ port: await freePort(0), db: ":memory:" })
try {
  const tarball = values.tarball === undefined ? pack(work).tarball : resolve(values.tarball)
  for (const name of positionals.length > 0 ? positionals : Object.keys(commands)) await check(name, tarball)
} finally {
  await service.stop()
  rmSync(work, { recursive: true, force: true })
}

/**
 * @param {string} name
 * @param {string} tarball
 */
async function check(name, tarball) {
  const folder = join(work, name)
  let seconds = ""
  /** @param {string} what @param {() => unknown} step */
  const timed = async (what, step) => {
    const start = Date.now()
    const result = await step()
    seconds += `, ${what} ${((Date.now() - start) / 1000).toFixed(0)} s`
    return result
  }
  try {
    await timed("installed in", () => install(name, tarball, folder))
    await timed("built in", () => build(name, folder, service))
    const running = await start(name, folder, service, await freePort(0))
    try {
      const result = await timed("walked through in", () =>
        walk({ url: running.url, service: service.url, traits: traitsOf(name) })
      )
      process.stdout.write(`examples/${name} ${result}${seconds}\n`)
    } catch (failure) {
      throw new Error(`${failure instanceof Error ? failure.message : failure}\n${running.output().slice(-4000)}`, {
        cause: failure
      })
    } finally {
      await running.stop()
    }
  } catch (failure) {
    process.stdout.write(`examples/${name}: ${failure instanceof Error ? failure.message : failure}\n`)
    process.exitCode = 1
  }
}
