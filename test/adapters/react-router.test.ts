/**
 * The adapter of React Router over a service on a port: middleware and loaders are called as React Router calls them.
 * `test/examples` runs it in React Router itself.
 */
import { describe, expect, it } from "vitest"
import { createKeystile } from "../../adapters/react-router.ts"
import { freePort } from "../free-port.mjs"
import { startSession } from "./session.ts"

type Adapter = ReturnType<typeof createKeystile>

/** Handles a request by the middleware, with loaders that run at the same time. */
const handle = (
  keystile: Adapter,
  headers: Record<string, string>,
  ...loaders: ReadonlyArray<(context: object) => unknown>
) => {
  const context = {}
  const request = new Request("http://localhost:3000/notes?tab=1", { headers })
  return keystile.middleware()({ context, request }, async () => {
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
