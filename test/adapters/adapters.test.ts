/** Applications on web frameworks, whose middleware reads sessions, over a service on a port. */
import express from "express"
import Fastify from "fastify"
import { request as nodeRequest } from "node:http"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { createKeystile as createForExpress } from "../../adapters/express.ts"
import { createKeystile as createForFastify } from "../../adapters/fastify.ts"
import { freePort } from "../free-port.mjs"
import { applications, CLEARED, onExpress, onHono, SHARED } from "./applications.ts"
import { requestOverHttp2 } from "./request-over-http2.ts"
import { PROJECT, startSession } from "./session.ts"

/** Sends a request and does not follow redirects. */
const send = (url: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(url, { method, headers, redirect: "manual" })

/** Sends a request whose path is not normalized. */
const sendRaw = (origin: string, path: string) =>
  new Promise<string | undefined>((done, failed) => {
    const { hostname, port } = new URL(origin)
    nodeRequest({ hostname, port, path }, (response) => {
      response.resume()
      done(response.headers.location)
    })
      .on("error", failed)
      .end()
  })

describe.each(applications)("middleware of %s", (_name, startApplication) => {
  it("admits signed-in users, by cookie or bearer token, and knows visitors", async () => {
    const { accessToken, expired, options, userId } = await startSession()
    const origin = await startApplication(options)
    expect(await (await send(`${origin}/`)).json()).toEqual({ user: null })
    for (const headers of [expired, { authorization: `Bearer ${accessToken}` }]) {
      expect(await (await send(`${origin}/`, headers)).json()).toEqual({ user: userId })
      expect(await (await send(`${origin}/api/me`, headers)).json()).toEqual({ user: userId })
      expect(await (await send(`${origin}/notes`, headers, "POST")).json()).toEqual({ user: userId })
    }
  })

  it("refuses visitors with 401, and their tokens if they are forged", async () => {
    const { accessToken, options } = await startSession()
    const origin = await startApplication(options)
    const forged = `${accessToken.slice(0, -8)}AAAAAAAA`
    for (const headers of [{}, { authorization: `Bearer ${forged}` }, { cookie: "stack-access=%5B1%2C2" }]) {
      const refused = await send(`${origin}/api/me`, headers)
      expect(refused.status).toBe(401)
      expect(refused.headers.get("www-authenticate")).toBe("Bearer")
      expect(refused.headers.get("cache-control")).toBe("private, no-store")
      expect(await refused.json()).toEqual({ error: "Sign in first." })
    }
  })

  it("redirects pages to sign-in with the return URL, and refuses other requests", async () => {
    const { options } = await startSession()
    const origin = await startApplication(options)
    const redirected = await send(`${origin}/my/notes?tab=1&q=a%20b`)
    expect(redirected.status).toBe(302)
    expect(redirected.headers.get("location")).toBe(
      `/handler/sign-in?${new URLSearchParams({ after_auth_return_to: "/my/notes?tab=1&q=a%20b" })}`
    )
    expect((await send(`${origin}/notes`, {}, "POST")).status).toBe(401)
  })

  it("redirects to no other host, whatever the request names", async () => {
    const { options } = await startSession()
    const origin = await startApplication(options)
    const location = await sendRaw(origin, "//evil.example/notes")
    expect(location).toMatch(/^\/handler\/sign-in/)
    const back = new URL(location ?? "", origin).searchParams.get("after_auth_return_to")
    expect(new URL(back ?? "/", origin).origin).toBe(origin)
    const forwarded = await send(`${origin}/notes`, { "x-forwarded-host": "evil.example" })
    expect(forwarded.headers.get("location")).toMatch(/^\/handler\/sign-in/)
  })

  it("refreshes a session once, and sets its cookies once beside those of the handler", async () => {
    const { expired, options, refreshes } = await startSession()
    const origin = await startApplication(options)
    const response = await send(`${origin}/`, expired)
    expect(await refreshes()).toBe(1)
    const names = response.headers.getSetCookie().map((line) => line.split("=", 1)[0])
    expect(names.toSorted()).toEqual(["stack-access", "theme"])
    expect(response.headers.get("cache-control")).toBe("private, no-store")
  })

  it("keeps a response with the cookies of a session out of caches, whatever the handler sets", async () => {
    const { expired, options } = await startSession()
    const origin = await startApplication(options)
    const response = await send(`${origin}/shared`, expired)
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^stack-access=/)])
    expect(response.headers.get("cache-control")).toBe("private, no-store")
  })

  it("keeps responses to signed-in users out of caches, unless the handler sets something else", async () => {
    const { accessToken, fresh, options } = await startSession()
    const origin = await startApplication(options)
    const cacheControlOf = async (path: string, headers?: Record<string, string>) => {
      const response = await send(`${origin}${path}`, headers)
      expect([response.status, response.headers.getSetCookie().filter((line) => line.startsWith("stack-"))]).toEqual([
        200,
        []
      ])
      return response.headers.get("cache-control")
    }
    for (const headers of [fresh, { authorization: `Bearer ${accessToken}` }]) {
      expect(await cacheControlOf("/", headers)).toBe("private, no-store")
      expect(await cacheControlOf("/api/me", headers)).toBe("private, no-store")
      expect(await cacheControlOf("/shared", headers)).toBe(SHARED)
    }
    expect(await cacheControlOf("/")).toBeNull()
    expect(await cacheControlOf("/shared")).toBe(SHARED)
  })

  it("adds the cookies of a session to no other response, also where handlers set the same array of cookies", async () => {
    const { expired, options } = await startSession()
    const origin = await startApplication(options)
    const refreshed = await send(`${origin}/cleared`, expired)
    expect(refreshed.headers.getSetCookie()).toEqual([...CLEARED, expect.stringMatching(/^stack-access=/)])
    expect((await send(`${origin}/cleared`)).headers.getSetCookie()).toEqual(CLEARED)
  })

  it("removes the cookies of a session that has ended", async () => {
    const { expired, options, signOut } = await startSession()
    const origin = await startApplication(options)
    await signOut()
    const response = await send(`${origin}/api/me`, expired)
    expect(response.status).toBe(401)
    expect(response.headers.getSetCookie().join("\n")).toMatch(/stack-refresh-[^=]+=; Path=\/; Max-Age=0/)
  })

  it("responds with 503 where a session is required and the service is away, and shows public pages", async () => {
    const log = vi.spyOn(console, "log").mockImplementation(() => {})
    onTestFinished(() => log.mockRestore())
    const { expired, options } = await startSession()
    const baseUrl = `http://127.0.0.1:${await freePort()}`
    const origin = await startApplication({ ...options, baseUrl, timeoutMillis: 50 })
    expect(await (await send(`${origin}/`, expired)).json()).toEqual({ user: "unknown" })
    const refused = await send(`${origin}/api/me`, expired)
    expect(refused.status).toBe(503)
    expect(refused.headers.get("retry-after")).toBe("5")
    expect((await send(`${origin}/notes`, expired)).status).toBe(503)
    expect((await send(`${origin}/api/me`)).status).toBe(401)
    expect(String(log.mock.calls[0])).toContain("The session of a request cannot be verified.")
  })
})

