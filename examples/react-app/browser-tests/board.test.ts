import { expect, test } from "@playwright/test"

test("a signed-in user creates a team and pins a notice", async ({ page }) => {
  await page.goto("/teams/new")
  await page.getByRole("textbox", { name: "What is it called?" }).fill("Fernhill Rowers")
  await page.getByRole("button", { name: "Create team" }).click()
  await page.getByRole("button", { name: "Pin a notice" }).click()
  await page.getByRole("textbox", { name: "Title" }).fill("New oars")
  await page.getByRole("textbox", { name: "Text" }).fill("They hang on the left wall.")
  await page.getByRole("button", { name: "Pin it" }).click()
  await expect(page.getByRole("article", { name: "New oars" })).toBeVisible()
})
