/** `keystile serve` behind Caddy, with the Caddyfile of `examples/deployment`. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule, Schema } from "effect"
import { spawnSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { request } from "node:https"
import { freePort } from "../free-port.mjs"
import { asServer, keys, PROJECT_ID } from "../service/fixture.ts"
import { temporaryFolder } from "../service/temporary-folder.ts"
import { startProcess } from "./child-process.ts"
import { makeInstallation } from "./installation.ts"
import { seedDatabase } from "./serve-cluster.ts"
import { serve } from "./serve-process.ts"

const UPSTREAM = "keystile:8102"
const example = readFileSync(new URL("../../examples/deployment/Caddyfile", import.meta.url), "utf8")
const isInstalled = spawnSync("caddy", ["version"]).status === 0
if (!isInstalled)
  process.stdout.write("Skips the tests of the Caddyfile: Caddy is not installed (apt-get install caddy)\n")

const readEntries = Schema.decodeUnknownEffect(
  Schema.fromJsonString(Schema.Struct({ items: Schema.Array(Schema.Struct({ address: Schema.String })) }))
)

/** Sends a request to `https://localhost:port`, whose certificate is of Caddy's own authority. */
const send = (port: number, method: string, path: string, headers: Readonly<Record<string, string>>, json?: object) =>
  Effect.callback<{ readonly status: number; readonly text: string }>((resume) => {
    const failed = () => resume(Effect.succeed({ status: 0, text: "" }))
    const options = { host: "localhost", port, method, path, headers, rejectUnauthorized: false }
    const sent = request(options, (response) => {
      let text = ""
      response.on("data", (chunk: Buffer) => (text += chunk.toString()))
      response.on("end", () => resume(Effect.succeed({ status: response.statusCode ?? 0, text })))
    })
    sent.on("error", failed)
    sent.end(json === undefined ? undefined : JSON.stringify(json))
  })

/** Starts the service and Caddy, on free ports. Returns the port of Caddy. */
const startBehindCaddy = Effect.gen(function* () {
  const [http, https] = [yield* Effect.promise(() => freePort()), yield* Effect.promise(() => freePort())]
  const { database, environment, path } = yield* makeInstallation({
    KEYSTILE_PUBLIC_URL: `https://localhost:${https}`,
    KEYSTILE_TRUSTED_PROXIES: "1"
  })
  yield* seedDatabase({ database, seed: { projects: [{ id: PROJECT_ID, displayName: "Test", keys }] } })
  const service = yield* serve(environment)
  // The example's own site, on ports that need no rights and with the address of the service here.
  assert.include(example, UPSTREAM)
  const options = `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n\tskip_install_trust\n}\n`
  writeFileSync(path("Caddyfile"), options + example.replace(UPSTREAM, `127.0.0.1:${service.port}`))
  yield* startProcess(
    ["caddy", "run", "--adapter", "caddyfile", "--config", path("Caddyfile")],
    { DOMAIN: "localhost", HOME: path(""), XDG_DATA_HOME: path("data"), XDG_CONFIG_HOME: path("config") },
    path("")
  )
  yield* Effect.repeat(send(https, "GET", "/readyz", {}), {
    until: ({ status }) => status === 200,
    schedule: Schedule.spaced("20 millis")
  })
  return https
})

describe.skipIf(!isInstalled)("the Caddyfile of the examples", () => {
  it("is valid, and has no unknown directive", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const { path } = yield* temporaryFolder
        const validate = (text: string) => {
          writeFileSync(path("Caddyfile"), text)
          const args = ["validate", "--adapter", "caddyfile", "--config", path("Caddyfile")]
          return spawnSync("caddy", args, { encoding: "utf8", env: { ...process.env, DOMAIN: "auth.example.com" } })
        }
        assert.strictEqual(validate(example).status, 0)
        const wrong = validate(example.replace("reverse_proxy", "reverse_prox"))
        assert.notStrictEqual(wrong.status, 0)
        assert.include(wrong.stderr, "unrecognized directive: reverse_prox")
      }).pipe(Effect.scoped)
    ))

  it.live("forwards the host and appends the address of the client", () =>
    Effect.gen(function* () {
      const port = yield* startBehindCaddy
      const asClient = {
        "content-type": "application/json",
        "x-stack-access-type": "client",
        "x-stack-project-id": PROJECT_ID,
        "x-stack-publishable-client-key": keys.publishableClientKey
      }
      const signedUp = yield* send(
        port,
        "POST",
        "/api/v1/auth/password/sign-up",
        // A client may send any addresses. Only the one that the proxy appends counts.
        { ...asClient, "x-forwarded-for": "203.0.113.7" },
        {
          email: "ada@example.com",
          password: "correct horse",
          verification_callback_url: "http://localhost:3000/verify"
        }
      )
      assert.strictEqual(signedUp.status, 200, signedUp.text)
      const log = yield* send(port, "GET", "/api/v1/audit-log", { ...asServer })
      const { items } = yield* readEntries(log.text)
      const addresses = items.map(({ address }) => address.replace("::ffff:", ""))
      assert.isAbove(addresses.length, 0)
      assert.deepStrictEqual(
        addresses.filter((address) => address !== "127.0.0.1" && address !== "::1"),
        []
      )
    })
  )
})