describe("a handler of Express that writes the head of its response", () => {
  it.each(["head", "list", "pairs"])("keeps its other headers: %s", async (path) => {
    const { expired, options } = await startSession()
    const response = await send(`${await onExpress(options)}/shared/${path}`, expired)
    const [theme, session] = response.headers.getSetCookie()
    expect([theme, session]).toEqual(["theme=dark", expect.stringMatching(/^stack-access=/)])
    expect(response.headers.get("cache-control")).toBe("private, no-store")
    expect(await response.json()).toEqual({})
  })

  it.each(["head", "list"])("can set the same array of cookies on every response: %s", async (path) => {
    const { expired, options } = await startSession()
    const url = `${await onExpress(options)}/cleared/${path}`
    const refreshed = await send(url, expired)
    expect(refreshed.headers.getSetCookie()).toEqual([...CLEARED, expect.stringMatching(/^stack-access=/)])
    expect((await send(url)).headers.getSetCookie()).toEqual(CLEARED)
  })
})

describe("a middleware of Hono between two that read the session", () => {
  it("cannot make a response with the cookies of a session public", async () => {
    const { expired, options } = await startSession()
    const response = await send(`${await onHono(options)}/shared/inner`, expired)
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^stack-access=/)])
    expect(response.headers.get("cache-control")).toBe("private, no-store")
  })

  it("can make a response without them public", async () => {
    const { fresh, options } = await startSession()
    const response = await send(`${await onHono(options)}/shared/inner`, fresh)
    expect(response.headers.get("cache-control")).toBe(SHARED)
  })
})

describe("a server with HTTP/2", () => {
  it("reads the sessions of its requests, and stores them", async () => {
    const { expired, fresh, options, userId } = await startSession()
    const response = await requestOverHttp2(options, expired)
    expect(response.status).toBe(200)
    expect(response.body).toBe(userId)
    expect(response.cookies).toEqual([...CLEARED, expect.stringMatching(/^stack-access=/)])
    expect(response.cacheControl).toBe("private, no-store")
    expect((await requestOverHttp2(options, fresh)).cookies).toEqual(CLEARED)
  })
})

describe("a handler without middleware that asks for the session", () => {
  const options = { projectId: PROJECT, publishableClientKey: "pck_test", baseUrl: "http://127.0.0.1:9" }

  it("fails on Fastify with an error that names the hook", async () => {
    const keystile = createForFastify(options)
    const app = Fastify()
    app.get("/", (request) => ({ user: keystile.sessionOf(request)?.claims.userId }))
    app.get("/optional", { preHandler: keystile.session() }, (request) => keystile.requiredSessionOf(request).claims)
    expect((await app.inject("/")).json()).toMatchObject({ message: expect.stringContaining("requireSession()") })
    expect((await app.inject("/optional")).json()).toMatchObject({
      message: expect.stringContaining("requireSession()")
    })
    await app.close()
  })

  it("fails on Express with an error that names the middleware", () => {
    const keystile = createForExpress(options)
    const request: express.Request = Object.create(express.request)
    expect(() => keystile.sessionOf(request)).toThrow("requireSession()")
  })
})
