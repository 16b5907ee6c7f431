/** A user signs up, verifies the email, sets up a second factor, signs out, and signs in with both factors. */
import { expect } from "vitest"
import type { Page } from "playwright-core"
import { confirmWithPassword, section, totp } from "./account-fixture.ts"
import { button, clickButton, waitForTitle } from "./controls.ts"
import { fillSignIn, fillSignUp, signInButton, signUpButton } from "./sign-in-forms.ts"

interface Application {
  /** The URL of an application whose home page greets the user: `Hello, EMAIL.` */
  readonly origin: string
  /** Returns the link in the mail to an address. */
  readonly linkTo: (email: string) => Promise<string>
}

export const secondFactorJourney = async (page: Page, { linkTo, origin }: Application, email: string) => {
  const greeting = page.getByRole("heading", { name: `Hello, ${email}.` })

  await page.goto(`${origin}/handler/sign-up`)
  await fillSignUp(page, email)
  await signUpButton(page).click()
  await greeting.waitFor()

  const link = await linkTo(email)
  expect(link).toMatch(`${origin}/handler/email-verification?`)
  await page.goto(link)
  await clickButton(page, "Verify email")
  await waitForTitle(page, "Your email address is verified")

  await page.goto(`${origin}/handler/account-settings#auth`)
  const mfa = section(page, "Two-factor authentication")
  await clickButton(mfa, "Enable")
  await confirmWithPassword(page, "Enable")
  await mfa.getByRole("img", { name: "QR code for your authenticator app" }).waitFor()
  const secret = ((await mfa.locator("code").textContent()) ?? "").replaceAll(" ", "")
  await mfa.getByRole("textbox").fill(await totp(secret))
  await button(mfa, "Disable").waitFor()

  await page.goto(`${origin}/handler/account-settings#settings`)
  await clickButton(section(page, "Sign out"), "Sign out")
  await page.getByRole("heading", { name: "Hello.", exact: true }).waitFor()

  await page.goto(`${origin}/handler/sign-in`)
  await fillSignIn(page, email)
  await signInButton(page).click()
  await page.getByRole("heading", { name: "Two-factor authentication" }).waitFor()
  await page.keyboard.type(await totp(secret))
  await greeting.waitFor()
}
