/** Tests two tabs that share a session. */
import type { BrowserContext, Page, Route } from "playwright-core"
import { expect, it } from "vitest"
import { newEmail, PASSWORD, type Fixture, type Visit } from "./fixture.ts"

const TOKEN = "**/api/v1/auth/oauth/token"

/**
 * Opens a tab. Timers of more than `patience` milliseconds never fire in it, so the longest wait is tested
 * independently of the machine's speed.
 */
const open = async (context: BrowserContext, screens: string, patience = Number.POSITIVE_INFINITY): Promise<Page> => {
  const page = await context.newPage()
  await page.addInitScript((patience) => {
    for (const name of ["setTimeout", "setInterval"] as const) {
      const start = globalThis[name] as (work: () => void, millis: number, ...more: ReadonlyArray<unknown>) => number
      const timer = (work: () => void, millis = 0, ...more: ReadonlyArray<unknown>) =>
        millis > patience ? 0 : start(work, millis, ...more)
      Object.defineProperty(globalThis, name, { value: timer })
    }
  }, patience)
  await page.goto(`${screens}/tabs.html`)
  await page.waitForFunction(() => "app" in window)
  return page
}

const signUp = (page: Page, email: string, callbackUrl = page.url()) =>
  page.evaluate(
    async ([email, password, verificationCallbackUrl]) => {
      const result = await window.app.signUpWithCredential({
        email,
        password,
        noRedirect: true,
        verificationCallbackUrl
      })
      return result.status
    },
    [email, PASSWORD, callbackUrl] as const
  )

const emailOf = (page: Page, calls = 1) =>
  page.evaluate(async (calls) => {
    const users = await Promise.all(Array.from({ length: calls }, () => window.app.getUser()))
    return [...new Set(users.map((user) => user?.primaryEmail ?? null))]
  }, calls)

/** Replaces the access token in the cookie with one that expired long ago. */
const expire = (page: Page) =>
  page.evaluate(() => {
    const cookie = document.cookie.split("; ").find((text) => text.startsWith("stack-access=")) ?? ""
    const [refreshToken, accessToken] = JSON.parse(decodeURIComponent(cookie.slice("stack-access=".length)))
    const [head, claims, signature] = accessToken.split(".")
    const old = { ...JSON.parse(atob(claims)), iat: 0, exp: 600 }
    const pair = JSON.stringify([
      refreshToken,
      [head, btoa(JSON.stringify(old)).replaceAll("=", ""), signature].join(".")
    ])
    document.cookie = `stack-access=${encodeURIComponent(pair)}; path=/`
  })

/**
 * Serves the test pages on other origins and forwards calls to the service: an https page may not call an http
 * service, and an http page of another host may not call loopback. No host names are resolved.
 */
const serveElsewhere = async (context: BrowserContext, origins: RegExp, { service, screens }: Fixture) => {
  await context.route(origins, async (route) => {
    const response = await fetch(`${screens}${new URL(route.request().url()).pathname}`)
    await route.fulfill({
      contentType: response.headers.get("content-type") ?? "",
      body: Buffer.from(await response.arrayBuffer())
    })
  })
  await context.route(`${service}/**`, async (route) => {
    const request = route.request()
    const headers = { ...(await request.allHeaders()) }
    delete headers["host"]
    delete headers["content-length"]
    const body = request.postDataBuffer()
    const response =
      request.method() === "OPTIONS"
        ? new Response(null, { status: 204 })
        : await fetch(request.url(), {
            method: request.method(),
            headers,
            ...(body !== null && { body: new Uint8Array(body) })
          })
    await route.fulfill({
      status: response.status,
      headers: {
        ...Object.fromEntries(
          [...response.headers].filter(([name]) => name.startsWith("x-") || name === "content-type")
        ),
        "access-control-allow-origin": "*",
        "access-control-allow-headers": "*, authorization, content-type",
        "access-control-expose-headers": "*"
      },
      body: Buffer.from(await response.arrayBuffer())
    })
  })
}

/** Returns the refreshes in the service's request log. */
const refreshes = async (service: string): Promise<number> => {
  const { requests } = await (await fetch(`${service}/_keystile/requests`)).json()
  return requests.filter(({ route }: { readonly route: string }) => route.includes("/auth/oauth/token")).length
}

/**
 * @param patience of the tab that did not sign up
 */
const withTabs = (
  fixture: () => Fixture,
  work: (tabs: {
    readonly here: Page
    readonly there: Page
    readonly email: string
    readonly visit: Visit
  }) => Promise<void>,
  patience?: number
) =>
  fixture().visit(async (visit) => {
    const context = visit.page.context()
    const [here, there] = [await open(context, fixture().screens), await open(context, fixture().screens, patience)]
    const email = newEmail()
    expect(await signUp(here, email)).toBe("ok")
    await work({ here, there, email, visit })
  })

