/**
 * The adapter of TanStack Start over a service on a port: middleware and server functions are called as TanStack Start
 * calls them.
 */
import { describe, expect, it } from "vitest"
import { createKeystile, serviceHandler } from "../../adapters/tanstack-start.ts"
import { freePort } from "../free-port.mjs"
import { startSession } from "./session.ts"

type Adapter = ReturnType<typeof createKeystile>

const PAGE = "http://localhost:3000/notes?tab=1"
const SIGN_IN = "/handler/sign-in?after_auth_return_to=%2Fnotes%3Ftab%3D1"

/** Handles a request by the middleware, with server functions that run at the same time. */
const handle = async (
  keystile: Adapter,
  headers: Record<string, string>,
  works: ReadonlyArray<(request: Request) => unknown>,
  url = PAGE
) => {
  const request = new Request(url, { headers })
  const { context, response } = await keystile.middleware()({
    request,
    next: async () => {
      const results = await Promise.all(
        works.map(async (work) => {
          try {
            return await work(request)
          } catch (thrown) {
            if (thrown instanceof Response)
              return {
                status: thrown.status,
                location: thrown.headers.get("location"),
                options: Reflect.get(thrown, "options")
              }
            throw thrown
          }
        })
      )
      return { context: "kept", response: Response.json(results) }
    }
  })
  expect(context).toBe("kept")
  return response
}

describe("the adapter of TanStack Start", () => {
  it("refreshes the session once for all server functions, and sets its cookies", async () => {
    const { expired, options, refreshes, userId } = await startSession()
    const keystile = createKeystile(options)
    const id = async (request: Request) => (await keystile.getUser(request))?.id
    const session = async (request: Request) => (await keystile.takeSnapshot(request)).session
    const response = await handle(keystile, expired, [id, session, id])
    expect(await response.json()).toEqual([userId, expect.any(String), userId])
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^stack-access=/)])
    expect(response.headers.get("cache-control")).toBe("private, no-store")
    expect(await refreshes()).toBe(1)
  })

  it("throws the redirect of TanStack Router to sign-in with the return URL", async () => {
    const { options } = await startSession()
    const keystile = createKeystile(options)
    const response = await handle(keystile, {}, [
      (request) => keystile.getUser(request),
      (request) => keystile.getUser(request, { or: "redirect" }),
      (request) => keystile.signInUrl(request)
    ])
    const redirect = { status: 302, location: SIGN_IN, options: { href: SIGN_IN, statusCode: 302 } }
    expect(await response.json()).toEqual([null, redirect, SIGN_IN])
  })

  it("leads back to the page of a server function, and never to another origin", async () => {
    const { options } = await startSession()
    const keystile = createKeystile(options)
    const url = "http://localhost:3000/_serverFn/abc"
    const to = (returnTo?: string) => (request: Request) => keystile.signInUrl(request, returnTo)
    const marked = { "x-tsr-serverFn": "true" }
    const root = "/handler/sign-in?after_auth_return_to=%2F"
    const fromPage = await handle(keystile, { ...marked, referer: PAGE }, [to(), to("/notes?tab=1"), to(PAGE)], url)
    expect(await fromPage.json()).toEqual([SIGN_IN, SIGN_IN, SIGN_IN])
    const foreignUrls = [
      "https://evil.example/",
      "//evil.example/",
      "javascript:alert(1)",
      "\\\\evil.example",
      "http://[",
      ""
    ]
    const responses = await handle(
      keystile,
      { ...marked, referer: "https://evil.example/" },
      [to(), ...foreignUrls.map(to)],
      url
    )
    for (const response of (await responses.json()) as ReadonlyArray<string>) {
      expect(response).not.toContain("evil")
      expect(response).not.toContain("alert")
      expect(response.startsWith("/handler/sign-in")).toBe(true)
    }
    expect(await (await handle(keystile, marked, [to()], url)).json()).toEqual([root])
  })

  it("leads back to the page of a server function behind a proxy that terminates TLS", async () => {
    const { options } = await startSession()
    const keystile = createKeystile(options)
    const headers = { "x-tsr-serverFn": "true", referer: "https://app.example.com/notes?tab=1" }
    const to = (returnTo?: string) => (request: Request) => keystile.signInUrl(request, returnTo)
    const url = "http://app.example.com/_serverFn/abc"
    const answers = await handle(keystile, headers, [to(), to("https://app.example.com//evil.example/")], url)
    expect(await answers.json()).toEqual([SIGN_IN, "/handler/sign-in"])
  })

  it("redirects a restricted user to the page onboarding, and back to the page of the server function", async () => {
    const { fresh, options, userId } = await startSession("restricted")
    const keystile = createKeystile(options)
    const response = await handle(keystile, fresh, [
      (request) => keystile.getUser(request),
      (request) => keystile.getUser(request, { or: "redirect", returnTo: "/notes?tab=2" }),
      async (request) => (await keystile.getUser(request, { or: "redirect", includeRestricted: true })).id
    ])
    const href = "/handler/onboarding?after_auth_return_to=%2Fnotes%3Ftab%3D2"
    const redirect = { status: 302, location: href, options: { href, statusCode: 302 } }
    expect(await response.json()).toEqual([null, redirect, userId])
  })

  it("throws a response with 503 while the service is away", async () => {
    const { expired, options } = await startSession()
    const baseUrl = `http://127.0.0.1:${await freePort()}`
    const keystile = createKeystile({ ...options, baseUrl, timeoutMillis: 50 })
    const response = await handle(keystile, expired, [(request) => keystile.getUser(request, { or: "redirect" })])
    expect(await response.json()).toEqual([{ status: 503, location: null }])
  })

  it("fails without the middleware with an error that names it", async () => {
    const { options } = await startSession()
    await expect(createKeystile(options).getUser(new Request(PAGE))).rejects.toThrow("keystile.middleware()")
  })

  it("passes the requests of a mounted service on", async () => {
    const handler = serviceHandler({ handler: async (request) => Response.json(request.url) })
    expect(await (await handler({ request: new Request(PAGE) })).json()).toBe(PAGE)
  })
})
