import { expect, test } from "@playwright/test"
import { sessionFile } from "./addresses.ts"

test("sign in once, and store the session for the other tests", async ({ page }) => {
  await page.goto("/teams")
  await page.getByRole("tab", { name: "Email & Password" }).click()
  await page.getByRole("textbox", { name: "Email", exact: true }).fill("noor@larkspur.example")
  await page.getByLabel("Password", { exact: true }).fill("verdigris-lantern-42")
  await page.getByRole("button", { name: "Sign In", exact: true }).click()
  await expect(page).toHaveURL(/\/teams$/)
  await page.context().storageState({ path: sessionFile })
})