export const tabs = (fixture: () => Fixture) => {
  it("refresh an expired token once, whatever both call", () =>
    withTabs(fixture, async ({ email, here, there }) => {
      for (let round = 1; round <= 3; round++) {
        const before = await refreshes(fixture().service)
        await expire(here)
        // Otherwise they would use the token of the last round, which is still valid.
        for (const page of [here, there]) {
          await page.reload()
          await page.waitForFunction(() => "app" in window)
        }
        expect(await Promise.all([emailOf(here, 25), emailOf(there, 25)])).toEqual([[email], [email]])
        expect((await refreshes(fixture().service)) - before).toBe(1)
      }
    }))

  it("see within 200 ms that another tab signed out or signed in", () =>
    withTabs(
      fixture,
      async ({ email, here, there }) => {
        const seen = (signedIn: boolean) =>
          there.waitForFunction((signedIn) => window.changes.at(-1) === signedIn, signedIn)
        await there.evaluate(() => window.listen())
        await here.evaluate(() => window.app.signOut())
        // This change may have been detected before the listener module was loaded; the later ones are received by
        // it.
        await seen(false)
        expect(await emailOf(there)).toEqual([null])
        const other = newEmail()
        expect(await signUp(here, other)).toBe("ok")
        await seen(true)
        expect(await emailOf(there)).toEqual([other])
        expect(other).not.toBe(email)
        await here.evaluate(() => window.app.signOut())
        await seen(false)
        expect(await emailOf(there)).toEqual([null])
      },
      200
    ))

  it("see over plain http, while visible, that the application's server signed the user out", () =>
    fixture().visit(async ({ page }) => {
      const context = page.context()
      await serveElsewhere(context, /^http:\/\/plain\.example\//, fixture())
      await page.goto("http://plain.example/tabs.html")
      await page.waitForFunction(() => "app" in window)
      expect(await page.evaluate(() => "cookieStore" in globalThis)).toBe(false)
      expect(await signUp(page, newEmail(), "http://localhost/")).toBe("ok")
      await page.evaluate(() => window.listen())
      // Like the application's server: by its response only, without a message to the page.
      await context.clearCookies({ name: /^stack-/ })
      await page.waitForFunction(() => window.changes.at(-1) === false)
    }))

  it("do not wait for a tab that was closed during its refresh", () =>
    withTabs(
      fixture,
      async ({ email, here, there }) => {
        const held: Array<Route> = []
        await here.route(TOKEN, (route) => void held.push(route))
        await expire(here)
        void emailOf(here).catch(() => null)
        await expect.poll(() => held.length).toBe(1)
        const waiting = emailOf(there)
        await here.close()
        expect(await waiting).toEqual([email])
      },
      3000
    ))

  it("wait a few seconds at most for a tab that is frozen during its refresh", () =>
    withTabs(
      fixture,
      async ({ email, here, there }) => {
        const held: Array<Route> = []
        await here.route(TOKEN, (route) => void held.push(route))
        await expire(here)
        void emailOf(here).catch(() => null)
        await expect.poll(() => held.length).toBe(1)
        const protocol = await here.context().newCDPSession(here)
        await protocol.send("Page.setWebLifecycleState", { state: "frozen" })
        expect(await emailOf(there, 5)).toEqual([email])
        // The tokens are stored now, so no tab waits again.
        expect(await emailOf(there)).toEqual([email])
      },
      8000
    ))

  it("never write through a user of a session that was replaced in another tab", () =>
    withTabs(fixture, async ({ here, there }) => {
      const kept = await there.evaluateHandle(() => window.app.getUser())
      expect(await signUp(here, newEmail())).toBe("ok")
      const failure = await kept.evaluate(async (user) => {
        try {
          return await user?.setDisplayName("Somebody else")
        } catch (error) {
          return (error as { readonly reason?: { readonly _tag?: string } }).reason?._tag
        }
      })
      expect(failure).toBe("SessionChanged")
      expect(await here.evaluate(async () => (await window.app.getUser())?.displayName)).toBeNull()
    }))

  it("keep a session in a frame of another site, separate from the top-level site's", () =>
    fixture().visit(async ({ page }) => {
      const context = page.context()
      await serveElsewhere(context, /^https:\/\/(outside|inside)\.example\//, fixture())
      await context.route("https://outside.example/", (route) =>
        route.fulfill({ contentType: "text/html", body: '<iframe src="https://inside.example/tabs.html"></iframe>' })
      )
      await page.goto("https://outside.example/")
      const email = newEmail()
      const frame = page.frames().find((one) => one.url().startsWith("https://inside.example/"))
      if (frame === undefined) throw new Error("there is no frame")
      await frame.waitForFunction(() => "app" in window)
      const status = await frame.evaluate(
        ([email, password]) =>
          window.app
            .signUpWithCredential({ email, password, noRedirect: true, verificationCallbackUrl: "http://localhost/" })
            .then(({ status }) => status),
        [email, PASSWORD] as const
      )
      expect(status).toBe("ok")
      const kept = (await page.context().cookies("https://inside.example/")).filter(({ name }) =>
        name.includes("stack-")
      )
      expect(kept.length).toBeGreaterThan(2)
      for (const cookie of kept) {
        expect([cookie.sameSite, cookie.secure, cookie.partitionKey !== undefined]).toEqual(["None", true, true])
      }
      // After a reload the frame is signed in; the same page at top level is not.
      await frame.goto("https://inside.example/tabs.html")
      await frame.waitForFunction(() => "app" in window)
      expect(await frame.evaluate(async () => (await window.app.getUser())?.primaryEmail)).toBe(email)
      await page.goto("https://inside.example/tabs.html")
      await page.waitForFunction(() => "app" in window)
      expect(await page.evaluate(async () => await window.app.getUser())).toBeNull()
    }))
}
