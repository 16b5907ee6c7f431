/** Runs the packed `keystile serve` and `keystile project` on a runtime, and reads which files they load. */
import assert from "node:assert/strict"
import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { createInterface } from "node:readline"
import { promisify } from "node:util"
import type { Runtime } from "./command.ts"

const environment = {
  NODE_ENV: "production",
  KEYSTILE_PUBLIC_URL: "http://localhost:8102",
  KEYSTILE_SECRETS: "8ebf9b8c1d0a4f7e92b3c6d5e4f3a2b1c0d9e8f7",
  KEYSTILE_MAIL: "log",
  KEYSTILE_PORT: "0",
  KEYSTILE_METRICS_PORT: "0",
  KEYSTILE_DRAIN_DELAY: "0"
}

/** Starts the service in production, uses it, and stops it. */
export const checkServe = async ([program, ...before]: Runtime, bin: string, database: string): Promise<void> => {
  assertWithoutDevelopmentTools(dirname(bin))
  const child = spawn(program, [...before, bin, "serve"], {
    env: { PATH: process.env["PATH"], ...environment, KEYSTILE_DB: database },
    stdio: ["ignore", "pipe", "inherit"]
  })
  const ended = once(child, "close")
  try {
    // The two ports open at the same time, so their lines come in either order.
    const urls = new Map<string, string>()
    for await (const line of createInterface(child.stdout)) {
      const message = String(Reflect.get(Object(JSON.parse(line)), "message"))
      const [, name = "", url = ""] = /(Metrics|Listening) on (http:\S+?),?(?: |$)/.exec(message) ?? []
      if (name !== "") urls.set(name, url)
      if (urls.size === 2) break
    }
    const [metrics = "", service = ""] = [urls.get("Metrics"), urls.get("Listening")]
    const ready = await fetch(`${service}/readyz`)
    assert.deepEqual([ready.status, await ready.text()], [200, `{"status":"ready"}`])
    // The public URL has another port, so the address of the service is a foreign host.
    assert.equal((await fetch(`${service}/health`)).status, 403)
    assert.match(await (await fetch(metrics)).text(), /keystile_http_requests_total\{[^}]*status="403"\} 1/)
    await createProject([program, ...before], bin, database)
  } finally {
    child.kill("SIGTERM")
  }
  const [code] = await ended
  assert.equal(code, 0, "the exit code of keystile serve")
}

/** Creates a project on the database of the running service, and finds it in the list. */
const createProject = async ([program, ...before]: Runtime, bin: string, database: string): Promise<void> => {
  const project = async (...args: ReadonlyArray<string>) => {
    const env = { PATH: process.env["PATH"], ...environment, KEYSTILE_DB: database }
    return (await promisify(execFile)(program, [...before, bin, "project", ...args], { env })).stdout
  }
  const created = await project("create", "Larkspur", "--domain", "https://larkspur.example")
  assert.match(created, /^STACK_SECRET_SERVER_KEY=ssk_\w{40,}$/m)
  const [, id = "no id"] = /_PROJECT_ID=(\S+)/.exec(created) ?? []
  assert.match(await project("list"), new RegExp(`^${id}  Larkspur  \\(0 users\\)$`, "m"))
}

/** The files that a chunk of the command loads, itself included. Dynamic imports are not followed. */
const filesLoadedBy = (folder: string, start: string): ReadonlySet<string> => {
  const loaded = new Set([start])
  for (const file of loaded) {
    const text = readFileSync(join(folder, file), "utf8")
    for (const [, name = ""] of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+)["']/g)) loaded.add(name)
  }
  return loaded
}

/** A part of the code of each: the control API, the faults, the mailbox and the clock of the service. */
const tools = ["/_keystile", "keystile/service/Faults", "keystile/service/Mailbox`", "keystile/service/ServiceClock"]

const includesTool = (folder: string, files: Iterable<string>, tool: string): boolean => {
  const text = [...files].map((file) => readFileSync(join(folder, file), "utf8")).join("\n")
  return [tool, tool.replace("`", '"'), tool.replace("`", "'")].some((each) => text.includes(each))
}

const assertWithoutDevelopmentTools = (folder: string) => {
  const serve = filesLoadedBy(folder, "keystile-run-serve.js")
  const dev = filesLoadedBy(folder, "keystile-run-dev.js")
  for (const tool of tools) {
    assert.ok(includesTool(folder, dev, tool), `keystile dev has ${tool}`)
    assert.ok(!includesTool(folder, serve, tool), `keystile serve has no ${tool}`)
  }
}
