// Measures the overhead of a call over a bare `fetch`: the time of getUser against a local server.
//
//   npm run bench:calls -- --help

import { fork } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import { loadavg } from "node:os"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { loadEntry } from "./load-entry.mjs"
import { wholeNumber } from "./options.mjs"
import { median, table } from "./table.mjs"
import { accessToken, serverUser, user } from "./user.mjs"

const help = `Measures the time of getUser against a local server, and of a bare fetch of the same URL.

  npm run bench:calls [-- OPTIONS]

Options
  --rounds N   rounds; each measures every variant once (default 15)
  --calls N    calls of each variant in a round (default 200)
  --sources    use the sources even if dist/ exists
  --json       print one line of JSON instead of a table
  --help       this text

Each figure is the median of all calls in this run. A round measures every variant once, so that noise affects them
all. The server is a process of its own. Each row is compared with a bare fetch with the same headers and the same
response. The aim is at most 1.4 times a bare fetch, over fetch. The exit code is 1 if it is missed.
`

const AIM = 1.4
/** Calls of each variant before the measurement, so that the engine has compiled the hot functions. */
const WARM_UP = 2000

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

if (values.help) process.stdout.write(help)
else if (values.stub) serve()
else await main(wholeNumber("rounds", values.rounds), wholeNumber("calls", values.calls))

/** Starts the server, which responds to every request with the same user, in the form of the request's tier. */
function serve() {
  const responses = [user, serverUser].map((one) => Buffer.from(JSON.stringify(one)))
  const server = createServer(({ headers }, response) => {
    const body = responses[headers["x-stack-access-type"] === "server" ? 1 : 0] ?? Buffer.alloc(0)
    response
      .writeHead(200, { "content-type": "application/json; charset=utf-8", "content-length": body.length })
      .end(body)
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, "127.0.0.1", () => process.send?.(server.address()))
  process.on("disconnect", () => process.exit())
}

/** @param {number} rounds @param {number} calls */
async function main(rounds, calls) {
  const stub = fork(fileURLToPath(import.meta.url), ["--stub"])
  try {
    const [{ port }] = await once(stub, "message")
    const variants = await prepare(`http://127.0.0.1:${port}`)
    /** @type {Array<Array<number>>} */
    const micros = variants.map(() => [])
    for (const { run } of variants) for (let i = 0; i < WARM_UP; i++) await run()
    for (let round = 0; round < rounds; round++) {
      for (const [index, { run }] of variants.entries()) {
        for (let i = 0; i < calls; i++) {
          const start = performance.now()
          await run()
          micros[index]?.push((performance.now() - start) * 1000)
        }
      }
    }
    report(
      variants.map(({ beside, name, what }, index) => ({ beside, name, what, micros: micros[index] ?? [] })),
      rounds * calls
    )
  } finally {
    stub.disconnect()
  }
}

/** @param {string} baseUrl */
async function prepare(baseUrl) {
  const load = (/** @type {string} */ name) => loadEntry(name, { fromSources: values.sources })
  const [Effect, Layer, FetchHttpClient, Client, Server, HttpClientTransport, promise] = await Promise.all([
    import("effect/Effect"),
    import("effect/Layer"),
    import("effect/http/FetchHttpClient"),
    load("keystile/client"),
    load("keystile/server"),
    load("keystile/http-client"),
    load("keystile/promise")
  ])
  const token = accessToken(86_400)
  const options = {
    projectId: "internal",
    publishableClientKey: "pck_bench",
    baseUrl,
    tokenStore: { refreshToken: "bench-refresh-token", accessToken: token }
  }
  const headers = (/** @type {string} */ tier) => ({
    "x-stack-override-error-status": "true",
    "x-stack-project-id": "internal",
    "x-stack-access-type": tier,
    "x-stack-client-version": "js @keystile/keystile@2.7.20",
    "x-stack-random-nonce": "0".repeat(45),
    "x-stack-publishable-client-key": "pck_bench",
    ...(tier === "server" && { "x-stack-secret-server-key": "ssk_bench" }),
    "x-stack-access-token": token
  })
  const client = (layer) => Effect.runPromise(Effect.provide(Client.Client, layer))
  const overFetch = await client(Client.layer(options))
  const overHttpClient = await client(
    Client.layerNoDeps(options).pipe(Layer.provide(HttpClientTransport.layer), Layer.provide(FetchHttpClient.layer))
  )
  const app = promise.createClientApp(options)
  const serverOptions = { ...options, secretServerKey: "ssk_bench" }
  const server = await Effect.runPromise(Effect.provide(Server.Server, Server.layer(serverOptions)))
  const serverApp = promise.createServerApp(serverOptions)
  const address = `${baseUrl}/api/v1/users/me`
  const bare = (/** @type {string} */ tier) => {
    const init = { headers: headers(tier), cache: "no-store" }
    return async () => (await fetch(address, init)).json()
  }
  return [
    { name: "fetch", what: "and the JSON of its response", run: bare("client") },
    {
      name: "client",
      what: "client.getUser over fetch",
      beside: "fetch",
      run: () => Effect.runPromise(overFetch.getUser)
    },
    { name: "promise", what: "app.getUser() of createClientApp", beside: "fetch", run: () => app.getUser() },
    {
      name: "http-client",
      what: "client.getUser over HttpClient",
      run: () => Effect.runPromise(overHttpClient.getUser)
    },
    { name: "server fetch", what: "the same, as a server", run: bare("server") },
    {
      name: "server",
      what: "server.getUser over fetch",
      beside: "server fetch",
      run: () => Effect.runPromise(server.getUser)
    },
    {
      name: "server app",
      what: "app.getUser() of createServerApp",
      beside: "server fetch",
      run: () => serverApp.getUser()
    }
  ]
}

/**
 * @param {ReadonlyArray<{ name: string, what: string, beside?: string, micros: Array<number> }>} variants
 * @param {number} each
 */
function report(variants, each) {
  const of = (/** @type {string} */ name) => median(variants.find((variant) => variant.name === name)?.micros ?? [])
  const rows = variants.map(({ beside, micros, name, what }) => ({
    name,
    what,
    median: Math.round(median(micros)),
    p95: Math.round([...micros].sort((a, b) => a - b)[Math.floor(micros.length * 0.95)] ?? 0),
    ratio: Number((median(micros) / of(beside ?? (name.startsWith("server") ? "server fetch" : "fetch"))).toFixed(2)),
    counts: beside !== undefined
  }))
  if (rows.some(({ counts, ratio }) => counts && ratio > AIM)) process.exitCode = 1
  if (values.json) return void process.stdout.write(`${JSON.stringify({ node: process.version, each, rows })}\n`)
  process.stdout.write(
    `Microseconds per call, ${each} calls each, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)}\n\n`
  )
  process.stdout.write(
    table(
      ["variant", "", "median", "p95", "ratio", ""],
      rows.map(({ counts, median, name, p95, ratio, what }) => [
        name,
        what,
        String(median),
        String(p95),
        ratio.toFixed(2),
        counts ? (ratio <= AIM ? `ok, at most ${AIM}` : `over ${AIM}`) : ""
      ]),
      [2, 3, 4]
    )
  )
}
