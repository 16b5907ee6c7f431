/** The account settings, the pages of teams and what leads there, in a real browser over a real service. */
import { createHmac } from "node:crypto"
import type { Locator, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  newEmail,
  openPlace,
  PASSWORD,
  picture,
  type Place,
  signInButton,
  signUpButton,
  violations
} from "./place.ts"

let opened: Place | undefined
const place = (): Place => {
  if (opened === undefined) throw new Error("The place is not open.")
  return opened
}
const settings = (hash = "") => `${place().stage}/handler/account-settings${hash}`

beforeAll(async () => {
  opened = await openPlace()
  const { project, service } = opened
  const answer = await fetch(`${service}/api/v1/projects/current`, {
    method: "PATCH",
    headers: {
      "content-type": "application/json",
      "x-stack-access-type": "admin",
      "x-stack-project-id": project.id,
      "x-stack-super-secret-admin-key": project.superSecretAdminKey
    },
    body: JSON.stringify({
      config: {
        passkey_enabled: true,
        magic_link_enabled: true,
        client_team_creation_enabled: true,
        client_user_deletion_enabled: true
      }
    })
  })
  if (!answer.ok) throw new Error(await answer.text())
})
afterAll(() => opened?.close())

const button = (page: Page | Locator, name: string | RegExp) => page.getByRole("button", { name, exact: true })
const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor()
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true })

const mailTo = async (to: string, type: string) => {
  const answer = await fetch(`${place().service}/_keystile/mailbox/next`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-keystile-control": "1" },
    body: JSON.stringify({ to, type, timeout_millis: 5000 })
  })
  const { mail } = await answer.json()
  return String(mail.links?.[0]?.url ?? mail.links?.[0] ?? mail.link)
}

/** The project offers codes by e-mail as well, which come first. */
const fillSignIn = async (page: Page, email: string, password = PASSWORD) => {
  await page.getByRole("tab", { name: "Email & Password" }).click()
  await page.getByRole("textbox", { name: "Email", exact: true }).fill(email)
  await page.getByLabel("Password", { exact: true }).fill(password)
}

const fillSignUp = async (page: Page, email: string) => {
  await fillSignIn(page, email)
  await page.getByLabel("Repeat Password").fill(PASSWORD)
}

const signUp = async (page: Page, email = newEmail()) => {
  await page.goto(`${place().stage}/handler/sign-up`)
  await fillSignUp(page, email)
  await signUpButton(page).click()
  await page.waitForURL(`${place().stage}/`)
  return email
}

/** The own address is proved by its mail. */
const verify = async (page: Page, email: string) => {
  await page.goto(await mailTo(email, "email_verification"))
  await button(page, "Verify email").click()
  await title(page, "Your e-mail address is verified")
}

const confirmWithPassword = async (page: Page, name: string) => {
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Your password", { exact: true }).fill(PASSWORD)
  await button(dialog, name).click()
  await dialog.waitFor({ state: "detached" })
}

const totp = (base32: string, millis = Date.now()) => {
  const bits = [...base32].map((char) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(char).toString(2).padStart(5, "0"))
  const bytes = bits.join("").match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(millis / 30_000)))
  const digest = createHmac("sha1", Buffer.from(bytes)).update(counter).digest()
  const at = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0")
}

/** An image as a camera makes it: drawn in the page, so that no file lies in the repository. */
const photo = async (page: Page, width: number, height: number) => {
  const numbers = await page.evaluate(async ([width = 0, height = 0]) => {
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext("2d")
    if (context === null) throw new Error("There is no canvas.")
    for (let step = 0; step < 400; step++) {
      context.fillStyle = `hsl(${step * 47} 80% ${20 + step % 60}%)`
      context.fillRect((step * 97) % width, (step * 53) % height, width / 7, height / 9)
    }
    return Array.from(new Uint8Array(await (await canvas.convertToBlob({ type: "image/png" })).arrayBuffer()))
  }, [width, height])
  return Buffer.from(numbers)
}

