/** Tests a sign-in on a command line: its approval by keyboard, and its end in the list of sessions. */
import { expect, it } from "vitest"
import { section, settingsOf, signUp } from "./account-fixture.ts"
import { clickButton, waitForTitle } from "./controls.ts"
import { type Fixture, picture, violations } from "./fixture.ts"
import { keyboard } from "./keyboard.ts"
import { ask } from "./service-calls.ts"

const QUESTION = "Sign in from the command line"

export const commandLine = (fixture: () => Fixture) => {
  const start = async () => {
    const { login_code, polling_code } = await ask(fixture(), "POST", "/auth/cli", {})
    const url = `${fixture().screens}/handler/cli-auth-confirm?login_code=${String(login_code)}`
    return { url, poll: () => ask(fixture(), "POST", "/auth/cli/poll", { polling_code }) }
  }

  it("is approved by keyboard, and ends when the user signs it out", () =>
    fixture().visit(async ({ page }) => {
      const { poll, url } = await start()
      await signUp(fixture(), page)
      await page.goto(url)
      await waitForTitle(page, QUESTION)
      expect(page.url()).not.toContain("login_code")
      await page.getByText("Continue only if you started this yourself.").waitFor()
      expect(await violations(page)).toEqual([])
      await picture(page, "command-line-question")
      const { press } = await keyboard(page)
      await press('button "Approve"')
      await waitForTitle(page, "The program is signed in")
      expect(await violations(page)).toEqual([])
      const { refresh_token, status } = await poll()
      expect(status).toBe("success")
      expect(refresh_token).toBeTypeOf("string")

      await page.goto(settingsOf(fixture(), "#auth"))
      const rows = section(page, "Sessions").getByRole("listitem")
      await rows.nth(1).waitFor()
      expect(await rows.nth(1).textContent()).toMatch(/^Command line/)
      const settings = await keyboard(page)
      await settings.press('button "Sign out Command line"')
      await page.getByRole("heading", { name: "Sign out Command line?" }).waitFor()
      await settings.press('button "Sign out"')
      await page.getByText("Command line was signed out.").first().waitFor({ state: "attached" })
      await expect.poll(() => rows.count()).toBe(1)
    }))

  it("is denied by Cancel", () =>
    fixture().visit(async ({ page }) => {
      const { poll, url } = await start()
      await signUp(fixture(), page)
      await page.goto(url)
      await waitForTitle(page, QUESTION)
      await clickButton(page, "Cancel")
      await waitForTitle(page, "The program was not signed in")
      expect(await violations(page)).toEqual([])
      expect(await poll()).toEqual({ status: "expired", is_denied: true })
    }))
}
