/** Tests the recovery codes of the second factor, in the account settings and at sign-in. */
import { text as readText } from "node:stream/consumers"
import { expect, it } from "vitest"
import { confirmWithPassword, section, settingsOf, signUp, totp } from "./account-fixture.ts"
import { button, clickButton, waitForTitle } from "./controls.ts"
import { copyBy } from "./copied-text.ts"
import { type Fixture, picture, violations } from "./fixture.ts"
import { fillSignInTab, signInButton } from "./sign-in-forms.ts"

export const accountRecoveryCodes = (fixture: () => Fixture) => {
  it("shows ten codes once after the second factor is on, signs in with one, and replaces them", () =>
    fixture().visit(async ({ page }) => {
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
      const email = await signUp(fixture(), page)
      await page.goto(settingsOf(fixture(), "#auth"))
      const mfa = section(page, "Two-factor authentication")
      const recovery = section(page, "Recovery codes")
      await mfa.waitFor()
      expect(await recovery.count()).toBe(0)
      await clickButton(mfa, "Enable")
      await confirmWithPassword(page, "Enable")
      const size = await mfa.getByRole("img", { name: "QR code for your authenticator app" }).boundingBox()
      expect(size?.width).toBeGreaterThanOrEqual(200)
      const secret = await copyBy(button(mfa, "Copy key"))
      await mfa.getByText("Copied.").waitFor()
      expect(await mfa.locator("a[href^='otpauth://totp/']").getAttribute("href")).toContain(`secret=${secret}`)
      await mfa.getByRole("textbox").fill(await totp(secret, fixture().service))

      const codes = recovery.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")
      await codes.nth(9).waitFor()
      const created = await codes.allTextContents()
      expect(new Set(created).size).toBe(10)
      expect(await violations(page)).toEqual([])
      await picture(page, "account-recovery-codes")
      expect((await copyBy(button(recovery, "Copy"))).split(/\r?\n/)).toEqual(created)
      await recovery.getByText("Copied.").waitFor()
      const downloading = page.waitForEvent("download")
      await clickButton(recovery, "Download")
      const download = await downloading
      expect(download.suggestedFilename()).toBe("recovery-codes.txt")
      const text = await readText(await download.createReadStream())
      expect(text).toContain(email)
      for (const code of created) expect(text).toContain(code)
      await clickButton(recovery, "I have saved them")
      await recovery.getByText("Unused codes: 10.").waitFor()
      expect(await page.locator("body").textContent()).not.toContain(created[0])

      const signInWith = async (code: string) => {
        await page.context().clearCookies()
        await page.goto(`${fixture().screens}/handler/sign-in`)
        await fillSignInTab(page, email)
        await signInButton(page).click()
        await waitForTitle(page, "Two-factor authentication")
        await clickButton(page, "Use a recovery code")
        await page.getByLabel("Recovery code").fill(code)
        await page.keyboard.press("Enter")
      }
      await signInWith("0000-0000-0000")
      await page.getByText("This recovery code is wrong or was used before. Try another one.").waitFor()
      expect(await violations(page)).toEqual([])
      await page.keyboard.type((created[0] ?? "").toUpperCase().replaceAll("-", " "))
      await page.keyboard.press("Enter")
      await page.waitForURL(`${fixture().screens}/`)

      await page.goto(settingsOf(fixture(), "#auth"))
      await recovery.getByText("Unused codes: 9.").waitFor()
      await clickButton(recovery, "Create new codes")
      await page.getByRole("dialog").getByText("Your current codes will stop working.").waitFor()
      await confirmWithPassword(page, "Create new codes")
      await codes.nth(9).waitFor()
      const replaced = await codes.allTextContents()
      expect(replaced).not.toContain(created[1])
      await signInWith(created[1] ?? "")
      await page.getByText("This recovery code is wrong or was used before. Try another one.").waitFor()

      await clickButton(page, "Use your authenticator app")
      await page.getByText("Enter the six-digit code from your authenticator app.").waitFor()
    }))
}
