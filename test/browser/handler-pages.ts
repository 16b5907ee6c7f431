/** Tests the handler's routes, the OAuth callback, sign-out and the error cards. */
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { clickButton, fillField, waitForTitle } from "./controls.ts"
import { newEmail, picture, type Fixture, type Visit, violations } from "./fixture.ts"
import { secondFactor } from "./service-calls.ts"
import { signUpAt } from "./sign-in-forms.ts"

/** Starts a sign-in with a provider and submits its page. */
const throughProvider = async (fixture: Fixture, page: Page, response: (page: Page) => Promise<void>) => {
  await page.goto(`${fixture.screens}/tabs.html`)
  await page.waitForFunction(() => "app" in window)
  await page.evaluate(() => void window.app.signInWithOAuth("github"))
  await page.getByRole("button", { name: "Cancel" }).waitFor()
  await response(page)
}

const as = (email: string) => async (page: Page) => {
  await fillField(page, "Email", email)
  await page.getByRole("button", { name: "Continue" }).click()
}

/** Expects the warning for developers about an ignored callback, then clears the console errors. */
const expectWarning = ({ consoleErrors }: Visit) => {
  expect(consoleErrors.join("\n")).toContain("This visit of the page of OAuth callbacks is ignored")
  consoleErrors.length = 0
}

const strangeCallbacks = [
  "",
  "?code=abc",
  `?code=${"a".repeat(64)}&state=${"b".repeat(43)}`,
  "?code=<script>alert(1)</script>&state=../../x",
  "?error=server_error&state=nobody",
  "?code=abc&state=abc&after_auth_return_to=%2F%2Fevil.example"
]

const errors = [
  ["OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER", "This account is already connected"],
  ["USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION", "You have already connected another account"],
  ["OAUTH_ACCOUNT_NOT_FOR_SIGN_IN", "This account is not used for sign-in"],
  ["LIMIT_REACHED", "Your account at the provider is not connected"],
  ["OAUTH_PROVIDER_ACCESS_DENIED", "The provider denied access"],
  ["OUTER_OAUTH_TIMEOUT", "The sign-in took too long"],
  ["OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED", "This provider is not available"],
  ["SIGN_UP_NOT_ENABLED", "New account registration is not allowed"],
  ["REDIRECT_URL_NOT_WHITELISTED", "This application is not set up for sign-in"],
  ["CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE", "This email is already used for sign-in"],
  ["INVALID_AUTHORIZATION_CODE", "The sign-in was not completed"],
  ["OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE", "Your account at the provider is not connected"],
  ["INVALID_SCOPE", "This provider is not available"],
  ["NO_SUCH_CODE", "An unknown error occurred"],
  ["__proto__", "An unknown error occurred"],
  ["<img src=x onerror=alert(1)>", "An unknown error occurred"]
] as const

const aliases = [
  ["login", "sign-in"],
  ["register", "sign-up"],
  ["emailverification", "email-verification"],
  ["forgotpassword", "forgot-password"]
] as const

