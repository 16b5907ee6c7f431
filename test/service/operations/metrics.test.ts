/** The metrics of Prometheus. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { Metrics } from "../../../service/operations/metrics.ts"
import { handleOperations } from "../../../service/operations/operations-port.ts"
import { QueueGauges } from "../../../service/operations/queue-gauges.ts"
import { Readiness } from "../../../service/operations/readiness.ts"
import { listOf } from "../breached-passwords/lists.ts"
import { ada, asAdmin, asClient, asServer, send, signUp, USER_ID } from "../fixture.ts"
import { easy, prove, signUpWith } from "../resources/sign-up-proof-fixture.ts"
import { temporaryFolder } from "../temporary-folder.ts"
import { SECRET } from "../webhooks/fixture.ts"
import { host, inProduction } from "./observed-service.ts"

/** Returns the samples by name and labels. */
const samples = Effect.gen(function* () {
  const text = yield* (yield* Metrics).format
  const lines = text
    .trimEnd()
    .split("\n")
    .filter((line) => !line.startsWith("#"))
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(" ")
      return [line.slice(0, end), Number(line.slice(end + 1))] as const
    })
  )
})

const requests = (method: string, route: string, status: number) =>
  `keystile_http_requests_total{method="${method}",route="${route}",status="${status}"}`

