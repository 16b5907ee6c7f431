/**
 * The adapter of Astro over a service on a port: middleware and pages are called as Astro calls them.
 */
import { describe, expect, it } from "vitest"
import { type AstroContext, createKeystile, serviceHandler } from "../../adapters/astro.ts"
import { freePort } from "../free-port.mjs"
import { startSession } from "./session.ts"

type Adapter = ReturnType<typeof createKeystile>
type Page = (astro: AstroContext) => unknown

/** Handles a request by the middleware, with a page that renders what each function returns. */
const handle = (keystile: Adapter, headers: Record<string, string>, ...works: ReadonlyArray<Page>) => {
  const context = {
    request: new Request("http://localhost:4321/notes?tab=1", { headers }),
    isPrerendered: false
  }
  return keystile.middleware()(context, async () =>
    Response.json(await Promise.all(works.map((work) => work({ request: context.request }))))
  )
}

describe("the adapter of Astro", () => {
  it("refreshes the session once for all components, and sets its cookies", async () => {
    const { expired, options, refreshes, userId } = await startSession()
    const keystile = createKeystile(options)
    const id = async (astro: AstroContext) => (await keystile.getUser(astro))?.id
    const session = async (astro: AstroContext) => (await keystile.takeSnapshot(astro)).session
    const response = await handle(keystile, expired, id, session, id)
    expect(await response.json()).toEqual([userId, expect.any(String), userId])
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^stack-access=/)])
    expect(response.headers.get("cache-control")).toBe("private, no-store")
    expect(await refreshes()).toBe(1)
  })

  it("sends visitors of a page for users the redirect to sign-in and the return URL", async () => {
    const { options } = await startSession()
    const keystile = createKeystile(options)
    const location = "/handler/sign-in?after_auth_return_to=%2Fnotes%3Ftab%3D1"
    const open = await handle(keystile, {}, keystile.getUser, keystile.signInUrl)
    expect(await open.json()).toEqual([null, location])
    const response = await handle(keystile, {}, (astro) => keystile.getUser(astro, { or: "redirect" }))
    expect([response.status, response.headers.get("location")]).toEqual([302, location])
  })

  it("redirects a restricted user to the page onboarding", async () => {
    const { fresh, options, userId } = await startSession("restricted")
    const keystile = createKeystile(options)
    const response = await handle(keystile, fresh, (astro) => keystile.getUser(astro, { or: "redirect" }))
    const location = "/handler/onboarding?after_auth_return_to=%2Fnotes%3Ftab%3D1"
    expect([response.status, response.headers.get("location")]).toEqual([302, location])
    const included = async (astro: AstroContext) =>
      (await keystile.getUser(astro, { or: "redirect", includeRestricted: true })).id
    expect(await (await handle(keystile, fresh, keystile.getUser, included)).json()).toEqual([null, userId])
  })

  it("knows the session after a rewrite by a later middleware, which replaces the request", async () => {
    const { expired, options, refreshes, userId } = await startSession()
    const keystile = createKeystile(options)
    const locals = {}
    const request = new Request("http://localhost:4321/notes?tab=1", { headers: expired })
    const page = async () => {
      const astro = { request: new Request("http://localhost:4321/notes/all", request), locals }
      return Response.json([(await keystile.getUser(astro))?.id, keystile.signInUrl(astro)])
    }
    const response = await keystile.middleware()({ request, locals, isPrerendered: false }, page)
    expect(await response.json()).toEqual([userId, "/handler/sign-in?after_auth_return_to=%2Fnotes%3Ftab%3D1"])
    expect(await refreshes()).toBe(1)
  })

  it("sets the cookies on a response with immutable headers", async () => {
    const { expired, options } = await startSession()
    const request = new Request("http://localhost:4321/", { headers: expired })
    const elsewhere = Response.redirect("http://localhost:4321/elsewhere")
    const response = await createKeystile(options).middleware()(
      { request, isPrerendered: false },
      async () => elsewhere
    )
    expect([response.status, response.headers.get("location")]).toEqual([302, "http://localhost:4321/elsewhere"])
    expect(response.headers.getSetCookie().some((line) => line.startsWith("stack-access="))).toBe(true)
  })

  it("responds with 503 while the service is away, and passes other errors on", async () => {
    const { expired, options } = await startSession()
    const baseUrl = `http://127.0.0.1:${await freePort()}`
    const keystile = createKeystile({ ...options, baseUrl, timeoutMillis: 50 })
    expect((await handle(keystile, expired, (astro) => keystile.getUser(astro))).status).toBe(503)
    const broken = handle(keystile, {}, () => Promise.reject(new Error("a broken page")))
    await expect(broken).rejects.toThrow("a broken page")
  })

  it("reads no session while Astro prerenders a page, and names the middleware in its error", async () => {
    const { options } = await startSession()
    const keystile = createKeystile(options)
    const request = new Request("http://localhost:4321/")
    const response = await keystile.middleware()({ request, isPrerendered: true }, async () => new Response("built"))
    expect(await response.text()).toBe("built")
    await expect(keystile.getUser({ request })).rejects.toThrow("keystile.middleware() as onRequest")
  })

  it("passes the requests of a mounted service on, with the address of the client", async () => {
    const endpoint = serviceHandler({ handler: async (request, origin) => Response.json([request.url, origin]) })
    const request = new Request("http://localhost:4321/api/auth/health")
    const response = await endpoint({ request, clientAddress: "192.0.2.7" })
    expect(await response.json()).toEqual([request.url, { address: "192.0.2.7" }])
  })
})
