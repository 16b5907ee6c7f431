// @ts-check
// Uses an example that renders on a server in Chromium. The server's HTML is complete, the browser requests none of its
// data again, and there are no errors of React and no violations of the content security policy.

import assert from "node:assert/strict"
import { chromium } from "playwright-core"
import { chromiumArguments, chromiumCommand, findChromium } from "../../../scripts/setup/chromium.mjs"

/** Limit of one step in milliseconds. */
const STEP_LIMIT = 30_000
const PASSWORD = "verdigris-lantern-42"
/** In characters: proxies accept 4 KiB of headers by default. */
const LONGEST_POLICY = 3000

/** The sources of scripts in a policy. @type {Record<import("./program.mjs").Traits["scripts"], RegExp>} */
const allowedScripts = {
  nonce: /script-src [^;]*'nonce-[^']+'/,
  hashes: /script-src 'self' (?:'sha256-[^']+' ?)+;/,
  "unsafe-inline": /script-src 'self' 'unsafe-inline';/
}

/**
 * @typedef {import("playwright-core").Page} Page
 * @typedef {{ url: string, service: string, traits: import("./program.mjs").Traits }} Application
 */

/**
 * Rejects with the name of the step that failed.
 *
 * @param {Application} application
 * @returns {Promise<string>} a summary in one line
 */
export const walk = async (application) => {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error(`Chromium is missing. Install it by:\n  ${chromiumCommand()}`)
  const browser = await chromium.launch({ executablePath, args: chromiumArguments })
  try {
    const page = await browser.newPage({ baseURL: application.url })
    page.setDefaultTimeout(STEP_LIMIT)
    return await steps(page, application)
  } finally {
    await browser.close()
  }
}

/**
 * @param {Page} page
 * @param {Application} application
 */
const steps = async (page, { service, traits }) => {
  const email = `noor-${Date.now()}@fernhill.example`
  /** @type {Array<string>} */
  const consoleErrors = []
  /** @type {Array<string>} */
  const asked = []
  page.on("pageerror", (error) => consoleErrors.push(String(error)))
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) consoleErrors.push(message.text())
  })
  page.on("request", (request) => {
    const url = new URL(request.url())
    if (url.origin === new URL(service).origin && request.method() !== "OPTIONS") {
      asked.push(`${request.method()} ${url.pathname.replace("/api/v1", "")}`)
    }
  })

  /**
   * @param {string} name
   * @param {() => Promise<unknown>} work
   */
  const step = async (name, work) => {
    asked.length = 0
    try {
      await work()
      assert.deepEqual(consoleErrors, [])
    } catch (failure) {
      const cause = failure instanceof Error ? failure.message : String(failure)
      throw new Error(`${name}: ${cause}${consoleErrors.map((text) => `\n  the browser said: ${text}`).join("")}`, {
        cause: failure
      })
    }
  }
  const isOn = (/** @type {string} */ path) => page.waitForURL((url) => url.pathname === path)
  const heading = (/** @type {string} */ name) => page.getByRole("heading", { name, exact: true }).waitFor()

  /**
   * Loads a page that must be complete in the server's HTML and must not change or send requests in the browser.
   *
   * @param {string} path
   * @param {string} text
   */
  const isWhole = async (path, text) => {
    const response = await page.goto(path)
    assert.ok(response)
    const headers = await response.allHeaders()
    assert.match(headers["cache-control"] ?? "", /private.*no-store/)
    const policy = headers["content-security-policy"] ?? ""
    assert.match(policy, allowedScripts[traits.scripts])
    if (traits.scripts !== "unsafe-inline") assert.doesNotMatch(policy, /unsafe/)
    assert.ok(policy.length < LONGEST_POLICY, `the policy has ${policy.length} characters`)
    const html = await response.text()
    assert.ok(html.includes(text), `the server's text has no "${text}"`)
    await page.waitForLoadState("networkidle")
    await page.getByText(text).first().waitFor()
    assert.deepEqual(asked, [], "the browser asked for what it had been sent")
  }

  await step("the public page, signed out", () => isWhole("/", "Hello."))
  await step("a link to the protected page leads to sign-in, and back to the page", async () => {
    await page.getByRole("banner").getByRole("link", { name: "Notes" }).click()
    await isOn("/handler/sign-in")
    await heading("Sign in to My project")
    assert.equal(new URL(page.url()).searchParams.get("after_auth_return_to"), "/notes")
  })
  await step("the protected page redirects to sign-in", async () => {
    await page.goto("/notes?month=7")
    await isOn("/handler/sign-in")
    await heading("Sign in to My project")
    assert.equal(new URL(page.url()).searchParams.get("after_auth_return_to"), "/notes?month=7")
    assert.deepEqual(asked, [])
  })
  await step("sign up", async () => {
    await page.getByRole("link", { name: "Sign up" }).click()
    await heading("Create your My project account")
    await page.getByRole("textbox", { name: "Email", exact: true }).fill(email)
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD)
    await page.getByLabel("Repeat Password").fill(PASSWORD)
    await page.getByRole("button", { name: "Sign Up", exact: true }).click()
    await isOn("/notes")
    await heading("Notes")
  })
  await step("the protected page, complete", () => isWhole("/notes", email))
  if (traits.serverAction) {
    await step("a server action refreshes the session", async () => {
      await page.context().clearCookies({ name: "stack-access" })
      await page.getByRole("textbox", { name: "Note" }).fill("Pick the plums")
      await page.getByRole("button", { name: "Add" }).click()
      await page.getByRole("listitem").filter({ hasText: "Pick the plums" }).waitFor()
      assert.ok((await page.context().cookies()).some(({ name }) => name === "stack-access"))
    })
  }
  await step("the public page, signed in", () => isWhole("/", `Hello, ${email}.`))
  await step("the application's own API", async () => {
    const response = await page.request.get("/api/me")
    assert.equal(response.status(), 200)
    assert.equal(response.headers()["cache-control"], "private, no-store")
    assert.equal((await response.json()).email, email)
  })
  await step("the server refreshes a session without an access token and sets its cookie", async () => {
    await page.context().clearCookies({ name: "stack-access" })
    await isWhole("/", `Hello, ${email}.`)
    assert.ok((await page.context().cookies()).some(({ name }) => name === "stack-access"))
  })
  await step("sign out", async () => {
    await page.getByRole("banner").getByRole("button").click()
    await page.getByRole("menuitem", { name: "Sign out" }).click()
    await heading("Hello.")
  })
  await step("the server rejects the session after sign-out", async () => {
    assert.equal((await page.request.get("/api/me")).status(), 401)
    await isWhole("/", "Hello.")
    await page.goto("/notes")
    await isOn("/handler/sign-in")
  })
  await step("sign in", async () => {
    await page.getByRole("textbox", { name: "Email", exact: true }).fill(email)
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD)
    await page.getByRole("button", { name: "Sign In", exact: true }).click()
    await isOn("/notes")
    await heading("Notes")
    assert.deepEqual(
      asked.filter((request) => request !== "POST /auth/password/sign-in"),
      []
    )
  })
  return "works in Chromium: rendered whole, no warning, no violation, no request twice"
}
