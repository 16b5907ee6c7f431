// @ts-check
// Starts the embedded service as a process of its own, by the command that users have.

import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** How long the service may take to start, in milliseconds. */
const START_LIMIT = 30_000

/**
 * @typedef {{ id: string, publishableClientKey: string, secretServerKey: string, superSecretAdminKey: string }} Project
 * @typedef {{ url: string, project: Project, stop: () => Promise<void> }} Service
 */

/**
 * Resolves when the service answers.
 *
 * @param {{ port: number, db: string, args?: ReadonlyArray<string>, onEnd?: (reason: string) => void, projectId?: string }} options
 *   `projectId`: which of several projects is meant; the first of an application by default
 * @returns {Promise<Service>}
 */
export const startService = ({ port, db, args = [], onEnd = () => {}, projectId }) =>
  new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ["cli/bin.mjs", "dev", "--port", String(port), "--db", db, "--json", ...args],
      { cwd: root, stdio: ["ignore", "pipe", "pipe"] }
    )
    const ended = new Promise((done) => child.once("close", done))
    const overdue = setTimeout(() => child.kill("SIGKILL"), START_LIMIT)
    let [output, errors] = ["", ""]
    let running = false
    let stopping = false

    const stop = async () => {
      stopping = true
      child.kill("SIGTERM")
      const impatient = setTimeout(() => child.kill("SIGKILL"), 3000)
      await ended
      clearTimeout(impatient)
    }

    child.stdout.setEncoding("utf8").on("data", (text) => {
      if (running) return
      output += text
      const line = output.split("\n").find((line) => line.startsWith("{"))
      if (line === undefined || !output.includes("\n", output.indexOf(line))) return
      running = true
      clearTimeout(overdue)
      const { projects, url } = JSON.parse(line)
      const project =
        projects.find((/** @type {Project} */ { id }) =>
          projectId === undefined ? id !== "internal" : id === projectId
        ) ?? projects[0]
      resolve({ url, project, stop })
    })
    child.stderr.setEncoding("utf8").on("data", (text) => {
      errors = `${errors}${text}`.slice(-4000)
    })
    child.once("error", reject)
    child.once("close", (code, signal) => {
      clearTimeout(overdue)
      const reason = errors.trim() || (signal === null ? `exit code ${code}` : `signal ${signal}`)
      if (!running) reject(new Error(`The service did not start: ${reason}`))
      else if (!stopping) onEnd(reason)
    })
  })

/** The example's own project and its users: what `keystile dev` starts with for it. */
const seedFile = join(root, "examples", "react-app", "seed.json")

/** @param {Omit<Parameters<typeof startService>[0], "args" | "projectId">} options */
export const startDemoService = (options) => {
  const { projects } = JSON.parse(readFileSync(seedFile, "utf8"))
  return startService({ ...options, args: ["--seed", seedFile], projectId: projects[0].id })
}
