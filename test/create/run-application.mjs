// @ts-check
// Runs a created application by the scripts of its manifest.

import { spawn } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { npm } from "../package/pack.mjs"

/** Time limit of a start in milliseconds. */
const START_LIMIT = 120_000

/**
 * @typedef {{ application: number, service: number }} Ports
 * @typedef {{ url: string, stop: () => Promise<void>, output: () => string }} Running
 */

/**
 * Runs `npm run dev`, and resolves when the application and its service answer.
 *
 * @param {string} folder
 * @param {Ports} ports
 * @returns {Promise<Running>}
 */
export const startScript = (folder, ports) => start(folder, ["run", "dev"], ports, usesService(folder))

/**
 * Builds the application for production and starts it, beside the service of development if it has none of its own.
 *
 * @param {string} folder
 * @param {Ports} ports
 * @returns {Promise<Running>}
 */
export const startProduction = async (folder, ports) => {
  const { scripts } = readManifest(folder)
  npm(["run", "build"], folder)
  const script =
    scripts.start === undefined ? ["run", "preview", "--", "--port", String(ports.application)] : ["run", "start"]
  if (!usesService(folder)) return start(folder, script, ports, false)
  const dev = ["exec", "keystile", "--", "dev", "--db", "keystile.db", "--seed", "seed.json"]
  const service = await start(
    folder,
    [...dev, "--port", String(ports.service)],
    { ...ports, application: ports.service },
    false
  )
  try {
    const application = await start(folder, script, ports, false)
    return {
      url: application.url,
      output: () => service.output() + application.output(),
      stop: async () => {
        await application.stop()
        await service.stop()
      }
    }
  } catch (failure) {
    await service.stop()
    throw failure
  }
}

/** @param {string} folder */
const readManifest = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))

/** Returns true if the application is used with `keystile dev` beside it. @param {string} folder */
const usesService = (folder) => existsSync(join(folder, "seed.json"))

/**
 * @param {string} folder
 * @param {ReadonlyArray<string>} args of npm
 * @param {Ports} ports
 * @param {boolean} withService
 * @returns {Promise<Running>}
 */
const start = async (folder, args, ports, withService) => {
  const child = spawn("npm", args, {
    cwd: folder,
    // The variables of npm and of Vitest would change what the application does.
    env: {
      ...Object.fromEntries(
        Object.entries(process.env).filter(
          ([name]) => !/^(?:npm_|VITEST|NODE_ENV$|(?:DEV|MODE|PROD|SSR|TEST)$)/i.test(name)
        )
      ),
      NEXT_TELEMETRY_DISABLED: "1",
      PORT: String(ports.application)
    },
    // A process group of its own, which is ended as a whole, as Ctrl-C does.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"]
  })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text))
  const ended = new Promise((done) => child.once("close", done))
  const stop = async () => {
    const before = output
    signal("SIGINT")
    const impatient = setTimeout(() => signal("SIGKILL"), 10_000)
    await ended
    clearTimeout(impatient)
    // What programs print while they are interrupted is not the application's.
    output = before
  }
  const signal = (/** @type {NodeJS.Signals} */ name) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name)
    } catch {
      // All processes of the group have ended.
    }
  }
  const url = `http://localhost:${ports.application}`
  const expected = withService ? [url, `http://localhost:${ports.service}/health`] : [url]
  for (const end = Date.now() + START_LIMIT; Date.now() < end && child.exitCode === null;) {
    const answers = await Promise.all(
      expected.map((one) =>
        fetch(one).then(
          ({ ok }) => ok,
          () => false
        )
      )
    )
    if (answers.every(Boolean)) return { url, stop, output: () => output }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  await stop()
  throw new Error(`npm ${args.join(" ")} did not start\n${output}`)
}
