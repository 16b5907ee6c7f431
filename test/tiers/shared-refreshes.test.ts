/** Apps that a server creates for each request: what those with the same options share. */
import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import { Effect, Exit, Layer, Schedule, Scope } from "effect"
import { layerTest, listen, ProjectKeys } from "../../service/index.ts"
import { createClientApp, createServerApp } from "../../tiers/promise/index.ts"
import { createSessionReader } from "../../tiers/verify/index.ts"

const ada = { email: "ada@example.com", password: "correct horse" }
const bob = { email: "bob@example.com", password: "battery staple" }
const ids = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"]

const closing: Array<() => Promise<void>> = []
const sent: Array<string> = []
const sentHeaders: Array<Headers> = []

beforeEach(() => {
  // Results are shared for five seconds, which a busy machine may need for a few requests.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() })
  sent.length = 0
  sentHeaders.length = 0
  const network = globalThis.fetch
  vi.stubGlobal("fetch", (input: string, init: RequestInit) => {
    sent.push(`${init.method} ${new URL(input).pathname}`)
    sentHeaders.push(new Headers(init.headers))
    return network(input, init)
  })
})
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  for (const close of closing.splice(0)) await close()
})

const count = (call: string) => sent.filter((request) => request === call).length
const refreshes = () => count("POST /api/v1/auth/oauth/token")

/** The options of apps for both projects of a service on a port. */
const start = async () => {
  const scope = Scope.makeUnsafe()
  closing.push(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  const projects = ids.map((id) => ({ id, displayName: id, limits: "off" as const, users: [ada, bob] }))
  return Effect.runPromise(
    Effect.gen(function* () {
      const { url: baseUrl } = yield* listen({ port: 0 })
      const keys = yield* (yield* ProjectKeys).list
      return ids.map((projectId) => {
        const found = keys.find(({ id }) => id === projectId)
        if (found === undefined) throw new Error("no such project")
        const { publishableClientKey, secretServerKey } = found
        return { projectId, publishableClientKey, secretServerKey, baseUrl }
      })
    }).pipe(Effect.provideService(Scope.Scope, scope), (program) =>
      Effect.flatMap(Layer.buildWithScope(layerTest({ seed: { projects } }), scope), (context) =>
        Effect.provideContext(program, context)
      )
    )
  )
}

type Options = Awaited<ReturnType<typeof start>>[number]

/** Signs in, and gives what a browser sends whose access token has expired: the cookie of the refresh token alone. */
const staleCookieOf = async (options: Options, credential: typeof ada) => {
  const app = createClientApp({ ...options, tokenStore: "memory" })
  await app.signInWithCredential(credential)
  const { refreshToken } = await (await app.getUser({ or: "throw" })).getAuthJson()
  return `stack-refresh-${options.projectId}=${refreshToken}`
}

const requestWith = (cookie: string) => new Request("http://app.test/", { headers: { cookie } })
const appOfRequest = (options: Options & { readonly callTimeoutMillis?: number }, cookie: string) =>
  createServerApp({ ...options, tokenStore: requestWith(cookie) })

const fifty = <A>(make: () => A) => Array.from({ length: 50 }, make)

describe("Apps that are made for each request", () => {
  it("send one refresh for 50 concurrent requests of one session, and none for the next request", async () => {
    const [options] = await start()
    assert.isDefined(options)
    const cookie = await staleCookieOf(options, ada)
    const users = await Promise.all(fifty(() => appOfRequest(options, cookie).getUser()))
    assert.isTrue(users.every((user) => user?.primaryEmail === ada.email))
    assert.strictEqual(refreshes(), 1)
    assert.strictEqual((await appOfRequest(options, cookie).getUser())?.primaryEmail, ada.email)
    assert.strictEqual(refreshes(), 1)
  })

  it("send no secret key with a refresh, whose sender outlives the app", async () => {
    const [options] = await start()
    assert.isDefined(options)
    const cookie = await staleCookieOf(options, ada)
    sent.length = 0
    sentHeaders.length = 0
    // With a time limit of its own, the app does not share the refreshes of the one that signed in.
    assert.isNotNull(await appOfRequest({ ...options, callTimeoutMillis: 45_000 }, cookie).getUser())
    const keys = sentHeaders.map((headers) => headers.get("x-stack-secret-server-key"))
    assert.deepStrictEqual(
      sent.map((call, index) => [call, keys[index]]),
      [
        ["POST /api/v1/auth/oauth/token", null],
        ["GET /api/v1/users/me", options.secretServerKey]
      ]
    )
  })

  it("give each session its own user", async () => {
    const [options] = await start()
    assert.isDefined(options)
    const cookies = [await staleCookieOf(options, ada), await staleCookieOf(options, bob)]
    const users = await Promise.all(
      fifty(() => cookies).flatMap((each) => each.map((cookie) => appOfRequest(options, cookie).getUser()))
    )
    const expected = fifty(() => [ada.email, bob.email]).flat()
    assert.deepStrictEqual(
      users.map((user) => user?.primaryEmail),
      expected
    )
    assert.strictEqual(refreshes(), 2)
  })

  it("share nothing with another project", async () => {
    const [one, other] = await start()
    assert.isDefined(one)
    assert.isDefined(other)
    const cookie = await staleCookieOf(one, ada)
    assert.isNotNull(await appOfRequest(one, cookie).getUser())
    assert.isNull(await appOfRequest(other, cookie.replace(one.projectId, other.projectId)).getUser())
    assert.strictEqual(refreshes(), 2)
  })

  it("do not bring back a session that was signed out", async () => {
    const [options] = await start()
    assert.isDefined(options)
    const cookie = await staleCookieOf(options, ada)
    await (await appOfRequest(options, cookie).getUser({ or: "throw" })).signOut()
    assert.isNull(await appOfRequest(options, cookie).getUser())
  })

  it("share their refreshes with an app that is used for every request", async () => {
    const [options] = await start()
    assert.isDefined(options)
    const cookie = await staleCookieOf(options, ada)
    const app = createServerApp({ ...options, tokenStore: null })
    await Promise.all([
      ...fifty(() => app.getUser({ tokenStore: requestWith(cookie) })),
      ...fifty(() => appOfRequest(options, cookie).getUser())
    ])
    assert.strictEqual(refreshes(), 1)
  })
})

describe("Apps with another retry policy", () => {
  it("have refreshes of their own", async () => {
    const [options] = await start()
    assert.isDefined(options)
    const cookie = await staleCookieOf(options, ada)
    await appOfRequest(options, cookie).getUser()
    await createServerApp({ ...options, retry: Schedule.recurs(1), tokenStore: requestWith(cookie) }).getUser()
    assert.strictEqual(refreshes(), 2)
  })
})

describe("Session readers that are made for each request", () => {
  it("fetch the project's keys once, and send one refresh", async () => {
    const [options] = await start()
    assert.isDefined(options)
    const cookie = await staleCookieOf(options, ada)
    const read = async () => (await createSessionReader(options)(requestWith(cookie)))?.claims.projectId
    assert.deepStrictEqual(
      await Promise.all(fifty(read)),
      fifty(() => options.projectId)
    )
    assert.strictEqual(await read(), options.projectId)
    assert.strictEqual(refreshes(), 1)
    assert.strictEqual(count(`GET /api/v1/projects/${options.projectId}/.well-known/jwks.json`), 1)
  })
})
