/** Tests the home page and the mail pages of the console in Chromium, with a real SMTP server. */
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { credentials, type ReceivedMail, type SmtpRefusal, smtpServer } from "../service/smtp-servers.ts"
import { type ConsoleFixture, openConsoleFixture, PROJECT, readsOf, sidewaysIn } from "./console-fixture.ts"
import { button, clickButton, field } from "./controls.ts"
import { picture, violations } from "./fixture.ts"

let fixture: ConsoleFixture
beforeAll(async () => {
  fixture = await openConsoleFixture()
})
afterAll(() => fixture.close())

const mail = `projects/${PROJECT}/mail`
const home = `projects/${PROJECT}/home`

const set = async (changes: object) => {
  const { status } = await fixture.asAdmin("PATCH", "/projects/current", changes)
  expect(status).toBe(200)
}

const sender = { sender_name: "Fernhill", sender_email: "mail@fernhill.example" }

const sendReset = () =>
  fixture.call("POST", "/auth/password/send-reset-code", {
    email: "tomas@fernhill.example",
    callback_url: `${fixture.app}/handler/password-reset`
  })

/** Runs a test with an SMTP server that refuses the first mails. */
const withServer = (
  refusals: ReadonlyArray<SmtpRefusal>,
  work: (
    settings: { readonly host: string; readonly port: number },
    received: ReadonlyArray<ReceivedMail>
  ) => Promise<void>
) =>
  Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const { received, settings } = yield* smtpServer({}, refusals)
        yield* Effect.promise(() => work(settings, received))
      })
    )
  )

describe("the mail server of a project in the console", () => {
  it("is tested before it is saved, and its password is never sent back", () =>
    withServer([], ({ host, port }, received) =>
      fixture.open(`${mail}/server`, async (page) => {
        const bodies: Array<Promise<string>> = []
        page.on("response", (response) => {
          if (response.url().includes("/projects/current")) bodies.push(response.text().catch(() => ""))
        })
        await field(page, "Server").selectOption("Your own SMTP server")
        await page.getByLabel("Recipient").fill("ada@fernhill.example")
        await clickButton(page, "Send a test mail")
        await page.getByText("Enter the host name").waitFor()
        expect(await violations(page)).toEqual([])
        await picture(page, "console-mail-server-problems")
        await page.getByLabel("Host").fill(host)
        await page.getByLabel("Port").fill(String(port))
        await page.getByLabel("User name").fill(credentials.username)
        await page.getByLabel("Password").fill("a wrong password")
        await page.getByLabel("Name of the sender").fill("Fernhill")
        await page.getByLabel("Address of the sender").fill("mail@fernhill.example")
        await clickButton(page, "Send a test mail")
        await page.getByText("does not accept the user name and password").waitFor()
        await page.getByLabel("Password").fill(credentials.password)
        await clickButton(page, "Send a test mail")
        await page.getByText("The server accepted the mail to ada@fernhill.example").waitFor()
        expect(received).toHaveLength(1)
        await clickButton(page, "Save the mail server")
        await page.getByText("The mail server was saved").waitFor()
        // By the stored password, which the page does not have.
        expect(await page.getByLabel("Password").inputValue()).toBe("")
        await clickButton(page, "Send a test mail")
        await expect.poll(() => received.length).toBe(2)
        await page.getByLabel("Name of the sender").fill("Fernhill Orchards")
        await set({
          config: { email_config: { type: "standard", host, port, ...credentials, ...sender, sender_name: "Other" } }
        })
        await page.getByText("Another owner changed the mail server meanwhile").waitFor()
        await page.getByLabel("Host").fill("smtp.evil.example")
        await clickButton(page, "Save the mail server")
        await page.getByText("Another server needs its own password").waitFor()
        await clickButton(page, "Discard the change of the mail server")
        expect(await page.getByLabel("Name of the sender").inputValue()).toBe("Other")
        expect((await Promise.all(bodies)).join(" ")).not.toContain(credentials.password)
        await set({ config: { email_config: { type: "shared" } } })
      })
    ))
})

describe("the outbox in the console", () => {
  it("lists mails with their problem, and sends a failed one again", () =>
    withServer([{ at: "data", code: 554 }], async ({ host, port }, received) => {
      await set({ config: { email_config: { type: "standard", host, port, ...credentials, ...sender } } })
      await fixture.open(mail, async (page) => {
        await page.getByText("No mail was sent yet").waitFor()
        expect(await violations(page)).toEqual([])
        await sendReset()
        const row = page.getByRole("row").filter({ hasText: "tomas@fernhill.example" })
        await row.getByText("Failed").waitFor()
        const problem = row.getByText("The mail server rejected the mail.").filter({ visible: true })
        await problem.waitFor()
        expect(await violations(page)).toEqual([])
        await picture(page, "console-outbox")
        const size = page.viewportSize() ?? { width: 1180, height: 800 }
        await page.setViewportSize({ width: 390, height: 800 })
        await problem.waitFor()
        expect(await sidewaysIn(page, "Outbox")).toBe(0)
        expect(await violations(page)).toEqual([])
        await picture(page, "console-outbox-390")
        await page.setViewportSize(size)
        await page.getByLabel("Which mails").selectOption("Waiting")
        await page.getByText("No mail is in the state “Waiting”").waitFor()
        await page.reload()
        await page.getByText("No mail is in the state “Waiting”").waitFor()
        await page.getByLabel("Which mails").selectOption("All mails")
        await page.goto(`${fixture.url}/#/${home}`)
        await page.getByText("A mail was not delivered").waitFor()
        await page.getByRole("link", { name: "See the failed mails" }).click()
        await expect.poll(() => page.getByLabel("Which mails").inputValue()).toBe("failed")
        await button(page, "Send again to tomas@fernhill.example").dblclick()
        await page.getByText("is sent again").waitFor()
        await page.getByLabel("Which mails").selectOption("All mails")
        await row.getByText("Delivered").waitFor()
        expect(received).toHaveLength(1)
        await set({ config: { email_config: { type: "shared" } } })
      })
    }))
})

