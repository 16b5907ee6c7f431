// @ts-check
// Checks the demo: two users of the example application, in Chromium.

import { chromium } from "playwright-core"
import { chromiumArguments, chromiumCommand, findChromium } from "../../scripts/setup/chromium.mjs"

/** Limit of one step in milliseconds. The first step loads the application's sources one by one. */
const STEP_LIMIT = 30_000
const PASSWORD = "verdigris-lantern-42"

/**
 * @typedef {import("playwright-core").Page} Page
 * @typedef {{ url: string, service: string }} Addresses the addresses of the application and of the service
 */

/**
 * Uses the application as two users. Rejects with the name of the step that failed.
 *
 * @param {Addresses} addresses
 * @returns {Promise<string>} a summary in one line
 */
export const checkJourney = async (addresses) => {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error(`Chromium is missing. Install it by:\n  ${chromiumCommand()}`)
  const start = Date.now()
  const browser = await chromium.launch({ executablePath, args: chromiumArguments })
  try {
    const [page, guest] = await Promise.all(
      [browser.newContext(), browser.newContext()].map(async (context) => {
        const page = await (await context).newPage()
        page.setDefaultTimeout(STEP_LIMIT)
        return page
      })
    )
    if (page === undefined || guest === undefined) throw new Error("Chromium opened no page.")
    await walk({ ...addresses, page, guest })
  } finally {
    await browser.close()
  }
  const took = ((Date.now() - start) / 1000).toFixed(1)
  return `Demo works: sign-up, a team, its board, an accepted invitation, offline, settings (${took} s).`
}

/**
 * Noor signs up, creates a team and invites Ilse, who signs up and joins. Each has a browser context.
 *
 * @param {Addresses & { page: Page, guest: Page }} options
 */
