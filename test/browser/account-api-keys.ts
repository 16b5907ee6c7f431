/** Tests the API keys of a user and of a team, and the checks of them by the application's server. */
import { expect, it } from "vitest"
import { confirmWithPassword, section, settingsOf, signUp } from "./account-fixture.ts"
import { button, clickButton, waitForTitle } from "./controls.ts"
import { copyBy } from "./copied-text.ts"
import { type Fixture, picture, violations } from "./fixture.ts"
import { asServer } from "./service-calls.ts"

export const accountApiKeys = (fixture: () => Fixture) => {
  it("of a user are created, copied once, accepted by a server, and refused once they are revoked", () =>
    fixture().visit(async ({ page }) => {
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
      await signUp(fixture(), page)
      await page.goto(settingsOf(fixture(), "#settings"))
      const keys = section(page, "API keys")
      const valid = keys.getByRole("list", { name: "API keys", exact: true }).getByRole("listitem")
      await clickButton(keys, "Create API key")
      await clickButton(keys, "Create API key")
      await keys.getByText("Please enter a name").waitFor()
      await keys.getByRole("textbox", { name: "Name" }).fill("<b>CI</b>")
      await keys.getByRole("combobox", { name: "Expiration" }).selectOption("30 days")
      expect(await violations(page)).toEqual([])
      await picture(page, "account-api-key-form")
      await clickButton(keys, "Create API key")
      await confirmWithPassword(page, "Create API key")

      await keys.getByText("The API key was created.").waitFor()
      const apiKey = await copyBy(button(keys, "Copy"))
      expect(apiKey).toMatch(/^sk_\w+user1574ck4u7h[\da-f]{8}$/)
      await keys.getByText(apiKey, { exact: true }).waitFor()
      expect(await violations(page)).toEqual([])
      await picture(page, "account-api-key-created")
      await valid.getByText(`sk_…${apiKey.slice(-4)}`).waitFor()
      const checked = await asServer(fixture(), "POST", "/user-api-keys/check", { api_key: apiKey })
      expect(checked).toMatchObject({ description: "<b>CI</b>", type: "user" })
      await clickButton(keys, "I have saved it")
      await keys.getByText(apiKey, { exact: true }).waitFor({ state: "detached" })

      await page.reload()
      await clickButton(valid, "Revoke <b>CI</b>")
      const dialog = page.getByRole("dialog")
      await dialog.getByRole("heading", { name: "Revoke <b>CI</b>?" }).waitFor()
      expect(await violations(page)).toEqual([])
      await clickButton(dialog, "Revoke")
      await keys.getByText("<b>CI</b> was revoked.").waitFor()
      await keys.getByText("Revoked and expired keys").click()
      const invalid = keys.getByRole("list", { name: "Revoked and expired keys" }).getByRole("listitem")
      await invalid.getByText("<b>CI</b>", { exact: true }).waitFor()
      expect(await valid.count()).toBe(0)
      expect(await violations(page)).toEqual([])
      await expect(asServer(fixture(), "POST", "/user-api-keys/check", { api_key: apiKey })).rejects.toThrow(
        "API_KEY_REVOKED"
      )
      await page.goto(settingsOf(fixture(), "#auth"))
      const activity = section(page, "Security activity")
      await activity.getByText("API key created").waitFor()
      await activity.getByText("API key revoked").waitFor()
    }))

  it("of a team are created and listed on its page", () =>
    fixture().visit(async ({ page }) => {
      await signUp(fixture(), page)
      await page.goto(settingsOf(fixture(), "#team-creation"))
      await page.getByRole("textbox", { name: "Team name" }).fill("Orchard")
      await clickButton(page, "Create")
      await waitForTitle(page, "Orchard")
      const keys = section(page, "API keys")
      await clickButton(keys, "Create API key")
      await keys.getByRole("textbox", { name: "Name" }).fill("Deploy")
      await keys.getByRole("combobox", { name: "Expiration" }).selectOption("No expiration")
      await clickButton(keys, "Create API key")
      await confirmWithPassword(page, "Create API key")
      const row = keys.getByRole("listitem").filter({ has: page.getByText("Deploy", { exact: true }) })
      await row.getByText("No expiration").waitFor()
      const shown = await keys.locator("code").textContent()
      const checked = await asServer(fixture(), "POST", "/team-api-keys/check", { api_key: shown })
      expect(checked).toMatchObject({ description: "Deploy", type: "team" })
      expect(await violations(page)).toEqual([])
    }))
}
