// @ts-check
// Measures the heap that a server retains per call of the server tier after its request has ended. Each call has a
// request and a user of its own.
//
//   npm run bench:heap -- --help

import { fork } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import { setTimeout as wait } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { loadEntry } from "./load-entry.mjs"
import { wholeNumber } from "./options.mjs"
import { median, table } from "./table.mjs"
import { accessToken, serverUser } from "./user.mjs"

const help = `Measures the heap per call of the server tier that is retained after a garbage collection.

  npm run bench:heap [-- OPTIONS]

Options
  --calls N    calls of each kind in each of three rounds (default 3000)
  --sources    use the sources even if dist/ exists
  --json       print one line of JSON instead of a table
  --help       this text

Every call is a getUser for a request of its own, with cookies of a user of its own, against a local server. In the
second kind each request's access token has expired, so that each call refreshes. The heap is measured after the cache
of refreshes has expired. The aim is less than 500 bytes per call. The exit code is 1 if it is missed.
`

const AIM = 500
const ROUNDS = 3
/** Longer than the TTL of a refresh, in milliseconds. */
const FORGET_MILLIS = 11_000

const { values } = parseArgs({
  options: {
    calls: { type: "string", default: "3000" },
    sources: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    stub: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false }
  }
})

if (values.help) process.stdout.write(help)
else if (values.stub) serve()
else await main(wholeNumber("calls", values.calls))

/** Starts the server: returns a token from the token endpoint, and the same user for every other request. */
function serve() {
  const responses = {
    token: Buffer.from(JSON.stringify({ access_token: accessToken(600), token_type: "bearer", expires_in: 3599 })),
    user: Buffer.from(JSON.stringify(serverUser))
  }
  const server = createServer((request, response) => {
    const body = request.url?.endsWith("/token") ? responses.token : responses.user
    request.resume()
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body)
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, "127.0.0.1", () => process.send?.(server.address()))
  process.on("disconnect", () => process.exit())
}

/** @param {number} calls */
async function main(calls) {
  const stub = fork(fileURLToPath(import.meta.url), ["--stub"], { execArgv: [] })
  try {
    const [{ port }] = await once(stub, "message")
    const run = await prepare(`http://127.0.0.1:${port}`)
    const fresh = await held(calls, (i) => run(i, accessToken(600)), 0)
    const expired = await held(calls, (i) => run(i, accessToken(-600)), FORGET_MILLIS)
    report(calls, [
      { name: "valid", what: "the access token is good", bytes: fresh },
      { name: "refreshed", what: "each request refreshes it", bytes: expired }
    ])
  } finally {
    stub.disconnect()
  }
}

/**
 * Returns the growth of the heap in bytes per call: the median of three rounds, because V8 sometimes frees code.
 *
 * @param {number} calls @param {(i: number) => Promise<unknown>} run @param {number} rest
 */
async function held(calls, run, rest) {
  // Warm-up, so that compilation, pools and caches are not counted.
  await many(4000, run, 1_000_000)
  await wait(rest)
  const grown = []
  for (let round = 0; round < ROUNDS; round++) {
    const before = heap()
    await many(calls, run, round * calls)
    await wait(rest)
    grown.push((heap() - before) / calls)
  }
  return median(grown)
}

/** @param {number} calls @param {(i: number) => Promise<unknown>} run @param {number} from */
async function many(calls, run, from) {
  for (let i = 0; i < calls; i += 20) {
    await Promise.all(Array.from({ length: 20 }, (_, j) => run(from + i + j)))
  }
}

function heap() {
  if (globalThis.gc === undefined) throw new Error("run it with node --expose-gc")
  for (let i = 0; i < 3; i++) globalThis.gc()
  return process.memoryUsage().heapUsed
}

/** @param {string} baseUrl */
async function prepare(baseUrl) {
  const [Effect, Server] = await Promise.all([
    import("effect/Effect"),
    loadEntry("keystile/server", { fromSources: values.sources })
  ])
  const server = await Effect.runPromise(
    Server.make({
      projectId: "internal",
      publishableClientKey: "pck_bench",
      secretServerKey: "ssk_bench",
      baseUrl,
      tokenStore: null
    })
  )
  return async (/** @type {number} */ i, /** @type {string} */ accessToken) => {
    const refreshToken = `refresh-token-of-user-${i}`
    const pair = encodeURIComponent(JSON.stringify([refreshToken, accessToken]))
    const request = { headers: { cookie: `stack-refresh-internal=${refreshToken}; stack-access=${pair}` } }
    const found = await Effect.runPromise(Effect.flatMap(server.withTokenStore(request), ({ getUser }) => getUser))
    if (found === null) throw new Error("getUser returned null")
  }
}

/** @param {number} calls @param {ReadonlyArray<{ name: string, what: string, bytes: number }>} rows */
function report(calls, rows) {
  if (rows.some(({ bytes }) => bytes > AIM)) process.exitCode = 1
  if (values.json) return void process.stdout.write(`${JSON.stringify({ node: process.version, calls, rows })}\n`)
  process.stdout.write(
    `Bytes of heap per call that are still held, median of ${ROUNDS} rounds of ${calls} calls, Node ` +
      `${process.versions.node}\n\n`
  )
  process.stdout.write(
    table(
      ["kind", "", "bytes", ""],
      rows.map(({ bytes, name, what }) => [
        name,
        what,
        bytes.toFixed(0),
        bytes <= AIM ? `ok, at most ${AIM}` : `over ${AIM}`
      ]),
      [2]
    )
  )
}
