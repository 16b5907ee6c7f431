/**
 * A rolling restart of two processes behind a proxy under load. `KEYSTILE_RESTARTS` sets how often both are replaced,
 * and `KEYSTILE_REQUESTS` the minimum number of requests; the defaults are 1 and 500.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Schema } from "effect"
import { Agent, request } from "node:http"
import { layerTest } from "../../service/development.ts"
import { ada, asClient, seedWith } from "../service/fixture.ts"
import { temporaryFolder } from "../service/temporary-folder.ts"
import { balancer } from "./balancer.ts"
import { start } from "./keystile-process.ts"

const restarts = Number(process.env["KEYSTILE_RESTARTS"] ?? 1)
const minimum = Number(process.env["KEYSTILE_REQUESTS"] ?? 500)
const timeout = 120_000 + restarts * 60_000 + minimum * 50

/** Clients that send one request after the other. */
const CLIENTS = 8

/** Longer than a busy machine takes for a probe. */
const DRAIN_SECONDS = "3"

const Session = Schema.fromJsonString(Schema.Struct({ access_token: Schema.String, refresh_token: Schema.String }))

const Refreshed = Schema.fromJsonString(Schema.Struct({ access_token: Schema.String }))

interface Sent {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: object
}

/** Sends requests on connections that are kept. A broken connection has the status 0. */
const makeClient = (port: number) => {
  const agent = new Agent({ keepAlive: true })
  return ({ headers = {}, json, method, path }: Sent) =>
    Effect.callback<{ readonly status: number; readonly text: string }>((resume) => {
      const body = json === undefined ? "" : JSON.stringify(json)
      const all = {
        ...asClient,
        ...headers,
        host: "auth.localhost:8102",
        "content-length": Buffer.byteLength(body),
        ...(json !== undefined && { "content-type": "application/json" })
      }
      const broken = () => resume(Effect.succeed({ status: 0, text: "" }))
      request({ agent, host: "127.0.0.1", port, method, path, headers: all }, (response) => {
        let text = ""
        response.on("data", (chunk: Buffer) => {
          text += chunk.toString()
        })
        response.once("end", () => resume(Effect.succeed({ status: response.statusCode ?? 0, text })))
        response.once("error", broken)
      })
        .once("error", broken)
        .end(body)
    })
}

describe("a rolling restart", () => {
  it.live(
    "of two processes behind a proxy fails no request, and ends no session",
    () =>
      Effect.gen(function* () {
        const database = (yield* temporaryFolder).path("keystile.db")
        yield* Effect.scoped(Layer.build(layerTest({ database, seed: seedWith() })))
        const serve = Effect.gen(function* () {
          const started = yield* start(["serve", "--port", "0", "--request-log", "false"], {
            KEYSTILE_PUBLIC_URL: "http://auth.localhost:8102",
            KEYSTILE_DB: database,
            KEYSTILE_SECRETS: "8ebf9b8c1d0a4f7e92b3c6d5e4f3a2b1c0d9e8f7",
            KEYSTILE_MAIL: "log",
            KEYSTILE_DRAIN_DELAY: DRAIN_SECONDS
          })
          return { ...started, port: Number(/:(\d+), for/.exec(yield* started.line(/Listening on/))?.[1]) }
        })
        const proxy = yield* balancer
        const add = Effect.tap(serve, ({ port }) => proxy.add(port))
        let running = [yield* add, yield* add]
        const send = makeClient(proxy.port)

        const signedIn = yield* send({ method: "POST", path: "/api/v1/auth/password/sign-in", json: ada })
        const { access_token, refresh_token } = yield* Schema.decodeUnknownEffect(Session)(signedIn.text)
        let accessToken = access_token
        let isOver = false
        let count = 0
        const failures: Array<string> = []
        const ask = Effect.gen(function* () {
          const isRefresh = count++ % 10 === 0
          const { status, text } = yield* send(
            isRefresh
              ? {
                  method: "POST",
                  path: "/api/v1/auth/sessions/current/refresh",
                  headers: { "x-stack-refresh-token": refresh_token },
                  json: {}
                }
              : { method: "GET", path: "/api/v1/users/me", headers: { "x-stack-access-token": accessToken } }
          )
          if (isRefresh && status === 200)
            accessToken = (yield* Schema.decodeUnknownEffect(Refreshed)(text)).access_token
          if (status !== 200) failures.push(`${isRefresh ? "refresh" : "read"}: ${status}`)
        })
        const load = yield* Effect.forkScoped(
          Effect.all(
            Array.from({ length: CLIENTS }, () => Effect.repeat(ask, { while: () => !isOver || count < minimum })),
            { concurrency: "unbounded" }
          )
        )

        for (let restart = 0; restart < restarts; restart++) {
          for (const old of running) {
            const next = yield* add
            old.process.kill("SIGTERM")
            yield* proxy.isLeft(old.port)
            const { code, stderr } = yield* old.ended
            assert.strictEqual(code, 0, stderr)
            running = [...running.filter((other) => other !== old), next]
          }
        }
        isOver = true
        yield* Fiber.join(load)
        assert.deepStrictEqual(failures, [])
        assert.isAtLeast(count, minimum)
        yield* Effect.logInfo(`${restarts * 2} restarts, ${count} requests, none failed`)
      }).pipe(Effect.scoped),
    timeout
  )
})
