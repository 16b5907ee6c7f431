// @ts-check
// Runs a Worker in workerd, the runtime of Cloudflare Workers, from the npm registry.

import { globSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { build } from "esbuild"
import { freePort } from "../free-port.mjs"
import { npm } from "./pack.mjs"
import { startServer } from "./server-process.mjs"

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
  return startServer(program, ["serve", "config.capnp"], { cwd: folder, port })
}
