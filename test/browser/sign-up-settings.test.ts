/** Sign-up in a real browser at projects that require a proof, or longer passwords. */
import { join } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import type { Page } from "playwright-core"
import { nextMail, openAuthFixture, PROJECT_ID } from "./auth-fixture.ts"
import { clickButton, emailField, field, fillField } from "./controls.ts"
import { built, openedForFile, PASSWORD, picture, violations, withConfig } from "./fixture.ts"
import { signUpButton } from "./sign-in-forms.ts"
import { serveFolder } from "./static-site.ts"

const SCRIPT_HOST = "https://challenges.cloudflare.com"
const SIGN_UP = "POST /auth/password/sign-up"
const CHALLENGE = "GET /auth/sign-up-proof/challenge"
const ADMIN_KEY = "sak_fernhill"

const fixture = openedForFile(() => openAuthFixture({ superSecretAdminKey: ADMIN_KEY }))

/** The same pages with the policy that Turnstile needs. */
const turnstileSite = openedForFile(async () => {
  const site = await serveFolder(join(built, "auth-page"), fixture().service, { widgetHost: SCRIPT_HOST })
  return { ...site, close: site.stop }
})

/** Changes the settings of the project. */
const configure = async (config: object) => {
  const response = await fetch(`${fixture().service}/api/v1/projects/current`, {
    method: "PATCH",
    headers: {
      "content-type": "application/json",
      "x-stack-project-id": PROJECT_ID,
      "x-stack-access-type": "admin",
      "x-stack-super-secret-admin-key": ADMIN_KEY
    },
    body: JSON.stringify({ config })
  })
  expect(response.status).toBe(200)
}

const fill = async (page: Page, email: string) => {
  await emailField(page).fill(email)
  await fillField(page, "Password", PASSWORD)
}

const submit = (page: Page) => clickButton(page, "Sign Up")

const openSignUp = (page: Page, site: string) => page.goto(`${site}/handler/sign-up?password&repeat=no`)

describe("a project with a proof of work", () => {
  beforeAll(() => configure({ sign_up_proof: { type: "proof-of-work", difficulty: 20_000 } }))

  it("signs up with a password under the strictest policy, with one request", () =>
    fixture().visit(async ({ count, page }) => {
      await openSignUp(page, fixture().screens)
      expect(count(CHALLENGE)).toBe(0)
      await fill(page, "work@fernhill.example")
      await expect.poll(() => count(CHALLENGE)).toBe(1)
      expect(await violations(page)).toEqual([])
      await submit(page)
      await page.getByText("Signed in: work@fernhill.example").waitFor()
      expect(count(SIGN_UP)).toBe(1)
    }))

  it("signs up with a mailed code", () =>
    fixture().visit(async ({ count, page }) => {
      await page.goto(`${fixture().screens}/handler/sign-in`)
      await emailField(page).fill("mail@fernhill.example")
      await page.getByRole("button", { name: "Send email" }).click()
      await page.getByRole("textbox", { name: /^Code from your/ }).waitFor()
      const { otp } = await nextMail(fixture().service, "mail@fernhill.example")
      await page.keyboard.type(otp)
      await page.getByText("Signed in: mail@fernhill.example").waitFor()
      expect(count("POST /auth/otp/send-sign-in-code")).toBe(1)
    }))
})

/** A script in place of Cloudflare's. The widget is a button that reports a token, or an error first. */
const turnstileScript = `
  let tokens = 0
  const callbacks = new Map()
  globalThis.turnstile = {
    render(container, options) {
      const button = document.createElement("button")
      button.type = "button"
      button.textContent = "Verify you are human"
      button.onclick = () => options.callback("token " + ++tokens)
      options["before-interactive-callback"]()
      container.append(button)
      const id = "widget " + callbacks.size
      callbacks.set(id, () => button.remove())
      return id
    },
    remove(id) { callbacks.get(id)() }
  }`

