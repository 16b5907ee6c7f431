/** Installations of the service in production whose owners sign in on the service's own pages. */
import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import type { Browser, Page } from "playwright-core"
import { variables } from "../../core/environment/variables.ts"
import { type Environment, run } from "../cli/keystile-process.ts"
import { serve } from "../cli/serve-process.ts"
import { startEffectExample } from "../examples/effect-one-deployment.ts"
import { databases, MOUNT_PATH, variablesIn } from "../examples/installation.ts"
import { freePort } from "../free-port.mjs"
import { findPrograms } from "../postgres/postgres-server.mjs"
import { credentials, type SmtpRefusal, smtpServer } from "../service/smtp-servers.ts"
import { confirmWithPassword, section, totp } from "./account-fixture.ts"
import { button, clickButton, fillField } from "./controls.ts"
import { connectBrowser, PASSWORD, visit } from "./fixture.ts"

export const email = "ada@example.com"

const served = {
  name: "keystile serve",
  mountPath: "",
  program: (environment: Environment, port: number) => serve({ ...environment, KEYSTILE_PORT: String(port) })
}
const mounted = {
  name: "a service mounted in an Effect program",
  mountPath: MOUNT_PATH,
  program: (environment: Environment, port: number) => startEffectExample({ ...environment, PORT: String(port) })
}

/** The programs that serve the pages, on a port and below a mount path. */
export const programs = [served, mounted] as const

const [sqlite, postgres] = databases

/** The database of installations that name none: PostgreSQL in `npm run test:consoles`. */
const usual = process.env["KEYSTILE_POSTGRES"] === "all" && postgres !== undefined ? postgres.database : sqlite.database

/** One program on each database. */
export const onBothDatabases = [
  { name: "keystile serve, SQLite", program: served, database: sqlite.database },
  {
    // The title says why a run is skipped.
    name: `a mounted service, PostgreSQL${findPrograms() === undefined ? " (missing)" : ""}`,
    program: mounted,
    database: postgres?.database
  }
]

/**
 * A service in production with one project, the command with its configuration, and the mails.
 * The mail server refuses the first mails as given. `settings`: more variables of the service.
 */
export const installation = Effect.fnUntraced(function* (
  { mountPath, program }: (typeof programs)[number],
  database?: string,
  refusals: ReadonlyArray<SmtpRefusal> = [],
  settings: Environment = {}
) {
  const port = yield* Effect.promise(() => freePort())
  const url = `http://127.0.0.1:${port}${mountPath}`
  const mails = yield* smtpServer({}, refusals)
  const login = `${credentials.username}:${encodeURIComponent(credentials.password)}`
  const environment = {
    KEYSTILE_PUBLIC_URL: url,
    KEYSTILE_DB: database ?? (yield* usual),
    KEYSTILE_SECRETS: "8ebf9b8c1d0a4f7e92b3c6d5e4f3a2b1c0d9e8f7",
    KEYSTILE_MAIL: `smtp://${login}@${mails.settings.host}:${mails.settings.port}`,
    ...settings
  }
  const keystile = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
    const { code, stderr, stdout } = yield* run(args, environment)
    assert.strictEqual(code, 0, stderr)
    return stdout
  })
  const created = variablesIn(yield* keystile("project", "create", "Larkspur", "--domain", "https://larkspur.example"))
  yield* program({ ...environment, ...created }, port)
  const projectId = created[variables.projectId] ?? ""
  return { created, keystile, mails, projectId, url }
})

const Link = Schema.fromJsonString(Schema.Struct({ url: Schema.String }))
export const linkIn = (stdout: string) => Effect.map(Schema.decodeUnknownEffect(Link)(stdout), ({ url }) => url)

export const openBrowser = Effect.acquireRelease(
  Effect.promise(() => connectBrowser()),
  (browser) => Effect.promise(() => browser.close())
)

/**
 * In a checkout the service builds its pages with the first request, and may be busy with it for the next ones, too.
 */
export const firstLoad = { timeout: 60_000 }

/** Opens a page, and runs the work with it and the requests that it sends to the service. */
export const inPage = (
  browser: Browser,
  url: string,
  work: (page: Page, requests: ReadonlyArray<string>) => Promise<void>
) => Effect.promise(() => visit(browser, new URL(url).origin, ({ page, requests }) => work(page, requests)))

export const setPassword = async (page: Page, link: string) => {
  await page.goto(link, firstLoad)
  await fillField(page, "New password", PASSWORD)
  await fillField(page, "Repeat new password", PASSWORD)
  await page.getByRole("button", { name: "Reset password" }).click()
  await page.getByText("Your password has been reset").waitFor(firstLoad)
}

/** Fills in the page of sign-in. */
export const signIn = async (page: Page) => {
  await page.getByRole("textbox", { name: "Email", exact: true }).fill(email)
  await fillField(page, "Password", PASSWORD)
  await clickButton(page, "Sign In")
}

/** Sets up an authenticator app and returns its secret. */
export const setUpSecondFactor = async (page: Page) => {
  const mfa = section(page, "Two-factor authentication")
  await clickButton(mfa, "Enable")
  await confirmWithPassword(page, "Enable")
  await mfa.getByRole("img", { name: "QR code for your authenticator app" }).waitFor()
  const secret = ((await mfa.locator("code").textContent()) ?? "").replaceAll(" ", "")
  await mfa.getByRole("textbox").fill(await totp(secret))
  await button(mfa, "Disable").waitFor()
  return secret
}
