// @ts-check
// `npm run demo`: the embedded service and the example application together. `--check` walks through the application
// in Chromium and ends.

import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { startApp } from "./app.mjs"
import { checkJourney } from "../../test/browser/demo-journey.mjs"
import { freePort } from "../test/free-port.mjs"
import { startDemoService } from "./service.mjs"
import { fillTeams, password, people } from "./teams.mjs"

const help = `Starts the embedded service and the example application (examples/react-app), and says where to go.

  npm run demo                  until Ctrl-C
  npm run demo -- --check       walks through the application in Chromium: two people, a team, an invitation, and ends

Options
  --check         exit code 0 when every step worked, else 1; users are kept in memory
  --db FILE       where users are kept; :memory: forgets them. Default .cache/demo.db
  --port N        port of the application. Default 5173, or any that is free
  --help          this text

Environment
  KEYSTILE_CHROMIUM    path of a Chromium or Chrome for --check
`

const root = fileURLToPath(new URL("../..", import.meta.url))

/** @type {Array<() => unknown>} */
const closing = []
let stopping = false

/** @param {number} code */
const stop = async (code) => {
  if (stopping) return
  stopping = true
  // Whatever hangs, the demo ends.
  setTimeout(() => process.exit(code || 1), 5000).unref()
  for (const close of closing.toReversed()) {
    try {
      await close()
    } catch {
      // It is gone already.
    }
  }
  process.exit(code)
}

/** @param {string} text */
const fail = (text) => {
  if (stopping) return
  process.stderr.write(`${text}\n`)
  void stop(1)
}

/** @param {ReadonlyArray<string>} args */
const readOptions = (args) => {
  const options = { check: false, db: "", port: 0, help: false, wrong: "" }
  for (let index = 0; index < args.length; index++) {
    const arg = args[index]
    if (arg === "--check") options.check = true
    else if (arg === "--help" || arg === "-h") options.help = true
    else if (arg === "--db" && args[index + 1]) options.db = args[++index] ?? ""
    else if (arg === "--port" && /^\d{1,5}$/.test(args[index + 1] ?? "")) options.port = Number(args[++index])
    else options.wrong ||= arg ?? ""
  }
  return options
}

const main = async () => {
  const options = readOptions(process.argv.slice(2))
  if (options.help) return void process.stdout.write(help)
  if (options.wrong !== "") {
    return fail(`There is no option ${options.wrong}, or something is missing after it.\n\n${help}`)
  }

  process.on("SIGINT", () => void stop(0))
  process.on("SIGTERM", () => void stop(0))
  process.on("SIGHUP", () => void stop(0))

  const db = options.db || (options.check ? ":memory:" : join(root, ".cache", "demo.db"))
  if (options.db === "" && !options.check) mkdirSync(join(root, ".cache"), { recursive: true })

  const service = await startDemoService({
    port: options.check ? 0 : await freePort(8102),
    db,
    onEnd: (reason) => fail(`The service has ended: ${reason}`)
  })
  closing.push(service.stop)

  const app = await startApp({
    port: options.port || (options.check ? 0 : await freePort(5173)),
    strict: options.port > 0,
    service
  })
  closing.push(app.stop)

  await fillTeams({ service, appUrl: app.url })
  if (options.check) {
    const result = await checkJourney({ url: app.url, service: service.url })
    process.stdout.write(`${result}\n`)
    return stop(0)
  }
  process.stdout.write(`
  Application   ${app.url}
  Service       ${service.url}
  Project       ${service.project.id}
  Client key    ${service.project.publishableClientKey}
  Server key    ${service.project.secretServerKey}
  Console       ${service.url}   mails, users, requests, faults
  Users         ${db === ":memory:" ? "in memory, until the demo ends" : db}

  Sign in as    ${Object.values(people)
    .map(({ about, email }) => `${email.padEnd(26)}${about}`)
    .join(`\n${" ".repeat(16)}`)}
  Password      ${password}

  Ctrl-C stops both.

`)
}

try {
  await main()
} catch (failure) {
  fail(failure instanceof Error ? failure.message : String(failure))
}