describe("mail templates in the console", () => {
  it("are changed with a live preview, and reset", () =>
    fixture.open(`${mail}/templates/password_reset`, async (page) => {
      const frame = page.frameLocator("iframe")
      await frame.getByRole("link", { name: "Choose a new password" }).waitFor()
      await page.getByLabel("Subject").fill("New password for {{ projectDisplayName }}")
      await page.getByText("New password for Fernhill").waitFor()
      await page.getByLabel(/Heading$/).fill("Hello <script>alert(1)</script>")
      await frame.getByRole("heading", { name: "Hello <script>alert(1)</script>" }).waitFor()
      await page.getByLabel("userDisplayName").fill("Noor")
      await frame.getByText("Hi Noor.").waitFor()
      const background = () => frame.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor)
      const light = await background()
      await page.getByRole("tab", { name: "Dark" }).click()
      await expect.poll(background).not.toBe(light)
      await page.getByRole("tab", { name: "Light" }).click()
      await expect.poll(background).toBe(light)
      await page.getByRole("tab", { name: "Plain text" }).click()
      await page.getByRole("tabpanel").getByText("Hi Noor.").waitFor()
      expect(await violations(page)).toEqual([])
      await clickButton(page, "Save the template")
      await page.getByText("The template was saved").waitFor()
      const saved = await (await fixture.asAdmin("GET", "/email-templates/password_reset")).json()
      expect(saved).toMatchObject({ is_default: false, subject: "New password for {{ projectDisplayName }}" })
      await page.getByText("The whole document as JSON").click()
      await page.getByLabel("Document").fill('{"root":{}}')
      await clickButton(page, "Save Document")
      await page.getByRole("alert").waitFor()
      await clickButton(page, "Discard the change of Document")
      await page.getByLabel("Subject").fill("{{passwordResetLink}}".repeat(21))
      await clickButton(page, "Save the template")
      await page.getByRole("alert").filter({ hasText: "those of this template can have" }).waitFor()
      expect(await violations(page)).toEqual([])
      await picture(page, "console-mail-too-long")
      await page.getByLabel("Subject").fill("A draft")
      await fixture.asAdmin("PATCH", "/email-templates/password_reset", { subject: "Of another owner" })
      await page.getByText("Another owner changed the template meanwhile").waitFor()
      await clickButton(page, "Discard the change of the template")
      expect(await page.getByLabel("Subject").inputValue()).toBe("Of another owner")
      await clickButton(page, "Reset to the default")
      await clickButton(page, "Reset to the default for good")
      await page.getByText("The default template.").waitFor()
    }))
})

