// @ts-check
// Runs a copy of an example that renders on a server: installed with the packed package, built for
// production, and started.

import { spawn } from "node:child_process"
import { cpSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { npm, root, run } from "../../package/pack.mjs"

/** Time limit of an application's start in milliseconds. */
const START_LIMIT = 60_000

/**
 * @typedef {import("../../../scripts/demo/service.mjs").Service} Service
 * @typedef {{ url: string, stop: () => Promise<void>, output: () => string }} Running
 * @typedef {{ types: ReadonlyArray<ReadonlyArray<string>>, build: ReadonlyArray<string>,
 *   start: (port: number) => ReadonlyArray<string> }} Commands
 * @typedef {{ scripts: "nonce" | "hashes" | "unsafe-inline", serverAction: boolean }} Traits
 */

/** The build of Next checks the types as well. @type {Commands} */
const next = {
  types: [],
  build: ["next/dist/bin/next", "build"],
  start: (port) => ["next/dist/bin/next", "start", "--hostname", "127.0.0.1", "--port", String(port)]
}

/** Commands in each example's `node_modules`, with their arguments. @type {Readonly<Record<string, Commands>>} */
const commands = {
  astro: { types: [], build: ["astro/bin/astro.mjs", "build"], start: () => ["../dist/server/entry.mjs"] },
  next,
  "next-static-shell": next,
  "next-one-deployment": next,
  "react-router": {
    types: [
      ["@react-router/dev/bin.cjs", "typegen"],
      ["typescript/bin/tsc", "--noEmit"]
    ],
    build: ["@react-router/dev/bin.cjs", "build"],
    start: () => ["@react-router/serve/bin.cjs", "build/server/index.js"]
  },
  "tanstack-start": {
    types: [["typescript/bin/tsc", "--noEmit"]],
    build: ["vite/bin/vite.js", "build"],
    start: () => ["srvx/bin/srvx.mjs", "--prod", "--static", "../client", "dist/server/server.js"]
  }
}

/**
 * The features of each example beside a service, which its test checks: how its policy allows the scripts that the
 * framework writes into pages, and whether it has a server action.
 *
 * @type {Readonly<Record<string, Traits>>}
 */
export const traits = {
  next: { scripts: "nonce", serverAction: true },
  "next-static-shell": { scripts: "unsafe-inline", serverAction: true },
  "react-router": { scripts: "nonce", serverAction: false },
  astro: { scripts: "hashes", serverAction: false },
  "tanstack-start": { scripts: "nonce", serverAction: false }
}

/** Examples that consist of a few files to copy over another example. @type {Readonly<Record<string, string>>} */
const bases = { "next-static-shell": "next", "next-one-deployment": "next" }

/** @typedef {Readonly<Record<string, string>>} Environment */

/**
 * Returns the variables of an application beside a service.
 *
 * @param {Service} service
 * @returns {Environment}
 */
export const environmentOf = ({ project, url }) => ({
  NEXT_PUBLIC_STACK_API_URL: url,
  NEXT_PUBLIC_STACK_PROJECT_ID: project.id,
  NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: project.publishableClientKey
})

const production = { NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" }

/**
 * Copies an example and installs what it names, with the package from its tarball.
 *
 * @param {string} name
 * @param {string} tarball
 * @param {string} folder
 */
export const install = (name, tarball, folder) => {
  mkdirSync(folder, { recursive: true })
  for (const example of [...(bases[name] === undefined ? [] : [bases[name]]), name]) {
    cpSync(join(root, "examples", example), folder, {
      recursive: true,
      filter: (path) =>
        !/[\\/](?:node_modules|\.next|\.react-router|\.astro|\.tanstack|build|dist|\.env(?:\.local)?)$/.test(path)
    })
  }
  writeFileSync(join(folder, ".npmrc"), "fund=false\naudit=false\n")
  npm(["install", "--include=dev", tarball], folder)
}

/**
 * @param {string} name
 * @param {string} folder
 * @param {Environment} environment
 */
export const build = (name, folder, environment) => {
  const { build, types } = commandsOf(name)
  for (const [program = "", ...args] of [...types, build]) {
    run(process.execPath, [join(folder, "node_modules", program), ...args], folder, {
      ...environment,
      ...production
    })
  }
}

/**
 * Resolves when the application responds.
 *
 * @param {string} name
 * @param {string} folder
 * @param {Environment} environment
 * @param {number} port
 * @returns {Promise<Running>}
 */
export const start = async (name, folder, environment, port) => {
  const [program = "", ...args] = commandsOf(name).start(port)
  const child = spawn(process.execPath, [join(folder, "node_modules", program), ...args], {
    cwd: folder,
    env: { ...process.env, ...environment, ...production, HOST: "127.0.0.1", PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"]
  })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text))
  const ended = new Promise((done) => child.once("close", done))
  const stop = async () => {
    child.kill("SIGTERM")
    const impatient = setTimeout(() => child.kill("SIGKILL"), 3000)
    await ended
    clearTimeout(impatient)
  }
  const url = `http://localhost:${port}`
  for (const end = Date.now() + START_LIMIT; Date.now() < end && child.exitCode === null;) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false
      )
    )
      return { url, stop, output: () => output }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  await stop()
  throw new Error(`it did not start\n${output}`)
}

/** @param {string} name */
const commandsOf = (name) => {
  const found = commands[name]
  if (found === undefined) throw new Error(`there is no example ${name}; there are ${Object.keys(commands).join(", ")}`)
  return found
}
