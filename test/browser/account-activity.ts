/** Tests the security activity of a user, over the audit log of a real service. */
import { expect, it } from "vitest"
import { section, settingsOf, signUp } from "./account-fixture.ts"
import { button, clickButton } from "./controls.ts"
import { type Fixture, PASSWORD, picture, violations } from "./fixture.ts"
import { ask } from "./service-calls.ts"

export const accountActivity = (fixture: () => Fixture) => {
  it("lists sign-ins and changes, follows a change on the page, and shows older ones by keyboard", () =>
    fixture().visit(async ({ page }) => {
      const email = await signUp(fixture(), page)
      const signIn = (password: string) => ask(fixture(), "POST", "/auth/password/sign-in", { email, password })
      for (let count = 0; count < 10; count++) await signIn(PASSWORD)
      await expect(signIn("a wrong password")).rejects.toThrow("EMAIL_PASSWORD_MISMATCH")
      await page.goto(settingsOf(fixture(), "#auth"))
      const activity = section(page, "Security activity")
      const rows = activity.getByRole("listitem")
      await rows.nth(9).waitFor()
      expect(await rows.count()).toBe(10)
      expect(await rows.first().textContent()).toMatch(/^Failed sign-inPassword · (?:127\.0\.0\.1|::1)/)
      expect(await rows.nth(1).textContent()).toMatch(/^Signed in/)

      const emails = section(page, "Emails")
      await emails.getByLabel("Add an email").fill(`other.${email}`)
      await clickButton(emails, "Add")
      await rows.getByText("Email added").waitFor()
      const added = rows.filter({ hasText: "Email added" })
      expect(await added.textContent()).toMatch(/Chrome on Linux · (?:127\.0\.0\.1|::1)/)
      const time = added.getByRole("time")
      expect(await time.getAttribute("title")).toContain(String(new Date().getFullYear()))
      expect(Number.isNaN(Date.parse((await time.getAttribute("datetime")) ?? ""))).toBe(false)
      expect(await violations(page)).toEqual([])
      await picture(page, "account-activity")

      const before = await rows.count()
      const more = button(activity, "Show more")
      await more.focus()
      await page.keyboard.press("Enter")
      await rows.filter({ hasText: "Account created" }).waitFor()
      expect(await more.count()).toBe(0)
      await expect.poll(() => rows.nth(before).evaluate((row) => row === document.activeElement)).toBe(true)
      expect(await violations(page)).toEqual([])
    }))
}
