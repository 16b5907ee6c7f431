/** Tests the settings of a project in the console in Chromium: each part is saved by itself, and no secret is read. */
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { DAY } from "../durations.ts"
import { type ConsoleFixture, openConsoleFixture, PROJECT, setHidden } from "./console-fixture.ts"
import { button, clickButton, field, fillField } from "./controls.ts"
import { copyBy } from "./copied-text.ts"
import { picture, violations, withConfig } from "./fixture.ts"

let fixture: ConsoleFixture
beforeAll(async () => {
  fixture = await openConsoleFixture()
})
afterAll(() => fixture.close())

const settings = `projects/${PROJECT}/settings`

interface Settings {
  readonly display_name: string
  readonly logo_url?: string
  readonly config: Readonly<Record<string, unknown>> & {
    readonly domains: ReadonlyArray<{ readonly domain: string; readonly handler_path: string }>
    readonly oauth_providers: ReadonlyArray<object>
  }
}

/** Reads the settings as a program with the admin key does. */
const read = async (): Promise<Settings> => (await fixture.asAdmin("GET", "/projects/current")).json()

const set = async (changes: object) => {
  const { status } = await fixture.asAdmin("PATCH", "/projects/current", changes)
  expect(status).toBe(200)
}

describe("the settings of a project in the console", () => {
  it("changes the name and the logo, and explains a wrong one at its field", () =>
    fixture.open(settings, async (page) => {
      const name = field(page, "Name")
      await name.fill("Fernhill Orchards")
      // The buttons are beside the field, not beside its hint.
      const [nameBox, save] = [await name.boundingBox(), await button(page, "Save Name").boundingBox()]
      expect(Math.abs((nameBox?.y ?? 0) - (save?.y ?? 100))).toBeLessThan(2)
      await set({ display_name: "Fernhill Elsewhere" })
      await page.getByText("It was changed to “Fernhill Elsewhere” meanwhile").waitFor()
      await picture(page, "console-settings-outdated")
      await page.keyboard.press("Enter")
      await page.getByText("Name saved").waitFor()
      expect((await read()).display_name).toBe("Fernhill Orchards")
      await set({ display_name: "Fernhill" })
      const logo = field(page, "URL of the logo")
      await logo.fill("http://cdn.example/logo.png")
      await page.keyboard.press("Enter")
      await page.getByRole("alert").filter({ hasText: "begins with https://" }).waitFor()
      expect(await logo.getAttribute("aria-invalid")).toBe("true")
      expect(await violations(page)).toEqual([])
      await logo.fill("https://cdn.example/logo.png")
      await page.keyboard.press("Enter")
      await page.getByText("URL of the logo saved").waitFor()
      expect((await read()).logo_url).toBe("https://cdn.example/logo.png")
      await set({ logo_url: null })
    }))

  it("turns methods on and off, also by keyboard, and shows what another owner changes", () =>
    fixture.open(`${settings}/sign-in`, async (page) => {
      const passkeys = page.getByRole("switch", { name: "Passkeys" })
      await passkeys.focus()
      await page.keyboard.press("Space")
      await page.getByText("Passkeys is on").waitFor()
      expect((await read()).config["passkey_enabled"]).toBe(true)
      await set({ config: { passkey_enabled: false } })
      await expect.poll(() => passkeys.getAttribute("aria-checked"), { timeout: 10_000 }).toBe("false")
      await set({ config: { credential_enabled: false, magic_link_enabled: false } })
      await page.getByText("Users cannot sign in").waitFor()
      await set({ config: { credential_enabled: true, magic_link_enabled: true } })
      await page.getByText("Users cannot sign in").waitFor({ state: "detached" })
    }))

  it("adds a provider whose secret is never sent back, and keeps the secret in later changes", () =>
    fixture.open(`${settings}/sign-in`, async (page) => {
      const bodies: Array<Promise<string>> = []
      page.on("response", (response) => {
        if (response.url().includes("/projects/current")) bodies.push(response.text().catch(() => ""))
      })
      await clickButton(page, "Add provider")
      const dialog = page.getByRole("dialog")
      await field(dialog, "Provider").selectOption("gitlab")
      expect(await copyBy(dialog.getByRole("button", { name: "Copy Callback URL" }))).toBe(
        `${fixture.url}/api/v1/auth/oauth/callback/gitlab`
      )
      await dialog.getByRole("button", { name: "Add provider" }).click()
      await dialog.getByText("Enter the client secret.").waitFor()
      await picture(page, "console-provider-problems")
      expect(await violations(page)).toEqual([])
      await dialog.getByLabel("Client id").fill("an-id")
      await dialog.getByLabel("Client secret").fill("canary-secret")
      await dialog.getByRole("button", { name: "Add provider" }).click()
      await page.getByText("GitLab was saved").waitFor()
      await clickButton(page, "Turn off GitLab")
      await page.getByText("GitLab is off").waitFor()
      const saved = { id: "gitlab", type: "standard", client_id: "an-id", client_secret: "canary-secret" }
      expect((await read()).config.oauth_providers).toContainEqual({ ...saved, enabled: false })
      await clickButton(page, "Edit GitLab")
      expect(await dialog.getByLabel("Client secret").inputValue()).toBe("")
      await dialog.getByLabel("Client id").fill("another-id")
      await dialog.getByRole("button", { name: "Save provider" }).click()
      await dialog.getByText("Another client needs its own secret.").waitFor()
      await set({ config: { oauth_providers: [{ ...saved, enabled: true }] } })
      await dialog.getByText("Another owner changed this provider meanwhile").waitFor()
      await page.keyboard.press("Escape")
      // The page has not read that another owner changes the client.
      await button(page, "Turn off GitLab").waitFor()
      await setHidden(page, true)
      const changed = { ...saved, client_id: "a-new-id", client_secret: "canary-secret-2" }
      await set({ config: { oauth_providers: [{ ...changed, enabled: true }] } })
      await clickButton(page, "Turn off GitLab")
      await button(page, "Turn on GitLab").waitFor()
      expect((await read()).config.oauth_providers).toContainEqual({ ...changed, enabled: false })
      expect((await Promise.all(bodies)).join(" ")).not.toContain("canary-secret")
      expect(await page.content()).not.toContain("canary-secret")
    }))

  it("removes a provider after it has said what happens to its users", () =>
    fixture.open(`${settings}/sign-in`, async (page) => {
      const known = (await read()).config.oauth_providers
      const client = { type: "standard", enabled: true, client_id: "an-id", client_secret: "canary-secret" }
      await set({ config: { oauth_providers: [...known, { ...client, id: "discord" }] } })
      await clickButton(page, "Remove Discord")
      const dialog = page.getByRole("dialog", { name: "Remove Discord?" })
      await dialog.getByText("Those without another method are locked out.").waitFor()
      expect(await violations(page)).toEqual([])
      await picture(page, "console-provider-remove")
      await page.keyboard.press("Escape")
      expect((await read()).config.oauth_providers).toHaveLength(known.length + 1)
      await clickButton(page, "Remove Discord")
      await dialog.getByRole("button", { name: "Remove provider" }).click()
      await page.getByText("Discord was removed").waitFor()
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Providers")
      await button(page, "Remove Discord").waitFor({ state: "detached" })
      expect((await read()).config.oauth_providers).toEqual(known)
    }))

  it("sets the native apps, and explains a wrong origin at its field", () =>
    fixture.open(`${settings}/domains`, async (page) => {
      const origins = page.getByLabel("Origins, one in each line")
      await origins.fill("https://app.example")
      await clickButton(page, "Save the native apps")
      await page.getByText("“https://app.example” is not android:apk-key-hash:").waitFor()
      expect(await origins.getAttribute("aria-invalid")).toBe("true")
      expect(await violations(page)).toEqual([])
      await picture(page, "console-native-apps-problem")
      const app = `android:apk-key-hash:${"q6ur".repeat(10)}q8A`
      await origins.fill(`${app}\n`)
      await clickButton(page, "Save the native apps")
      await page.getByText("The native apps were saved").waitFor()
      expect((await read()).config["native_app_origins"]).toEqual([app])
      await origins.fill("")
      await clickButton(page, "Save the native apps")
      await button(page, "Save the native apps").waitFor({ state: "detached" })
      expect((await read()).config["native_app_origins"]).toBeUndefined()
    }))

  it("sets the rules for passwords and sessions, and explains a wrong one at its field", () =>
    fixture.open(`${settings}/passwords`, async (page) => {
      const length = page.getByRole("textbox", { name: "Minimum length" })
      await length.fill("7")
      await clickButton(page, "Save the minimum length")
      await page.getByText("Enter a whole number from 8 to 64, or nothing.").waitFor()
      expect(await length.getAttribute("aria-invalid")).toBe("true")
      await length.fill("12")
      await clickButton(page, "Save the minimum length")
      await page.getByText("The minimum length was saved").waitFor()
      expect((await read()).config["password_min_length"]).toBe(12)
      await page.getByText("The service has no list of breached passwords.").waitFor()

      const idle = page.getByRole("group", { name: "Sessions end when they are not used" })
      await idle.getByLabel("Sessions end when they are not used").selectOption("After this time")
      await idle.getByLabel("Time").fill("5")
      await idle.getByLabel("Unit").selectOption("Minutes")
      await clickButton(page, "Save the sessions")
      await idle.getByText("Enter a time from 15 minutes to 367 days.").waitFor()
      expect(await violations(page)).toEqual([])
      await picture(page, "console-passwords-problem")
      await idle.getByLabel("Time").fill("90")
      const lifetime = page.getByRole("group", { name: "Sessions end after sign-in" })
      await lifetime.getByLabel("Sessions end after sign-in").selectOption("After this time")
      await clickButton(page, "Save the sessions")
      await page.getByText("The rules of sessions were saved").waitFor()
      expect((await read()).config).toMatchObject({
        session_idle_millis: 90 * 60_000,
        session_lifetime_millis: 30 * DAY
      })

      // Another owner takes the rules away while this one edits them.
      await length.fill("16")
      await set({ config: { password_min_length: null, session_idle_millis: null, session_lifetime_millis: null } })
      await page.getByText("Another owner changed the minimum length meanwhile").waitFor()
      await clickButton(page, "Discard the change of the minimum length")
      expect(await length.inputValue()).toBe("")
      await idle.getByLabel("Time").waitFor({ state: "detached" })
    }))

  it("allows breached passwords where the service has a list of them", () =>
    fixture.open(`${settings}/passwords`, async (page) => {
      // `keystile dev` has no list.
      await withConfig(page, { extensions: ["breached_passwords"] })
      await page.reload()
      const allowed = page.getByRole("switch", { name: "Allow breached passwords" })
      await allowed.click()
      await expect.poll(async () => (await read()).config["allow_breached_passwords"]).toBe(true)
      await expect.poll(() => allowed.getAttribute("aria-checked")).toBe("true")
      expect(await violations(page)).toEqual([])
      await picture(page, "console-passwords")
      await allowed.click()
      await expect.poll(async () => (await read()).config["allow_breached_passwords"]).toBeUndefined()
    }))

  it("sets rate limits, explains a wrong one at its field, and shows what another owner saves meanwhile", () =>
    fixture.open(`${settings}/limits`, async (page) => {
      const limit = page.getByRole("group", { name: "Attempts: One account from one address" })
      const mode = limit.getByLabel("One account from one address")
      await expect
        .poll(() => mode.locator("option").allTextContents())
        .toContain("Default: 50 at once, then 10 a minute")
      await mode.selectOption("Own limit")
      await limit.getByLabel("At once").fill("0")
      await clickButton(page, "Save the limits")
      await page.getByRole("alert").filter({ hasText: "Enter a whole number from 1 to 1,000,000." }).waitFor()
      expect(await limit.getByLabel("At once").getAttribute("aria-invalid")).toBe("true")
      expect(await violations(page)).toEqual([])
      await picture(page, "console-limits-problem")
      await limit.getByLabel("At once").fill("5")
      await limit.getByLabel("Then each minute").fill("0.5")
      const mails = page.getByRole("group", { name: "Requests: All accounts from one address" })
      await mails.getByLabel("All accounts from one address").selectOption("No limit")
      await page.getByText("an attacker can try passwords and codes").waitFor()
      await clickButton(page, "Save the limits")
      await page.getByText("The limits were saved").waitFor()
      expect((await read()).config["rate_limits"]).toEqual({
        attempts: { per_account: { burst: 5, per_minute: 0.5 } },
        requests: { per_address: "off" }
      })
      await limit.getByLabel("At once").fill("6")
      await set({ config: { rate_limits: { attempts: { per_account: { burst: 7, per_minute: 1 } } } } })
      await page.getByText("meanwhile").waitFor()
      await clickButton(page, "Discard the change of the limits")
      await expect.poll(() => limit.getByLabel("At once").inputValue()).toBe("7")
      await mode.selectOption("Default: 50 at once, then 10 a minute")
      await clickButton(page, "Save the limits")
      // The note about the first change may still be shown.
      await expect.poll(async () => (await read()).config["rate_limits"]).toBeUndefined()
    }))

  it("tests a provider by a real sign-in, and shows its user or its error", () =>
    fixture.open(`${settings}/sign-in`, async (page) => {
      const { oauth_providers: known } = (await read()).config
      await set({ config: { oauth_providers: [...known, { id: "github", type: "shared", enabled: true }] } })
      const test = async (act: (provider: Page) => Promise<void>) => {
        const [opened] = await Promise.all([
          page.context().waitForEvent("page"),
          page
            .getByRole("dialog")
            .getByRole("button", { name: /^Start/ })
            .click()
        ])
        await act(opened)
      }
      const signIn = async (provider: Page) => {
        await fillField(provider, "Email", "octo@fernhill.example")
        await provider.getByRole("button", { name: "Continue" }).click()
      }
      await clickButton(page, "Test sign-in with GitHub")
      await test(async (provider) => {
        await provider.getByRole("heading").first().waitFor()
        await picture(page, "console-sign-in-test")
        await signIn(provider)
      })
      await page.getByText("Sign-in works: a new user").waitFor()
      expect(await violations(page)).toEqual([])
      await set({ config: { sign_up_enabled: false } })
      await test(async (provider) => {
        await fillField(provider, "Email", "hubot@fernhill.example")
        await provider.getByRole("button", { name: "Continue" }).click()
      })
      await page.getByRole("dialog").getByRole("alert").waitFor()
      await set({ config: { sign_up_enabled: true, allow_localhost: false } })
      await page.getByText("The project does not trust").waitFor()
      await set({ config: { allow_localhost: true } })
      // The session of the test has ended.
      await page.getByRole("dialog").getByRole("button", { name: "Close" }).click()
      const { items }: { readonly items: ReadonlyArray<{ readonly id: string }> } = await (
        await fixture.asAdmin("GET", "/users?query=octo")
      ).json()
      const sessions = await (await fixture.asAdmin("GET", `/auth/sessions?user_id=${items[0]?.id}`)).json()
      expect(sessions).toMatchObject({ items: [] })
      await fixture.asAdmin("DELETE", `/users/${items[0]?.id}`)
    }))

  it("adds, changes and removes domains, and refuses those that mean something else", () =>
    fixture.open(`${settings}/domains`, async (page) => {
      await page.getByText("There is no domain yet").waitFor()
      await clickButton(page, "Add domain")
      const dialog = page.getByRole("dialog")
      const url = dialog.getByLabel("URL of the application")
      await url.fill("https://*.fernhill.example")
      await dialog.getByRole("button", { name: "Add domain" }).click()
      await dialog.getByText("Wildcards are not supported").waitFor()
      expect(await violations(page)).toEqual([])
      await picture(page, "console-domain-wildcard")
      await url.fill("http://app.fernhill.example")
      await dialog.getByText("It is not HTTPS").waitFor()
      await url.fill("https://app.fernhill.example")
      await dialog.getByText("Trusts every page of https://app.fernhill.example").waitFor()
      await dialog.getByRole("button", { name: "Add domain" }).click()
      await page.getByText("https://app.fernhill.example was added").waitFor()
      const other = { domain: "https://other.example", handler_path: "/handler" }
      await set({ config: { domains: [...(await read()).config.domains, other] } })
      await clickButton(page, "Edit https://app.fernhill.example")
      await dialog.getByLabel("Path of Keystile's pages").fill("/auth")
      await dialog.getByRole("button", { name: "Save domain" }).click()
      await page.getByText("https://app.fernhill.example was saved").waitFor()
      expect((await read()).config.domains).toEqual([
        { domain: "https://app.fernhill.example", handler_path: "/auth" },
        other
      ])
      await picture(page, "console-domains")
      await clickButton(page, "Remove https://other.example")
      await clickButton(page, "Remove https://other.example for good")
      await page.getByText("https://other.example was removed").waitFor()
      await set({ config: { domains: [] } })
    }))

  it("sets the proof of sign-up with a secret that is not read, and what users get by themselves", () =>
    fixture.open(`${settings}/rules`, async (page) => {
      await field(page, "Proof at sign-up").last().selectOption("turnstile")
      await clickButton(page, "Save the proof at sign-up")
      await page.getByText("Enter the secret key of this widget.").waitFor()
      await page.getByLabel("Site key").fill("a-site-key")
      await page.getByLabel("Secret key").fill("canary-turnstile")
      await clickButton(page, "Save the proof at sign-up")
      await page.getByText("The proof of sign-up was saved").waitFor()
      expect((await read()).config["sign_up_proof"]).toEqual({
        type: "turnstile",
        site_key: "a-site-key",
        secret_key: "canary-turnstile"
      })
      expect(await page.content()).not.toContain("canary-turnstile")
      await set({ config: { sign_up_proof: null } })
      await page.getByRole("switch", { name: "Users must verify their address" }).click()
      await page.getByText("Users must verify their address is on").waitFor()
      expect((await read()).config["require_email_verification"]).toBe(true)
      await set({ config: { require_email_verification: false } })
      await page.getByRole("switch", { name: "Users can create teams" }).click()
      await page.getByText("Users can create teams is on").waitFor()
      const members = page.getByRole("group", { name: "Granted to the other members" })
      await members.getByRole("combobox").selectOption("$read_members")
      await members.getByRole("button", { name: "Grant $read_members to granted to the other members" }).click()
      await page.getByText("$read_members was granted").waitFor()
      expect((await read()).config["team_member_default_permissions"]).toContainEqual({ id: "$read_members" })
      await page.getByLabel("Difficulty").waitFor({ state: "detached" })
    }))

  it("creates keys that are shown once, and revokes them", () =>
    fixture.open(`${settings}/keys`, async (page) => {
      await clickButton(page, "New keys")
      const dialog = page.getByRole("dialog")
      await dialog.getByLabel("Days until they expire").fill("0")
      await dialog.getByRole("button", { name: "Create keys" }).click()
      await dialog.getByText("Enter a whole number of days").waitFor()
      expect(await violations(page)).toEqual([])
      await dialog.getByLabel("Days until they expire").fill("30")
      await dialog.getByLabel("Description").fill("Billing")
      await dialog.getByRole("button", { name: "Create keys" }).click()
      const key = await copyBy(dialog.getByRole("button", { name: "Copy Secret server key" }))
      expect(key).toMatch(/^ssk_/)
      await dialog.getByRole("button", { name: "Done" }).click()
      const row = page.getByRole("row").filter({ hasText: "Billing" })
      await row.getByText("Valid").waitFor()
      expect(await page.content()).not.toContain(key)
      await clickButton(page, "Revoke Billing")
      await clickButton(page, "Revoke Billing for good")
      await row.getByText("Revoked").waitFor()
      await page.getByRole("link", { name: "Targets and deliveries of webhooks" }).click()
      await page.getByRole("heading", { name: "Webhooks" }).waitFor({ state: "attached" })
    }))

  it("deletes a project once its name is typed", async () => {
    const response = await fixture.control("POST", "/projects", { display_name: "Doomed" })
    const { id }: { readonly id: string } = await response.json()
    await fixture.open(`projects/${id}/settings`, async (page) => {
      await clickButton(page, "Delete project")
      const dialog = page.getByRole("dialog")
      await dialog.getByLabel("Type “Doomed” to confirm").fill("Fernhill")
      await dialog.getByRole("button", { name: "Delete project" }).click()
      await dialog.getByText("Type the name as it is").waitFor()
      expect(await violations(page)).toEqual([])
      await picture(page, "console-delete-project")
      await dialog.getByLabel("Type “Doomed” to confirm").fill("Doomed")
      await page.keyboard.press("Enter")
      await page.getByText("There is no project Doomed here. Another one is selected.").waitFor()
      await page.getByRole("heading", { name: "Fernhill" }).waitFor()
      const { projects }: { readonly projects: ReadonlyArray<{ readonly id: string }> } = await (
        await fixture.control("GET", "/projects")
      ).json()
      expect(projects.map((project) => project.id)).not.toContain(id)
    })
  })

  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1280, 390]) {
      it(`has no violations, ${colorScheme}, ${width} px`, () =>
        fixture.open(
          settings,
          async (page) => {
            const long = "https://a-domain-whose-name-goes-on-and-on.subsidiary-of-another-company.example.com"
            await set({ config: { domains: [{ domain: long, handler_path: "/handler" }] } })
            for (const tab of [
              "General",
              "Sign-in",
              "Domains",
              "Sign-up and teams",
              "Passwords and sessions",
              "Limits",
              "Keys and webhooks"
            ]) {
              const link = page.getByRole("link", { name: tab, exact: true })
              await link.click()
              await link.and(page.locator("[aria-current=page]")).waitFor()
              await page.locator("h2").first().waitFor()
              if (tab === "Domains") await page.getByText(long).first().waitFor()
              expect(await violations(page)).toEqual([])
              const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
              expect(overflow).toBeLessThanOrEqual(0)
              await picture(page, `console-settings-${tab.toLowerCase().replaceAll(" ", "-")}-${colorScheme}-${width}`)
            }
            await set({ config: { domains: [] } })
          },
          { colorScheme, viewport: { width, height: 800 }, reducedMotion: "reduce" }
        ))
    }
  }
})
