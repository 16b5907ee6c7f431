// @ts-check
// Starts the embedded service as a separate process, by the command of the package.

import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { createTeams } from "../../examples/react-app/teams.ts"
import { createServerApp } from "../../tiers/promise/index.ts"

const root = join(import.meta.dirname, "../..")

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
export const startService = async ({ port, db, args = [], onEnd = () => {}, program = "cli/bin.mjs", projectId }) => {
  const child = spawn(process.execPath, [program, "dev", "--port", String(port), "--db", db, "--json", ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"]
  })
  let errors = ""
  child.stderr.setEncoding("utf8").on("data", (text) => {
    errors = `${errors}${text}`.slice(-4000)
  })
  const ended = once(child, "close").then(
    ([code, signal]) => errors.trim() || (signal === null ? `exit code ${code}` : `signal ${signal}`)
  )
  const failed = ended.then((reason) => {
    throw new Error(`The service did not start: ${reason}`)
  })
  const overdue = setTimeout(() => child.kill("SIGKILL"), START_LIMIT)
  const line = once(createInterface(child.stdout), "line")
  const [json] = await Promise.race([line, failed]).finally(() => clearTimeout(overdue))

  let isStopping = false
  void ended.then((reason) => isStopping || onEnd(reason))
  const stop = async () => {
    isStopping = true
    child.kill("SIGTERM")
    const impatient = setTimeout(() => child.kill("SIGKILL"), 3000)
    await ended
    clearTimeout(impatient)
  }
  const { projects, url } = JSON.parse(json)
  const isWanted = (/** @type {Project} */ { id }) => (projectId === undefined ? id !== "internal" : id === projectId)
  return { url, project: projects.find(isWanted) ?? projects[0], stop }
}

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
