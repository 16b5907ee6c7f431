/** Tests the page of restricted users by keyboard. */
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { refreshCookie } from "../../core/session/cookie-values.ts"
import { settingsOf } from "./account-fixture.ts"
import { waitForTitle } from "./controls.ts"
import { type Fixture, newEmail, picture, violations } from "./fixture.ts"
import { keyboard } from "./keyboard.ts"
import { asServer, configure, mailedLink, newSession } from "./service-calls.ts"

export const restrictedUser = (fixture: () => Fixture) => {
  /** Signs up a user whose session the page has. */
  const signedUp = async (page: Page, email: string) => {
    const { refresh_token, user_id } = await newSession(fixture(), email)
    await mailedLink(fixture(), email, "email_verification")
    const cookie = { name: refreshCookie(fixture().project.id), value: String(refresh_token) }
    await page.context().addCookies([{ ...cookie, url: fixture().screens, sameSite: "Lax" }])
    return String(user_id)
  }

  it("verifies the address by keyboard, and gets to the page before", () =>
    fixture().visit(async ({ page }) => {
      await configure(fixture(), { require_email_verification: true })
      try {
        const email = newEmail()
        await signedUp(page, email)
        await page.goto(settingsOf(fixture()))
        await page.waitForURL("**/handler/onboarding**")
        await waitForTitle(page, "Verify your email address")
        expect(await violations(page)).toEqual([])
        const { press } = await keyboard(page)
        await press('button "Email me a link"')
        await page.getByText(`We sent a link to ${email}.`).waitFor()
        await press('button "I have verified it"')
        await page.getByText("The address is not verified yet.").waitFor()
        expect(await violations(page)).toEqual([])
        await picture(page, "onboarding-not-verified")

        const inMail = await page.context().newPage()
        await inMail.goto(await mailedLink(fixture(), email, "email_verification"))
        await (await keyboard(inMail)).press('button "Verify email"')
        await waitForTitle(inMail, "Your email address is verified")
        await inMail.close()

        await press('button "I have verified it"')
        await waitForTitle(page, "My profile")
      } finally {
        await configure(fixture(), { require_email_verification: false })
      }
    }))

  it("reads the reason of an administrator, and signs out by keyboard", () =>
    fixture().visit(async ({ page }) => {
      const id = await signedUp(page, newEmail())
      await asServer(fixture(), "PATCH", `/users/${id}`, {
        restricted_by_admin: true,
        restricted_by_admin_reason: "The invoice is unpaid."
      })
      await page.goto(settingsOf(fixture()))
      await page.waitForURL("**/handler/onboarding**")
      await waitForTitle(page, "Your account is restricted")
      await page.getByText("The invoice is unpaid.").waitFor()
      expect(await violations(page)).toEqual([])
      await picture(page, "onboarding-restricted")
      const { press } = await keyboard(page)
      await press('button "Sign out"')
      await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).toEqual([])
    }))
}
