// @ts-check
// `npm run demo`: runs the embedded service and the example application. `--check` uses the application in Chromium and
// ends.

import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { password, people } from "../../examples/react-app/teams.ts"
import { checkJourney } from "../../test/browser/demo-journey.mjs"
import { freePort } from "../../test/free-port.mjs"
import { nameService, serveExample } from "./example.mjs"
import { createDemoTeams, startDemoService } from "./service.mjs"

const help = `Runs the embedded service and the example application (examples/react-app).

  npm run demo                  until Ctrl-C
  npm run demo -- --check       two people sign up, found a team, invite and join in Chromium; then it ends

Options
  --check         exit code 0 if every step worked, else 1; users are kept in memory
  --db FILE       the database; :memory: keeps nothing. Default .cache/demo.db
  --port N        port of the application. Default 5173, or a free one
  --help          this text

Environment
  KEYSTILE_CHROMIUM    path of a Chromium or Chrome for --check
`

const root = join(import.meta.dirname, "../..")

/** @type {Array<() => unknown>} */
const cleanups = []
let isStopping = false

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void stop(0))
try {
  const { check, db, help: isHelp, port } = readOptions()
  if (isHelp) process.stdout.write(help)
  else await run(check, db, port)
} catch (failure) {
  fail(failure instanceof Error ? failure.message : String(failure))
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        check: { type: "boolean", default: false },
        db: { type: "string" },
        help: { type: "boolean", short: "h" },
        port: { type: "string", default: "0" }
      }
    })
    if (!/^\d{1,5}$/.test(values.port)) throw new Error(`--port ${values.port} is not a port.`)
    return { ...values, port: Number(values.port) }
  } catch (failure) {
    throw new Error(`${failure instanceof Error ? failure.message : failure}\n\n${help}`, { cause: failure })
  }
}

/**
 * @param {boolean} check
 * @param {string | undefined} database
 * @param {number} port
 */
async function run(check, database, port) {
  const db = database ?? (check ? ":memory:" : join(root, ".cache", "demo.db"))
  if (database === undefined) mkdirSync(join(root, ".cache"), { recursive: true })
  const service = await startDemoService({
    port: check ? 0 : await freePort(8102),
    db,
    onEnd: (reason) => fail(`The service ended: ${reason}`)
  })
  cleanups.unshift(service.stop)
  nameService(service)
  const app = await serveExample("react-app", { port: port || (check ? 0 : 5173), strict: port > 0 })
  cleanups.unshift(app.stop)
  await createDemoTeams(service, app.url)
  if (check) {
    process.stdout.write(`${await checkJourney({ url: app.url, service: service.url })}\n`)
    return stop(0)
  }
  const accounts = Object.values(people).map(({ about, email }) => `${email.padEnd(26)}${about}`)
  process.stdout.write(`
  Application   ${app.url}
  Service       ${service.url}
  Project       ${service.project.id}
  Client key    ${service.project.publishableClientKey}
  Server key    ${service.project.secretServerKey}
  Console       ${service.url}   mails, users, requests, faults
  Users         ${db === ":memory:" ? "in memory, until the demo ends" : db}

  Sign in as    ${accounts.join(`\n${" ".repeat(16)}`)}
  Password      ${password}

  Ctrl-C stops both.

`)
}

/** @param {number} code */
async function stop(code) {
  if (isStopping) return
  isStopping = true
  // Ends also if the application or the service does not close.
  setTimeout(() => process.exit(code || 1), 5000).unref()
  await Promise.allSettled(cleanups.map(async (close) => close()))
  process.exit(code)
}

/** @param {string} text */
function fail(text) {
  if (isStopping) return
  process.stderr.write(`${text}\n`)
  void stop(1)
}
