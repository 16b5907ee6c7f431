// What a call costs beside a bare `fetch`: time per getUser against a local service that answers at once.
//
//   npm run bench:calls -- --help

import { fork } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { parseArgs } from "node:util"
import { packageEntries } from "../scripts/entries.mjs"
import { median, table } from "./table.mjs"

const help = `Time per getUser against a local service that answers at once, beside a bare fetch of the same address.

  npm run bench:calls [-- OPTIONS]

Options
  --rounds N   how often each way is tried, one after the other (default 15)
  --calls N    calls of each way in a round (default 200)
  --sources    use the sources even where dist/ is there
  --json       print one line of JSON instead of a table
  --help       this text

Each figure is the median of all its calls in this run; a round tries every way once, so that noise meets all alike.
The service is a process of its own. The aim is at most 1.5 times a bare fetch, over fetch.
`

const root = fileURLToPath(new URL("..", import.meta.url))
const AIM = 1.5

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "15" },
    calls: { type: "string", default: "200" },
    sources: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    stub: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false }
  }
})
const user = {
  id: "22222222-2222-4222-8222-222222222222",
  primary_email: "ada@example.com",
  primary_email_verified: true,
  display_name: "Ada",
  profile_image_url: null,
  signed_up_at_millis: 1_750_000_000_000,
  client_metadata: { theme: "dark" },
  client_read_only_metadata: null,
  has_password: true,
  otp_auth_enabled: false,
  passkey_auth_enabled: false,
  oauth_providers: [],
  auth_with_email: true,
  requires_totp_mfa: false,
  selected_team_id: null,
  selected_team: null
}

if (values.help) process.stdout.write(help)
else if (values.stub) serve()
else await main(number("rounds"), number("calls"))

/** @param {"rounds" | "calls"} name */
function number(name) {
  const value = Number(values[name])
  if (Number.isInteger(value) && value > 0) return value
  process.stderr.write(`--${name} is a whole number above 0.\n`)
  process.exit(1)
}

/** The service: every request is answered with the same user. */
function serve() {
  const body = Buffer.from(JSON.stringify(user))
  const headers = { "content-type": "application/json; charset=utf-8", "content-length": body.length }
  const server = createServer((_, response) => response.writeHead(200, headers).end(body))
  server.keepAliveTimeout = 60_000
  server.listen(0, "127.0.0.1", () => process.send?.(server.address()))
  process.on("disconnect", () => process.exit())
}

/** @param {number} rounds @param {number} calls */
async function main(rounds, calls) {
  const stub = fork(fileURLToPath(import.meta.url), ["--stub"])
  try {
    const [{ port }] = await once(stub, "message")
    const ways = await prepare(`http://127.0.0.1:${port}`)
    /** @type {Array<Array<number>>} */
    const micros = ways.map(() => [])
    for (const { run } of ways) for (let i = 0; i < 300; i++) await run()
    for (let round = 0; round < rounds; round++) {
      for (const [index, { run }] of ways.entries()) {
        for (let i = 0; i < calls; i++) {
          const start = performance.now()
          await run()
          micros[index]?.push((performance.now() - start) * 1000)
        }
      }
    }
    report(ways.map(({ name, what }, index) => ({ name, what, micros: micros[index] ?? [] })), rounds * calls)
  } finally {
    stub.disconnect()
  }
}

/** @param {string} baseUrl */
async function prepare(baseUrl) {
  const [Effect, Layer, FetchHttpClient, Client, HttpClientTransport, { createClientApp }] = await Promise.all([
    import("effect/Effect"),
    import("effect/Layer"),
    import("effect/http/FetchHttpClient"),
    load("keystile/client"),
    load("keystile/http-client"),
    load("keystile/promise")
  ])
  const accessToken = token()
  const options = {
    projectId: "internal",
    publishableClientKey: "pck_bench",
    baseUrl,
    tokenStore: { refreshToken: "bench-refresh-token", accessToken }
  }
  const headers = {
    "x-stack-project-id": "internal",
    "x-stack-access-type": "client",
    "x-stack-publishable-client-key": "pck_bench",
    "x-stack-access-token": accessToken
  }
  const client = (layer) => Effect.runPromise(Effect.provide(Client.Client, layer))
  const overFetch = await client(Client.layer(options))
  const overHttpClient = await client(
    Client.layerNoDeps(options).pipe(Layer.provide(HttpClientTransport.layer), Layer.provide(FetchHttpClient.layer))
  )
  const app = createClientApp(options)
  const address = `${baseUrl}/api/v1/users/me`
  return [
    {
      name: "fetch",
      what: "and the JSON of its answer",
      run: async () => (await fetch(address, { headers, cache: "no-store" })).json()
    },
    { name: "client", what: "client.getUser over fetch", run: () => Effect.runPromise(overFetch.getUser) },
    { name: "promise", what: "app.getUser() of createClientApp", run: () => app.getUser() },
    {
      name: "http-client",
      what: "client.getUser over HttpClient",
      run: () => Effect.runPromise(overHttpClient.getUser)
    }
  ]
}

/** An entry of the package, from dist/ or from its source. @param {string} name */
function load(name) {
  const entry = packageEntries(root).find((one) => one.name === name)
  if (entry === undefined) throw new Error(`there is no ${name}`)
  const built = join(root, entry.built)
  return import(pathToFileURL(!values.sources && existsSync(built) ? built : join(root, entry.source ?? "")).href)
}

function token() {
  const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url")
  const now = Math.floor(Date.now() / 1000)
  return `${part({ alg: "ES256" })}.${part({ sub: user.id, iat: now, exp: now + 86_400 })}.${"A".repeat(86)}`
}

/** @param {ReadonlyArray<{ name: string, what: string, micros: Array<number> }>} ways @param {number} each */
function report(ways, each) {
  const floor = median(ways[0]?.micros ?? [])
  const rows = ways.map(({ micros, name, what }) => ({
    name,
    what,
    median: Math.round(median(micros)),
    p95: Math.round([...micros].sort((a, b) => a - b)[Math.floor(micros.length * 0.95)] ?? 0),
    ratio: Number((median(micros) / floor).toFixed(2))
  }))
  if (values.json) return void process.stdout.write(`${JSON.stringify({ node: process.version, each, rows })}\n`)
  process.stdout.write(`Microseconds per call, ${each} calls each, Node ${process.versions.node}\n\n`)
  process.stdout.write(table(
    ["way", "", "median", "p95", "ratio", ""],
    rows.map(({ median, name, p95, ratio, what }) => [
      name,
      what,
      String(median),
      String(p95),
      ratio.toFixed(2),
      name === "client" || name === "promise" ? (ratio <= AIM ? `ok, at most ${AIM}` : `over ${AIM}`) : ""
    ]),
    [2, 3, 4]
  ))
}