export const walk = async ({ guest, page, service, url }) => {
  const noor = `noor-${Date.now()}@fernhill.example`
  const ilse = `ilse-${Date.now()}@fernhill.example`

  await step("a protected page leads to sign-in", async () => {
    await page.goto(new URL("/teams", url).href)
    await page.getByRole("heading", { name: "Sign in to Larkspur" }).waitFor()
  })
  await step("sign up, and come back to the page", async () => {
    await page.getByRole("link", { name: "Sign up" }).click()
    await signUp(page, noor)
    await isAt(page, "/teams")
    await heading(page, "You are in no team yet")
  })
  await step("create a team", async () => {
    await page.getByRole("link", { name: "New team" }).click()
    await page.getByRole("button", { name: "Create team" }).click()
    await page.getByText("A team needs a name.").waitFor()
    await page.getByRole("textbox", { name: "What is it called?" }).fill("Fernhill Rowers")
    await page.getByRole("button", { name: "Create team" }).click()
    await heading(page, "Fernhill Rowers")
    await heading(page, "Nothing is pinned yet")
    await page.getByRole("banner").getByRole("button", { name: "Fernhill Rowers" }).waitFor()
  })
  await step("pin a notice, with the network gone in between", async () => {
    await page.getByRole("button", { name: "Pin a notice" }).click()
    await page.getByRole("textbox", { name: "Title" }).fill("New oars")
    await page.getByRole("textbox", { name: "Text" }).fill("They hang on the left wall.")
    await page.context().setOffline(true)
    await page.getByText("You are offline.").waitFor()
    await page.getByRole("button", { name: "Pin it" }).click()
    await page.getByRole("alert").getByText("The network is gone.").waitFor()
    await page.context().setOffline(false)
    await page.getByRole("button", { name: "Pin it" }).click()
    await page.getByRole("article", { name: "New oars" }).waitFor()
    await page.getByRole("button", { name: "Pin a notice" }).waitFor()
  })
  await step("invite a member", async () => {
    await page.getByRole("navigation", { name: "Team" }).getByRole("link", { name: "People" }).click()
    await heading(page, "1 member")
    await page.getByRole("textbox", { name: "Email address" }).fill(ilse)
    await page.getByRole("button", { name: "Invite", exact: true }).click()
    await page.getByRole("list", { name: "Pending invitations" }).getByText(ilse).waitFor()
  })
  await step("follow the invitation, sign up, and join", async () => {
    await guest.goto(await mailedLink(service, ilse))
    await guest.getByRole("button", { name: "Sign up" }).click()
    await signUp(guest, ilse)
    await guest.getByRole("button", { name: "Join", exact: true }).click()
    await guest.getByRole("button", { name: "Go home" }).click()
    await guest.getByRole("link", { name: "Open your boards" }).click()
    await guest.getByRole("link", { name: /Fernhill Rowers.*1 new/ }).click()
  })
  await step("read the board as a member, who may not pin", async () => {
    await guest.getByRole("article", { name: /^New oars/ }).waitFor()
    await guest.getByRole("button", { name: "Mark all as read" }).click()
    await guest.getByText("You have read everything.").waitFor()
    if ((await guest.getByRole("button", { name: /Pin a notice|Take down/ }).count()) > 0) {
      throw new Error("A member sees what only those may do who run the team.")
    }
  })
  await step("see that they joined", async () => {
    await page.reload()
    await heading(page, "2 members")
    await page.getByRole("list", { name: "Pending invitations" }).waitFor({ state: "detached" })
  })
  await step("take the notice down", async () => {
    await page.getByRole("link", { name: "Board" }).click()
    await page.getByRole("button", { name: "Take down “New oars”" }).click()
    await heading(page, "Nothing is pinned yet")
  })
  await step("change name, look and language in the account settings", async () => {
    await page
      .getByRole("banner")
      .getByRole("button", { name: /^Account/ })
      .click()
    await page.getByRole("menuitem", { name: "Account settings" }).click()
    await isAt(page, "/account")
    await page.getByRole("link", { name: "Look and language" }).click()
    await page.getByRole("radio", { name: "Dark" }).check()
    await page.locator("html[data-ks-scheme=dark]").waitFor()
    await page.getByRole("main").getByRole("combobox", { name: "Language" }).selectOption("de-DE")
    await page.getByRole("link", { name: "Mein Profil" }).waitFor()
    await page.getByRole("main").getByRole("combobox", { name: "Language" }).selectOption("en-US")
    await page.getByRole("link", { name: "My profile" }).waitFor()
  })
  await step("sign out, and in again", async () => {
    await page
      .getByRole("banner")
      .getByRole("button", { name: /^Account/ })
      .click()
    await page.getByRole("menuitem", { name: "Sign out" }).click()
    await page.getByRole("link", { name: "Start a board" }).waitFor()
    await isAt(page, "/")
    await page.getByRole("banner").getByRole("link", { name: "Sign in" }).click()
    await page.getByRole("tab", { name: "Email & Password" }).click()
    await page.getByRole("textbox", { name: "Email", exact: true }).fill(noor)
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD)
    await page.getByRole("button", { name: "Sign In", exact: true }).click()
    await isAt(page, "/teams")
    await page.reload()
    await page
      .getByRole("main")
      .getByRole("link", { name: /Fernhill Rowers/ })
      .waitFor()
  })
}

/**
 * @param {string} name
 * @param {() => Promise<unknown>} work
 */
const step = async (name, work) => {
  try {
    await work()
  } catch (failure) {
    const cause = failure instanceof Error ? failure.message.split("\n")[0] : String(failure)
    throw new Error(`The demo does not work. Step: ${name}. ${cause}`, { cause: failure })
  }
}

/** @type {(page: Page, name: string) => Promise<void>} */
const heading = (page, name) => page.getByRole("heading", { name, exact: true }).waitFor()

/** @type {(page: Page, path: string) => Promise<void>} */
const isAt = (page, path) => page.waitForURL(({ pathname }) => pathname === path)

/**
 * Fills and submits the sign-up page, which is open.
 *
 * @param {Page} page
 * @param {string} email
 */
const signUp = async (page, email) => {
  await heading(page, "Create your Larkspur account")
  await page.getByRole("tab", { name: "Email & Password" }).click()
  await page.getByRole("textbox", { name: "Email", exact: true }).fill(email)
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD)
  await page.getByLabel("Repeat Password").fill(PASSWORD)
  await page.getByRole("button", { name: "Sign Up", exact: true }).click()
}

/**
 * Returns the invitation link of the next mail to an address.
 *
 * @param {string} service
 * @param {string} to
 * @returns {Promise<string>}
 */
const mailedLink = async (service, to) => {
  const response = await fetch(`${service}/_keystile/mailbox/next`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-keystile-control": "1" },
    body: JSON.stringify({ to, type: "team_invitation", timeout_millis: 5000 })
  })
  const { mail } = await response.json()
  return mail.links[0]
}
