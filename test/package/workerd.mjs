// @ts-check
// Runs a Worker in workerd, the runtime of Cloudflare Workers, from the npm registry.

import { spawn } from "node:child_process"
import { globSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { build } from "esbuild"
import { freePort } from "../free-port.mjs"
import { npm } from "./pack.mjs"

/** Time limit of the start in milliseconds. */
const START_LIMIT = 30_000

/**
 * Installs workerd from its platform package. No install script is run.
 *
 * @param {string} work
 * @returns {string} the path of the program
 */
export const installWorkerd = (work) => {
  const folder = join(work, "runtime-workerd")
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }))
  npm(["install", "--ignore-scripts", "workerd"], folder)
  const [program] = globSync("node_modules/@cloudflare/workerd-*/bin/workerd{,.exe}", { cwd: folder })
  if (program === undefined) throw new Error(`npm has no workerd for ${process.platform} ${process.arch}`)
  return join(folder, program)
}

/**
 * Bundles a module as Wrangler does and serves it.
 *
 * @param {string} program that of `installWorkerd`
 * @param {string} module its packages are those of its folder
 * @param {{ flags?: ReadonlyArray<string>, variables?: Readonly<Record<string, string>> }} [options] compatibility flags
 *   and environment variables. Default none
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export const startWorker = async (program, module, { flags = [], variables = {} } = {}) => {
  const folder = `${module}.workerd`
  mkdirSync(folder)
  await build({
    entryPoints: [module],
    outfile: join(folder, "worker.js"),
    bundle: true,
    format: "esm",
    platform: "browser",
    target: "es2024",
    conditions: ["workerd", "worker", "browser"],
    external: ["node:*", "cloudflare:*"],
    logLevel: "error"
  })
  const port = await freePort()
  const text = JSON.stringify
  writeFileSync(
    join(folder, "config.capnp"),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    # The service of the test is on this machine.
    (name = "internet", network = (allow = ["public", "private"]))
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const main :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "2026-01-01",
  compatibilityFlags = ${text(flags)},
  bindings = [${Object.entries(variables).map(([name, value]) => `(name = ${text(name)}, text = ${text(value)})`)}]
);
`
  )
  const child = spawn(program, ["serve", "config.capnp"], { cwd: folder, stdio: ["ignore", "ignore", "pipe"] })
  let output = ""
  child.stderr.setEncoding("utf8").on("data", (chunk) => (output += chunk))
  const ended = new Promise((done) => child.once("close", done))
  const stop = async () => {
    child.kill("SIGKILL")
    await ended
  }
  const url = `http://127.0.0.1:${port}`
  for (const end = Date.now() + START_LIMIT; Date.now() < end && child.exitCode === null;) {
    const answers = await fetch(url).then(
      () => true,
      () => false
    )
    if (answers) return { url, stop }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await stop()
  throw new Error(`workerd did not start\n${output}`)
}
