// @ts-check
// Starts the embedded service as a separate process, by the command of the package.

import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { createTeams } from "../../examples/react-app/teams.ts"
import { createServerApp } from "../../tiers/promise/index.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** The time limit of the service's start, in milliseconds. */
const START_LIMIT = 30_000

/**
 * @typedef {{ id: string, publishableClientKey: string, secretServerKey: string, superSecretAdminKey: string }} Project
 * @typedef {{ url: string, project: Project, stop: () => Promise<void> }} Service
 */

/**
 * Starts a service and resolves when it accepts requests.
 *
 * @param {{
 *   port: number, db: string, args?: ReadonlyArray<string>, onEnd?: (reason: string) => void, program?: string,
 *   projectId?: string
 * }} options
 *   `program` is the path of the command; default: that of this checkout
 *   `projectId` selects one of several projects; default: the first of an application
 * @returns {Promise<Service>}
 */
export const startService = ({ port, db, args = [], onEnd = () => {}, program = "cli/bin.mjs", projectId }) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, "dev", "--port", String(port), "--db", db, "--json", ...args], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"]
    })
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

const seedFile = join(root, "examples", "react-app", "seed.json")

/**
 * Starts the service with the project and the users of the example application.
 *
 * @param {Omit<Parameters<typeof startService>[0], "args" | "projectId">} options
 */
export const startDemoService = (options) => {
  const { projects } = JSON.parse(readFileSync(seedFile, "utf8"))
  return startService({ ...options, args: ["--seed", seedFile], projectId: projects[0].id })
}

/**
 * Creates the teams of the example application.
 *
 * @param {Pick<Service, "url" | "project">} service
 * @param {string} appUrl
 */
export const createDemoTeams = ({ project, url }, appUrl) => {
  const { publishableClientKey, secretServerKey } = project
  const options = { baseUrl: url, projectId: project.id, publishableClientKey, secretServerKey, tokenStore: null }
  return createTeams(createServerApp(options), appUrl)
}
