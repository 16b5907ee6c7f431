/** Environment of the sign-in tests: a project with every method, its page and a browser. */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Redacted from "effect/Redacted"
import type { BrowserContextOptions, Page } from "playwright-core"
import { stepAt, totpCode } from "../../service/crypto/totp.ts"
import { timeOf } from "./service-calls.ts"
import { serveFolder } from "./static-site.ts"
import { buildPage, built, connectBrowser, PASSWORD, startBuiltService, visit, type Visit } from "./fixture.ts"

export interface AuthFixture {
  readonly service: string
  readonly screens: string
  readonly visit: (work: (visit: Visit) => Promise<void>, options?: BrowserContextOptions) => Promise<void>
  readonly close: () => Promise<void>
}

export const NOOR = "noor@fernhill.example"
/** Has a second factor. */
export const TESS = "tess@fernhill.example"
const SECRET = Buffer.from("a secret of twenty b").toString("base64")

export const PROJECT_ID = "11111111-1111-4111-8111-111111111111"
export const CLIENT_KEY = "pck_fernhill"

export const seed = {
  projects: [
    {
      id: PROJECT_ID,
      displayName: "Fernhill",
      keys: { publishableClientKey: CLIENT_KEY, secretServerKey: "ssk_fernhill" },
      config: {
        magicLinkEnabled: true,
        passkeyEnabled: true,
        oauthProviders: ["google", "github"].map((id) => ({ type: "standard", id, endpoints: "embedded" }))
      },
      users: [
        { email: NOOR, emailVerified: true, password: PASSWORD },
        { email: TESS, emailVerified: true, password: PASSWORD, totpSecret: SECRET }
      ]
    }
  ]
}

/** Opens the fixture with the page of every method. */
export const openAuthFixture = (keys: object = {}) => openService(() => buildPage("auth-page"), keys)

/** Starts a service with these additional keys, and serves a page that is built for it. */
export const openService = async (buildFolder: () => Promise<string>, keys: object = {}): Promise<AuthFixture> => {
  mkdirSync(built, { recursive: true })
  const file = join(built, "auth-seed.json")
  const projects = seed.projects.map((project) => ({ ...project, keys: { ...project.keys, ...keys } }))
  writeFileSync(file, JSON.stringify({ projects }))
  const service = await startBuiltService(["--seed", file])
  Object.assign(process.env, {
    VITE_KEYSTILE_URL: service.url,
    VITE_KEYSTILE_PROJECT_ID: service.project.id,
    VITE_KEYSTILE_PUBLISHABLE_CLIENT_KEY: service.project.publishableClientKey
  })
  const site = await serveFolder(await buildFolder(), service.url)
  const browser = await connectBrowser()
  return {
    service: service.url,
    screens: site.url,
    visit: (work, options) => visit(browser, service.url, work, options),
    close: async () => {
      await browser.close()
      await Promise.all([site.stop(), service.stop()])
    }
  }
}

const control = { "content-type": "application/json", "x-keystile-control": "1" }

/** Returns the six-character code and the link of the next mail to an address. */
export const nextMail = async (service: string, to: string) => {
  const response = await fetch(`${service}/_keystile/mailbox/next`, {
    method: "POST",
    headers: control,
    body: JSON.stringify({ to, timeout_millis: 5000 })
  })
  const { mail } = await response.json()
  const link: string = mail.links[0]
  const code = new URL(link).searchParams.get("code") ?? ""
  return { link, code, otp: code.slice(0, 6).toUpperCase() }
}

let step = stepAt(Date.now())

/** Returns an unused, valid TOTP code (RFC 6238). The service accepts that of the current time step, once. */
export const totp = async (service: string): Promise<string> => {
  const now = await timeOf(service)
  const current = stepAt(now)
  step = Math.max(step + 1, current)
  if (step > current) {
    const millis = step * 30_000 - now
    await fetch(`${service}/_keystile/clock/advance`, {
      method: "POST",
      headers: control,
      body: JSON.stringify({ millis })
    })
  }
  return totpCode(Redacted.make(SECRET), step)
}
export const codeField = (page: Page) => page.getByRole("textbox", { name: /^Code from your/ })