describe("a project with Turnstile", () => {
  beforeAll(() => configure({ sign_up_proof: null }))

  const withTurnstile = (page: Page) => withConfig(page, { sign_up_proof: { type: "turnstile", site_key: "the-key" } })

  it("loads its script when the form is touched, and sends a new token after a refusal", () =>
    fixture().visit(async ({ hosts, page }) => {
      const proofs: Array<unknown> = []
      await withTurnstile(page)
      await page.route(`${SCRIPT_HOST}/**`, (route) =>
        route.fulfill({ contentType: "text/javascript", body: turnstileScript })
      )
      await page.route("**/auth/password/sign-up", (route) => {
        if (route.request().method() === "OPTIONS") return route.fallback()
        proofs.push(route.request().postDataJSON().sign_up_proof)
        if (proofs.length > 1) return route.fallback()
        return route.fulfill({
          status: 400,
          headers: {
            "access-control-allow-origin": "*",
            "access-control-expose-headers": "*",
            "x-stack-known-error": "SIGN_UP_PROOF_INVALID"
          },
          json: { code: "SIGN_UP_PROOF_INVALID", error: "The check failed." }
        })
      })
      await openSignUp(page, turnstileSite().url)
      await emailField(page).waitFor()
      expect(hosts.has("challenges.cloudflare.com")).toBe(false)
      await fill(page, "turnstile@fernhill.example")
      const widget = page.getByRole("button", { name: "Verify you are human" })
      await widget.click()
      await submit(page)
      await page.getByRole("alert").getByText("The check failed.").waitFor()
      expect(await emailField(page).inputValue()).toBe("turnstile@fernhill.example")
      await submit(page)
      await widget.click()
      await page.getByText("Signed in: turnstile@fernhill.example").waitFor()
      expect(proofs).toEqual(["token 1", "token 2"])
    }))

  it("does not move the form while its widget shows nothing", () =>
    fixture().visit(async ({ page }) => {
      const silent = `globalThis.turnstile = {
        render(container, { callback }) {
          container.append(document.createElement("div"))
          callback("token")
          return "widget"
        },
        remove() {}
      }`
      await withTurnstile(page)
      await page.route(`${SCRIPT_HOST}/**`, (route) => route.fulfill({ contentType: "text/javascript", body: silent }))
      await openSignUp(page, turnstileSite().url)
      const signUp = signUpButton(page)
      const top = async () => (await signUp.boundingBox())?.y
      await emailField(page).waitFor()
      const before = await top()
      await emailField(page).fill("silent@fernhill.example")
      await page.waitForFunction(() => "turnstile" in globalThis)
      await page.locator("form > div > div:empty").waitFor({ state: "attached" })
      expect(await top()).toBe(before)
    }))

  it("announces that its script cannot be loaded, and keeps what was typed", () =>
    fixture().visit(async ({ count, page }) => {
      await withTurnstile(page)
      await page.route(`${SCRIPT_HOST}/**`, (route) => route.abort())
      await openSignUp(page, turnstileSite().url)
      await fill(page, "blocked@fernhill.example")
      await submit(page)
      await page.getByRole("alert").getByText("not a robot could not be made").waitFor()
      expect(await emailField(page).inputValue()).toBe("blocked@fernhill.example")
      expect(count(SIGN_UP)).toBe(0)
      expect(await violations(page)).toEqual([])
    }))
})

describe("a project with a longer minimum length of passwords", () => {
  beforeAll(() => configure({ sign_up_proof: null, password_min_length: 24 }))

  it("shows the length before a password is typed, and keeps a shorter one", () =>
    fixture().visit(async ({ count, page }) => {
      await openSignUp(page, fixture().screens)
      const rule = page.getByText("Password must be at least 24 characters")
      await rule.waitFor()
      const password = field(page, "Password")
      await expect.poll(() => password.getAttribute("aria-describedby")).not.toBeNull()
      expect(await violations(page)).toEqual([])
      await picture(page, "sign-up-minimum-length")
      await fill(page, "length@fernhill.example")
      await submit(page)
      await page.locator("input[type=password][aria-invalid=true]").waitFor()
      expect(await password.inputValue()).toBe(PASSWORD)
      expect(count(SIGN_UP)).toBe(0)
      await picture(page, "sign-up-minimum-length-problem")
      await password.fill(`${PASSWORD}-${PASSWORD}`)
      await submit(page)
      await page.getByText("Signed in: length@fernhill.example").waitFor()
    }))
})
