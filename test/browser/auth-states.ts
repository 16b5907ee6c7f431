/** The states that somebody meets on the way in: how a page is brought to each. */
import type { Page, Route } from "playwright-core"
import { type AuthPlace, codeField, emailField, nextMail, NOOR, TESS } from "./auth-place.ts"
import { newEmail, PASSWORD, withConfig } from "./place.ts"

export interface State {
  readonly name: string
  /** Those that every run looks at; the others are for the long one. */
  readonly isMain?: boolean
  /** A rule that this state breaks, and knows why. */
  readonly except?: string
  readonly reach: (page: Page, place: AuthPlace, query: string) => Promise<unknown>
}

const title = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor()
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()
const problem = (page: Page) => page.getByRole("alert").first().waitFor()
const password = (page: Page) => page.getByLabel("Password", { exact: true })

const open = async (page: Page, { stage }: AuthPlace, screen: string, query = "") => {
  await page.goto(`${stage}/handler/${screen}?autofill=no${query}`)
  await page.getByRole("heading", { level: 1 }).waitFor()
}

const signIn = async (page: Page, place: AuthPlace, query: string, email: string, typed = PASSWORD) => {
  await open(page, place, "sign-in", `&password${query}`)
  await emailField(page).fill(email)
  await password(page).fill(typed)
  await press(page, "Sign In")
}

const sendCode = async (page: Page, place: AuthPlace, query: string, email = newEmail()) => {
  await open(page, place, "sign-in", query)
  await emailField(page).fill(email)
  await press(page, "Send email")
  await codeField(page).waitFor()
  return email
}

const signUp = async (page: Page, place: AuthPlace, email: string) => {
  await open(page, place, "sign-up", "&password")
  await emailField(page).fill(email)
  await password(page).fill(PASSWORD)
  await page.getByLabel("Repeat Password").fill(PASSWORD)
  await press(page, "Sign Up")
  await page.getByText(`Signed in: ${email}`).waitFor()
}

const resetForm = async (page: Page, place: AuthPlace, query: string) => {
  const email = newEmail()
  await signUp(page, place, email)
  await page.context().clearCookies()
  await nextMail(place.service, email)
  await open(page, place, "forgot-password", query)
  await page.getByLabel("Your email").fill(email)
  await press(page, "Send email")
  await title(page, "Email sent!")
  const { link } = await nextMail(place.service, email)
  await page.goto(`${link}${query}`)
  await title(page, "Choose a new password")
}

const at = (screen: string, heading: string | RegExp, more = ""): State["reach"] => async (page, place, query) => {
  await open(page, place, screen, more + query)
  await title(page, heading)
}

const configured = (config: object, screen: string): State["reach"] => async (page, place, query) => {
  await withConfig(page, config)
  await open(page, place, screen, `&extra${query}`)
}

