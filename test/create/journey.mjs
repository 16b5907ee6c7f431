// @ts-check
// Uses a created application in Chromium: sign-up, the protected page, sign-out, sign-in. Its console has to be clean.

import assert from "node:assert/strict"
import { chromium } from "playwright-core"
import { chromiumArguments, chromiumCommand, findChromium } from "../../scripts/setup/chromium.mjs"

/** Limit of one step in milliseconds. */
const STEP_LIMIT = 60_000
const PASSWORD = "verdigris-lantern-42"

/**
 * Rejects if a step fails, or if the browser's console has an error or a warning.
 *
 * @param {string} url
 * @param {string} title the name of the application
 */
export const useApplication = async (url, title) => {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error(`Chromium is missing. Install it by:\n  ${chromiumCommand()}`)
  const browser = await chromium.launch({ executablePath, args: chromiumArguments })
  try {
    const page = await browser.newPage({ baseURL: url })
    page.setDefaultTimeout(STEP_LIMIT)
    page.setDefaultNavigationTimeout(STEP_LIMIT)
    /** @type {Array<string>} */
    const said = []
    page.on("pageerror", (error) => said.push(String(error)))
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) said.push(message.text())
    })
    await steps(page, title)
    assert.deepEqual(said, [], "the console of the browser")
  } finally {
    await browser.close()
  }
}

/**
 * @param {import("playwright-core").Page} page
 * @param {string} title
 */
const steps = async (page, title) => {
  const email = `noor-${Date.now()}@fernhill.example`
  const isOn = (/** @type {string} */ path) => page.waitForURL((url) => url.pathname === path)
  const heading = (/** @type {string} */ name) => page.getByRole("heading", { name, exact: true }).waitFor()

  // A page of a server has to be hydrated before it is used.
  const isIdle = () => page.waitForLoadState("networkidle")
  const load = async (/** @type {string} */ path) => {
    await page.goto(path)
    await isIdle()
  }

  // The public page, signed out, and the protected page, which leads to sign-in and back.
  await load("/")
  await heading("Hello.")
  await load("/notes")
  await isOn("/handler/sign-in")
  await heading(`Sign in to ${title}`)

  await page.getByRole("link", { name: "Sign up" }).click()
  await isIdle()
  await heading(`Create your ${title} account`)
  await page.getByRole("textbox", { name: "Email", exact: true }).fill(email)
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD)
  await page.getByLabel("Repeat Password").fill(PASSWORD)
  await page.getByRole("button", { name: "Sign Up", exact: true }).click()
  await isOn("/notes")
  await heading("Notes")
  await page.getByText(`Only ${email} sees this page.`).waitFor()

  // Both pages after they are loaded anew, and by the links between them.
  await load("/notes")
  await page.getByText(`Only ${email} sees this page.`).waitFor()
  await page.getByRole("link", { name: title, exact: true }).click()
  await heading(`Hello, ${email}.`)
  await load("/")
  await heading(`Hello, ${email}.`)

  // A busy machine is idle before the page is hydrated, and a click before that opens no menu.
  const openMenu = async () => {
    const button = page.getByRole("banner").getByRole("button")
    const isOpen = () => page.getByRole("menu").waitFor({ timeout: 5_000 })
    for (const end = Date.now() + STEP_LIMIT; Date.now() < end;) {
      if ((await button.getAttribute("aria-expanded")) !== "true") await button.click()
      const opened = await isOpen().then(
        () => true,
        () => false
      )
      if (opened) return
    }
    throw new Error("The menu of the user did not open.")
  }
  await openMenu()
  await page.getByRole("menuitem", { name: "Account settings" }).click()
  await isOn("/handler/account-settings")
  await page.getByRole("heading", { name: "My profile" }).first().waitFor()
  await load("/")
  await openMenu()
  await page.getByRole("menuitem", { name: "Sign out" }).click()
  await heading("Hello.")

  await load("/notes")
  await isOn("/handler/sign-in")
  await page.getByRole("textbox", { name: "Email", exact: true }).fill(email)
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD)
  await page.getByRole("button", { name: "Sign In", exact: true }).click()
  await isOn("/notes")
  await heading("Notes")
  await page.getByText(`Only ${email} sees this page.`).waitFor()
}
