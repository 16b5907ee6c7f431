/**
 * The adapter of Next over a service on a port, with stand-ins for Next's modules: the request of `next/headers` and
 * the error of `redirect`. `test/examples` runs it in Next itself.
 */
import { describe, expect, it, vi } from "vitest"
import { createKeystile, SessionUnknown } from "../../adapters/next.ts"
import { freePort } from "../free-port.mjs"
import { startSession } from "./session.ts"

const next = vi.hoisted(() => ({
  headers: new Headers(),
  set: [] as Array<string>,
  passedOn: undefined as Headers | undefined
}))

vi.mock("next/headers", () => ({
  headers: () => Promise.resolve(next.headers),
  cookies: () => Promise.resolve({ get: () => undefined, set: (name: string) => void next.set.push(name) })
}))
vi.mock("next/navigation", () => ({
  redirect: (url: string) => {
    throw new Error(`NEXT_REDIRECT ${url}`)
  }
}))
vi.mock("next/server", () => ({
  connection: () => Promise.resolve(),
  NextResponse: {
    next: ({ request }: { readonly request: { readonly headers: Headers } }) => {
      next.passedOn = request.headers
      return new Response()
    }
  }
}))

const requestWith = (headers: Record<string, string>) => ({
  url: "http://localhost:3000/notes?tab=1",
  headers: new Headers(headers)
})

/** Handles a request by the proxy, and then renders with what it passes on. */
const throughProxy = async (keystile: ReturnType<typeof createKeystile>, headers: Record<string, string> = {}) => {
  const response = await keystile.proxy({ contentSecurityPolicy: () => "default-src 'self'" })(requestWith(headers))
  next.headers = next.passedOn ?? new Headers()
  next.set = []
  return response
}

describe("the adapter of Next", () => {
  it("refreshes the session in the proxy, and knows the user in the page without another refresh", async () => {
    const { expired, options, refreshes, userId } = await startSession()
    const keystile = createKeystile(options)
    const response = await throughProxy(keystile, expired)
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^stack-access=/)])
    expect(response.headers.get("cache-control")).toBe("private, no-store")
    expect(response.headers.get("content-security-policy")).toBe("default-src 'self'")
    expect(next.headers.get("content-security-policy")).toBe("default-src 'self'")
    const user = await keystile.getUser({ or: "redirect" })
    expect(user.id).toBe(userId)
    expect((await keystile.takeSnapshot()).user).toMatchObject({ id: userId })
    expect(await refreshes()).toBe(1)
    expect(next.set).toEqual([])
  })

  it("sets the cookies of a refreshed session where no proxy has run", async () => {
    const { expired, options, userId } = await startSession()
    next.headers = new Headers(expired)
    next.set = []
    expect((await createKeystile(options).getUser())?.id).toBe(userId)
    expect(next.set).toContain("stack-access")
  })

  it("has no user for a visitor, and redirects to sign-in with the return URL", async () => {
    const { options } = await startSession()
    const keystile = createKeystile(options)
    const response = await throughProxy(keystile)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(response.headers.get("cache-control")).toBeNull()
    expect(await keystile.getUser()).toBeNull()
    const signIn = "/handler/sign-in?after_auth_return_to=%2Fnotes%3Ftab%3D1"
    expect(await keystile.signInUrl()).toBe(signIn)
    await expect(keystile.getUser({ or: "redirect" })).rejects.toThrow(`NEXT_REDIRECT ${signIn}`)
  })

  it("sends a restricted user to the page onboarding, and has neither a restricted nor an anonymous user", async () => {
    const onboarding = "NEXT_REDIRECT /handler/onboarding?after_auth_return_to=%2Fnotes%3Ftab%3D1"
    const signIn = "NEXT_REDIRECT /handler/sign-in?after_auth_return_to=%2Fnotes%3Ftab%3D1"
    for (const [visitor, page] of [["restricted", onboarding] as const, ["anonymous", signIn] as const]) {
      const { expired, fresh, options, userId } = await startSession(visitor)
      for (const cookies of [expired, fresh]) {
        const keystile = createKeystile(options)
        await throughProxy(keystile, cookies)
        expect(await keystile.getUser()).toBeNull()
        await expect(keystile.getUser({ or: "redirect" })).rejects.toThrow(page)
        expect((await keystile.getUser({ or: "anonymous-if-exists" }))?.id).toBe(userId)
        const included = await keystile.getUser({ includeRestricted: true })
        expect(included?.id).toBe(visitor === "restricted" ? userId : undefined)
        expect((await keystile.takeSnapshot()).user, "for the pages themselves").toMatchObject({ id: userId })
      }
    }
  })

  it("rejects while the service is away, instead of treating users as visitors", async () => {
    const { expired, options } = await startSession()
    const baseUrl = `http://127.0.0.1:${await freePort()}`
    const keystile = createKeystile({ ...options, baseUrl, timeoutMillis: 50 })
    await throughProxy(keystile, expired)
    await expect(keystile.getUser({ or: "redirect" })).rejects.toThrow(SessionUnknown)
  })
})
