/** The session of a request: the forms in which requests contain tokens, and the refresh of expired ones. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { createServer } from "node:http"
import { afterEach, beforeEach } from "vitest"
import type { RequestLike } from "../../../core/session/request-like.ts"
import { Client } from "../../../tiers/client.ts"
import * as Verify from "../../../tiers/verify/index.ts"
import * as Testing from "../../../testing/index.ts"
import { lost, ok, scripted, type SeenRequest, type ScriptedResult } from "../../core/scripted-transport.ts"
import { isRefresh, refreshResponse } from "../../core/calling.ts"
import { BASE_URL, claims, ecKey, keySet, PROJECT_ID, signToken } from "./signing.ts"
import { startCpuTimer, cpuTimeSince } from "../../cpu-time.ts"

const ada = { email: "ada@example.com", password: "correct horse" }

const inMemory = Layer.unwrap(
  Effect.map(Testing.TestProject, ({ id, publishableClientKey }) =>
    Verify.layerSessionsNoDeps({ projectId: id, publishableClientKey, baseUrl: Testing.BASE_URL })
  )
).pipe(Layer.provideMerge(Testing.layer({ users: [ada] })))

/** Ada's tokens and id, and the project's id. */
const signedIn = Effect.gen(function* () {
  const client = yield* Client
  yield* client.signInWithCredential(ada)
  const { accessToken, refreshToken } = yield* client.tokens
  return {
    projectId: client.projectId,
    userId: (yield* client.getUser)?.id,
    accessToken: accessToken === null ? "" : Redacted.value(accessToken),
    refreshToken: refreshToken === null ? "" : Redacted.value(refreshToken)
  }
})

const read = (request: RequestLike) => Effect.flatMap(Verify.SessionReader, (reader) => reader.read(request))
const userOf = (request: RequestLike) => Effect.map(read(request), (session) => session?.claims.userId ?? null)

