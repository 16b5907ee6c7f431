/** Each option of an app, in both styles: its effect on requests, delays and redirects. */
import { afterEach, assert, beforeAll, describe, it, vi } from "@effect/vitest"
import { Effect } from "effect"
import { ConfigurationError } from "../../../core/config/configuration-error.ts"
import type { RequestError } from "../../../core/errors/request-error.ts"
import { loadModules } from "../../../core/loading/lazy-module.ts"
import { fetchScripted, someTokens, standard } from "./scripted-fetch.ts"
import { router } from "./fixture.ts"
import { styles } from "./styles.ts"

// Code does not come sooner when the clock of a test is moved.
beforeAll(() => Effect.runPromise(loadModules))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const baseUrl = "http://service.test"
const options = { projectId: "p", publishableClientKey: "pck_1", baseUrl, tokenStore: null }
const secret = { secretServerKey: "ssk_1", superSecretAdminKey: "sak_1" }

/** From here on time is moved by hand, for what waits by the platform's timers. */
const stopTime = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] })
const wait = (millis: number) => vi.advanceTimersByTimeAsync(millis)

const refusalOf = (make: () => unknown) => {
  try {
    make()
  } catch (error) {
    return error instanceof ConfigurationError ? error.option : String(error)
  }
  return "it was made"
}
const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "it succeeded",
    (error: RequestError) => error.reason?._tag ?? error._tag
  )