describe("account settings", () => {
  it("needs a user, and comes back to the page that was asked for", () =>
    place().visit(async ({ page }) => {
      await page.goto(settings("#auth"))
      await page.waitForURL("**/handler/sign-in?**")
    }))

  it("profile: names, images, and what is none", () =>
    place().visit(async ({ count, page }) => {
      await signUp(page)
      await page.goto(settings())
      await title(page, "My profile")
      await page.getByLabel("Name", { exact: true }).fill("Noor Lindqvist")
      await button(page, "Save").click()
      await section(page, "Display name").getByText("Saved.").waitFor()
      expect(await button(page, "Save").count()).toBe(0)

      const image = section(page, "Profile image")
      const choose = async (name: string, mimeType: string, buffer: Buffer) => {
        await image.locator("input[type=file]").setInputFiles({ name, mimeType, buffer })
      }
      const svg = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>")
      await choose("logo.svg", "image/svg+xml", svg)
      await image.getByText("SVG files can hold scripts").waitFor()
      await choose("logo.png", "image/png", svg)
      await image.getByText("no image that can be read").waitFor()
      await choose("film.png", "image/png", Buffer.alloc(20_000_001))
      await image.getByText("too large").waitFor()
      await choose("photo.png", "image/png", await photo(page, 3000, 2000))
      const dialog = page.getByRole("dialog")
      await dialog.getByRole("application").press("ArrowRight")
      await dialog.getByLabel("Zoom").fill("2")
      await picture(page, "account-crop")
      await button(dialog, "Save").click()
      await dialog.waitFor({ state: "detached" })
      const source = await image.locator("img").getAttribute("src") ?? ""
      expect(source.startsWith("data:image/jpeg;base64,")).toBe(true)
      expect(Buffer.from(source.split(",")[1] ?? "", "base64").length).toBeLessThanOrEqual(100_000)
      await button(image, "Remove").click()
      await image.locator("img").waitFor({ state: "detached" })
      expect(count("PATCH /users/me")).toBe(3)
    }))

  it("emails: adds, proves, makes primary, signs in by it, removes; never the last one", () =>
    place().visit(async ({ page }) => {
      const email = await signUp(page)
      const other = newEmail()
      await page.goto(settings("#auth"))
      const emails = section(page, "Emails")
      const row = (address: string) => emails.getByRole("listitem").filter({ hasText: address })
      const menu = async (address: string, item: string) => {
        await row(address).getByRole("button").click()
        await page.getByRole("menuitem", { name: item }).click()
      }
      await row(email).getByText("Used for sign-in").waitFor()
      await row(email).getByRole("button").click()
      for (const item of ["Stop using for sign-in", "Remove"]) {
        expect(await page.getByRole("menuitem", { name: item }).getAttribute("aria-disabled")).toBe("true")
      }
      await picture(page, "account-email-menu")
      await page.keyboard.press("Escape")
      await page.getByRole("menu").waitFor({ state: "detached" })
      await emails.getByLabel("Add an email").fill(email.toUpperCase())
      await button(emails, "Add").click()
      await emails.getByText("You have added this email already").waitFor()
      await emails.getByLabel("Add an email").fill(other)
      await button(emails, "Add").click()
      await emails.getByText(`We sent an email to ${other}`).waitFor()
      await row(other).getByText("Unverified").waitFor()
      await page.goto(await mailTo(other, "email_verification"))
      await button(page, "Verify email").click()
      await title(page, "Your e-mail address is verified")

      await page.goto(settings("#auth"))
      await menu(other, "Set as primary")
      await row(other).getByText("Primary").waitFor()
      await menu(other, "Use for sign-in")
      await row(other).getByText("Used for sign-in").waitFor()
      await menu(email, "Stop using for sign-in")
      await row(email).getByText("Used for sign-in").waitFor({ state: "detached" })
      await menu(email, "Remove")
      await button(page.getByRole("dialog"), "Remove").click()
      await row(email).waitFor({ state: "detached" })
    }))

  it("password: changes it, says what that does, and that the old one was wrong", () =>
    place().visit(async ({ page }) => {
      const email = await signUp(page)
      await page.goto(settings("#auth"))
      const password = section(page, "Password")
      await button(password, "Update password").click()
      await password.getByText("All your other sessions are signed out").waitFor()
      await password.getByLabel("Current password", { exact: true }).fill("wrong-password")
      await password.getByLabel("New password", { exact: true }).fill("copper-lantern-77")
      await password.getByLabel("Repeat new password", { exact: true }).fill("copper-lantern-77")
      await button(password, "Update password").click()
      await password.getByText("This is not your password").waitFor()
      expect(await password.getByLabel("New password", { exact: true }).inputValue()).toBe("copper-lantern-77")
      await password.getByLabel("Current password", { exact: true }).fill(PASSWORD)
      await button(password, "Update password").click()
      await password.getByText("Your password is changed").waitFor()
      await page.context().clearCookies()
      await page.goto(`${place().stage}/handler/sign-in`)
      await fillSignIn(page, email, "copper-lantern-77")
      await signInButton(page).click()
      await page.waitForURL(`${place().stage}/`)
    }))

  it("passkey, codes by e-mail, second factor: on and off again, by the password", () =>
    place().visit(async ({ page }) => {
      const email = await signUp(page)
      await page.goto(settings("#auth"))
      const passkey = section(page, "Passkey")
      await passkey.getByText("first verify an email").waitFor()
      expect(await button(passkey, "Add passkey").getAttribute("aria-disabled")).toBe("true")
      await verify(page, email)

      const devtools = await page.context().newCDPSession(page)
      await devtools.send("WebAuthn.enable")
      await devtools.send("WebAuthn.addVirtualAuthenticator", {
        options: {
          protocol: "ctap2",
          transport: "internal",
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true
        }
      })
      await page.goto(settings("#auth"))
      await button(passkey, "Add passkey").click()
      await confirmWithPassword(page, "Add passkey")
      await button(passkey, "Remove passkey").click()
      const dialog = page.getByRole("dialog")
      await dialog.getByLabel("Your password", { exact: true }).fill("wrong-password")
      await button(dialog, "Remove passkey").click()
      await dialog.getByText("This is not your password").waitFor()
      await confirmWithPassword(page, "Remove passkey")
      await button(passkey, "Add passkey").waitFor()

      const codes = section(page, "Sign-in by email")
      await button(codes, "Enable").click()
      await confirmWithPassword(page, "Enable")
      await button(codes, "Disable").click()
      await confirmWithPassword(page, "Disable")
      await button(codes, "Enable").waitFor()

      const mfa = section(page, "Two-factor authentication")
      await button(mfa, "Enable").click()
      await confirmWithPassword(page, "Enable")
      await mfa.getByRole("img", { name: "QR code for your authenticator app" }).waitFor()
      const secret = (await mfa.locator("code").textContent() ?? "").replaceAll(" ", "")
      expect(secret).toHaveLength(32)
      const right = totp(secret)
      const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, "0")
      await mfa.getByRole("textbox").fill(wrong)
      await mfa.getByText("This is not the code that the app should show").waitFor()
      await picture(page, "account-mfa")
      await mfa.getByRole("textbox").fill(totp(secret))
      await button(mfa, "Disable").waitFor()
      await button(mfa, "Disable").click()
      await confirmWithPassword(page, "Disable")
      await button(mfa, "Enable").waitFor()
    }))

  it("a session that ends in another tab: nothing typed is lost", () =>
    place().visit(async ({ page }) => {
      const email = await signUp(page)
      await page.goto(settings())
      await page.getByLabel("Name", { exact: true }).fill("Noor Lindqvist")
      const other = await page.context().newPage()
      await other.goto(settings("#settings"))
      await button(section(other, "Sign out"), "Sign out").click()
      await other.waitForURL(`${place().stage}/`)
      await page.getByText("You have been signed out").waitFor()
      expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Noor Lindqvist")
      const again = page.context().waitForEvent("page")
      await page.getByRole("link", { name: "Sign in again" }).click()
      const signIn = await again
      await fillSignIn(signIn, email)
      await signInButton(signIn).click()
      await signIn.waitForURL(`${place().stage}/`)
      await page.getByText("You have been signed out").waitFor({ state: "detached" })
      await button(page, "Save").click()
      await page.getByText("Saved.").waitFor()
    }))

  it("deletes the account when that was typed and the password given", () =>
    place().visit(async ({ page }) => {
      const email = await signUp(page)
      await page.goto(settings("#settings"))
      await button(page, "Delete account").click()
      const dialog = page.getByRole("dialog")
      await dialog.getByLabel("Your password", { exact: true }).fill(PASSWORD)
      expect(await button(dialog, "Delete account").getAttribute("aria-disabled")).toBe("true")
      await dialog.getByLabel(/^Type/).fill("delete my account")
      await button(dialog, "Delete account").click()
      await page.waitForURL(`${place().stage}/`)
      await page.goto(`${place().stage}/handler/sign-in`)
      await fillSignIn(page, email)
      await signInButton(page).click()
      await page.getByRole("alert").filter({ hasText: /wrong/i }).waitFor()
    }))
})

