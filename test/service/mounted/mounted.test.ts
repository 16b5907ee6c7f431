/** A service mounted below a path of an application, on the servers that applications use. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { connect } from "node:net"
import { layerTest } from "../../../service/development.ts"
import { createService, layerRouter, readMetrics } from "../../../service/production-entry.ts"
import * as Client from "../../../tiers/client.ts"
import { createVerifier } from "../../../tiers/verify/index.ts"
import { asClient, keys, PROJECT_ID, seedWith, asServer } from "../fixture.ts"
import { makeRawClient } from "../raw-client.ts"
import { clientAt } from "../http/sdk.ts"
import { smtpServer } from "../smtp-servers.ts"
import { temporaryFolder } from "../temporary-folder.ts"
import { APPLICATION_TEXT, MOUNT_PATH, servers, startApplication } from "./servers.ts"

const password = "verdigris-lantern-42"

const oauthProviders = [
  { type: "standard", id: "google", clientId: "client-of-google", clientSecret: "secret-of-google" }
] as const

/** A database with the usual project. */
const seeded = Effect.gen(function* () {
  const database = (yield* temporaryFolder).path("keystile.db")
  const project = { config: { magicLinkEnabled: true, oauthProviders } }
  yield* Effect.scoped(Layer.build(layerTest({ database, seed: seedWith(project) })))
  return database
})

const get = (url: string, init: RequestInit = {}) =>
  Effect.promise(() =>
    fetch(url, { redirect: "manual", ...init }).then(async (response) => ({
      status: response.status,
      headers: response.headers,
      text: await response.text()
    }))
  )

const Tokens = Schema.Struct({ access_token: Schema.String })
const readTokens = Schema.decodeUnknownEffect(Tokens)

const readEntries = Schema.decodeUnknownEffect(
  Schema.Struct({ items: Schema.Array(Schema.Struct({ address: Schema.NullOr(Schema.String) })) })
)

/** The addresses in the audit log. */
const addressesIn = (url: string) =>
  makeRawClient(url)
    .send("GET", "/api/v1/audit-log", undefined, asServer)
    .pipe(
      Effect.flatMap(({ json }) => readEntries(json)),
      Effect.map(({ items }) => items.map(({ address }) => address))
    )

const authorizePath = `/api/v1/auth/oauth/authorize/google?${new URLSearchParams({
  client_id: PROJECT_ID,
  client_secret: keys.publishableClientKey,
  redirect_uri: "http://localhost/handler/oauth-callback",
  scope: "legacy",
  state: "state",
  grant_type: "authorization_code",
  code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  code_challenge_method: "S256",
  response_type: "code",
  type: "authenticate"
}).toString()}`

