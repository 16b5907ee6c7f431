/** Steps of an owner in the console for production. Each checks the pages that it sees. */
import type { Page } from "playwright-core"
import { expect } from "vitest"
import { totp } from "./account-fixture.ts"
import { button, clickButton, emailField, field, fillField } from "./controls.ts"
import { picture, violations } from "./fixture.ts"
import { firstLoad, setPassword, setUpSecondFactor, signIn } from "./owner-fixture.ts"

/** Returns the URL of a page of the project in the console. */
export type UrlOf = (...path: ReadonlyArray<string>) => string

/** Nothing has this name (RFC 6761), so every webhook to it fails. */
const UNREACHABLE = "larkspur.invalid/webhooks"

/** Checks a page as it is, on a phone, and in dark. */
export const inspect = async (page: Page, name: string) => {
  expect(await violations(page), name).toEqual([])
  await picture(page, `owner-${name}`)
  const size = page.viewportSize() ?? { width: 1180, height: 800 }
  await page.setViewportSize({ width: 390, height: 760 })
  await page.emulateMedia({ colorScheme: "dark" })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), name).toBeLessThanOrEqual(0)
  expect(await violations(page), `${name} in dark`).toEqual([])
  await picture(page, `owner-${name}-dark-390`)
  await page.emulateMedia({ colorScheme: "light" })
  await page.setViewportSize(size)
}

/** Sets the password by the mailed link, signs in, and sets up a second factor. Returns its secret. */
export const setUpOwner = async (page: Page, url: string, link: string) => {
  await setPassword(page, link)
  await page.goto(`${url}/owner`, firstLoad)
  await signIn(page)
  await page.getByRole("link", { name: "Larkspur" }).waitFor(firstLoad)
  await inspect(page, "projects-without-second-factor")
  await page.getByRole("link", { name: "Set it up in your account settings" }).click()
  return setUpSecondFactor(page)
}

/** Opens a page of the console without a session. The link survives the sign-in with the second factor. */
export const followDeepLink = async (page: Page, urlOf: UrlOf, secret: string) => {
  await page.context().clearCookies()
  await page.goto(urlOf("users"), firstLoad)
  await emailField(page).waitFor(firstLoad)
  await signIn(page)
  await page.getByRole("heading", { name: "Two-factor authentication" }).waitFor()
  await page.keyboard.type(await totp(secret))
  await page.getByText("No user yet").waitFor(firstLoad)
  expect(page.url()).toBe(urlOf("users"))
}

/** Creates a user on the page of the users. */
export const createUser = async (page: Page) => {
  await clickButton(page, "Create user")
  await page.getByLabel("Email").fill("noor@larkspur.example")
  await page.getByLabel("Name").fill("Noor Lindqvist")
  await page.getByRole("dialog").getByRole("button", { name: "Create user" }).click()
  await page.getByRole("rowheader", { name: "Noor Lindqvist" }).getByRole("link").click()
  await page.getByRole("heading", { name: "Noor Lindqvist" }).waitFor()
  await inspect(page, "user")
}

/** Opens the pages on which no step does anything. */
export const visitPages = async (page: Page, urlOf: UrlOf) => {
  const pages = { home: "Home", teams: "Teams", mail: "Mail", permissions: "Permissions", settings: "Settings" }
  for (const [name, title] of Object.entries(pages)) {
    await page.goto(urlOf(name))
    await page.getByRole("heading", { name: title, exact: true, level: 1 }).waitFor()
    await inspect(page, name)
  }
}

/** Adds a webhook target. Its address has to be public and of https. */
export const addWebhookTarget = async (page: Page, urlOf: UrlOf) => {
  await page.goto(urlOf("webhooks"))
  await page.getByText("No target yet").waitFor()
  await inspect(page, "webhooks-empty")
  await clickButton(page, "Add target")
  const target = page.getByRole("dialog")
  await target.getByLabel("Address").fill(`http://${UNREACHABLE}`)
  await target.getByRole("button", { name: "Add target" }).click()
  await target.getByText("to public addresses over https only").waitFor()
  await target.getByLabel("Address").fill(`https://${UNREACHABLE}`)
  await target.getByRole("button", { name: "Add target" }).click()
  await page.getByText("shown this once").waitFor()
  await inspect(page, "webhooks-secret")
  await clickButton(page, "Done")
  await page.getByRole("rowheader", { name: `https://${UNREACHABLE}` }).waitFor()
}

