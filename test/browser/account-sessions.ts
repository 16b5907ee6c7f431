/** Tests the sessions of a user on several devices, over a real service. */
import { expect, it } from "vitest"
import { section, settingsOf, signUp } from "./account-fixture.ts"
import { button } from "./controls.ts"
import { type Fixture, PASSWORD, picture, violations } from "./fixture.ts"
import { keyboard } from "./keyboard.ts"
import { ask, asServer } from "./service-calls.ts"

export const accountSessions = (fixture: () => Fixture) => {
  it("are signed out on one device, then on all others, by keyboard, and this device stays signed in", () =>
    fixture().visit(async ({ page }) => {
      const email = await signUp(fixture(), page)
      const signIn = () => ask(fixture(), "POST", "/auth/password/sign-in", { email, password: PASSWORD })
      const { user_id } = await signIn()
      await signIn()
      await signIn()
      const listed = async () => {
        const { items } = await asServer(fixture(), "GET", `/auth/sessions?user_id=${String(user_id)}`)
        return Array.isArray(items) ? items.length : 0
      }
      expect(await listed()).toBe(4)
      await page.goto(settingsOf(fixture(), "#auth"))
      const sessions = section(page, "Sessions")
      const rows = sessions.getByRole("listitem")
      await rows.nth(3).waitFor()
      expect(await rows.first().textContent()).toMatch(/^Chrome on Linux.*This device$/)
      expect(await rows.nth(1).textContent()).toMatch(/^Unknown device.*Last active: .* · (?:127\.0\.0\.1|::1)/)
      expect(await violations(page)).toEqual([])
      await picture(page, "account-sessions")

      const { after, press, print } = await keyboard(page)
      await press('button "Sign out Unknown device"')
      await page.getByRole("heading", { name: "Sign out Unknown device?" }).waitFor()
      expect(await violations(page)).toEqual([])
      await press('button "Sign out"')
      await after("sign out a device", 'button "Sign out Unknown device"', "Unknown device was signed out.")
      await expect.poll(() => rows.count()).toBe(3)
      expect(await listed()).toBe(3)

      await press('button "Sign out other devices"')
      await page.getByRole("heading", { name: "Sign out all other devices?" }).waitFor()
      await press('button "Sign out other devices"')
      await after("sign out other devices", 'heading "Sessions" [level=2]', "All other devices were signed out.")
      await expect.poll(() => rows.count()).toBe(1)
      expect(await listed()).toBe(1)
      print("sessions")
      await page.reload()
      await rows.getByText("This device").waitFor()
      expect(await button(sessions, "Sign out other devices").count()).toBe(0)
    }))

  it("have room for the name of the device on a narrow screen, with the button below it", () =>
    fixture().visit(
      async ({ page }) => {
        const email = await signUp(fixture(), page)
        await ask(fixture(), "POST", "/auth/password/sign-in", { email, password: PASSWORD })
        await page.goto(settingsOf(fixture(), "#auth"))
        const name = section(page, "Sessions").getByText("Unknown device", { exact: true })
        await name.waitFor()
        expect(await name.evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth)).toBe(0)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(280)
      },
      { viewport: { width: 280, height: 640 }, reducedMotion: "reduce" }
    ))
}
