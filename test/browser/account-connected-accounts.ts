/** Tests the accounts of a user at OAuth providers: connecting, changing and disconnecting them. */
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { section, settingsOf, signUp } from "./account-fixture.ts"
import { button, clickButton, fillField } from "./controls.ts"
import { type Fixture, newEmail, PASSWORD, picture, violations } from "./fixture.ts"
import { keyboard } from "./keyboard.ts"

export const accountConnectedAccounts = (fixture: () => Fixture) => {
  it("are connected at the provider, changed and disconnected by keyboard", () =>
    fixture().visit(async ({ page }) => {
      await signUp(fixture(), page)
      await page.goto(settingsOf(fixture(), "#auth"))
      const accounts = section(page, "Connected accounts")
      const rows = accounts.getByRole("listitem")
      await accounts.getByText("You have not connected an account yet.").waitFor()
      const [home, work] = [newEmail(), newEmail()]

      await connect(page, "GitHub", home)
      await rows.nth(0).waitFor()
      expect(new URL(page.url()).hash).toBe("#auth")
      expect(await rows.first().textContent()).toBe(`GitHub${home}Used for sign-in`)
      await connect(page, "GitHub", work)
      await rows.nth(1).waitFor()
      expect(await rows.nth(1).textContent()).toBe(`GitHub${work}`)
      expect(await violations(page)).toEqual([])
      await picture(page, "account-connected-accounts")

      const { after, choose, press, print, type } = await keyboard(page)
      const actions = (email: string) => `button "Actions for GitHub (${email})"`
      await choose(actions(home), "Stop using for sign-in")
      await after("stop signing in", actions(home), `You can no longer sign in with GitHub (${home}).`)
      await choose(actions(work), "Use for sign-in")
      await after("use for sign-in", actions(work), `You can now sign in with GitHub (${work}).`)
      await expect.poll(() => rows.nth(1).textContent()).toBe(`GitHub${work}Used for sign-in`)

      await choose(actions(home), "Disconnect")
      await page.getByRole("heading", { name: `Disconnect GitHub (${home})?` }).waitFor()
      expect(await violations(page)).toEqual([])
      await press('button "Disconnect"')
      await after("disconnect an account", actions(work), `GitHub (${home}) was disconnected.`)
      await choose(actions(work), "Disconnect")
      await type('textbox "Your password"', PASSWORD)
      await press('button "Disconnect"')
      await after("disconnect the last one", 'button "Connect an account"', `GitHub (${work}) was disconnected.`)
      print("connected accounts")
      await page.reload()
      await accounts.getByText("You have not connected an account yet.").waitFor()
    }))
}

/** Connects an account: chooses the provider, enters the password, and signs in at the provider's page. */
const connect = async (page: Page, provider: string, email: string) => {
  await button(page, "Connect an account").first().click()
  await page.getByRole("menuitem", { name: provider }).click()
  const dialog = page.getByRole("dialog")
  await fillField(dialog, "Your password", PASSWORD)
  await clickButton(dialog, "Connect an account")
  await page.waitForURL(/\/providers\//)
  await fillField(page, "Email", email)
  await page.getByRole("button", { name: "Continue" }).click()
  await page.waitForURL(/account-settings/)
}
