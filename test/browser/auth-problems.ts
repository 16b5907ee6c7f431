/** Tests failures of sign-in, what responses must not reveal, and attacks. */
import type { Page, Route } from "playwright-core"
import { expect, it } from "vitest"
import { type AuthFixture, codeField, NOOR } from "./auth-fixture.ts"
import { BREACHED_TEXT, refuseAsBreached } from "./breached-password.ts"
import { clickButton, emailField, field, fillField } from "./controls.ts"
import { newEmail, PASSWORD } from "./fixture.ts"

const refuse = (code: string, error: string) => (route: Route) =>
  route.request().method() === "OPTIONS"
    ? route.fallback()
    : route.fulfill({
        status: 400,
        headers: {
          "access-control-allow-origin": "*",
          "access-control-expose-headers": "*",
          "x-stack-known-error": code
        },
        json: { code, error }
      })

const alert = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text })

export const authProblems = (fixture: () => AuthFixture) => {
  it("shows the service's error for a magic link at the email field, as text", () =>
    fixture().visit(async ({ page }) => {
      await page.route(
        "**/auth/otp/send-sign-in-code",
        refuse("REDIRECT_URL_NOT_WHITELISTED", "No <b>such</b> address.")
      )
      await page.goto(`${fixture().screens}/handler/sign-in?autofill=no`)
      await emailField(page).fill(newEmail())
      await page.getByRole("button", { name: "Send email" }).click()
      const error = alert(page, "No <b>such</b> address.")
      await error.waitFor()
      expect(await emailField(page).getAttribute("aria-invalid")).toBe("true")
      expect(await emailField(page).getAttribute("aria-describedby")).toBe(await error.getAttribute("id"))
    }))

  it("shows an error for a code that was tried too often or has expired", () =>
    fixture().visit(async ({ page }) => {
      await page.goto(`${fixture().screens}/handler/sign-in?autofill=no`)
      await emailField(page).fill(newEmail())
      await page.getByRole("button", { name: "Send email" }).click()
      await codeField(page).waitFor()
      for (const code of [
        "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED",
        "VERIFICATION_CODE_EXPIRED",
        "VERIFICATION_CODE_NOT_FOUND"
      ]) {
        await page.route("**/auth/otp/sign-in", refuse(code, "Too late."), { times: 2 })
        await codeField(page).fill("ABC123")
        await alert(page, "Invalid code").waitFor()
        await codeField(page).fill("A")
        await alert(page, "Invalid code").waitFor({ state: "detached" })
        await codeField(page).fill("")
        await page.unroute("**/auth/otp/sign-in")
      }
    }))

  it("shows after four seconds that the service does not respond, and retries until it does", () =>
    fixture().visit(async ({ consoleErrors, page }) => {
      const service = `${fixture().service}/**`
      const slow = page.getByRole("heading", { name: "This is taking longer than usual" })
      const abort = (route: Route) => route.abort("connectionrefused")
      for (const response of [() => {}, abort]) {
        await page.route(service, response)
        await page.goto(`${fixture().screens}/handler/sign-in?autofill=no`)
        await slow.waitFor({ timeout: 30_000 })
        await page.unroute(service)
        await emailField(page).waitFor({ timeout: 30_000 })
        await page.evaluate(() => localStorage.clear())
      }
      consoleErrors.splice(0, consoleErrors.length, ...consoleErrors.filter((text) => !text.includes("ERR_")))
    }))

  it("shows the form of the last visit while the service does not respond, and the error when it is sent", () =>
    fixture().visit(async ({ consoleErrors, page }) => {
      await page.goto(`${fixture().screens}/handler/sign-in?autofill=no`)
      await emailField(page).waitFor()
      await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith("keystile-layout-")))
      await page.route(`${fixture().service}/**`, (route) => route.abort("connectionrefused"))
      await page.reload()
      await emailField(page).fill(newEmail())
      await page.getByRole("button", { name: "Send email" }).click()
      await page.getByRole("alert").waitFor()
      expect(await emailField(page).isVisible()).toBe(true)
      consoleErrors.splice(0, consoleErrors.length, ...consoleErrors.filter((text) => !text.includes("ERR_")))
    }))

  it("moves the focus from the error card to the screen when the service responds again", () =>
    fixture().visit(async ({ consoleErrors, page }) => {
      const service = `${fixture().service}/**`
      await page.route(service, (route) =>
        route.fulfill({ status: 500, headers: { "access-control-allow-origin": "*" } })
      )
      await page.goto(`${fixture().screens}/handler/sign-in?autofill=no`)
      const again = page.getByRole("button", { name: "Try again" })
      await again.focus()
      await page
        .getByText("We keep trying. This page continues as soon as the service responds.")
        .waitFor({ timeout: 30_000 })
      expect(await again.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true)
      await page.unroute(service)
      await emailField(page).waitFor({ timeout: 30_000 })
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Sign in to Fernhill")
      consoleErrors.splice(0)
    }))

  it("shows the same for an address with and without an account", () =>
    fixture().visit(async ({ page }) => {
      const { screens } = fixture()
      const texts: Array<string> = []
      for (const email of [NOOR, newEmail()]) {
        await page.goto(`${screens}/handler/sign-in?autofill=no&password`)
        await emailField(page).fill(email)
        await fillField(page, "Password", "not-the-password")
        await clickButton(page, "Sign In")
        const refused = await page.getByRole("alert").first().innerText()
        await page.goto(`${screens}/handler/sign-in?autofill=no`)
        await emailField(page).fill(email)
        await page.getByRole("button", { name: "Send email" }).click()
        await codeField(page).waitFor()
        texts.push(`${refused}\n${(await page.locator(".ks-card").innerText()).replace(email, "…")}`)
      }
      expect(texts[0]).toContain("Enter the code from your email")
      expect(texts[1]).toBe(texts[0])
    }))

  it("shows the refusal of a breached password at the field of sign-up, until it is changed", () =>
    fixture().visit(async ({ page }) => {
      await refuseAsBreached(page, "/auth/password/sign-up")
      await page.goto(`${fixture().screens}/handler/sign-up?password`)
      const email = newEmail()
      const password = field(page, "Password")
      await emailField(page).fill(email)
      await password.fill(PASSWORD)
      await page.getByLabel("Repeat Password").fill(PASSWORD)
      await page.keyboard.press("Enter")
      const error = alert(page, BREACHED_TEXT)
      await error.waitFor()
      expect(await password.getAttribute("aria-describedby")).toContain(await error.getAttribute("id"))
      expect(await emailField(page).getAttribute("aria-invalid")).not.toBe("true")
      await password.fill(`${PASSWORD}!`)
      await error.waitFor({ state: "detached" })
      await page.getByLabel("Repeat Password").fill(`${PASSWORD}!`)
      await page.keyboard.press("Enter")
      await page.getByText(`Signed in: ${email}`).waitFor()
    }))

  it("accepts pasted text in every field of sign-up", () =>
    fixture().visit(
      async ({ page }) => {
        await page.goto(`${fixture().screens}/handler/sign-up?password`)
        const email = newEmail()
        const repeat = page.getByLabel("Repeat Password")
        for (const [target, text] of [
          [emailField(page), email],
          [field(page, "Password"), PASSWORD],
          [repeat, PASSWORD]
        ] as const) {
          await page.evaluate((text) => navigator.clipboard.writeText(text), text)
          await target.focus()
          await page.keyboard.press("ControlOrMeta+v")
          expect(await target.inputValue()).toBe(text)
        }
        await page.keyboard.press("Enter")
        await page.getByText(`Signed in: ${email}`).waitFor()
      },
      { permissions: ["clipboard-read", "clipboard-write"] }
    ))

  it("works under a policy that forbids inline scripts, eval and markup from strings", () =>
    fixture().visit(async ({ consoleErrors, page }) => {
      const response = await page.goto(`${fixture().screens}/handler/sign-in?autofill=no`)
      const policy = response?.headers()["content-security-policy"] ?? ""
      expect(policy).toContain("script-src 'self';")
      expect(policy).toContain("style-src 'self';")
      expect(policy).toContain("trusted-types 'none'")
      await emailField(page).fill(newEmail())
      await page.getByRole("button", { name: "Send email" }).click()
      await codeField(page).waitFor()
      expect(consoleErrors).toEqual([])
      // Checks that the policy is in force: what it forbids fails here.
      await page.addScriptTag({ content: "document.title = 'broken into'" }).catch(() => {})
      expect(await page.title()).not.toBe("broken into")
      expect(consoleErrors.length).toBeGreaterThan(0)
      consoleErrors.length = 0
    }))

  it("starts a provider's flow with PKCE (S256) and keeps the verifier in a cookie for an hour", () =>
    fixture().visit(async ({ page }) => {
      await page.goto(`${fixture().screens}/handler/sign-in?autofill=no&code=old&state=older`)
      const authorization = page.waitForRequest((request) => request.url().includes("/auth/oauth/authorize/github"))
      await page.getByRole("button", { name: "Sign in with GitHub" }).click()
      const { searchParams } = new URL((await authorization).url())
      expect(searchParams.get("code_challenge_method")).toBe("S256")
      expect(searchParams.get("type")).toBe("authenticate")
      expect(searchParams.get("redirect_uri")).not.toMatch(/code=|state=/)
      await page.getByRole("button", { name: "Continue" }).waitFor()
      const state = searchParams.get("state") ?? ""
      const cookie = (await page.context().cookies(fixture().screens)).find(({ name }) => name.includes(state))
      const seconds = (cookie?.expires ?? 0) - Date.now() / 1000
      expect(seconds).toBeGreaterThan(3500)
      expect(seconds).toBeLessThanOrEqual(3600)
      expect(page.url()).not.toContain(cookie?.value ?? "")
    }))

  it("connects an account at a provider and returns to the page that requested it", () =>
    fixture().visit(async ({ page }) => {
      const { screens } = fixture()
      await page.goto(`${screens}/handler/sign-up?password`)
      const email = newEmail()
      await emailField(page).fill(email)
      await fillField(page, "Password", PASSWORD)
      await page.getByLabel("Repeat Password").fill(PASSWORD)
      await clickButton(page, "Sign Up")
      await page.getByText(`Signed in: ${email}`).waitFor()
      await page.goto(`${screens}/connections`)
      const authorization = page.waitForRequest((request) => request.url().includes("/auth/oauth/authorize/github"))
      await page.getByRole("button", { name: "Connect GitHub" }).click()
      expect(new URL((await authorization).url()).searchParams.get("type")).toBe("link")
      await fillField(page, "Email", newEmail())
      await page.getByRole("button", { name: "Continue" }).click()
      await page.waitForURL(`${screens}/connections`)
      await page.getByText(`Signed in: ${email}`).waitFor()
      await page.getByRole("button", { name: "Connect GitHub" }).click()
      await expect.poll(() => page.title()).toBe("Connected: github")
    }))
}
