/** Tests a form that an application composes from parts. */
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { type AuthFixture, nextMail, NOOR, TESS, totp } from "./auth-fixture.ts"
import { newEmail, PASSWORD, violations } from "./fixture.ts"

const own = (page: Page) => page.locator("form").filter({ has: page.locator("[name=password]") })
const address = (page: Page) => page.locator("form").filter({ hasNot: page.locator("[name=password]") })

export const authParts = (fixture: () => AuthFixture) => {
  it("signs in with the password and the second factor, accessible at each step", () =>
    fixture().visit(async ({ count, page }) => {
      const { service, screens } = fixture()
      await page.goto(`${screens}/parts`)
      await own(page).waitFor()
      expect(await violations(page)).toEqual([])
      await own(page).getByLabel("Email").fill(TESS)
      await own(page).getByLabel("Password").fill("not it")
      await own(page).getByRole("button", { name: "Let me in" }).click()
      await page.locator("[data-kind=field]").waitFor()
      expect(await violations(page)).toEqual([])
      await own(page).getByLabel("Password").fill(PASSWORD)
      await page.keyboard.press("Enter")
      const code = page.getByLabel("Code of your authenticator app")
      await code.waitFor()
      await expect.poll(() => code.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true)
      expect(await violations(page)).toEqual([])
      await page.keyboard.type(await totp(service))
      await page.getByText(`Signed in: ${TESS}`).waitFor()
      expect([count("POST /auth/password/sign-in"), count("POST /auth/mfa/sign-in")]).toEqual([2, 1])
    }))

  it("shows that the device is offline until it is online again", () =>
    fixture().visit(async ({ page }) => {
      await page.goto(`${fixture().screens}/parts`)
      await own(page).getByLabel("Email").fill(TESS)
      await own(page).getByLabel("Password").fill(PASSWORD)
      await page.context().setOffline(true)
      await own(page).getByRole("button", { name: "Let me in" }).click()
      const problem = page.locator("[data-kind=form]")
      await problem.waitFor()
      expect(await problem.innerText()).toBe("You are offline. Check your internet connection and try again.")
      await page.context().setOffline(false)
      await problem.waitFor({ state: "detached" })
      await own(page).getByRole("button", { name: "Let me in" }).click()
      await page.getByLabel("Code of your authenticator app").waitFor()
    }))

  it("signs in with a mailed code, and Cancel returns to the address", () =>
    fixture().visit(async ({ page }) => {
      const { service, screens } = fixture()
      const email = newEmail()
      await page.goto(`${screens}/parts`)
      await address(page).getByLabel("Or get a code by mail").fill(NOOR)
      await address(page).getByRole("button", { name: "Send" }).click()
      await page.getByRole("button", { name: "Cancel" }).click()
      const field = address(page).getByLabel("Or get a code by mail")
      expect(await field.inputValue()).toBe(NOOR)
      await field.fill(email)
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { name: "Look into your mail" }).waitFor()
      expect(await violations(page)).toEqual([])
      const { otp } = await nextMail(service, email)
      await page.keyboard.type(otp.toLowerCase())
      await page.getByText(`Signed in: ${email}`).waitFor()
    }))
}
