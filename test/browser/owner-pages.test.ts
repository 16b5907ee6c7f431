/** The pages on which the owners of projects sign in: of `keystile serve`, and of a mounted service. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import type { Browser, Page } from "playwright-core"
import { expect } from "vitest"
import { freePort } from "../free-port.mjs"
import { start } from "../cli/keystile-process.ts"
import { serve } from "../cli/serve-process.ts"
import { startEffectExample } from "../examples/effect-one-deployment.ts"
import { linkIn as mailedLinkIn, MOUNT_PATH, variablesIn } from "../examples/installation.ts"
import { credentials, smtpServer } from "../service/smtp-servers.ts"
import { temporaryFolder } from "../service/temporary-folder.ts"
import { button, confirmWithPassword, section, totp } from "./account-fixture.ts"
import { connectBrowser, PASSWORD, violations, visit } from "./fixture.ts"

const email = "ada@example.com"

type Environment = Readonly<Record<string, string>>

/** The programs that serve the pages, on a port and below a mount path. */
const programs = [
  {
    name: "keystile serve",
    mountPath: "",
    program: (environment: Environment, port: number) => serve({ ...environment, KEYSTILE_PORT: String(port) })
  },
  {
    name: "a service mounted in an Effect program",
    mountPath: MOUNT_PATH,
    program: (environment: Environment, port: number) => startEffectExample({ ...environment, PORT: String(port) })
  }
]

/** A service in production with one project, the command with its configuration, and the mails. */
const installation = Effect.fnUntraced(function* ({ mountPath, program }: (typeof programs)[number]) {
  const port = yield* Effect.promise(() => freePort())
  const url = `http://127.0.0.1:${port}${mountPath}`
  const mails = yield* smtpServer()
  const login = `${credentials.username}:${encodeURIComponent(credentials.password)}`
  const environment = {
    KEYSTILE_PUBLIC_URL: url,
    KEYSTILE_DB: (yield* temporaryFolder).path("keystile.db"),
    KEYSTILE_SECRETS: "8ebf9b8c1d0a4f7e92b3c6d5e4f3a2b1c0d9e8f7",
    KEYSTILE_MAIL: `smtp://${login}@${mails.settings.host}:${mails.settings.port}`
  }
  const keystile = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
    const { code, stderr, stdout } = yield* Effect.scoped(
      Effect.flatMap(start(args, environment), ({ ended }) => ended)
    )
    assert.strictEqual(code, 0, stderr)
    return stdout
  })
  const created = yield* keystile("project", "create", "Larkspur", "--domain", "https://larkspur.example")
  yield* program({ ...environment, ...variablesIn(created) }, port)
  return { keystile, mails, url }
})

const Link = Schema.fromJsonString(Schema.Struct({ url: Schema.String }))
const linkIn = (stdout: string) => Effect.map(Schema.decodeUnknownEffect(Link)(stdout), ({ url }) => url)

const openBrowser = Effect.acquireRelease(
  Effect.promise(() => connectBrowser()),
  (browser) => Effect.promise(() => browser.close())
)

/** In a checkout the service builds its pages with the first request, and may be busy with it for the next ones, too. */
const firstLoad = { timeout: 60_000 }

const inPage = (browser: Browser, url: string, work: (page: Page) => Promise<void>) =>
  Effect.promise(() => visit(browser, url, ({ page }) => work(page)))

const setPassword = async (page: Page, link: string) => {
  await page.goto(link, firstLoad)
  await page.getByLabel("New password", { exact: true }).fill(PASSWORD)
  await page.getByLabel("Repeat new password", { exact: true }).fill(PASSWORD)
  await page.getByRole("button", { name: "Reset password" }).click()
  await page.getByText("Your password has been reset").waitFor(firstLoad)
}

const signIn = async (page: Page, url: string) => {
  await page.goto(`${url}/owner`, firstLoad)
  await page.getByRole("textbox", { name: "Email", exact: true }).fill(email)
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD)
  await page.getByRole("button", { name: "Sign In", exact: true }).click()
}