describe("teams", () => {
  it("creates, invites, joins as a new and as a known user, revokes, leaves", () =>
    place().visit(async ({ page }) => {
      const owner = await signUp(page)
      await page.goto(settings("#team-creation"))
      await page.getByRole("textbox", { name: "Team name" }).fill("Fernhill Orchards")
      await button(page, "Create").click()
      await title(page, "Fernhill Orchards")
      const invite = section(page, "Invite a member")
      const open = invite.getByRole("list", { name: "Open invitations" }).getByRole("listitem")
      const [newcomer, known, wrong] = [newEmail(), newEmail(), newEmail()]
      for (const email of [newcomer, known, wrong]) {
        await invite.getByLabel("Email").fill(email)
        await button(invite, "Invite").click()
        await open.filter({ hasText: email }).waitFor()
      }
      await button(invite, `Revoke the invitation of ${wrong}`).click()
      await open.filter({ hasText: wrong }).waitFor({ state: "detached" })
      await picture(page, "account-team")

      const links = await Promise.all([newcomer, known, wrong].map((email) => mailTo(email, "team_invitation")))
      await place().visit(async ({ page }) => {
        await page.goto(links[0] ?? "")
        await title(page, "You are invited to a team")
        await picture(page, "invitation-signed-out")
        await button(page, "Sign up").click()
        await fillSignUp(page, newcomer)
        await signUpButton(page).click()
        await title(page, "Join Fernhill Orchards")
        expect(page.url()).not.toContain("code")
        await picture(page, "invitation")
        expect(await violations(page)).toEqual([])
        await button(page, "Join").click()
        await title(page, "You have joined Fernhill Orchards")
        await button(page, "Go to the team").click()
        await title(page, "Fernhill Orchards")
        expect(await section(page, "Team name").count()).toBe(0)
        await button(page, "Leave team").click()
        await button(page.getByRole("dialog"), "Leave team").click()
        await title(page, "My profile")
        await page.goto(links[2] ?? "")
        await title(page, "This link is not valid")
      })
      await place().visit(async ({ page }) => {
        await signUp(page, known)
        await page.goto(links[1] ?? "")
        await button(page, "Join").click()
        await title(page, "You have joined Fernhill Orchards")
      })
      await page.reload()
      await section(page, "Members").getByText("2 people.").waitFor()
      await section(page, "Members").getByText("You", { exact: true }).waitFor()
      await section(page, "Team name").getByRole("textbox").fill("Fernhill Gardens")
      await button(section(page, "Team name"), "Save").click()
      await title(page, "Fernhill Gardens")
      await section(page, "Your name in this team").getByLabel("Name").fill("Noor")
      await button(section(page, "Your name in this team"), "Save").click()
      await section(page, "Members").getByText("Noor", { exact: true }).waitFor()
      expect(owner).toContain("@")
    }))
})