describe("the metrics", () => {
  it.live("count requests by method, route and status, and time them by method and route", () =>
    inProduction(
      {},
      Effect.gen(function* () {
        const headers = { ...asServer, host }
        yield* send("GET", `/api/v1/users/${USER_ID}`, { headers })
        yield* send("GET", `/api/v1/users/${USER_ID}`, { headers })
        yield* send("GET", "/api/v1/users/cAnArY", { headers: { ...headers, "x-stack-override-error-status": "true" } })
        const found = yield* samples
        const route = "/api/v1/users/:user_id"
        assert.strictEqual(found.get(requests("GET", route, 200)), 2)
        assert.strictEqual(found.get(requests("GET", route, 404)) ?? found.get(requests("GET", route, 400)), 1)
        const labels = `method="GET",route="${route}"`
        assert.strictEqual(found.get(`keystile_http_request_duration_seconds_count{${labels}}`), 3)
        assert.strictEqual(found.get(`keystile_http_request_duration_seconds_bucket{${labels},le="+Inf"}`), 3)
        assert.isAbove(found.get(`keystile_http_request_duration_seconds_sum{${labels}}`) ?? 0, 0)
      })
    )
  )

  it.live("contain no data of users: no id, address, token, requested path or unknown method", () =>
    inProduction(
      {},
      Effect.gen(function* () {
        yield* send("GET", "/reset/cAnArY-of-a-path?token=cAnArY", { headers: { host } })
        yield* send("CANARY", "/health", { headers: { host } })
        yield* send("POST", "/api/v1/auth/password/sign-in", {
          headers: { ...asClient, host },
          json: { email: ada.email, password: "cAnArY-of-a-password" }
        })
        yield* send("GET", `/api/v1/users/${USER_ID}`, { headers: { ...asServer, host } })
        const text = yield* (yield* Metrics).format
        assert.notMatch(text, /canary/i)
        for (const secret of [USER_ID, ada.email, ...Object.values(asServer)]) {
          if (secret.length > 8) assert.notInclude(text, secret)
        }
        const found = yield* samples
        assert.strictEqual(found.get(requests("GET", "unmatched", 404)), 1)
        assert.strictEqual(found.get(requests("other", "/health", 405)), 1)
        const names = new Set([...text.matchAll(/[{,](\w+)="/g)].map(([, name]) => name))
        assert.deepStrictEqual([...names].sort(), [
          "algorithm",
          "le",
          "method",
          "outcome",
          "queue",
          "route",
          "state",
          "status",
          "type"
        ])
      })
    )
  )

  it.live("show the process, the requests in flight and the queues", () =>
    inProduction(
      {},
      Effect.gen(function* () {
        const found = yield* samples
        assert.strictEqual(found.get("keystile_http_requests_in_flight"), 0)
        assert.strictEqual(found.get(`keystile_password_jobs{algorithm="argon2id"}`), 0)
        assert.isAbove(found.get("process_resident_memory_bytes") ?? 0, 10_000_000)
        assert.isAbove(found.get("process_cpu_seconds_total") ?? 0, 0)
        assert.isAtMost(found.get("process_start_time_seconds") ?? Infinity, Date.now() / 1000)
      })
    )
  )

  it.live("show how many mails and webhooks wait or were given up, and for how long", () =>
    inProduction(
      {
        environment: { KEYSTILE_MAIL: "smtp://127.0.0.1:9", KEYSTILE_PRIVATE_WEBHOOKS: "true" },
        project: { webhooks: [{ url: "http://127.0.0.1:9/", secret: SECRET }] }
      },
      Effect.gen(function* () {
        const { refresh } = yield* QueueGauges
        const length = (queue: string, state: string) => `keystile_queue_length{queue="${queue}",state="${state}"}`
        assert.isNaN((yield* samples).get(length("mails", "pending")))
        yield* send("POST", "/api/v1/auth/password/send-reset-code", {
          headers: { ...asClient, host },
          json: { email: ada.email, callback_url: "http://localhost:3000/reset" }
        })
        yield* send("POST", "/api/v1/users", { headers: { ...asServer, host }, json: {} })
        yield* refresh
        const found = yield* samples
        for (const queue of ["mails", "webhooks"]) {
          assert.strictEqual(found.get(length(queue, "pending")), 1, queue)
          assert.strictEqual(found.get(length(queue, "failed")), 0, queue)
          assert.isBelow(found.get(`keystile_queue_lag_seconds{queue="${queue}"}`) ?? Infinity, 60)
        }
      })
    )
  )

  it.live("show whether the list of breached passwords can be read", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      writeFileSync(path("list.txt"), listOf(["password"]))
      yield* inProduction(
        { environment: { KEYSTILE_BREACHED_PASSWORDS: path("list.txt") } },
        Effect.gen(function* () {
          assert.strictEqual((yield* samples).get("keystile_breached_passwords_readable"), 1)
          const response = yield* signUp("new@example.com", "password", { ...asClient, host })
          assert.strictEqual(response.code, "PASSWORD_REQUIREMENTS_NOT_MET")
        })
      )
    }).pipe(Effect.scoped)
  )

  it.live("count proofs at sign-up by type and outcome", () =>
    inProduction(
      { project: { config: { signUpProof: easy } } },
      Effect.gen(function* () {
        const headers = { ...asClient, host }
        const counts = (type: string) =>
          Effect.map(samples, (found) =>
            ["asked", "solved", "refused", "unavailable"].map((outcome) =>
              found.get(`keystile_sign_up_proofs_total{type="${type}",outcome="${outcome}"}`)
            )
          )
        yield* signUpWith("new@example.com", undefined, headers)
        const proof = yield* prove(headers)
        yield* signUpWith("new@example.com", proof, headers)
        yield* signUpWith("other@example.com", proof, headers)
        assert.deepStrictEqual(yield* counts("proof-of-work"), [2, 1, 1, 0])

        // `keystile serve` has no check of an embedding program.
        yield* send("PATCH", "/api/v1/projects/current", {
          headers: { ...asAdmin, host },
          json: { config: { sign_up_proof: { type: "custom" } } }
        })
        yield* signUpWith("other@example.com", "a proof", headers)
        assert.deepStrictEqual(yield* counts("custom"), [0, 0, 0, 1])
        assert.deepStrictEqual(yield* counts("turnstile"), [0, 0, 0, 0])
        assert.include(yield* (yield* Metrics).format, "# TYPE keystile_sign_up_proofs_total counter")
      })
    )
  )

  it.live("belong to one service: another one in the program has its own", () =>
    inProduction(
      {},
      Effect.gen(function* () {
        yield* inProduction({}, send("GET", "/health", { headers: { host } }))
        assert.isUndefined((yield* samples).get(requests("GET", "/health", 200)))
      })
    )
  )

  it.live("are served on the port of operators, with the probes and nothing else", () =>
    inProduction(
      {},
      Effect.gen(function* () {
        const handle = handleOperations(yield* Metrics, yield* Readiness, yield* QueueGauges)
        const get = (target: string, method = "GET") =>
          handle({ method, target, headers: {}, body: () => Effect.succeed(new Uint8Array()) })
        const { body, headers, status } = yield* get("/metrics")
        assert.strictEqual(status, 200)
        assert.strictEqual(headers["content-type"], "text/plain; version=0.0.4; charset=utf-8")
        assert.match(body, /^# TYPE keystile_http_requests_in_flight gauge$/m)
        assert.strictEqual((yield* get("/readyz")).status, 200)
        assert.strictEqual((yield* get("/livez")).status, 200)
        for (const other of ["/", "/health", "/api/v1/users/me"]) assert.strictEqual((yield* get(other)).status, 404)
        assert.strictEqual((yield* get("/metrics", "POST")).status, 404)
      })
    )
  )
})