/** Sets up an authenticator app and returns its secret. */
const setUpSecondFactor = async (page: Page) => {
  const mfa = section(page, "Two-factor authentication")
  await button(mfa, "Enable").click()
  await confirmWithPassword(page, "Enable")
  await mfa.getByRole("img", { name: "QR code for your authenticator app" }).waitFor()
  const secret = ((await mfa.locator("code").textContent()) ?? "").replaceAll(" ", "")
  await mfa.getByRole("textbox").fill(await totp(secret))
  await button(mfa, "Disable").waitFor()
  return secret
}

const projects = (page: Page) => page.getByRole("heading", { name: "Larkspur" })

describe.each(programs)("the pages of owners of $name", (program) => {
  it.live("lead from the link of the command to a password, a second factor, and the owner's projects", () =>
    Effect.gen(function* () {
      const { keystile, mails, url } = yield* installation(program)
      const browser = yield* openBrowser
      const link = yield* linkIn(yield* keystile("owner", "create", email, "--json"))
      assert.isTrue(link.startsWith(`${url}/owner/handler/password-reset?code=`), link)
      yield* mails.whenReceived(1)
      assert.strictEqual(mailedLinkIn(mails.received[0]?.raw ?? ""), link)
      yield* inPage(browser, url, async (page) => {
        await setPassword(page, link)
        await signIn(page, url)
        await projects(page).waitFor()
        expect(await violations(page)).toEqual([])
        await page.getByRole("link", { name: "Set it up in your account settings" }).click()
        await setUpSecondFactor(page)
        await page.goto(`${url}/owner`, firstLoad)
        await projects(page).waitFor()
        expect(await page.getByText("Your account has no second factor").count()).toBe(0)
      })
      assert.include(yield* keystile("owner", "list"), `${email}  (password, second factor)`)

      // Without the phone: the operator removes the second factor, and every session ends.
      yield* inPage(browser, url, async (page) => {
        await signIn(page, url)
        await page.getByText("Two-factor authentication").first().waitFor()
      })
      yield* keystile("owner", "reset-second-factor", email)
      yield* inPage(browser, url, async (page) => {
        await signIn(page, url)
        await projects(page).waitFor()
      })
    }).pipe(Effect.scoped)
  )

  it.live("mail the link for a forgotten password", () =>
    Effect.gen(function* () {
      const { keystile, mails, url } = yield* installation(program)
      const browser = yield* openBrowser
      yield* keystile("owner", "create", email)
      yield* mails.whenReceived(1)
      yield* inPage(browser, url, async (page) => {
        await page.goto(`${url}/owner`, firstLoad)
        await page.getByRole("link", { name: "Forgot password?" }).click()
        await page.getByLabel("Your email").fill(email)
        await button(page, "Email me a link").click()
        await Effect.runPromise(mails.whenReceived(2))
        const link = mailedLinkIn(mails.received[1]?.raw ?? "")
        expect(link).toContain(`${url}/owner/handler/password-reset?code=`)
        await setPassword(page, link)
        await signIn(page, url)
        await projects(page).waitFor()
      })
    }).pipe(Effect.scoped)
  )

  it.live("refuse a link that was used, and fit a phone", () =>
    Effect.gen(function* () {
      const { keystile, url } = yield* installation(program)
      const browser = yield* openBrowser
      const link = yield* linkIn(yield* keystile("owner", "create", email, "--json"))
      yield* inPage(browser, url, async (page) => {
        await page.setViewportSize({ width: 390, height: 760 })
        await setPassword(page, link)
        await page.goto(link, firstLoad)
        await page.getByText("This link has already been used").first().waitFor()
        await signIn(page, url)
        await projects(page).waitFor()
        await page.emulateMedia({ colorScheme: "dark" })
        expect(await violations(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      })
      yield* keystile("owner", "remove", email)
      yield* inPage(browser, url, async (page) => {
        await signIn(page, url)
        await page.getByText("Wrong email or password").first().waitFor()
      })
    }).pipe(Effect.scoped)
  )
})
