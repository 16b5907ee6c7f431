// @vitest-environment happy-dom
/** Features of an app on a page, in both styles: cookies, other tabs, and the redirect to a provider. */
import { afterEach, assert, beforeAll, beforeEach, describe, it, vi } from "@effect/vitest"
import { Effect } from "effect"
import { loadModules } from "../../../core/loading/lazy-module.ts"
import { fetchScripted } from "./scripted-fetch.ts"
import { styles } from "./styles.ts"

const page = (globalThis as unknown as { readonly happyDOM: { readonly setURL: (url: string) => void } }).happyDOM
const projectId = "11111111-1111-4111-8111-111111111111"
const options = {
  projectId,
  publishableClientKey: "pck_1",
  baseUrl: "http://service.test",
  tokenStore: "cookie" as const
}
const noor = { email: "noor@fernhill.example", password: "correct horse" }

const cookies = () =>
  Object.fromEntries(
    document.cookie
      .split("; ")
      .filter(Boolean)
      .map((pair) => pair.split(/=(.*)/s).slice(0, 2))
  ) as Record<string, string>

/** Lets promises go on that are ready to. */
const settle = () => new Promise<void>((resolve) => void setImmediate(resolve))

beforeAll(() => Effect.runPromise(loadModules))
beforeEach(() => {
  page.setURL("http://localhost:3000/handler/sign-in")
  for (const name of Object.keys(cookies())) document.cookie = `${name}=; path=/; max-age=0`
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe.each(styles)("%s: on a page", (_, { client }) => {
  it("the token store `cookie` stores the session in the page's cookies for the next app", async () => {
    const requests = fetchScripted()
    const app = client(options)
    await app.signIn(noor)
    const { accessToken, refreshToken } = await app.tokens()
    assert.strictEqual(cookies()[`stack-refresh-${projectId}`], refreshToken)
    assert.deepStrictEqual(JSON.parse(decodeURIComponent(cookies()["stack-access"] ?? "")), [refreshToken, accessToken])
    assert.strictEqual(await client(options).emailOfUser(), noor.email)
    assert.strictEqual(requests.at(-1)?.headers["x-stack-access-token"], accessToken)
    await app.signOut()
    assert.notProperty(cookies(), `stack-refresh-${projectId}`)
    assert.isNull(await client(options).emailOfUser())
  })

  it("the access cookie is read only with its own refresh token", async () => {
    const requests = fetchScripted()
    document.cookie = `stack-refresh-${projectId}=mine; path=/`
    document.cookie = `stack-access=${encodeURIComponent(JSON.stringify(["another", "planted"]))}; path=/`
    assert.strictEqual(await client(options).emailOfUser(), noor.email)
    assert.deepStrictEqual(
      requests.map(({ url }) => url.pathname),
      ["/api/v1/auth/oauth/token", "/api/v1/users/me"]
    )
    assert.notInclude(JSON.stringify(requests), "planted")
  })

  it("the older refresh cookie is read if the new one is missing", async () => {
    fetchScripted()
    document.cookie = "stack-refresh=mine; path=/"
    assert.strictEqual(await client(options).emailOfUser(), noor.email)
    assert.strictEqual(cookies()[`stack-refresh-${projectId}`], "mine")
  })

  it("listeners are notified within 100 ms when another tab changes the cookies", async () => {
    vi.stubGlobal("BroadcastChannel", undefined)
    vi.stubGlobal("cookieStore", undefined)
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
    let heard = 0
    const stop = client(options).onSessionChange(() => void heard++)
    while (vi.getTimerCount() === 0) await settle()
    document.cookie = `stack-refresh-${projectId}=other; path=/`
    vi.advanceTimersByTime(99)
    assert.strictEqual(heard, 0)
    vi.advanceTimersByTime(1)
    assert.strictEqual(heard, 1)
    stop()
    assert.strictEqual(vi.getTimerCount(), 0)
  })

  it("the option oauthScopesOnSignIn requests additional scopes", async () => {
    fetchScripted()
    const left = new Promise<URL>((resolve) =>
      vi.spyOn(globalThis.location, "assign").mockImplementation((url) => resolve(new URL(url)))
    )
    const app = client({ ...options, oauthScopesOnSignIn: { github: ["repo", "gist"], google: ["calendar"] } })
    void app.signInWithOAuth("github")
    assert.strictEqual((await left).searchParams.get("provider_scope"), "repo gist")
  })
})