describe("menus of every page", () => {
  it("open by keys, close by Escape and by a click beside, and break no rule", () =>
    place().visit(async ({ page }) => {
      const email = await signUp(page)
      await page.goto(settings("#team-creation"))
      await page.getByRole("textbox", { name: "Team name" }).fill("Quayside Analytics and Long-Range Forecasting")
      await button(page, "Create").click()
      await title(page, "Quayside Analytics and Long-Range Forecasting")
      await page.goto(`${place().stage}/menus`)
      const user = button(page, `Account ${email}`)
      await user.focus()
      await page.keyboard.press("Enter")
      await page.getByRole("menuitem", { name: "Account settings" }).and(page.locator(":focus")).waitFor()
      await picture(page, "menu-user")
      expect(await violations(page)).toEqual([])
      await page.keyboard.press("ArrowDown")
      await page.getByRole("menuitem", { name: "Toggle theme" }).and(page.locator(":focus")).waitFor()
      await page.keyboard.press("Escape")
      await page.getByRole("menu").waitFor({ state: "detached" })
      expect(await user.evaluate((element) => element === document.activeElement)).toBe(true)
      await user.click()
      await page.getByRole("menu").waitFor()
      await page.mouse.click(600, 700)
      await page.getByRole("menu").waitFor({ state: "detached" })
      await user.click()
      await page.getByRole("menu").waitFor()
      await user.click()
      await page.getByRole("menu").waitFor({ state: "detached" })

      await button(page, "Select a team").click()
      await page.getByRole("menuitemradio").click()
      await button(page, "Team Quayside Analytics and Long-Range Forecasting").click()
      await page.getByRole("menuitemradio", { checked: true }).waitFor()
      await picture(page, "menu-teams")
      expect(await violations(page)).toEqual([])
      await page.getByRole("menuitem", { name: "Team settings" }).click()
      await title(page, "Quayside Analytics and Long-Range Forecasting")
      await page.goto(`${place().stage}/menus`)
      await user.click()
      await page.getByRole("menuitem", { name: "Sign out" }).click()
      await page.waitForURL(`${place().stage}/`)
    }, { reducedMotion: "reduce" }))
})