describe.each(servers)("a service mounted in %s", (_, start) => {
  it.live("signs users up and in, refreshes their sessions, and leaves other paths to the application", () =>
    Effect.gen(function* () {
      const { origin, url } = yield* startApplication(start, { database: yield* seeded, mail: "log" })
      const client = makeRawClient(url)
      const session = yield* client.signUp("grace@example.com", password)
      assert.strictEqual(yield* client.me(session.access_token), session.user_id)
      assert.strictEqual((yield* client.signIn("grace@example.com", password)).status, 200)
      assert.strictEqual((yield* client.signIn("grace@example.com", "another-password")).status, 400)
      const refreshed = yield* client.refresh(session.refresh_token)
      assert.strictEqual(refreshed.status, 200)

      const verifier = createVerifier({ projectId: PROJECT_ID, baseUrl: url })
      const claims = yield* Effect.promise(async () => {
        const { access_token: token } = await Effect.runPromise(readTokens(refreshed.json))
        return verifier.verify(token)
      })
      assert.strictEqual(claims.userId, session.user_id)
      assert.strictEqual((yield* get(`${origin}/`)).text, APPLICATION_TEXT)
      assert.notInclude((yield* get(`${origin}/health`)).text, `"ok"`)
    }).pipe(Effect.scoped)
  )

  it.live("is reached by the client tier at the mounted URL", () =>
    Effect.gen(function* () {
      const { url } = yield* startApplication(start, { database: yield* seeded, mail: "log" })
      yield* Effect.gen(function* () {
        const { getUser, signUpWithCredential } = yield* Client.Client
        yield* signUpWithCredential({
          email: "grace@example.com",
          password,
          verificationCallbackUrl: "http://localhost/verify"
        })
        const user = yield* getUser
        assert.strictEqual(user?.primaryEmail, "grace@example.com")
      }).pipe(Effect.provide(clientAt(url)))
    }).pipe(Effect.scoped)
  )

  it.live("builds OAuth callback URLs and redirects below the mount path", () =>
    Effect.gen(function* () {
      const { url } = yield* startApplication(start, { database: yield* seeded, mail: "log" })
      const { headers, status, text } = yield* get(`${url}${authorizePath}`)
      assert.strictEqual(status, 307, text)
      const redirectUri = new URL(headers.get("location") ?? "").searchParams.get("redirect_uri")
      assert.strictEqual(redirectUri, `${url}/api/v1/auth/oauth/callback/google`)
      assert.match(headers.get("set-cookie") ?? "", /^stack-oauth-inner-/)
      const slash = yield* get(`${url}/health/`)
      assert.deepStrictEqual([slash.status, slash.headers.get("location")], [308, `${MOUNT_PATH}/health`])
    }).pipe(Effect.scoped)
  )

  it.live("signs in with the code of a mailed link", () =>
    Effect.gen(function* () {
      const mailServer = yield* smtpServer()
      const { host, password: secret, port, username } = mailServer.settings
      const mail = `smtp://${username}:${encodeURIComponent(secret)}@${host}:${port}`
      const { url } = yield* startApplication(start, { database: yield* seeded, mail })
      const client = makeRawClient(url)
      assert.strictEqual((yield* client.sendCode("grace@example.com")).status, 200)
      yield* mailServer.whenReceived(1)
      const raw = mailServer.received[0]?.raw.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "=") ?? ""
      const code = /callback\?code=([\w-]+)/.exec(raw)?.[1] ?? ""
      assert.strictEqual((yield* client.useCode(code)).status, 200)
    }).pipe(Effect.scoped)
  )

  it.live("refuses a body above the limit, and continues after a client that disconnects within a body", () =>
    Effect.gen(function* () {
      const { url } = yield* startApplication(start, { database: yield* seeded, mail: "log" })
      const path = "/api/v1/auth/password/sign-in"
      const headers = { ...asClient, "content-type": "application/json" }
      const large = yield* get(`${url}${path}`, { method: "POST", headers, body: "x".repeat(1_000_001) })
      assert.strictEqual(large.status, 413)
      const { hostname, port } = new URL(url)
      yield* Effect.callback<void>((resume) => {
        const socket = connect(Number(port), hostname, () => {
          const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
          const head = `POST ${MOUNT_PATH}${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-length: 100\r\n`
          socket.write(`${head}${lines.join("")}\r\n{"email":`, () => socket.destroy())
        })
        socket.on("close", () => resume(Effect.void))
      })
      assert.strictEqual((yield* get(`${url}/health`)).status, 200)
    }).pipe(Effect.scoped)
  )

  it.live("takes the address of clients from the proxy, and not from their own headers", () =>
    Effect.gen(function* () {
      const { url } = yield* startApplication(start, { database: yield* seeded, mail: "log", trustedProxies: 1 })
      const behindProxy = makeRawClient(url, { "x-forwarded-for": "198.51.100.7, 203.0.113.1" })
      yield* behindProxy.signUp("grace@example.com", password)
      assert.deepStrictEqual(yield* addressesIn(url), ["203.0.113.1"])
    }).pipe(Effect.scoped)
  )

  it.live("ignores X-Forwarded-For without a trusted proxy", () =>
    Effect.gen(function* () {
      const { url } = yield* startApplication(start, { database: yield* seeded, mail: "log" })
      yield* makeRawClient(url, { "x-forwarded-for": "203.0.113.1" }).signUp("grace@example.com", password)
      assert.deepStrictEqual(yield* addressesIn(url), ["127.0.0.1"])
    }).pipe(Effect.scoped)
  )
})

const options = {
  publicUrl: `https://app.example.com${MOUNT_PATH}`,
  secrets: "8ebf9b8c1d0a4f7e92b3c6d5e4f3a2b1c0d9e8f7",
  mail: "log"
}

describe("the metrics of a mounted service", () => {
  it.live("count its requests and the rows of its queues, until it is closed", () =>
    Effect.gen(function* () {
      const service = createService({ ...options, database: yield* seeded })
      yield* Effect.addFinalizer(() => Effect.promise(service.close))
      const response = yield* Effect.promise(() => service.handler(new Request(`${options.publicUrl}/health`)))
      assert.strictEqual(response.status, 200)
      const text = yield* Effect.promise(service.metrics)
      assert.match(text, /^keystile_http_requests_total\{method="GET",route="[^"]*\/health",status="200"\} 1$/m)
      assert.match(text, /^keystile_queue_length\{queue="mails",state="failed"\} 0$/m)

      yield* Effect.promise(service.close)
      assert.include(String(yield* Effect.exit(Effect.tryPromise(service.metrics))), "This service is closed.")
    }).pipe(Effect.scoped)
  )

  it.live("are an effect beside the routes of Effect's HttpRouter", () =>
    Effect.gen(function* () {
      const services = Layer.provide(layerRouter({ ...options, database: yield* seeded }), HttpRouter.layer)
      assert.match(yield* Effect.provide(readMetrics, services), /^keystile_queue_lag_seconds\{queue="webhooks"\} 0$/m)
    }).pipe(Effect.scoped)
  )
})

describe("a service mounted in Effect's HttpRouter", () => {
  it.live("does not start if the application has the same route", () =>
    Effect.gen(function* () {
      const database = yield* seeded
      const routes = Layer.merge(
        HttpRouter.add("*", `${MOUNT_PATH}/*`, HttpServerResponse.text(APPLICATION_TEXT)),
        layerRouter({ ...options, database })
      )
      const exit = yield* Effect.exit(Layer.build(Layer.provide(routes, HttpRouter.layer)))
      assert.include(String(exit), `already declared for route '${MOUNT_PATH}/*'`)
    }).pipe(Effect.scoped)
  )
})
