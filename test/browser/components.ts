/** Tests the props of every account and sign-in component in an application's pages. */
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { settingsOf, signUp } from "./account-fixture.ts"
import { button, clickButton, field, fillField, waitForTitle } from "./controls.ts"
import { newEmail, type Fixture } from "./fixture.ts"

const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true })
const heading = (page: Page, name: string, title: string) =>
  part(page, name).getByRole("heading", { level: 2, name: title, exact: true }).waitFor()

/** The border radius of the component that has its own theme. */
const radius = (page: Page) =>
  page
    .locator("body [data-ks-theme]")
    .first()
    .evaluate((element: HTMLElement) => element.style.getPropertyValue("--ks-radius"))

/** Creates a team in the settings. */
const makeTeam = async (fixture: Fixture, page: Page, name: string) => {
  await page.goto(settingsOf(fixture, "#team-creation"))
  await page.getByRole("textbox", { name: "Team name" }).fill(name)
  await clickButton(page, "Create")
  await waitForTitle(page, name)
}

export const components = (fixture: () => Fixture) => {
  it("every screen can be embedded in a page with its own theme and search parameters", () =>
    fixture().visit(async ({ count, page }) => {
      await page.goto(`${fixture().screens}/components/screens`)
      const titles = {
        SignIn: "Sign in to Fernhill",
        SignUp: "Create your Fernhill account",
        AuthPage: "Create a new account",
        ForgotPassword: "Reset your password",
        PasswordReset: "This link is not valid",
        EmailVerification: "Verify your email address",
        MagicLinkCallback: "Sign in with this link",
        TeamInvitation: "This link is not valid",
        CommandLineConfirmation: "This link is not valid",
        ErrorPage: "An unknown error occurred",
        MessageCard: "A message"
      }
      for (const [name, text] of Object.entries(titles)) {
        await heading(page, name, text)
        const themed = part(page, name).locator("[data-ks-theme]")
        expect(await themed.evaluate((element) => element.style.getPropertyValue("--ks-radius")), name).toBe("3px")
      }
      expect(await page.getByRole("main").count()).toBe(1)
      expect(await page.locator(".ks-screen").count()).toBe(0)
      // The code comes from the prop: the address has none.
      expect(count("POST /auth/password/reset/check-code")).toBe(1)
    }))

  it("sign-in and sign-up take extra information, the first tab, a single password field and mock data", () =>
    fixture().visit(async ({ count, page }) => {
      await page.goto(`${fixture().screens}/components/screens`)
      for (const [name, terms] of [
        ["SignIn", "Terms of sign-in"],
        ["SignUp", "Terms of sign-up"],
        ["AuthPage", "Terms of both"]
      ] as const) {
        await part(page, name).getByText(terms).waitFor()
        expect(await part(page, name).getByRole("tab", { selected: true }).textContent(), name).toBe("Email & Password")
        await field(part(page, name), "Password").waitFor()
        expect(await part(page, name).getByLabel("Repeat Password").count(), name).toBe(0)
      }
      await part(page, "AuthPage").getByRole("button", { name: "Sign up with X" }).waitFor()
      expect(await part(page, "SignUp").getByRole("button", { name: "Sign up with X" }).count()).toBe(0)
      // The other components offer passkeys in the field; here autofill is off.
      const hint = (name: string) =>
        part(page, name).getByRole("textbox", { name: "Email" }).getAttribute("autocomplete")
      expect(await hint("SignIn")).not.toContain("webauthn")
      await page.goto(`${fixture().screens}/handler/sign-in`)
      await page.getByRole("tab", { name: "Email & Password" }).click()
      expect(await page.getByRole("textbox", { name: "Email", exact: true }).getAttribute("autocomplete")).toContain(
        "webauthn"
      )
      await expect.poll(() => count("GET /projects/current")).toBe(2)
    }))

  it("a signed-in user is redirected from sign-in, sign-up and the page for both", () =>
    fixture().visit(async ({ page }) => {
      await signUp(fixture(), page)
      for (const name of ["SignIn", "SignUp", "AuthPage"]) {
        await page.goto(`${fixture().screens}/components/automatic-${name}`)
        await page.waitForURL(`${fixture().screens}/`)
      }
    }))

  it("forms and provider buttons can be used alone", () =>
    fixture().visit(async ({ count, page }) => {
      await page.goto(`${fixture().screens}/components/forms`)
      await part(page, "OAuthButton").getByRole("button", { name: "Sign up with GitHub" }).waitFor()
      await part(page, "OAuthButtonGroup").getByRole("button", { name: "Sign up with GitHub" }).waitFor()
      expect(await part(page, "OAuthButtonGroup of a preview").getByRole("button").allTextContents()).toEqual([
        "Sign in with X"
      ])
      await part(page, "CredentialSignIn").getByRole("button", { name: "Sign In" }).click()
      await part(page, "CredentialSignIn").getByText("Please enter your email").waitFor()
      const form = (name: string) => part(page, name)
      expect(await form("CredentialSignUp").getByLabel("Repeat Password").count()).toBe(0)
      expect(await form("CredentialSignUp, as the provider says").getByLabel("Repeat Password").count()).toBe(1)
      await form("CredentialSignUp, as the provider says").getByLabel("Email").fill(newEmail())
      await fillField(form("CredentialSignUp, as the provider says"), "Password", "password1")
      await form("CredentialSignUp, as the provider says").getByLabel("Repeat Password").fill("password1")
      await form("CredentialSignUp, as the provider says").getByRole("button", { name: "Sign Up" }).click()
      await page.getByRole("alert").filter({ hasText: "Please choose a stronger password" }).waitFor()
      expect(count("POST /auth/password/sign-up")).toBe(0)
      await form("CredentialSignUp").getByLabel("Email").fill(newEmail())
      await fillField(form("CredentialSignUp"), "Password", "password1")
      await form("CredentialSignUp").getByRole("button", { name: "Sign Up" }).click()
      await page.waitForURL(`${fixture().screens}/`)
    }))

  it("a message card has a title, a text and two actions, and can fill the page", () =>
    fixture().visit(async ({ page }) => {
      await page.goto(`${fixture().screens}/components/message`)
      await waitForTitle(page, "The orchard is closed")
      await page.locator("main.ks-screen").getByText("said: nothing").waitFor()
      await clickButton(page, "Wait")
      await page.getByText("said: wait").waitFor()
      await clickButton(page, "Leave")
      await page.getByText("said: leave").waitFor()
    }))

  it("an avatar has a size, a user or team, and a border", () =>
    fixture().visit(async ({ page }) => {
      await page.goto(`${fixture().screens}/components/avatars`)
      const avatar = (name: string) => part(page, name).locator(".ks-avatar")
      const size = async (name: string) => (await avatar(name).boundingBox())?.width
      expect([await size("as it comes"), await size("larger, with a line")]).toEqual([34, 60])
      await part(page, "as it comes").getByRole("img", { name: "Noor Lindqvist" }).getByText("NL").waitFor()
      await part(page, "larger, with a line").getByRole("img", { name: "tess@fernhill.example" }).waitFor()
      const line = (name: string) =>
        avatar(name).evaluate((element) => {
          const { borderTopColor, borderTopWidth, boxShadow } = getComputedStyle(element)
          return [borderTopColor, borderTopWidth, boxShadow].join(" ")
        })
      expect(await line("larger, with a line")).not.toBe(await line("as it comes"))
      const picture = part(page, "with a picture").locator("img")
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
      expect(await part(page, "nobody's").getByRole("img").count()).toBe(0)
    }))

  it("the user button shows its props and the application's entries, light and dark", () =>
    fixture().visit(async ({ page }) => {
      const { screens } = fixture()
      await page.goto(`${screens}/components/menus`)
      const open = (name: string) => part(page, name).getByRole("button").first().click()
      await open("bare")
      await page.getByRole("menuitem").first().waitFor()
      expect(await page.getByRole("menuitem").allTextContents()).toEqual(["Sign in", "Sign up"])
      await page.getByRole("menuitem", { name: "Sign up" }).click()
      await page.waitForURL(`${screens}/handler/sign-up**`)
      const email = await signUp(fixture(), page)
      await page.goto(`${screens}/components/menus`)
      await part(page, "full").getByText(email).waitFor()
      expect(await page.locator(".ks-user.corner").count()).toBe(1)
      expect(await part(page, "bare").locator(".ks-person-text").count()).toBe(0)
      await open("bare")
      await page.getByRole("menuitem").first().waitFor()
      expect(await page.getByRole("menuitem").allTextContents()).toEqual(["Account settings", "Sign out"])
      await page.keyboard.press("Escape")
      await open("full")
      await page.getByRole("menuitem", { name: "Billing" }).locator("[data-icon=coin]").waitFor()
      await page.getByRole("menuitem", { name: "Billing" }).click()
      await page.getByText("billing, light").waitFor()
      await open("full")
      await page.getByRole("menuitem", { name: "Toggle theme" }).click()
      await page.getByText("billing, dark").waitFor()
      await open("bare")
      await page.getByRole("menuitem", { name: "Account settings" }).click()
      await waitForTitle(page, "My profile")
    }))

  it("the team switcher shows the selected team, follows its link, and can leave the user's selection unchanged", () =>
    fixture().visit(async ({ count, page }) => {
      const { screens } = fixture()
      await signUp(fixture(), page)
      await makeTeam(fixture(), page, "Orchard")
      await makeTeam(fixture(), page, "Quayside")
      await page.goto(`${screens}/components/teams`)
      const own = part(page, "on the page of a team")
      const kept = part(page, "that leaves the choice")
      const shown = (await own.locator(".ks-truncate").textContent()) ?? ""
      expect(await page.locator(".ks-team-switcher.corner").count()).toBe(1)
      const other = (await kept.locator(".ks-truncate").textContent()) ?? ""
      expect([shown, other].toSorted()).toEqual(["Orchard", "Quayside"])
      // The selected team of this switcher became the user's. The other switcher wrote nothing.
      await expect.poll(() => count("PATCH /users/me")).toBe(1)
      await kept.getByRole("button").click()
      await page.getByRole("menuitemradio", { checked: false }).click()
      await page.getByRole("menu").waitFor({ state: "detached" })
      expect(count("PATCH /users/me")).toBe(1)
      await own.getByRole("button").click()
      await page.getByRole("menuitemradio", { checked: false }).click()
      await page.waitForURL(`${screens}/components/teams?of=${other}`)
      await expect.poll(() => count("PATCH /users/me")).toBeGreaterThan(1)
    }))

  it("an application can add pages to the account settings and embed them", () =>
    fixture().visit(async ({ page }) => {
      await signUp(fixture(), page)
      await page.goto(`${fixture().screens}/components/settings#billing`)
      await page.getByRole("heading", { level: 2, name: "Billing" }).waitFor()
      await page.getByText("Nothing to pay.").waitFor()
      await page.getByRole("link", { name: "Billing" }).locator("[data-icon=coin]").waitFor()
      expect(await radius(page)).toBe("3px")
      expect(await page.locator(".ks-screen").count()).toBe(0)
      await page.goto(`${fixture().screens}/components/settings#nothing`)
      await page.getByRole("heading", { level: 2, name: "Page not found" }).waitFor()
    }))

  it("the handler passes props to its pages, sets the document's title, and fills the page or not", () =>
    fixture().visit(async ({ page }) => {
      const { screens } = fixture()
      await page.goto(`${screens}/handler/sign-in?handler&terms`)
      await page.getByText("By going on you agree to the").waitFor()
      expect(await page.locator("main.ks-screen").count()).toBe(1)
      await expect.poll(() => page.title()).toMatch(/ · Fernhill$/)
      await page.goto(`${screens}/handler/forgot-password?terms&full=no`)
      await page.getByRole("heading", { level: 2, name: "Reset your password" }).waitFor()
      expect(await page.locator("main").count()).toBe(0)
      expect(await radius(page)).toBe("3px")
      for (const [path, heading] of [
        ["sign-out", "You are not currently signed in."],
        ["oauth-callback", "The provider denied access"]
      ]) {
        await page.goto(
          `${screens}/handler/${path}?terms&errorCode=OAUTH_PROVIDER_ACCESS_DENIED&message=m&details=%7B%7D`
        )
        await waitForTitle(page, heading ?? "")
        expect(await radius(page), path).toBe("3px")
      }
    }))

  it("a provider sets texts, theme, password strength, and what shows while it loads and when it fails", () =>
    fixture().visit(async ({ consoleErrors, count, page }) => {
      const { screens } = fixture()
      await page.route("**/users/me", () => {})
      await page.goto(`${screens}/hooks/elsewhere`)
      await button(page, "Enter").waitFor()
      expect(await radius(page)).toBe("3px")
      await page.unrouteAll({ behavior: "ignoreErrors" })
      const form = page.locator("form").filter({ has: page.getByRole("button", { name: "Sign Up" }) })
      await form.getByLabel("Email").fill(newEmail())
      await fillField(form, "Password", "password1")
      await page.route("**/users/me", (route) => route.fulfill({ status: 500, body: "" }))
      await form.getByRole("button", { name: "Sign Up" }).click()
      await page.getByRole("alert").filter({ hasText: "Elsewhere failed: RequestError" }).waitFor()
      expect(count("POST /auth/password/sign-up")).toBe(1)
      await page.unrouteAll({ behavior: "ignoreErrors" })
      await clickButton(page, "Again")
      await page.locator("output[data-hook=useUser]").filter({ hasText: "@fernhill.example" }).waitFor()
      consoleErrors.length = 0
    }))
}
