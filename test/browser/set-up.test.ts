/** Follows "Set up" of docs/production.md in an empty folder, and signs the owner and the first user in over TLS. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Browser, Page } from "playwright-core"
import { expect } from "vitest"
import { commandsIn, openTerminal } from "../docs/terminal.ts"
import { linkIn, variablesIn } from "../examples/installation.ts"
import { freePort } from "../free-port.mjs"
import { credentials, smtpServer } from "../service/smtp-servers.ts"
import { temporaryFolder } from "../service/temporary-folder.ts"
import { fillField } from "./controls.ts"
import { buildPage, built, connectBrowser, PASSWORD, visit } from "./fixture.ts"
import { fillSignIn, fillSignUp, signInButton, signUpButton } from "./sign-in-forms.ts"
import { serveFolder } from "./static-site.ts"
import { tlsProxy } from "./tls-proxy.ts"

const page = readFileSync(new URL("../../docs/production.md", import.meta.url), "utf8")

/** The blocks of commands in the section, in their order. */
const blocks = commandsIn(page, "Set up")

/** The lines that begin a command: not those of the file that `cat` writes. */
const commands = blocks.flatMap((block) =>
  block
    .replace(/^(cat .*<<'END')\n[^]*?^END$/m, "$1")
    .trimEnd()
    .split("\n")
)

/** In a checkout the service builds its pages with the first request. */
const firstLoad = { timeout: 60_000 }

const asOwner = async (page: Page, url: string, link: string) => {
  await page.goto(link, firstLoad)
  await fillField(page, "New password", PASSWORD)
  await fillField(page, "Repeat new password", PASSWORD)
  await page.getByRole("button", { name: "Reset password" }).click()
  await page.getByText("Your password has been reset").waitFor()
  await page.goto(`${url}/owner`, firstLoad)
  await fillSignIn(page, "ada@example.com")
  await signInButton(page).click()
  await page.getByRole("link", { name: "Larkspur" }).waitFor()
}

const expectSecureCookies = async (page: Page) => {
  const cookies = await page.context().cookies()
  expect(cookies).not.toHaveLength(0)
  for (const { name, secure } of cookies) expect([name, secure]).toEqual([name, true])
}

const inPage = (browser: Browser, url: string, work: (page: Page) => Promise<void>) =>
  Effect.promise(() => visit(browser, url, ({ page }) => work(page), { ignoreHTTPSErrors: true }))

describe("docs/production.md in an empty folder", () => {
  it("needs at most ten commands, with the proxy", () => {
    expect(blocks).toHaveLength(5)
    expect(commands.length).toBeLessThan(10)
    for (const command of commands) expect(command).toMatch(/^(npm install|cat|export|npx keystile) /)
  })

  it.live("leads to an owner and a first user, who sign in over TLS", () =>
    Effect.gen(function* () {
      const [port, publicPort, appPort] = yield* Effect.promise(() => Promise.all([freePort(), freePort(), freePort()]))
      const url = `https://127.0.0.1:${publicPort}`
      const app = `https://127.0.0.1:${appPort}`
      const mails = yield* smtpServer()
      const { host, port: mailPort } = mails.settings
      const login = `${credentials.username}:${encodeURIComponent(credentials.password)}`
      // The addresses of the page, which are those of its reader, and the port, which another test may use.
      const own = (block: string) =>
        block
          .replaceAll("https://auth.example.com", url)
          .replaceAll("https://larkspur.example", app)
          .replaceAll("smtp://user:password@smtp.example.com:587", `smtp://${login}@${host}:${mailPort}`)
      const folder = (yield* temporaryFolder).path("empty")
      mkdirSync(folder)
      const terminal = yield* openTerminal(folder, { KEYSTILE_PORT: String(port), KEYSTILE_DRAIN_DELAY: "0" })

      const [configure = "", check = "", serve = "", createProject = "", createOwner = ""] = blocks.map(own)
      yield* terminal.run(configure)
      assert.include(yield* terminal.run(check), "accepts the user name")
      yield* terminal.start(serve, /Listening on/)
      yield* tlsProxy(publicPort, port)
      const environment = variablesIn(yield* terminal.run(createProject))
      const link = linkIn(yield* terminal.run(createOwner))

      Object.assign(process.env, {
        VITE_KEYSTILE_URL: environment["NEXT_PUBLIC_STACK_API_URL"],
        VITE_KEYSTILE_PROJECT_ID: environment["NEXT_PUBLIC_STACK_PROJECT_ID"],
        VITE_KEYSTILE_PUBLISHABLE_CLIENT_KEY: environment["NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY"]
      })
      const pages = yield* Effect.promise(() => buildPage("app", join(built, "set-up")))
      const site = yield* Effect.acquireRelease(
        Effect.promise(() => serveFolder(pages, url)),
        ({ stop }) => Effect.promise(stop)
      )
      yield* tlsProxy(appPort, Number(new URL(site.url).port))
      const browser = yield* Effect.acquireRelease(
        Effect.promise(() => connectBrowser()),
        (browser) => Effect.promise(() => browser.close())
      )

      yield* inPage(browser, url, (page) => asOwner(page, url, link))
      yield* inPage(browser, url, async (page) => {
        const email = "noor@example.com"
        await page.goto(`${app}/handler/sign-up`)
        await fillSignUp(page, email)
        await signUpButton(page).click()
        await page.getByRole("heading", { name: `Hello, ${email}.` }).waitFor()
        await expectSecureCookies(page)
        await page.reload()
        await page.getByRole("heading", { name: `Hello, ${email}.` }).waitFor()
      })
      // The link of the owner, and the verification of the user's address.
      yield* mails.whenReceived(2)
      const verification = mails.received.find(({ to }) => to.includes("noor@example.com"))
      yield* inPage(browser, url, async (page) => {
        await page.goto(linkIn(verification?.raw ?? ""))
        await page.getByRole("button", { name: "Verify email" }).click()
        await page.getByRole("heading", { name: "Your email address is verified" }).waitFor()
      })
    }).pipe(Effect.scoped)
  )
})
