/** When bodies are read, and the memory that they take. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Queue } from "effect"
import { TestClock } from "effect/testing"
import type { ServiceRequest } from "../../../service/request/service-request.ts"
import { Service } from "../../../service/service.ts"
import { ada, asClient, type Headers, send, service, signIn, withToken } from "../fixture.ts"
import { readSession } from "../responses.ts"

const MEGABYTE = 1_000_000

/** Creates a JSON request whose body arrives when the effect ends. */
const requestWith = (
  path: string,
  length: number | "chunked",
  body: ReturnType<ServiceRequest["body"]>,
  headers: Headers = asClient
): ServiceRequest => ({
  method: path.endsWith("/me") ? "PATCH" : "POST",
  target: `/api/v1${path}`,
  headers: {
    host: "localhost:8102",
    "content-type": "application/json",
    ...(length === "chunked" ? { "transfer-encoding": "chunked" } : { "content-length": String(length) }),
    ...headers
  },
  address: "127.0.0.1",
  body: () => body
})

const handle = (request: ServiceRequest) => Effect.flatMap(Service, ({ handle }) => handle(request))
const codeOf = (request: ServiceRequest) =>
  Effect.map(handle(request), ({ headers, status }) => headers["x-stack-known-error"] ?? status)
const json = (value: unknown) => Effect.succeed(new TextEncoder().encode(JSON.stringify(value)))
const signInPath = "/auth/password/sign-in"

describe("a long body", () => {
  it.effect("is not read without valid keys", () =>
    Effect.gen(function* () {
      const never = (headers: Headers) =>
        codeOf(requestWith(signInPath, MEGABYTE, Effect.die("The body was read"), headers))
      assert.strictEqual(yield* never({}), "ACCESS_TYPE_REQUIRED")
      assert.strictEqual(yield* never({ "x-stack-access-type": "client" }), "ACCESS_TYPE_WITHOUT_PROJECT_ID")
      assert.strictEqual(
        yield* never({ ...asClient, "x-stack-publishable-client-key": "pck_wrong" }),
        "INVALID_PUBLISHABLE_CLIENT_KEY"
      )
      assert.strictEqual(yield* never({ ...asClient, "x-stack-access-token": "wrong" }), "UNPARSABLE_ACCESS_TOKEN")
    }).pipe(Effect.provide(service()))
  )

  it.effect("is rejected by an endpoint without keys", () =>
    Effect.gen(function* () {
      for (const path of ["/auth/oauth/token", "/check-version", "/check-feature-support"]) {
        const response = yield* send("POST", `/api/v1${path}`, { json: { name: "x".repeat(70_000) } })
        assert.strictEqual(response.status, 413, path)
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("is rejected while other bodies take up the capacity, and accepted after one of them has ended", () =>
    Effect.gen(function* () {
      const tokens = yield* signIn()
      const headers = withToken(tokens.access_token)
      const long = (length: number | "chunked") =>
        requestWith("/users/me", length, json({ client_metadata: "x" }), headers)
      const begun = yield* Queue.unbounded<void>()
      const body = Effect.andThen(Queue.offer(begun, undefined), Effect.never)
      const held = []
      // One more would exceed the capacity of 64 MB.
      for (let count = 0; count < 68; count++) {
        held.push(
          yield* Effect.forkChild(handle(requestWith("/users/me", MEGABYTE, body, headers)), { startImmediately: true })
        )
        yield* Queue.take(begun)
      }
      for (const length of [MEGABYTE, "chunked"] as const) {
        const refused = yield* handle(long(length))
        assert.deepStrictEqual([refused.status, refused.headers["retry-after"]], [503, "1"], String(length))
      }
      const small = yield* send("POST", `/api/v1${signInPath}`, { headers: asClient, json: ada })
      assert.strictEqual((yield* readSession(small.json)).user_id, tokens.user_id)
      yield* Effect.forEach(held, Fiber.interrupt, { discard: true })
      assert.strictEqual((yield* handle(long(MEGABYTE))).status, 200)
    }).pipe(Effect.provide(service()))
  )

  it.effect("releases its capacity however its request ends", () =>
    Effect.gen(function* () {
      const headers = withToken((yield* signIn()).access_token)
      for (let count = 0; count < 300; count++) {
        const body = count % 2 === 0 ? json({ unknown: 1 }) : Effect.die("The connection was closed")
        yield* handle(requestWith("/users/me", MEGABYTE, body, headers))
      }
      assert.strictEqual((yield* handle(requestWith("/users/me", MEGABYTE, json({}), headers))).status, 200)
    }).pipe(Effect.provide(service()))
  )
})

describe("a body", () => {
  it.effect("that is not JSON is reported before a missing key", () =>
    Effect.gen(function* () {
      const headers = { "content-type": "application/json" }
      assert.strictEqual(
        (yield* send("POST", `/api/v1${signInPath}`, { headers, body: "{" })).code,
        "BODY_PARSING_ERROR"
      )
      assert.strictEqual(
        (yield* send("POST", `/api/v1${signInPath}`, { headers, body: "{}" })).code,
        "ACCESS_TYPE_REQUIRED"
      )
      const xml = { "content-type": "text/xml" }
      assert.strictEqual(
        (yield* send("POST", `/api/v1${signInPath}`, { headers: xml, body: "<a/>" })).code,
        "BODY_PARSING_ERROR"
      )
    }).pipe(Effect.provide(service()))
  )

  it.effect("is rejected when the access token expires before the body has arrived", () =>
    Effect.gen(function* () {
      const headers = withToken((yield* signIn()).access_token)
      const begun = yield* Deferred.make<void>()
      const arrived = yield* Deferred.make<Uint8Array>()
      const body = Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(arrived))
      const request = requestWith("/users/me", "chunked", body, headers)
      const sent = yield* Effect.forkChild(codeOf(request), { startImmediately: true })
      // The body is read after the access token was accepted.
      yield* Deferred.await(begun)
      yield* TestClock.adjust("21 seconds")
      yield* Deferred.succeed(arrived, yield* json({ display_name: "Late" }))
      assert.strictEqual(yield* Fiber.join(sent), "ACCESS_TOKEN_EXPIRED")
    }).pipe(Effect.provide(service({}, { accessTokenLifetimeSeconds: 20 })))
  )

  it.effect("with very many unknown members is rejected with its first mistake only", () =>
    Effect.gen(function* () {
      const members = (count: number) =>
        Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, 1]))
      const linesOf = (json: object) =>
        Effect.map(send("POST", `/api/v1${signInPath}`, { headers: asClient, json }), ({ code, error }) => {
          assert.strictEqual(code, "SCHEMA_ERROR")
          return error.split("\n").length - 1
        })
      assert.strictEqual(yield* linesOf(members(3)), 5)
      assert.strictEqual(yield* linesOf(members(2000)), 1)
      assert.strictEqual(yield* linesOf({ email: members(2000), password: 1 }), 1)
    }).pipe(Effect.provide(service()))
  )

  it.effect("may have any number of metadata members within the size limit", () =>
    Effect.gen(function* () {
      const headers = withToken((yield* signIn()).access_token)
      const metadata = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`p${index}`, index]))
      const response = yield* send("PATCH", "/api/v1/users/me", {
        headers,
        json: { client_metadata: metadata, display_name: ["x"], no: 1 }
      })
      assert.strictEqual(response.error.split("\n").length - 1, 2)
    }).pipe(Effect.provide(service()))
  )
})