describe.each(styles)("%s: the option", (_, { admin, client, server }) => {
  it("projectId identifies the project of each call, also when read from its variable", async () => {
    const requests = fetchScripted()
    await client({ ...options, projectId: "mine" }).projectName()
    vi.stubEnv("NEXT_PUBLIC_STACK_PROJECT_ID", "of the environment".replaceAll(" ", "-"))
    const app = client({ ...options, projectId: undefined })
    await app.projectName()
    assert.strictEqual(app.projectId, "of-the-environment")
    assert.deepStrictEqual(
      requests.map(({ headers }) => headers["x-stack-project-id"]),
      ["mine", "of-the-environment"]
    )
    vi.stubEnv("NEXT_PUBLIC_STACK_PROJECT_ID", "")
    assert.strictEqual(
      refusalOf(() => client({ ...options, projectId: undefined })),
      "projectId"
    )
  })

  it("publishableClientKey is sent with each call, also when read from its variable", async () => {
    const requests = fetchScripted()
    await client({ ...options, publishableClientKey: "pck_2" }).projectName()
    vi.stubEnv("NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY", "pck_3")
    await client({ ...options, publishableClientKey: undefined }).projectName()
    assert.deepStrictEqual(
      requests.map(({ headers }) => headers["x-stack-publishable-client-key"]),
      ["pck_2", "pck_3"]
    )
    vi.stubEnv("NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY", "")
    assert.strictEqual(
      refusalOf(() => client({ ...options, publishableClientKey: undefined })),
      "publishableClientKey"
    )
  })

  it("secretServerKey is sent with each call of a server, also when read from its variable", async () => {
    const requests = fetchScripted()
    await server({ ...options, secretServerKey: "ssk_2" }).projectName()
    vi.stubEnv("STACK_SECRET_SERVER_KEY", "ssk_3")
    await server(options).projectName()
    assert.deepStrictEqual(
      requests.map(({ headers }) => headers["x-stack-secret-server-key"]),
      ["ssk_2", "ssk_3"]
    )
    assert.deepStrictEqual(
      requests.map(({ headers }) => headers["x-stack-access-type"]),
      ["server", "server"]
    )
    vi.stubEnv("STACK_SECRET_SERVER_KEY", "")
    assert.strictEqual(
      refusalOf(() => server(options)),
      "secretServerKey"
    )
  })

  // Only the requests of these two are tested: the script has no complete project of the admin tier, so that each asks
  // for the settings at the other path, too.
  it("superSecretAdminKey is sent with each call of an admin, also when read from its variable", async () => {
    const requests = fetchScripted()
    await reasonOf(admin({ ...options, superSecretAdminKey: "sak_2" }).projectName())
    vi.stubEnv("STACK_SUPER_SECRET_ADMIN_KEY", "sak_3")
    await reasonOf(admin(options).projectName())
    assert.deepStrictEqual(
      requests.map(({ headers }) => headers["x-stack-super-secret-admin-key"]),
      ["sak_2", "sak_2", "sak_3", "sak_3"]
    )
    assert.deepStrictEqual(
      requests.map(({ headers }) => headers["x-stack-access-type"]),
      ["admin", "admin", "admin", "admin"]
    )
    vi.stubEnv("STACK_SUPER_SECRET_ADMIN_KEY", "")
    assert.strictEqual(
      refusalOf(() => admin(options)),
      "superSecretAdminKey"
    )
  })

  it("projectOwnerSession replaces all keys", async () => {
    const requests = fetchScripted()
    const tokenStore = someTokens()
    const owner = client({ ...options, projectId: "internal", tokenStore })
    await reasonOf(admin({ ...options, ...secret, projectOwnerSession: owner.asProjectOwner }).projectName())
    const headers = requests[0]?.headers ?? {}
    assert.strictEqual(headers["x-stack-admin-access-token"], tokenStore.accessToken)
    assert.deepStrictEqual(
      Object.keys(headers).filter((name) => name.endsWith("-key")),
      []
    )
  })

  it("allowInBrowser lets server and admin apps start where a document exists", () => {
    vi.stubGlobal("document", {})
    for (const make of [server, admin]) {
      assert.strictEqual(
        refusalOf(() => make({ ...options, ...secret })),
        "allowInBrowser"
      )
      assert.strictEqual(make({ ...options, ...secret, allowInBrowser: true }).projectId, "p")
    }
  })

  it("baseUrl is one address, or one for browsers and one for servers", async () => {
    const requests = fetchScripted()
    const both = { browser: "https://browser.test", server: "https://server.test/auth/" }
    await client({ ...options, baseUrl: "https://one.test" }).projectName()
    await client({ ...options, baseUrl: both }).projectName()
    vi.stubGlobal("document", {})
    await client({ ...options, baseUrl: both }).projectName()
    assert.deepStrictEqual(
      requests.map(({ url }) => `${url.origin}${url.pathname}`),
      [
        "https://one.test/api/v1/projects/current",
        "https://server.test/auth/api/v1/projects/current",
        "https://browser.test/api/v1/projects/current"
      ]
    )
  })

  it("attemptTimeoutMillis ends a longer attempt, and the next one begins", async () => {
    const requests = fetchScripted((request, index) => (index === 0 ? "never" : standard(request, index)))
    stopTime()
    const name = client({ ...options, attemptTimeoutMillis: 3000 }).projectName()
    await wait(2999)
    assert.isFalse(requests[0]?.signal?.aborted)
    await wait(1)
    assert.isTrue(requests[0]?.signal?.aborted)
    assert.strictEqual(await name, "Fernhill")
    assert.lengthOf(requests, 2)
  })

  it("callTimeoutMillis ends a call with all its attempts", async () => {
    fetchScripted(() => "never")
    stopTime()
    let reason = "it is on its way"
    const app = client({ ...options, callTimeoutMillis: 15_000 })
    const ended = reasonOf(app.projectName()).then((it) => void (reason = it))
    await wait(14_999)
    assert.strictEqual(reason, "it is on its way")
    await wait(1)
    await ended
    assert.strictEqual(reason, "TimedOut")
  })

  it("maxRetryAfterMillis limits the delay that the service requests", async () => {
    const script: typeof standard = (request, index) =>
      index % 2 === 0 ? { status: 429, headers: { "retry-after": "40" } } : standard(request, index)
    const requests = fetchScripted(script)
    stopTime()
    const name = client({ ...options, maxRetryAfterMillis: 40_000 }).projectName()
    await wait(39_999)
    assert.lengthOf(requests, 1)
    await wait(1)
    assert.strictEqual(await name, "Fernhill")
    // Thirty seconds, unless it says otherwise.
    const refused = reasonOf(client(options).projectName())
    await wait(0)
    assert.strictEqual(await refused, "RateLimited")
  })

  it("maxResponseBytes fails a call with a longer response, without another attempt", async () => {
    const requests = fetchScripted()
    assert.strictEqual(await reasonOf(client({ ...options, maxResponseBytes: 20 }).projectName()), "ResponseTooLarge")
    assert.lengthOf(requests, 1)
    assert.strictEqual(await client({ ...options, maxResponseBytes: 20_000 }).projectName(), "Fernhill")
    assert.strictEqual(
      refusalOf(() => client({ ...options, maxResponseBytes: 0 })),
      "maxResponseBytes"
    )
  })

  it("onWaiting is called when a call waits, with the time of the retry", async () => {
    fetchScripted((request, index) =>
      index === 0 ? { status: 429, headers: { "retry-after": "5" } } : standard(request, index)
    )
    stopTime()
    const now = Date.now()
    const waits: Array<readonly [endpoint: string, until: number]> = []
    const app = client({ ...options, onWaiting: ({ endpoint, until }) => void waits.push([endpoint, until - now]) })
    const name = app.projectName()
    await wait(5000)
    assert.strictEqual(await name, "Fernhill")
    assert.deepStrictEqual(waits, [["GET /projects/current", 5000]])
  })

  it("sendRefreshTokenAlways sends the token with every call of the session", async () => {
    const requests = fetchScripted()
    const tokenStore = someTokens()
    await client({ ...options, tokenStore }).emailOfUser()
    await client({ ...options, tokenStore, sendRefreshTokenAlways: true }).emailOfUser()
    assert.deepStrictEqual(
      requests.map(({ headers }) => headers["x-stack-refresh-token"]),
      [undefined, tokenStore.refreshToken]
    )
  })

  it("tokenStore provides the session, and an invalid store is rejected", async () => {
    const requests = fetchScripted()
    const tokenStore = someTokens()
    assert.strictEqual(await client({ ...options, tokenStore }).emailOfUser(), "noor@fernhill.example")
    assert.isNull(await client({ ...options, tokenStore: null }).emailOfUser())
    assert.deepStrictEqual(
      requests.map(({ headers }) => headers["x-stack-access-token"]),
      [tokenStore.accessToken]
    )
    const others: ReadonlyArray<unknown> = ["cookies", 1, undefined, Promise.resolve(null)]
    for (const other of others) {
      assert.strictEqual(
        refusalOf(() => client({ ...options, tokenStore: other as null })),
        "tokenStore"
      )
    }
  })

  it("urls override the defaults; other pages are below the handler or follow home", async () => {
    const { redirectMethod, went } = router()
    const urls = { handler: "/auth", home: "/app", signIn: "/login", afterSignUp: "/welcome" }
    const app = client({ ...options, urls, redirectMethod })
    assert.deepInclude(app.urls, {
      ...urls,
      signUp: "/auth/sign-up",
      teamInvitation: "/auth/team-invitation",
      afterSignIn: "/app",
      afterSignOut: "/app"
    })
    assert.lengthOf(Object.keys(app.urls), 19)
    for (const page of ["signIn", "signUp", "afterSignUp"] as const) void app.redirect(page)
    assert.deepStrictEqual(
      went.map(([url]) => url),
      ["/login", "/auth/sign-up", "/welcome"]
    )
  })

  it("redirectMethod is none by default, the window, or a function of a router", async () => {
    stopTime()
    const gone: Array<string> = []
    vi.stubGlobal("location", {
      href: "https://app.test/notes",
      assign: (url: string) => gone.push(`window ${url}`),
      replace: (url: string) => gone.push(`window ${url} in its place`)
    })
    await client(options).redirect("home")
    await client({ ...options, redirectMethod: "none" }).redirect("home")
    assert.deepStrictEqual(gone, [])
    const { redirectMethod, went } = router()
    const methods = [redirectMethod, "window"] as const
    for (const method of methods) {
      let isOver = false
      const app = client({ ...options, redirectMethod: method })
      const over = app
        .redirect("home")
        .then(() => app.redirect("signOut", { replace: true }))
        .then(() => void (isOver = true))
      // Each has two seconds for the page to be left.
      await wait(3999)
      assert.isFalse(isOver)
      await wait(1)
      await over
    }
    assert.deepStrictEqual(went, [
      ["/", "push"],
      ["/handler/sign-out", "replace"]
    ])
    assert.deepStrictEqual(gone, ["window /", "window /handler/sign-out in its place"])
  })
})
