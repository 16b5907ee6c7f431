// @ts-check
// The demo's own check: a person's way through the example application, in Chromium.

import { chromium } from "playwright-core"
import { chromiumArguments, chromiumCommand, findChromium } from "./chromium.mjs"

/** How long one step may take, in milliseconds. The first loads the application's sources one by one. */
const STEP_LIMIT = 30_000

/**
 * Signs up, out and in, and reloads. Rejects, naming the step, if something does not come about.
 *
 * @param {string} url
 * @returns {Promise<string>} one line about what was done
 */
export const checkJourney = async (url) => {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error(`Chromium is missing. Install it by:\n  ${chromiumCommand()}`)
  const start = Date.now()
  const browser = await chromium.launch({ executablePath, args: chromiumArguments })
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(STEP_LIMIT)
    await walk(page, url)
  } finally {
    await browser.close()
  }
  const took = ((Date.now() - start) / 1000).toFixed(1)
  return `Demo works: signed up, out and in, still signed in after a reload (${took} s).`
}

/**
 * @param {import("playwright-core").Page} page
 * @param {string} url
 */
const walk = async (page, url) => {
  const email = `noor-${Date.now()}@fernhill.example`
  const password = "verdigris-lantern-42"
  const signedIn = page.getByRole("definition").filter({ hasText: email })
  const home = page.getByRole("heading", { name: "Hello.", exact: true })

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

  await step("open the profile, which leads to sign-in", async () => {
    await page.goto(new URL("/profile", url).href)
    await page.getByRole("heading", { name: "Sign in to your account" }).waitFor()
  })
  await step("sign up", async () => {
    await page.getByRole("link", { name: "Sign up" }).click()
    await page.getByRole("heading", { name: "Create a new account" }).waitFor()
    await page.getByRole("textbox", { name: "Email", exact: true }).fill(email)
    await page.getByLabel("Password", { exact: true }).fill(password)
    await page.getByLabel("Repeat Password").fill(password)
    await page.getByRole("button", { name: "Sign Up", exact: true }).click()
    await signedIn.waitFor()
  })
  await step("sign out", async () => {
    await page.getByRole("button", { name: "Sign out" }).click()
    await home.waitFor()
  })
  await step("sign in", async () => {
    await page.getByRole("navigation").getByRole("link", { name: "Sign in" }).click()
    await page.getByRole("textbox", { name: "Email", exact: true }).fill(email)
    await page.getByLabel("Password", { exact: true }).fill(password)
    await page.getByRole("button", { name: "Sign In", exact: true }).click()
    await page.getByRole("heading", { name: `Hello, ${email}.` }).waitFor()
  })
  await step("reload", async () => {
    await page.goto(new URL("/profile", url).href)
    await signedIn.waitFor()
    await page.reload()
    await signedIn.waitFor()
  })
}
