/**
 * The adapter of React Router over a service on a port: middleware and loaders are called as React Router calls them.
 * `test/examples` runs it in React Router itself.
 */
import { describe, expect, it } from "vitest"
import { createKeystile, type GetUserOptions } from "../../adapters/react-router.ts"
import { freePort } from "../free-port.mjs"
import { startSession } from "./session.ts"

type Adapter = ReturnType<typeof createKeystile>

const PAGE = "http://localhost:3000/notes?tab=1"

/** Handles a request by the middleware, with loaders that run at the same time. */
const handle = (
  keystile: Adapter,
  headers: Record<string, string>,
  ...loaders: ReadonlyArray<(context: object) => unknown>
) => handleAt({ request: new Request(PAGE, { headers }) }, keystile, ...loaders)

const handleAt = (
  received: { readonly request: Request; readonly url?: URL },
  keystile: Adapter,
  ...loaders: ReadonlyArray<(context: object) => unknown>
) => {
  const context = {}
  return keystile.middleware()({ ...received, context }, async () => {
    const results = await Promise.all(
      loaders.map(async (loader) => {
        try {
          return await loader(context)
        } catch (thrown) {
          if (thrown instanceof Response) return { status: thrown.status, location: thrown.headers.get("location") }
          throw thrown
        }
      })
    )
    return Response.json(results)
  })
}

describe("the adapter of React Router", () => {
  it("refreshes the session once for all loaders, and sets its cookies", async () => {
    const { expired, options, refreshes, userId } = await startSession()
    const keystile = createKeystile(options)
    const id = async (context: object) => (await keystile.getUser(context))?.id
    const session = async (context: object) => (await keystile.takeSnapshot(context)).session
    const response = await handle(keystile, expired, id, session, id)
    expect(await response.json()).toEqual([userId, expect.any(String), userId])
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^stack-access=/)])
    expect(response.headers.get("cache-control")).toBe("private, no-store")
    expect(await refreshes()).toBe(1)
  })

  it("redirects visitors to sign-in with the return URL", async () => {
    const { options } = await startSession()
    const keystile = createKeystile(options)
    const location = "/handler/sign-in?after_auth_return_to=%2Fnotes%3Ftab%3D1"
    const response = await handle(
      keystile,
      {},
      keystile.getUser,
      (context) => keystile.getUser(context, { or: "redirect" }),
      keystile.signInUrl
    )
    expect(await response.json()).toEqual([null, { status: 302, location }, location])
    expect(response.headers.getSetCookie()).toEqual([])
  })

  it("leads back to the page, where version 8 requests the data of a page by another URL", async () => {
    const { options } = await startSession()
    const keystile = createKeystile(options)
    const received = { request: new Request("http://localhost:3000/notes.data?tab=1&_routes=root"), url: new URL(PAGE) }
    const response = await handleAt(received, keystile, keystile.signInUrl)
    expect(await response.json()).toEqual(["/handler/sign-in?after_auth_return_to=%2Fnotes%3Ftab%3D1"])
  })

  it("redirects a restricted user to the page onboarding, and has neither a restricted nor an anonymous user", async () => {
    const returnTo = "after_auth_return_to=%2Fnotes%3Ftab%3D1"
    for (const [visitor, page] of [["restricted", "onboarding"] as const, ["anonymous", "sign-in"] as const]) {
      const { fresh, options, userId } = await startSession(visitor)
      const keystile = createKeystile(options)
      const idWith = (options: GetUserOptions) => async (context: object) =>
        (await keystile.getUser(context, options))?.id ?? null
      const response = await handle(
        keystile,
        fresh,
        keystile.getUser,
        (context) => keystile.getUser(context, { or: "redirect" }),
        idWith({ or: "anonymous-if-exists" }),
        idWith({ includeRestricted: true }),
        async (context) => Reflect.get(Object((await keystile.takeSnapshot(context)).user), "id")
      )
      expect(await response.json()).toEqual([
        null,
        { status: 302, location: `/handler/${page}?${returnTo}` },
        userId,
        visitor === "restricted" ? userId : null,
        userId
      ])
    }
  })

  it("keeps responses about the session out of caches, unless the application sets something else", async () => {
    const { fresh, options } = await startSession()
    const keystile = createKeystile(options)
    const cacheControlOf = async (response: Promise<Response>) => (await response).headers.get("cache-control")
    expect(await cacheControlOf(handle(keystile, fresh))).toBe("private, no-store")
    expect(await cacheControlOf(handle(keystile, {}, keystile.takeSnapshot))).toBe("private, no-store")
    expect(await cacheControlOf(handle(keystile, {}, keystile.getUser))).toBe("private, no-store")
    expect(await cacheControlOf(handle(keystile, {}))).toBeNull()
    const shared = keystile.middleware()(
      { context: {}, request: new Request(PAGE, { headers: fresh }) },
      async () => new Response("", { headers: { "cache-control": "public, max-age=60" } })
    )
    expect(await cacheControlOf(shared)).toBe("public, max-age=60")
  })

  it("passes on the response that changes a connection to WebSocket, which no runtime can copy", async () => {
    const { expired, options } = await startSession()
    const upgrade = Object.defineProperty(Response.redirect(PAGE), "status", { value: 101 })
    const args = { context: {}, request: new Request(PAGE, { headers: expired }) }
    expect(await createKeystile(options).middleware()(args, async () => upgrade)).toBe(upgrade)
    expect(upgrade.headers.getSetCookie()).toEqual([])
  })

  it("throws a response with 503 while the service is away", async () => {
    const { expired, options } = await startSession()
    const baseUrl = `http://127.0.0.1:${await freePort()}`
    const keystile = createKeystile({ ...options, baseUrl, timeoutMillis: 50 })
    const response = await handle(keystile, expired, (context) => keystile.getUser(context, { or: "redirect" }))
    expect(await response.json()).toEqual([{ status: 503, location: null }])
  })

  it("fails without the middleware with an error that names it", async () => {
    const { options } = await startSession()
    await expect(createKeystile(options).getUser({})).rejects.toThrow("keystile.middleware()")
  })
})
