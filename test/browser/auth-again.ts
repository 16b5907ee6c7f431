/** Tests reloads, the Back button and sign-in in another tab: no broken screens, and no request is sent twice. */
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { type AuthFixture, codeField, NOOR, TESS } from "./auth-fixture.ts"
import { emailField, fillField } from "./controls.ts"
import { newEmail, PASSWORD } from "./fixture.ts"

const toCode = async (page: Page, screens: string) => {
  await page.goto(`${screens}/handler/sign-in?autofill=no`)
  await emailField(page).fill(newEmail())
  await page.keyboard.press("Enter")
  await codeField(page).waitFor()
}

const signIn = async (page: Page, screens: string, email: string) => {
  await page.goto(`${screens}/handler/sign-in?autofill=no&password`)
  await emailField(page).fill(email)
  await fillField(page, "Password", PASSWORD)
  await page.keyboard.press("Enter")
}

const toSecondFactor = async (page: Page, screens: string) => {
  await signIn(page, screens, TESS)
  await codeField(page).waitFor()
}

export const authAgain = (fixture: () => AuthFixture) => {
  for (const [step, reach, request] of [
    ["the code of a mail", toCode, "POST /auth/otp/send-sign-in-code"],
    ["the second factor", toSecondFactor, "POST /auth/password/sign-in"]
  ] as const) {
    it(`a reload and the Back button at ${step} start again and send nothing`, () =>
      fixture().visit(async ({ count, page }) => {
        const { screens } = fixture()
        await page.goto(`${screens}/before`)
        await reach(page, screens)
        await page.reload()
        await emailField(page).waitFor()
        expect(count(request)).toBe(1)
        await reach(page, screens)
        await page.goBack()
        await page.getByRole("heading", { name: "Page /before" }).waitFor()
        await page.goForward()
        await emailField(page).waitFor()
        expect(await codeField(page).count()).toBe(0)
        expect(count(request)).toBe(2)
        expect(count("POST /auth/otp/sign-in") + count("POST /auth/mfa/sign-in")).toBe(0)
      }))
  }

  it("a tab that waits for a code notices that another one has signed in", () =>
    fixture().visit(async ({ count, page }) => {
      const { screens } = fixture()
      await toCode(page, screens)
      const other = await page.context().newPage()
      await signIn(other, screens, NOOR)
      await other.getByText(`Signed in: ${NOOR}`).waitFor()
      await page.getByRole("heading", { name: "You are already signed in" }).waitFor()
      expect(count("GET /users/me")).toBe(1)
      expect(count("POST /auth/otp/sign-in")).toBe(0)
      await page.getByRole("button", { name: "Go home" }).click()
      await page.getByText(`Signed in: ${NOOR}`).waitFor()
    }))
}