export const handlerPages = (fixture: () => Fixture) => {
  it("redirects aliases to the canonical path and keeps the query", () =>
    fixture().visit(async ({ page }) => {
      for (const [alias, name] of aliases) {
        await page.goto(`${fixture().screens}/handler/${alias}?handler=&theme=plum`)
        await page.waitForURL(`${fixture().screens}/handler/${name}?handler=&theme=plum`)
        await page.getByRole("heading", { level: 1 }).filter({ hasNotText: "Loading" }).waitFor()
      }
      // The example's router passes only the path.
      await page.goto(`${fixture().app}/handler/login?after_auth_return_to=%2Fprofile`)
      await page.waitForURL(`${fixture().app}/handler/sign-in?after_auth_return_to=%2Fprofile`)
      await waitForTitle(page, "Sign in to My project")
    }))

  it("redirects to a configured page, except for errors, which the handler shows itself", () =>
    fixture().visit(async ({ page }) => {
      const urls = encodeURIComponent(
        JSON.stringify({
          signIn: "/entrance?tone=warm",
          passwordReset: "/renew",
          error: "/oops",
          signUp: "/handler/join"
        })
      )
      const { screens } = fixture()
      await page.goto(`${screens}/handler/sign-in?handler&urls=${urls}&a=1`)
      await page.waitForURL(
        (url) => url.pathname === "/entrance" && url.search.startsWith("?tone=warm&") && url.search.endsWith("&a=1")
      )
      await page.goto(`${screens}/handler/password-reset?urls=${urls}&code=${"0".repeat(45)}`)
      await page.waitForURL((url) => url.pathname === "/renew" && url.search.endsWith(`&code=${"0".repeat(45)}`))
      await page.goto(`${screens}/handler/join?urls=${urls}`)
      await waitForTitle(page, "Create your My project account")
      await page.goto(`${screens}/handler/error?urls=${urls}`)
      await waitForTitle(page, "An unknown error occurred")
      expect(page.url()).toContain("/handler/error")
    }))

  it("shows a card for an unknown page", () =>
    fixture().visit(async ({ page }) => {
      for (const path of ["nothing", "sign-in/more", "team", "x%2f..%2fsign-in", "constructor"]) {
        await page.goto(`${fixture().screens}/handler/${path}`)
        await waitForTitle(page, "Page not found")
      }
      expect(await violations(page)).toEqual([])
      await clickButton(page, "Go home")
      await page.waitForURL(`${fixture().screens}/`)
    }))

  it("follows the browser history and moves the focus", () =>
    fixture().visit(async ({ page }) => {
      await page.goto(`${fixture().screens}/handler/sign-in?handler`)
      await waitForTitle(page, "Sign in to My project")
      await page.evaluate(() => history.pushState(null, "", "/handler/forgot-password"))
      await waitForTitle(page, "Reset your password")
      await page.waitForFunction(() => document.activeElement?.textContent === "Reset your password")
      await page.goBack()
      await waitForTitle(page, "Sign in to My project")
      await page.evaluate(() => history.pushState(null, "", "/handler/login"))
      await page.waitForURL("**/handler/sign-in")
      await waitForTitle(page, "Sign in to My project")
    }))

  it("cannot be shown in a frame unless framing is allowed", () =>
    fixture().visit(async ({ consoleErrors, page }) => {
      const { app, screens } = fixture()
      await page.route(`${screens}/**`, async (route) => {
        const response = await route.fetch()
        const { "content-security-policy": _, ...headers } = response.headers()
        await route.fulfill({ response, headers })
      })
      await page.route(`${app}/outside**`, (route) => {
        const { search } = new URL(route.request().url())
        const body = `<iframe src="${screens}/handler/forgot-password${search}"></iframe>`
        return route.fulfill({ contentType: "text/html", body })
      })
      await page.goto(`${app}/outside`)
      const frame = page.frameLocator("iframe")
      await frame
        .getByRole("heading", { name: "For your security, this page cannot be shown inside another page" })
        .waitFor()
      expect(await frame.locator("input").count()).toBe(0)
      await page.goto(`${app}/outside?framing`)
      await frame.getByRole("heading", { name: "Reset your password" }).waitFor()
      // Chromium refuses requests of a frame to loopback addresses, where the service of the tests is.
      expect(consoleErrors.splice(0).filter((text) => !text.includes("`loopback` address space"))).toEqual([])
    }))

  it("signs in with a provider: exchanges the code once and removes it from the address and the history", () =>
    fixture().visit(async ({ count, page }) => {
      const { screens } = fixture()
      // Scripts that load after the first ones must not receive the code in their referrer.
      const atOnce = await fetch(screens).then((response) => response.text())
      const later: Array<string> = []
      page.on("request", (request) => {
        const { origin, pathname } = new URL(request.url())
        if (origin === screens && pathname.endsWith(".js") && !atOnce.includes(pathname)) {
          later.push(request.headers()["referer"] ?? "")
        }
      })
      await throughProvider(fixture(), page, as(newEmail()))
      await page.waitForURL(`${screens}/`)
      await waitForTitle(page, "Page /")
      expect(count("POST /auth/oauth/token")).toBe(1)
      expect(later.length).toBeGreaterThan(0)
      expect(later.filter((referrer) => referrer.includes("code="))).toEqual([])
      await page.goBack()
      await page.waitForLoadState()
      expect(page.url()).not.toContain("code=")
      expect(count("POST /auth/oauth/token")).toBe(1)
    }))

  it("asks for the second factor after a provider", () =>
    fixture().visit(async (visit) => {
      const { count, page } = visit
      const { screens } = fixture()
      const email = newEmail()
      await throughProvider(fixture(), page, as(email))
      await page.waitForURL(`${screens}/`)
      await page.goto(`${screens}/tabs.html`)
      await page.waitForFunction(() => "app" in window)
      await page.evaluate(async () => {
        const user = await window.app.getUser()
        await user?.update({ totpMultiFactorSecret: new TextEncoder().encode("twenty bytes secret!") })
        await user?.signOut()
      })
      await throughProvider(fixture(), page, as(email))
      await waitForTitle(page, "Two-factor authentication")
      const code = page.getByLabel("Code from your authenticator app")
      await code.waitFor()
      expect(page.url()).toBe(`${screens}/handler/oauth-callback`)
      expect(await violations(page)).toEqual([])
      await picture(page, "oauth-second-factor")
      await code.fill((await secondFactor()) === "000000" ? "111111" : "000000")
      await page.getByText("This code is wrong. Check your authenticator app and enter the newest code.").waitFor()
      await code.fill(await secondFactor())
      await page.waitForURL(`${screens}/`)
      expect(count("POST /auth/mfa/sign-in")).toBe(2)
    }))

  it("shows a card when the provider denied access", () =>
    fixture().visit(async ({ page }) => {
      await throughProvider(fixture(), page, (page) => page.getByRole("button", { name: "Cancel" }).click())
      await waitForTitle(page, "The provider denied access")
      await clickButton(page, "Sign in")
      await page.waitForURL("**/handler/sign-in**")
      await waitForTitle(page, "Sign in to My project")
    }))

  it("redirects to sign-in, without a return URL, when this browser did not start the OAuth flow", () =>
    fixture().visit(async (visit) => {
      const { count, page } = visit
      const visited: Array<string> = []
      page.on("framenavigated", (frame) => visited.push(frame.url()))
      for (const query of strangeCallbacks) {
        visited.length = 0
        await page.goto(`${fixture().screens}/handler/oauth-callback${query}`)
        await page.waitForURL(`${fixture().screens}/handler/sign-in`)
        await waitForTitle(page, "Sign in to My project")
        expect(visited.filter((url) => url.includes("sign-in")).length).toBe(1)
      }
      expect(count("POST /auth/oauth/token")).toBe(0)
      expectWarning(visit)
    }))

  it("offers a link home when the redirect does not happen", () =>
    fixture().visit(async ({ page }) => {
      await page.clock.install()
      await page.route("**/auth/oauth/token", () => {})
      await throughProvider(fixture(), page, as(newEmail()))
      // Measured as soon as it is there: the link replaces it after three seconds.
      const spinner = await page.waitForFunction(() => {
        const shown = document.querySelector(".ks-spinner")?.getBoundingClientRect()
        return shown && { width: shown.width, height: shown.height }
      })
      const { height = 0, width = 0 } = (await spinner.jsonValue()) ?? {}
      expect(width).toBeGreaterThan(8)
      expect(width).toBeCloseTo(height, 1)
      await waitForTitle(page, "Redirecting")
      const link = page.getByRole("link", { name: "go to the home page" })
      await page.clock.runFor(3000)
      await link.waitFor()
      expect(await violations(page)).toEqual([])
      await link.click()
      await page.waitForURL(`${fixture().screens}/`)
    }))

  it("shows a card when the code exchange fails, and offers to start again", () =>
    fixture().visit(async ({ page }) => {
      await page.route("**/auth/oauth/token", (route) => route.abort())
      await throughProvider(fixture(), page, as(newEmail()))
      await waitForTitle(page, "We could not sign you in")
      expect(await violations(page)).toEqual([])
      await clickButton(page, "Sign in")
      await page.waitForURL("**/handler/sign-in**")
    }))

  it("shows OAuth errors as a card", () =>
    fixture().visit(async ({ page }) => {
      const query = (code: string) =>
        new URLSearchParams({ errorCode: code, message: "<b>Call 555</b>", details: '{"a":1}' })
      for (const [code, heading] of errors) {
        await page.goto(`${fixture().screens}/handler/error?${query(code)}`)
        await waitForTitle(page, heading)
        expect(await page.getByText("Call 555").count()).toBe(0)
      }
      await page.goto(`${fixture().screens}/handler/error?${query("INVALID_SCOPE")}`)
      await page.getByText("Error code: INVALID_SCOPE").waitFor()
      await expect.poll(() => page.title()).toBe("This provider is not available · My project")
      // The callback page receives errors, too.
      await page.goto(`${fixture().screens}/handler/oauth-callback?${query("OAUTH_PROVIDER_ACCESS_DENIED")}`)
      await waitForTitle(page, "The provider denied access")
      expect(page.url()).toBe(`${fixture().screens}/handler/oauth-callback`)
    }))

  it("signs out once and shows a card", () =>
    fixture().visit(async ({ count, page }) => {
      const { app } = fixture()
      await signUpAt(page, app)
      await page.goto(`${app}/handler/sign-out`)
      await waitForTitle(page, "You are not currently signed in.")
      expect(count("DELETE /auth/sessions/current")).toBe(1)
      expect(await violations(page)).toEqual([])
      await page.reload()
      await waitForTitle(page, "You are not currently signed in.")
      expect(count("DELETE /auth/sessions/current")).toBe(1)
      await clickButton(page, "Sign in")
      await page.waitForURL(`${app}/handler/sign-in`)
      await waitForTitle(page, "Sign in to My project")
    }))

  it("shows a card to users who are signed in already", () =>
    fixture().visit(async ({ page }) => {
      await signUpAt(page, fixture().app)
      for (const name of ["forgot-password", `magic-link-callback?code=${"0".repeat(45)}`]) {
        await page.goto(`${fixture().app}/handler/${name}`)
        await waitForTitle(page, "You are already signed in")
      }
    }))

  it("has no accessibility violations and does not scroll sideways, in dark mode and on a narrow screen", () =>
    fixture().visit(
      async ({ page }) => {
        for (const path of [
          "forgot-password",
          "password-reset",
          `email-verification?code=${"0".repeat(45)}`,
          `magic-link-callback?code=${"0".repeat(45)}`,
          "sign-out",
          "error?errorCode=OAUTH_PROVIDER_ACCESS_DENIED",
          "error?errorCode=OUTER_OAUTH_TIMEOUT"
        ]) {
          await page.goto(`${fixture().screens}/handler/${path}`)
          await page.locator("h1.ks-title").waitFor()
          expect(await violations(page), path).toEqual([])
          expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
          await picture(page, `page-${path.replace(/\W.*/, "")}-dark`)
        }
      },
      { colorScheme: "dark", viewport: { width: 320, height: 640 }, reducedMotion: "reduce" }
    ))
}