const pages = [["profile", "My profile"], ["auth", "Emails & auth"], ["settings", "Settings"]] as const

describe("looks", () => {
  for (const colorScheme of ["light", "dark"] as const) {
    it(`breaks no rule of accessibility, and takes pictures: ${colorScheme}`, () =>
      place().visit(async ({ page }) => {
        await signUp(page)
        await page.goto(settings("#team-creation"))
        await page.getByRole("textbox", { name: "Team name" }).fill("Quayside Analytics and Long-Range Forecasting")
        await button(page, "Create").click()
        await title(page, "Quayside Analytics and Long-Range Forecasting")
        await section(page, "Members").getByText("Only you").waitFor()
        await picture(page, `account-team-${colorScheme}`)
        expect(await violations(page)).toEqual([])
        for (const [hash, name] of pages) {
          await page.goto(settings(`#${hash}`))
          await title(page, name)
          if (hash === "auth") await section(page, "Two-factor authentication").waitFor()
          await picture(page, `account-${hash}-${colorScheme}`)
          expect(await violations(page), hash).toEqual([])
        }
        await button(page, "Delete account").click()
        await picture(page, `account-dialog-${colorScheme}`)
        expect(await violations(page)).toEqual([])
      }, { colorScheme, viewport: { width: 1200, height: 900 }, reducedMotion: "reduce" }))
  }

  it("fits a narrow phone", () =>
    place().visit(async ({ page }) => {
      await signUp(page, `maximiliane.hohenstein-wittelsbach.${Date.now()}@subsidiary.example.com`)
      for (const [hash, name] of pages) {
        await page.goto(settings(`#${hash}`))
        await title(page, name)
        if (hash === "auth") await section(page, "Two-factor authentication").waitFor()
        await picture(page, `account-narrow-${hash}`)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
        expect(await violations(page), hash).toEqual([])
      }
    }, { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true, reducedMotion: "reduce" }))
})