describe("The session of a request", () => {
  it.effect("is read from the request objects of all frameworks", () =>
    Effect.gen(function* () {
      const { accessToken, refreshToken, userId } = yield* signedIn
      const json = JSON.stringify({ accessToken, refreshToken })
      const headers = { "x-stack-auth": json }
      const forms: Readonly<Record<string, RequestLike>> = {
        "a web Request": new Request("http://app.test", { headers }),
        "web Headers": new Headers(headers),
        "node:http, Express, Fastify": { headers },
        "Express, which has a get of its own": Object.assign({ get: () => "nothing" }, { headers }),
        "Next's headers()": { get: (name) => (name === "x-stack-auth" ? json : null) },
        "names in other letters": { headers: { "X-Stack-Auth": json } },
        "values in lists": { headers: { "x-stack-auth": [json] } }
      }
      for (const [form, request] of Object.entries(forms)) {
        assert.strictEqual(yield* userOf(request), userId, form)
      }
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("is read from x-stack-auth, from a bearer token, and from the cookies", () =>
    Effect.gen(function* () {
      const { accessToken, projectId, refreshToken, userId } = yield* signedIn
      const pair = encodeURIComponent(JSON.stringify([refreshToken, accessToken]))
      const allHeaders: Readonly<Record<string, Readonly<Record<string, string>>>> = {
        "x-stack-auth": { "x-stack-auth": JSON.stringify({ accessToken, refreshToken: null }) },
        "x-stack-auth of a session that has yet to be refreshed": { "x-stack-auth": JSON.stringify({ refreshToken }) },
        "a bearer token": { authorization: `Bearer ${accessToken}` },
        "a bearer token in other letters": { authorization: `bearer   ${accessToken}` },
        cookies: { cookie: `a=b; stack-refresh-${projectId}=${refreshToken}; stack-access=${pair}` },
        "cookies of other projects beside it": {
          cookie:
            `stack-access=${encodeURIComponent('["a","b"]')}; stack-refresh-x=y; ` +
            `stack-refresh-${projectId}=${refreshToken}`
        },
        "the refresh cookie": { cookie: `stack-refresh-${projectId}=${refreshToken}` },
        "the refresh cookie of old": { cookie: `stack-refresh=${refreshToken}` }
      }
      for (const [form, headers] of Object.entries(allHeaders))
        assert.strictEqual(yield* userOf({ headers }), userId, form)
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("is null without a valid token, never a failure or a defect", () =>
    Effect.gen(function* () {
      const { accessToken, projectId, refreshToken } = yield* signedIn
      const log = yield* Testing.RequestLog
      const before = yield* log.count("POST /api/v1/auth/oauth/token")
      const tampered = accessToken.replace(/.{10}$/, "AAAAAAAAAA")
      const pair = encodeURIComponent(JSON.stringify(["another", accessToken]))
      const good = { "x-stack-auth": JSON.stringify({ accessToken, refreshToken }) }
      const requests: Readonly<Record<string, Readonly<Record<string, string>>>> = {
        "no headers": {},
        "malformed JSON": { "x-stack-auth": "{" },
        "malformed JSON beside good cookies": {
          "x-stack-auth": "{",
          cookie: `stack-refresh-${projectId}=${refreshToken}`
        },
        "JSON of another kind": { "x-stack-auth": "[1,2]" },
        "JSON null": { "x-stack-auth": "null" },
        "tokens that are objects": { "x-stack-auth": JSON.stringify({ accessToken: {}, refreshToken: [] }) },
        "the words null and undefined": {
          "x-stack-auth": JSON.stringify({ accessToken: "null", refreshToken: "undefined" })
        },
        "an empty bearer token": { authorization: "Bearer " },
        "another scheme": { authorization: `Basic ${accessToken}` },
        "a refresh token as bearer": { authorization: `Bearer ${refreshToken}` },
        "a token that was tampered with": { authorization: `Bearer ${tampered}` },
        "one that was tampered with, and a refresh token": {
          "x-stack-auth": JSON.stringify({ accessToken: tampered, refreshToken })
        },
        "an access cookie without its refresh cookie": { cookie: `stack-access=${pair}` },
        "a refresh cookie of another project": { cookie: `stack-refresh-another=${refreshToken}` },
        "two refresh cookies, of which one was planted": {
          cookie: `stack-refresh-${projectId}=${refreshToken}; stack-refresh-${projectId}=planted`
        },
        "a cookie that is no encoding": { cookie: `stack-refresh-${projectId}=%E0%A4%A` },
        "names of JavaScript's own": { "x-stack-auth": '{"__proto__":{"accessToken":"a.b.c"}}' },
        "100 kB of cookies": { cookie: "stack-access;=".repeat(7000) },
        "100 kB of JSON": { "x-stack-auth": "[".repeat(100_000) },
        "100 kB of blanks": { authorization: `Bearer${" ".repeat(100_000)}` }
      }
      for (const [what, headers] of Object.entries(requests)) {
        const start = startCpuTimer()
        assert.isNull(yield* userOf({ headers }), what)
        assert.isBelow(cpuTimeSince(start), 200, what)
      }
      assert.isNotNull(yield* userOf({ headers: good }))
      assert.strictEqual(yield* log.count("POST /api/v1/auth/oauth/token"), before)
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("with an expired access token is refreshed once for concurrent requests", () =>
    Effect.gen(function* () {
      const { accessToken, refreshToken, userId } = yield* signedIn
      const request = { headers: { "x-stack-auth": JSON.stringify({ accessToken, refreshToken }) } }
      const fresh = yield* read(request)
      assert.isFalse(fresh?.refreshed)
      yield* TestClock.adjust("20 minutes")
      const log = yield* Testing.RequestLog
      const before = yield* log.count("POST /api/v1/auth/oauth/token")
      const sessions = yield* Effect.all(
        Array.from({ length: 50 }, () => read(request)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual([...new Set(sessions.map((session) => session?.claims.userId))], [userId])
      assert.isTrue(sessions[0]?.refreshed)
      assert.notStrictEqual(
        sessions[0]?.tokens.accessToken && Redacted.value(sessions[0].tokens.accessToken),
        accessToken
      )
      assert.strictEqual((yield* log.count("POST /api/v1/auth/oauth/token")) - before, 1)
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("that has ended is null after its access token has expired", () =>
    Effect.gen(function* () {
      const { accessToken, refreshToken } = yield* signedIn
      const request = { headers: { "x-stack-auth": JSON.stringify({ accessToken, refreshToken }) } }
      yield* (yield* Client).signOut
      assert.isNotNull(yield* read(request))
      yield* TestClock.adjust("20 minutes")
      assert.isNull(yield* read(request))
    }).pipe(Effect.provide(inMemory))
  )
})

describe("A reader of sessions", () => {
  const key = ecKey("key")
  const expired = signToken(key, claims({ iat: -1000, exp: -100 }))
  const both = { headers: { "x-stack-auth": JSON.stringify({ accessToken: expired, refreshToken: "refresh" }) } }
  const reading = (
    response: (request: SeenRequest) => ScriptedResult,
    options: Partial<Verify.SessionReaderOptions> = {}
  ) => {
    const script = scripted((request) => (request.url.endsWith("jwks.json") ? keySet(key) : response(request)))
    const layer = Verify.layerSessionsNoDeps({
      projectId: PROJECT_ID,
      publishableClientKey: "pck_1",
      baseUrl: BASE_URL,
      ...options
    }).pipe(Layer.provide(script.layer))
    return { script, layer }
  }

  it.effect("does not refresh with `refresh: false`, and needs no key", () =>
    Effect.gen(function* () {
      const { layer, script } = reading(() => ok({}), { refresh: false, publishableClientKey: undefined })
      assert.isNull(yield* Effect.provide(read(both), layer))
      assert.isFalse(script.requests.some(isRefresh))
    })
  )

  it.effect("names the key that it needs to refresh", () =>
    Effect.gen(function* () {
      const { layer } = reading(() => ok({}), { publishableClientKey: undefined })
      const failure = yield* Effect.flip(Effect.provide(read(both), layer))
      assert.strictEqual(failure._tag, "ConfigurationError")
      assert.include(failure.message, "`publishableClientKey`")
    })
  )

  it.effect("fails when the refresh gets no response, instead of returning null", () =>
    Effect.gen(function* () {
      const { layer } = reading((request) => (isRefresh(request) ? { status: 500 } : lost))
      const failure = yield* Effect.flip(Effect.provide(read(both), layer))
      assert.strictEqual(failure._tag, "RequestError")
    })
  )

  it.effect("refreshes once when the clock is a day off, so that every token looks expired", () =>
    Effect.gen(function* () {
      const { layer, script } = reading(() => ok(refreshResponse(expired)))
      assert.isNull(yield* Effect.provide(read(both), layer))
      assert.lengthOf(script.requests.filter(isRefresh), 1)
    })
  )

  it.effect("prints no token", () =>
    Effect.gen(function* () {
      const fresh = signToken(key)
      const { layer } = reading(() => ok(refreshResponse(fresh)))
      const session = yield* Effect.provide(read(both), layer)
      assert.isTrue(session?.refreshed)
      assert.notInclude(JSON.stringify(session), fresh)
    })
  )
})

describe("As promises", () => {
  const key = ecKey("key")
  let close: () => Promise<void>
  let baseUrl: string
  let next: { status: number; body: string }

  beforeEach(async () => {
    next = { status: 200, body: JSON.stringify({ keys: [key.jwk] }) }
    const server = createServer((_, response) => response.writeHead(next.status).end(next.body))
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    baseUrl = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
    close = () => new Promise((resolve) => server.close(() => resolve()))
  })
  afterEach(async () => {
    await close()
  })

  const now = () => Math.floor(Date.now() / 1000)

  it("a token is verified, or rejected with the same error", async () => {
    const verifier = Verify.createVerifier({ projectId: PROJECT_ID, baseUrl })
    const verified = await verifier.verify(signToken(key, claims({ iat: now(), exp: now() + 600 })))
    assert.strictEqual(verified.userId, "user-1")
    const failure = await verifier.verify("a.b.c").catch((error: unknown) => error)
    assert.instanceOf(failure, Verify.AccessTokenRejected)
  })

  it("a handler gets the session of the request, null, or an error", async () => {
    const sessionOf = Verify.createSessionReader({ projectId: PROJECT_ID, baseUrl, refresh: false })
    const authorization = `Bearer ${signToken(key, claims({ iat: now(), exp: now() + 600 }))}`
    next.status = 503
    const failure = await sessionOf({ headers: { authorization } }).catch((error: unknown) => error)
    assert.instanceOf(failure, Verify.KeysUnavailable)
    assert.isNull(await sessionOf(new Request("http://app.test")))
    // Readers of one configuration share their keys, and how long to wait after a failure. This one has another.
    const another = Verify.createSessionReader({
      projectId: PROJECT_ID,
      baseUrl,
      refresh: false,
      keysTimeoutMillis: 4000
    })
    next.status = 200
    const session = await another(new Request("http://app.test", { headers: { authorization } }))
    assert.strictEqual(session?.claims.userId, "user-1")
  })

  it("an invalid option throws at once", () => {
    assert.throws(() => Verify.createVerifier({ projectId: "" }), /projectId/)
    assert.throws(() => Verify.createSessionReader({ projectId: PROJECT_ID }), /publishableClientKey/)
  })
})
