import { expect, test } from "@playwright/test"
import { nextMail } from "./mailbox.ts"

test("a new user signs up, and verifies the address by the link of the mail", async ({ page, request }) => {
  // An address for each attempt, so that a test can run again beside the users of the last one.
  const email = `ilse-${Date.now()}@fernhill.example`
  await page.goto("/handler/sign-up")
  await page.getByRole("tab", { name: "Email & Password" }).click()
  await page.getByRole("textbox", { name: "Email", exact: true }).fill(email)
  await page.getByLabel("Password", { exact: true }).fill("a-kettle-of-verdigris")
  await page.getByLabel("Repeat Password").fill("a-kettle-of-verdigris")
  await page.getByRole("button", { name: "Sign Up", exact: true }).click()
  await expect(page.getByRole("button", { name: /^Account/ })).toBeVisible()

  const { links } = await nextMail(request, email)
  const [link = ""] = links
  await page.goto(link)
  // A press of a button, since programs that scan mails follow links, too.
  await page.getByRole("button", { name: "Verify email" }).click()
  await expect(page.getByRole("heading", { name: "Your email address is verified" })).toBeVisible()
})
