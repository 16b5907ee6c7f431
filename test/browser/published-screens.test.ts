/**
 * The published React screens in Chromium, against the service. The package is installed from the registry, with
 * `npm run test:clients` only.
 */
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, it } from "vitest"
import { screenVersions } from "../service/upstream/published-versions.ts"
import { nextMail, TESS, totp } from "./auth-fixture.ts"
import { button, clickButton, field, fillField } from "./controls.ts"
import { newEmail, PASSWORD } from "./fixture.ts"
import { openPublishedFixture, type PublishedFixture } from "./published-fixture.ts"

const emailField = (page: Page) => page.getByRole("textbox", { name: "Email", exact: true })
const passwordTab = (page: Page) => page.getByRole("tab", { name: "Email & Password" })
const passwordField = (page: Page) => field(page, "Password")
const signInButton = (page: Page) => button(page, "Sign In")
const greeting = (page: Page, email: string) => page.getByRole("heading", { name: `Hello, ${email}.` })

const signOut = async (page: Page) => {
  await page.getByRole("button", { name: "Leave" }).click()
  await page.getByRole("button", { name: "Enter" }).waitFor()
}

const fillSignIn = async (page: Page, email: string, password = PASSWORD) => {
  await passwordTab(page).click()
  await emailField(page).fill(email)
  await passwordField(page).fill(password)
}

const fillSignUp = async (page: Page, email: string) => {
  await fillSignIn(page, email)
  await page.getByLabel("Repeat Password").fill(PASSWORD)
  await clickButton(page, "Sign Up")
}

const signUp = async (page: Page, app: string, email: string) => {
  await page.goto(`${app}/handler/sign-up`)
  await fillSignUp(page, email)
  await greeting(page, email).waitFor()
}

/** Requests a mail with a code and a link. */
const sendCode = async (page: Page, app: string, email: string) => {
  await page.goto(`${app}/handler/sign-in`)
  await emailField(page).fill(email)
  await page.getByRole("button", { name: "Send email" }).click()
  await page.getByText("Enter the code from your email").waitFor()
}

const codeField = (page: Page) => page.getByRole("textbox")

describe.skipIf(process.env["KEYSTILE_INSTALL"] === undefined)("the published React screens", () => {
  describe.each(screenVersions)("version %s", (version) => {
    let fixture: PublishedFixture | undefined
    beforeAll(async () => {
      fixture = await openPublishedFixture(version)
    }, 600_000)
    // Removes all installed packages.
    afterAll(() => fixture?.close(), 600_000)

    const visit: PublishedFixture["visit"] = (work, expected) => {
      if (fixture === undefined) throw new Error("The fixture is not open.")
      return fixture.visit(work, expected)
    }

    it("sign up with a password, out, and in again after a wrong password", () =>
      visit(
        async ({ app, page }) => {
          const email = newEmail()
          await signUp(page, app, email)
          await page.reload()
          await greeting(page, email).waitFor()
          await signOut(page)
          await page.getByRole("button", { name: "Enter" }).click()
          await fillSignIn(page, email, "wrong horse")
          await signInButton(page).click()
          await page.getByText("Wrong e-mail or password").waitFor()
          await passwordField(page).fill(PASSWORD)
          await signInButton(page).click()
          await greeting(page, email).waitFor()
        },
        ["POST /auth/password/sign-in: 400 EMAIL_PASSWORD_MISMATCH"]
      ))

    it("show that an address has an account", () =>
      visit(
        async ({ app, page }) => {
          await page.goto(`${app}/handler/sign-up`)
          await fillSignUp(page, TESS)
          await page.getByText(/already exists/).waitFor()
        },
        ["POST /auth/password/sign-up: 409 USER_EMAIL_ALREADY_EXISTS"]
      ))

    it("sign up by a mailed code, and in by a mailed link", () =>
      visit(async ({ app, page, service }) => {
        const email = newEmail()
        await sendCode(page, app, email)
        await codeField(page).fill((await nextMail(service, email)).otp)
        await greeting(page, email).waitFor()
        await signOut(page)
        await sendCode(page, app, email)
        await page.goto((await nextMail(service, email)).link)
        await page.getByRole("button", { name: "Sign in" }).click()
        await greeting(page, email).waitFor()
      }))

    it("sign up and in by a provider", () =>
      visit(async ({ app, page }) => {
        const email = newEmail()
        for (const button of ["Sign up with GitHub", "Sign in with GitHub"]) {
          await page.goto(`${app}/handler/${button.startsWith("Sign up") ? "sign-up" : "sign-in"}`)
          await page.getByRole("button", { name: button }).click()
          await page.waitForURL("**/providers/github**")
          await fillField(page, "Email", email)
          await page.getByRole("button", { name: "Continue" }).click()
          await greeting(page, email).waitFor()
          await signOut(page)
        }
      }))

    it("hand the session to an application on another domain, which has a session of its own", () =>
      visit(async ({ app, page, shop }) => {
        const email = newEmail()
        const enter = async () => {
          await page.goto(shop)
          await page.getByRole("button", { name: "Enter" }).click()
        }
        await enter()
        await page.waitForURL(`${app}/handler/sign-in**`)
        await page.getByRole("link", { name: "Sign up" }).click()
        await page.waitForURL(`${app}/handler/sign-up**`)
        await fillSignUp(page, email)
        await page.waitForURL(`${shop}/`)
        await greeting(page, email).waitFor()
        // The session of the first domain is handed over without its screens.
        await signOut(page)
        await enter()
        await page.waitForURL(`${shop}/`)
        await greeting(page, email).waitFor()
        await page.goto(app)
        await greeting(page, email).waitFor()
      }))

    it("ask for the second factor", () =>
      visit(
        async ({ app, page, service }) => {
          await page.goto(`${app}/handler/sign-in`)
          await fillSignIn(page, TESS)
          await signInButton(page).click()
          await page.waitForURL("**/handler/mfa**")
          await codeField(page).fill(await totp(service))
          await greeting(page, TESS).waitFor()
        },
        ["POST /auth/password/sign-in: 400 MULTI_FACTOR_AUTHENTICATION_REQUIRED"]
      ))

    it("set a new password by a mailed link", () =>
      visit(async ({ app, page, service }) => {
        const email = newEmail()
        await signUp(page, app, email)
        await nextMail(service, email)
        await signOut(page)
        await page.goto(`${app}/handler/sign-in`)
        await passwordTab(page).click()
        await page.getByRole("link", { name: "Forgot password?" }).click()
        await page.getByLabel("Your Email").fill(email)
        await page.getByRole("button", { name: "Send Email" }).click()
        await page.goto((await nextMail(service, email)).link)
        await fillField(page, "New Password", "a-new-lantern-43")
        await page.getByLabel("Repeat New Password").fill("a-new-lantern-43")
        await page.getByRole("button", { name: "Reset Password" }).click()
        await page.getByText(/has been reset/).waitFor()
        await page.goto(`${app}/handler/sign-in`)
        await fillSignIn(page, email, "a-new-lantern-43")
        await signInButton(page).click()
        await greeting(page, email).waitFor()
      }))
  })
})