describe("the languages of mails in the console", () => {
  it("have templates of their own, with a preview in their direction, which are mailed", () =>
    fixture.open(`${mail}/templates/password_reset`, async (page) => {
      const frame = page.frameLocator("iframe")
      const language = page.getByLabel("Language of the template")
      await frame.getByText("Choose a new password for Fernhill").waitFor()
      await language.selectOption("Arabic")
      await page.getByText("The project has no template of its own for this language.").waitFor()
      await frame.getByRole("heading", { name: "اختيار كلمة مرور جديدة" }).waitFor()
      expect(await frame.locator("html").getAttribute("dir")).toBe("rtl")
      expect(page.url()).toContain("/templates/password_reset/ar-001")
      await picture(page, "console-mail-arabic")
      await page.reload()
      await frame.getByRole("heading", { name: "اختيار كلمة مرور جديدة" }).waitFor()
      await page.getByRole("tab", { name: "Plain text" }).click()
      await page.getByRole("tabpanel").getByText("تنتهي صلاحية الرابط").waitFor()
      expect(await violations(page)).toEqual([])
      await language.selectOption("Polish")
      await page.getByLabel("Subject").fill("Nowe hasło")
      await clickButton(page, "Save the template")
      await page.getByText("The template was saved").waitFor()
      await page.getByText("The project's own template for this language.").waitFor()
      await expect.poll(() => language.locator("option:checked").textContent()).toBe("Polish: own template")
      const [user] = (await (await fixture.asAdmin("GET", "/users?query=tomas")).json()).items
      await page.goto(`${fixture.url}/#/projects/${PROJECT}/users/${user.id}`)
      await page.getByLabel("Language of mails").selectOption("Polish")
      await page.getByText("Language of mails saved").waitFor({ state: "attached" })
      expect(await violations(page)).toEqual([])
      await fixture.control("DELETE", "/mailbox")
      await sendReset()
      const { mails } = await (await fixture.control("GET", "/mailbox")).json()
      expect(mails[0].subject).toBe("Nowe hasło")
      await page.goto(`${fixture.url}/#/projects/${PROJECT}/mail/templates/password_reset/pl-PL`)
      await clickButton(page, "Delete this template")
      await clickButton(page, "Delete this template for good")
      await page.getByText("The project has no template of its own for this language.").waitFor()
      await fixture.asAdmin("PATCH", `/users/${user.id}`, { language: null })
    }))

  it("are set for recipients whose language is not known, and turned off", () =>
    fixture.open(`${mail}/templates`, async (page) => {
      await page.getByLabel("Language where that is not known").selectOption("German")
      await clickButton(page, "Save the language")
      await page.getByText("The language was saved").waitFor()
      await page.getByRole("switch", { name: "Use the language of the recipient" }).click()
      const config = async () => (await (await fixture.asAdmin("GET", "/projects/current")).json()).config
      await expect.poll(config).toMatchObject({ mail_language: "de-DE", translate_mails: false })
      expect(await violations(page)).toEqual([])
      await set({ config: { mail_language: null, translate_mails: true } })
    }))
})

describe("home in the console", () => {
  it("reads its figures once when it is opened", () =>
    fixture.open(home, async (page) => {
      const figures = page.getByText("Active today")
      await figures.waitFor()
      const reads = readsOf(page, "/internal/metrics")
      await page.reload()
      await figures.waitFor()
      await page.waitForLoadState("networkidle")
      expect(reads).toHaveLength(1)
    }))

  it("names what needs attention with a link to mend it, and nothing once it is mended", () =>
    fixture.open(home, async (page) => {
      await page.getByText("The project has no mail server").waitFor()
      await page.getByText("Localhost is allowed").waitFor()
      await picture(page, "console-home")
      await page.getByRole("link", { name: "Turn it off" }).click()
      await page.getByRole("switch", { name: "Allow localhost" }).waitFor()
      await set({
        config: {
          allow_localhost: false,
          domains: [{ domain: "https://app.fernhill.example", handler_path: "/handler" }],
          email_config: { type: "standard", host: "smtp.fernhill.example", port: 587, ...credentials, ...sender }
        }
      })
      await page.getByRole("link", { name: "Home" }).click()
      // Other tests have left a failed mail, or not.
      await page.getByText("Localhost is allowed").waitFor({ state: "detached" })
      await page.getByText("The project has no mail server").waitFor({ state: "detached" })
      await set({ config: { allow_localhost: true, domains: [], email_config: { type: "shared" } } })
    }))

  it("shows the users by day, as a chart that is read by keyboard, and as a table", () =>
    fixture.open(home, async (page) => {
      const chart = page.getByRole("slider", { name: "Sign-ups, by day" })
      await chart.focus()
      const today = await chart.getAttribute("aria-valuetext")
      expect(today).toMatch(/: 4$/)
      await page.keyboard.press("ArrowLeft")
      expect(await chart.getAttribute("aria-valuetext")).toMatch(/: 0$/)
      await page.keyboard.press("End")
      expect(await chart.getAttribute("aria-valuetext")).toBe(today)
      const bar = await chart.locator("svg g").last().locator("rect").last().boundingBox()
      expect(bar?.height).toBeGreaterThan(50)
      await page.getByText("Sign-ups as a table").click()
      await page.getByRole("table").first().getByRole("row").last().getByText("4").waitFor()
      await page.getByText("Password", { exact: true }).waitFor()
      expect(await violations(page)).toEqual([])
    }))

  it("is empty without users", () =>
    fixture.open("projects/22222222-2222-4222-8222-222222222222/home", async (page) => {
      await page.getByText("There are no sign-ups yet").waitFor()
      expect(await violations(page)).toEqual([])
      await picture(page, "console-home-empty")
    }))

  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1280, 390]) {
      it(`has no violations, with the mail pages, ${colorScheme}, ${width} px`, () =>
        fixture.open(
          home,
          async (page) => {
            await page.getByText("Active users", { exact: true }).first().waitFor()
            for (const part of ["home", "mail", "mail/templates", "mail/server"]) {
              await page.goto(`${fixture.url}/#/projects/${PROJECT}/${part}`)
              await page.locator("h1").waitFor({ state: "attached" })
              await page.locator("h2, .ks-empty, table").first().waitFor()
              expect(await violations(page)).toEqual([])
              const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
              expect(overflow).toBeLessThanOrEqual(0)
              await picture(page, `console-${part.replace("/", "-")}-${colorScheme}-${width}`)
            }
          },
          { colorScheme, viewport: { width, height: 800 }, reducedMotion: "reduce" }
        ))
    }
  }
})
