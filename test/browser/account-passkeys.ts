/** Tests several passkeys of a user: adding, naming, using and removing them. */
import { expect, it } from "vitest"
import { confirmWithPassword, section, settingsOf, signUp, verify } from "./account-fixture.ts"
import { addTwoAuthenticators } from "./authenticator.ts"
import { clickButton, fillField } from "./controls.ts"
import { type Fixture, PASSWORD, picture, violations } from "./fixture.ts"

export const accountPasskeys = (fixture: () => Fixture) => {
  it("adds one on each of two authenticators, names it, signs in with both, and removes one", () =>
    fixture().visit(
      async ({ page }) => {
        const email = await signUp(fixture(), page)
        await verify(fixture(), page, email)
        const consentWith = await addTwoAuthenticators(page)
        await page.goto(settingsOf(fixture(), "#auth"))
        const passkeys = section(page, "Passkeys")
        const rows = passkeys.getByRole("listitem")
        const row = (name: string) => rows.filter({ has: page.getByText(name, { exact: true }) })
        const choose = async (name: string, item: string) => {
          await clickButton(passkeys, `Actions for ${name}`)
          await page.getByRole("menuitem", { name: item }).click()
        }

        await consentWith("device")
        await clickButton(passkeys, "Add passkey")
        await confirmWithPassword(page, "Add passkey")
        await row("Passkey").getByText("Not used yet").waitFor()
        await choose("Passkey", "Rename")
        const name = passkeys.getByLabel("Name of the passkey")
        await name.fill(" ")
        await clickButton(passkeys, "Save")
        await passkeys.getByText("Please enter a name").waitFor()
        await name.fill("x".repeat(65))
        await clickButton(passkeys, "Save")
        await passkeys.getByText("Please use at most 64 characters").waitFor()
        expect(await violations(page)).toEqual([])
        await name.fill("<b>Laptop</b>")
        await clickButton(passkeys, "Save")
        await row("<b>Laptop</b>").waitFor()

        await clickButton(passkeys, "Add passkey")
        const dialog = page.getByRole("dialog")
        await fillField(dialog, "Your password", PASSWORD)
        await clickButton(dialog, "Add passkey")
        await dialog.getByText("This device or password manager already has a passkey for your account.").waitFor()
        await clickButton(dialog, "Cancel")
        await consentWith("key")
        await clickButton(passkeys, "Add passkey")
        await confirmWithPassword(page, "Add passkey")
        await row("Passkey").waitFor()
        expect(await rows.count()).toBe(2)
        expect(await violations(page)).toEqual([])
        await picture(page, "account-passkeys")

        // This browser selects a passkey for the sign-in page immediately.
        const signIn = async () => {
          await page.context().clearCookies()
          await page.goto(`${fixture().screens}/handler/sign-in`)
          await page.waitForURL(`${fixture().screens}/`)
          await page.goto(settingsOf(fixture(), "#auth"))
        }
        await signIn()
        await row("Passkey").getByText("Last used").waitFor()
        expect(await row("<b>Laptop</b>").getByText("Not used yet").count()).toBe(1)
        await consentWith("device")
        await signIn()
        await row("<b>Laptop</b>").getByText("Last used").waitFor()

        await choose("Passkey", "Remove")
        await dialog.getByRole("heading", { name: "Remove Passkey?" }).waitFor()
        await confirmWithPassword(page, "Remove")
        await passkeys.getByText("Passkey was removed.").waitFor()
        await expect.poll(() => rows.count()).toBe(1)
        await row("<b>Laptop</b>").waitFor()
      },
      { reducedMotion: "reduce" }
    ))
}