export const states: ReadonlyArray<State> = [
  {
    name: "sign-in",
    isMain: true,
    reach: async (page, place, query) => {
      await open(page, place, "sign-in", query)
      await page.locator("[data-provider=google] svg path").first().waitFor({ state: "attached" })
    }
  },
  {
    name: "sign-in-wrong-password",
    reach: async (page, place, query) => {
      await signIn(page, place, query, NOOR, "not-the-password")
      await problem(page)
    }
  },
  {
    name: "sign-in-offline",
    reach: async (page, place, query) => {
      await open(page, place, "sign-in", `&password${query}`)
      await emailField(page).fill(NOOR)
      await password(page).fill(PASSWORD)
      await page.context().setOffline(true)
      await press(page, "Sign In")
      await problem(page)
    }
  },
  {
    name: "sign-in-busy",
    reach: async (page, place, query) => {
      const held: Array<Route> = []
      await page.route("**/auth/password/sign-in", (route) => void held.push(route))
      await signIn(page, place, query, NOOR)
      await page.locator("button[type=submit][aria-busy=true]").waitFor()
    }
  },
  {
    name: "sign-in-loading",
    // It is announced as a status and gone in a moment; a heading that is read out and replaced would say it twice.
    except: "page-has-heading-one",
    reach: async (page, place, query) => {
      await page.route("**/projects/current", () => {})
      await page.goto(`${place.stage}/handler/sign-in?autofill=no${query}`)
      await page.locator(".ks-card[aria-busy=true]").waitFor()
    }
  },
  {
    name: "sign-up-refused",
    isMain: true,
    reach: async (page, place, query) => {
      await open(page, place, "sign-up", `&password${query}`)
      await password(page).fill("goldfish")
      await page.getByText("Weak").first().waitFor()
      await press(page, "Sign Up")
      await problem(page)
    }
  },
  { name: "sign-up", reach: at("sign-up", "Create a new account") },
  { name: "sign-up-disabled", reach: configured({ sign_up_enabled: false }, "sign-up") },
  {
    name: "nothing-enabled",
    reach: configured(
      { credential_enabled: false, magic_link_enabled: false, passkey_enabled: false, enabled_oauth_providers: [] },
      "sign-in"
    )
  },
  { name: "code", isMain: true, reach: sendCode },
  {
    name: "code-refused",
    reach: async (page, place, query) => {
      await sendCode(page, place, query)
      await page.keyboard.type("ZZZZZZ")
      await problem(page)
    }
  },
  {
    name: "second-factor",
    isMain: true,
    reach: async (page, place, query) => {
      await signIn(page, place, query, TESS)
      await codeField(page).waitFor()
    }
  },
  {
    name: "second-factor-refused",
    reach: async (page, place, query) => {
      await signIn(page, place, query, TESS)
      await codeField(page).waitFor()
      await page.keyboard.type("000000")
      await problem(page)
    }
  },
  {
    name: "signed-in",
    reach: async (page, place, query) => {
      await signIn(page, place, "", NOOR)
      await page.getByText(`Signed in: ${NOOR}`).waitFor()
      await at("sign-in", "You are already signed in")(page, place, query)
    }
  },
  { name: "forgot", isMain: true, reach: at("forgot-password", "Reset your password") },
  {
    name: "forgot-refused",
    reach: async (page, place, query) => {
      await open(page, place, "forgot-password", query)
      await press(page, "Send email")
      await problem(page)
    }
  },
  {
    name: "email-sent",
    reach: async (page, place, query) => {
      await open(page, place, "forgot-password", query)
      await page.getByLabel("Your email").fill(newEmail())
      await press(page, "Send email")
      await title(page, "Email sent!")
    }
  },
  { name: "reset", reach: resetForm },
  {
    name: "reset-refused",
    reach: async (page, place, query) => {
      await resetForm(page, place, query)
      await press(page, "Reset password")
      await problem(page)
    }
  },
  {
    name: "reset-done",
    reach: async (page, place, query) => {
      await resetForm(page, place, query)
      await page.getByLabel("New password", { exact: true }).fill("harbour-terracotta-77")
      await page.getByLabel("Repeat new password").fill("harbour-terracotta-77")
      await press(page, "Reset password")
      await title(page, "Password reset successfully!")
    }
  },
  { name: "link-not-valid", isMain: true, reach: at("password-reset", "This link is not valid") },
  { name: "verification", reach: at("email-verification", "Verify your e-mail address", `&code=${"0".repeat(45)}`) },
  {
    name: "verification-done",
    reach: async (page, place, query) => {
      const email = newEmail()
      await signUp(page, place, email)
      await page.goto(`${(await nextMail(place.service, email)).link}${query}`)
      await press(page, "Verify email")
      await title(page, "Your e-mail address is verified")
    }
  },
  { name: "magic-link", reach: at("magic-link-callback", "Sign in with this link", `&code=${"0".repeat(45)}`) },
  { name: "signed-out", reach: at("sign-out", "You are not currently signed in.") },
  { name: "error", reach: at("error", "An unknown error occurred", "&errorCode=OUTER_OAUTH_TIMEOUT&message=m&details=%7B%7D") },
  {
    name: "access-denied",
    reach: at("error", "The provider did not let you in", "&errorCode=OAUTH_PROVIDER_ACCESS_DENIED&message=m&details=%7B%7D")
  },
  { name: "no-such-page", reach: at("nothing", "There is no such page") }
]
