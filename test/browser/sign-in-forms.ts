/** Fills and submits the forms of sign-in and sign-up. */
import type { Page } from "playwright-core"
import { button, emailField, fillField } from "./controls.ts"
import { newEmail, PASSWORD } from "./fixture.ts"

/** Fills the sign-in form of a page that has passwords only. */
export const fillSignIn = async (page: Page, email: string, password = PASSWORD) => {
  await page.getByLabel("Email").fill(email)
  await fillField(page, "Password", password)
}

/** Fills the sign-up form of a page that has passwords only. */
export const fillSignUp = async (page: Page, email: string, password = PASSWORD, repeat = password) => {
  await fillSignIn(page, email, password)
  await page.getByLabel("Repeat Password").fill(repeat)
}

/** Opens the tab with passwords, which is not the first one, and fills the sign-in form. */
export const fillSignInTab = async (page: Page, email: string, password = PASSWORD) => {
  await page.getByRole("tab", { name: "Email & Password" }).click()
  await emailField(page).fill(email)
  await fillField(page, "Password", password)
}

/** Opens the tab with passwords, which is not the first one, and fills the sign-up form. */
export const fillSignUpTab = async (page: Page, email: string) => {
  await fillSignInTab(page, email)
  await page.getByLabel("Repeat Password").fill(PASSWORD)
}

export const signInButton = (page: Page) => button(page, "Sign In")
export const signUpButton = (page: Page) => button(page, "Sign Up")

/** Signs up a new user in the small application. */
export const signUpAt = async (page: Page, app: string, email = newEmail()) => {
  await page.goto(`${app}/handler/sign-up`)
  await fillSignUp(page, email)
  await signUpButton(page).click()
  await page.getByRole("heading", { name: `Hello, ${email}.` }).waitFor()
  return email
}