/** Creates a team, whose webhook fails. The home page reports it, and the message is sent again. */
export const resendFailedWebhook = async (page: Page, urlOf: UrlOf) => {
  await page.goto(urlOf("teams"))
  await clickButton(page, "Create team")
  await page.getByRole("dialog").getByLabel("Name").fill("Crew")
  await page.getByRole("dialog").getByRole("button", { name: "Create team" }).click()
  await page.getByRole("heading", { name: "Crew" }).waitFor()
  await page.goto(urlOf("home"))
  await page.getByText(`Webhooks to https://${UNREACHABLE} fail`).waitFor(firstLoad)
  await page.getByRole("link", { name: "See the target" }).click()
  await page.getByText("The last attempt failed").waitFor()
  await inspect(page, "webhook-target")
  await page.getByRole("link", { name: "team.created" }).click()
  await page.getByRole("heading", { name: "team.created" }).waitFor()
  await inspect(page, "webhook-message")
  await clickButton(page, "Send again")
  await page.getByText("The message is sent again").waitFor()
}

/** Sends a failed mail again, once although the button is clicked twice. */
export const resendFailedMail = async (page: Page, urlOf: UrlOf, recipient: string) => {
  await page.goto(urlOf("mail"))
  const mail = page.getByRole("row").filter({ hasText: recipient })
  await mail.getByText("Failed").waitFor(firstLoad)
  await inspect(page, "mail-failed")
  await button(page, `Send again to ${recipient}`).dblclick()
  await page.getByText("is sent again").waitFor()
  await mail.getByText("Delivered").waitFor(firstLoad)
}

/** Edits the template of a mail, looks at its previews, and discards the change. */
export const previewTemplate = async (page: Page, urlOf: UrlOf) => {
  await page.goto(urlOf("mail", "templates"))
  await page.getByLabel("Subject").fill("Welcome to {{ projectDisplayName }}")
  await page.getByText("Welcome to Larkspur", { exact: true }).waitFor()
  const preview = page.frameLocator("iframe")
  await preview.getByText("Ada Okafor").first().waitFor()
  await inspect(page, "mail-templates")
  await page.getByRole("tab", { name: "Dark" }).click()
  const scheme = () => preview.locator(":root").evaluate((root) => getComputedStyle(root).colorScheme)
  await expect.poll(scheme).toBe("dark")
  await page.getByRole("tab", { name: "Plain text" }).click()
  await page.getByRole("tabpanel").getByText("Ada Okafor").waitFor()
  await clickButton(page, "Discard the change of the template")
}

/** Renames the project. The owner's session ends meanwhile, and the owner signs in again in another tab. */
export const renameProjectWhileSignedOut = async (
  page: Page,
  urlOf: UrlOf,
  { endSessions, name }: { readonly endSessions: () => Promise<unknown>; readonly name: string }
) => {
  await page.goto(urlOf("settings"))
  const edited = field(page, "Name")
  await edited.fill(name)
  await endSessions()
  await clickButton(page, "Save Name")
  const dialog = page.getByRole("dialog", { name: "You are signed out" })
  await dialog.waitFor()
  await inspect(page, "signed-out")
  const [tab] = await Promise.all([
    page.waitForEvent("popup"),
    dialog.getByRole("link", { name: "Sign in again" }).click()
  ])
  await emailField(tab).waitFor(firstLoad)
  await signIn(tab)
  await tab.getByRole("link", { name: "Larkspur" }).waitFor(firstLoad)
  await tab.close()
  await dialog.waitFor({ state: "detached" })
  expect(await edited.inputValue()).toBe(name)
  await clickButton(page, "Save Name")
  await page.getByText("Name saved").waitFor()
}

/** Creates another project, and returns to the present one, which the list shows by its new name. */
export const createProject = async (page: Page, present: string) => {
  await page.getByRole("link", { name: "Projects" }).click()
  await page.getByRole("link", { name: present }).waitFor()
  await clickButton(page, "New project")
  await fillField(page, "Name", "Quayside")
  await clickButton(page, "Create project")
  await page.getByRole("heading", { name: "Home", level: 1 }).waitFor()
  await page.getByRole("combobox", { name: "Project" }).selectOption({ label: present })
  await inspect(page, "two-projects")
}

/** Finds the user by the keyboard. */
export const findUserByPalette = async (page: Page) => {
  await page.keyboard.press("Control+k")
  await page.getByRole("combobox", { name: "Go to a page, a user or a team" }).fill("noor")
  await page.getByRole("option", { name: /Noor Lindqvist/ }).click()
  await page.getByRole("heading", { name: "Noor Lindqvist" }).waitFor()
}

/** Reads in the audit log what the steps before have changed. */
export const readAuditLog = async (page: Page, urlOf: UrlOf) => {
  await page.goto(urlOf("audit-log"))
  for (const action of ["PATCH /projects/current", "POST /users", "POST /webhooks/targets"]) {
    await page.getByRole("rowheader", { name: action }).first().waitFor()
  }
  await inspect(page, "audit-log")
}

export const signOut = async (page: Page) => {
  await page.getByRole("button", { name: /^Account/ }).click()
  await page.getByRole("menuitem", { name: "Sign out" }).click()
  await emailField(page).waitFor(firstLoad)
}
