/** The token stores of programs without a page and the rules of their session, in both styles. */
import { IncomingMessage } from "node:http"
import { Socket } from "node:net"
import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { Effect } from "effect"
import { Faults } from "../../../service/index.ts"
import type { TokenStoreOption } from "../../../tiers/token-store.ts"
import { ACCESS_TOKEN_SECONDS, ada, bob, PROJECT_ID, REFRESH, startService, stopServices } from "./fixture.ts"
import { styles } from "./styles.ts"

afterEach(async () => {
  vi.useRealTimers()
  await stopServices()
})

const tagOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "it succeeded",
    (error: { readonly _tag: string; readonly reason?: { readonly _tag: string } }) => error.reason?._tag ?? error._tag
  )

describe.each(styles)("%s: the token store", (_, { client, server }) => {
  /** An app on a server without a session, and the tokens of Ada and Bob. */
  const start = async (tokenStore: TokenStoreOption = null) => {
    const service = await startService()
    const tokensOf = async (credential: typeof ada) => {
      const own = client(service.options)
      await own.signIn(credential)
      const { accessToken, refreshToken } = await own.tokens()
      return { accessToken: accessToken ?? "", refreshToken: refreshToken ?? "" }
    }
    const [ofAda, ofBob] = [await tokensOf(ada), await tokensOf(bob)]
    await service.forgetRequests()
    return { ...service, app: server({ ...service.options, tokenStore }), ofAda, ofBob }
  }

  const cookiesOf = ({
    accessToken,
    refreshToken
  }: {
    readonly accessToken: string
    readonly refreshToken: string
  }) => ({
    [`stack-refresh-${PROJECT_ID}`]: refreshToken,
    "stack-access": JSON.stringify([refreshToken, accessToken])
  })
  const headerOf = (cookies: Readonly<Record<string, string>>) =>
    Object.entries(cookies)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join("; ")

  it("`memory` is separate for each app, and lives as long as the app", async () => {
    const { options } = await start()
    const [one, other] = [client(options), client(options)]
    await one.signIn(ada)
    assert.deepStrictEqual([await one.emailOfUser(), await other.emailOfUser()], [ada.email, null])
    await one.signOut()
    assert.isNull(await one.emailOfUser())
  })

  it("`cookie` is rejected without a page", async () => {
    const { options } = await start()
    assert.throws(() => client({ ...options, tokenStore: "cookie" }), /needs a browser/)
  })

  it("of a request reads its cookies and headers: a web Request, Node's and Next's", async () => {
    const { app, ofAda, ofBob } = await start()
    const cookies = cookiesOf(ofAda)
    const cookie = headerOf(cookies)
    const auth = JSON.stringify(ofBob)
    const ofNode = (headers: Readonly<Record<string, string>>) =>
      Object.assign(new IncomingMessage(new Socket()), { headers })
    // As Next's `cookies()` is, once awaited.
    const jar = { get: (name: string) => (name in cookies ? { name, value: Reflect.get(cookies, name) } : undefined) }
    const byCookies = [
      new Request("http://app.test", { headers: { cookie } }),
      ofNode({ cookie }),
      jar,
      { cookies: jar }
    ]
    for (const request of byCookies) assert.strictEqual(await app.emailOfUser(request), ada.email)
    const byHeader = [
      new Request("http://app.test", { headers: { "x-stack-auth": auth } }),
      ofNode({ "x-stack-auth": auth }),
      new Headers({ "x-stack-auth": auth })
    ]
    for (const request of byHeader) assert.strictEqual(await app.emailOfUser(request), bob.email)
    const byBoth = { headers: { cookie, "x-stack-auth": auth } }
    assert.strictEqual(await app.emailOfUser(byBoth), bob.email, "the header comes first")
    assert.isNull(await app.emailOfUser({ headers: {} }))
  })

  it("of a request is shared by all calls of that request, and by no other request", async () => {
    const { app, count, ofAda } = await start()
    const auth = JSON.stringify({ refreshToken: ofAda.refreshToken })
    const one = new Request("http://app.test", { headers: { "x-stack-auth": auth } })
    assert.strictEqual(await app.emailOfUser(one), ada.email)
    assert.strictEqual(await app.emailOfUser(one), ada.email)
    assert.strictEqual(await count(REFRESH), 1)
    assert.isNull(await app.emailOfUser())
  })

  it("of a request reads the access cookie only with its own refresh token", async () => {
    const { app, count, ofAda, ofBob } = await start()
    const planted = { ...cookiesOf(ofAda), "stack-access": cookiesOf(ofBob)["stack-access"] ?? "" }
    assert.strictEqual(await app.emailOfUser({ headers: { cookie: headerOf(planted) } }), ada.email)
    assert.strictEqual(await count(REFRESH), 1)
    assert.strictEqual(await app.emailOfUser({ headers: { cookie: headerOf(cookiesOf(ofBob)) } }), bob.email)
    assert.strictEqual(await count(REFRESH), 1)
  })

  it("of a request reads the older refresh cookie if the new one is missing", async () => {
    const { app, ofAda, ofBob } = await start()
    const cookie = `stack-refresh=${ofAda.refreshToken}`
    assert.strictEqual(await app.emailOfUser({ headers: { cookie } }), ada.email)
    const both = `${cookie}; ${headerOf(cookiesOf(ofBob))}`
    assert.strictEqual(await app.emailOfUser({ headers: { cookie: both } }), bob.email)
  })

  it("`{ accessToken, refreshToken }` starts with these tokens, separately for each call", async () => {
    const { app, ofAda, ofBob, options } = await start()
    assert.strictEqual(await client({ ...options, tokenStore: ofAda }).emailOfUser(), ada.email)
    assert.strictEqual(await app.emailOfUser(ofBob), bob.email)
    assert.strictEqual(await app.emailOfUser(ofAda), ada.email)
    assert.isNull(await app.emailOfUser())
  })

  it("`null` stores nothing: no user is signed in, and a sign-in fails", async () => {
    const { app, count } = await start()
    assert.isNull(await app.emailOfUser())
    assert.strictEqual(await count(), 0)
    assert.strictEqual(await tagOf(app.signIn(ada)), "TokensNotStored")
    assert.isNull(await app.emailOfUser())
  })

  it("of one call replaces the app's, which stays unchanged", async () => {
    const { ofBob, options } = await start()
    const app = client(options)
    await app.signIn(ada)
    assert.strictEqual(await app.emailOfUser(ofBob), bob.email)
    assert.isNull(await app.emailOfUser(null))
    assert.strictEqual(await app.emailOfUser(), ada.email)
  })

  it("shares the refresh with another store of the same session", async () => {
    const {
      app,
      count,
      ofAda: { refreshToken },
      ofBob
    } = await start()
    const stores = Array.from({ length: 10 }, (_, index) =>
      index % 2 === 0 ? { refreshToken } : { headers: { "x-stack-auth": JSON.stringify({ refreshToken }) } }
    )
    const emails = await Promise.all(stores.map((store) => app.emailOfUser(store)))
    assert.deepStrictEqual([...new Set(emails)], [ada.email])
    assert.strictEqual(await count(REFRESH), 1)
    assert.strictEqual(await app.emailOfUser({ refreshToken: ofBob.refreshToken }), bob.email)
    assert.strictEqual(await count(REFRESH), 2)
  })

  it("refreshes tokens 20 seconds before they expire, not earlier", async () => {
    const { count, options } = await start()
    vi.useFakeTimers({ toFake: ["Date"] })
    const app = client(options)
    await app.signIn(ada)
    const begin = Date.now()
    vi.setSystemTime(begin + (ACCESS_TOKEN_SECONDS - 22) * 1000)
    assert.strictEqual(await app.emailOfUser(), ada.email)
    assert.strictEqual(await count(REFRESH), 0)
    vi.setSystemTime(begin + (ACCESS_TOKEN_SECONDS - 19) * 1000)
    assert.strictEqual(await app.emailOfUser(), ada.email)
    assert.strictEqual(await count(REFRESH), 1)
  })

  it("keeps its refresh token, and stores each new access token", async () => {
    const { ofAda, options } = await start()
    const app = client({ ...options, tokenStore: { refreshToken: ofAda.refreshToken } })
    assert.strictEqual(await app.emailOfUser(), ada.email)
    const { accessToken, refreshToken } = await app.tokens()
    assert.strictEqual(refreshToken, ofAda.refreshToken)
    assert.isNotEmpty(accessToken)
  })

  it("is emptied when its session has ended, and sends no more requests for it", async () => {
    const { count, ofAda, options } = await start()
    await client({ ...options, tokenStore: ofAda }).signOut()
    const app = client({ ...options, tokenStore: { refreshToken: ofAda.refreshToken } })
    assert.isNull(await app.emailOfUser())
    assert.deepStrictEqual(await app.tokens(), { accessToken: null, refreshToken: null })
    assert.strictEqual(await count(REFRESH), 1)
    assert.isNull(await app.emailOfUser())
    assert.strictEqual(await count(REFRESH), 1)
  })

  it("is emptied only if the service rejects the refresh token", async () => {
    const { ofAda, options, run } = await start()
    const app = client({ ...options, tokenStore: { refreshToken: ofAda.refreshToken } })
    const path = "/api/v1/auth/oauth/token"
    await run(Faults.use((faults) => Effect.asVoid(faults.add({ kind: "serverError", path, times: 1 }))))
    assert.strictEqual(await tagOf(app.emailOfUser()), "UnexpectedStatus")
    assert.strictEqual(await app.emailOfUser(), ada.email)
  })

  it("has no user without a valid token, and sends no request", async () => {
    const { app, count } = await start()
    const nothing = [
      {},
      { accessToken: null, refreshToken: null },
      { accessToken: "undefined", refreshToken: "undefined" }
    ]
    for (const store of nothing) assert.isNull(await app.emailOfUser(store))
    assert.strictEqual(await count(), 0)
  })

  it("is a session until its access token expires, without a refresh token", async () => {
    const {
      app,
      count,
      ofAda: { accessToken }
    } = await start()
    assert.strictEqual(await app.emailOfUser({ accessToken }), ada.email)
    vi.useFakeTimers({ toFake: ["Date"] })
    vi.setSystemTime(Date.now() + ACCESS_TOKEN_SECONDS * 1000)
    assert.isNull(await app.emailOfUser({ accessToken }))
    assert.strictEqual(await count(REFRESH), 0)
  })

  it("stores both tokens of a sign-in, in place of those of the previous user", async () => {
    const { ofBob, options } = await start()
    const app = client({ ...options, tokenStore: ofBob })
    assert.strictEqual(await app.emailOfUser(), bob.email)
    await app.signIn(ada)
    assert.strictEqual(await app.emailOfUser(), ada.email)
    const { accessToken, refreshToken } = await app.tokens()
    assert.notInclude([ofBob.accessToken, null, ""], accessToken)
    assert.notInclude([ofBob.refreshToken, null, ""], refreshToken)
  })

  it("notifies listeners of each change of the session", async () => {
    const { options } = await start()
    const app = client(options)
    let heard = 0
    const stop = app.onSessionChange(() => void heard++)
    await app.signIn(ada)
    await app.signOut()
    assert.strictEqual(heard, 2)
    stop()
    await app.signIn(ada)
    assert.strictEqual(heard, 2)
  })
})
