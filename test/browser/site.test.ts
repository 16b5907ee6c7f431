/**
 * The documentation site in Chromium, as `npm run site` builds it. `npm run test:site` sets the variable;
 * `test/docs/site-pages.test.ts` tests the pages' sources in every run.
 */
import { spawnSync } from "node:child_process"
import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { preview, type PreviewServer } from "vite"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { knownErrors } from "../../core/errors/known-errors.ts"
import { pictureSize } from "../../scripts/site/live-examples.mjs"
import { settings } from "../../service/production/settings.ts"
import { connectBrowser, violations } from "./fixture.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const folder = join(root, ".site")
const read = (file: string) => readFileSync(join(folder, file), "utf8")

/** Elements of the largest page, with its sidebar. Lighthouse gives 95 and more for such a page. */
const MOST_ELEMENTS = 4000

const pages = [
  "index",
  "react",
  "problems",
  "wire/endpoints",
  "wire/endpoints/oauth",
  "reference/hooks",
  "reference/errors",
  "reference/seed",
  "reference/configuration",
  "reference/command",
  "reference/hooks/api-keys",
  "reference/calls/client",
  "reference/calls/client/teams",
  "reference/calls/client/credential",
  "reference/components/index",
  "reference/entries/keystile-hono",
  "reference/components/signin",
  "reference/components/button"
]

describe.skipIf(process.env["KEYSTILE_SITE"] === undefined)("the documentation site", () => {
  let browser: Browser
  let server: PreviewServer
  let url: string
  beforeAll(async () => {
    const { status, stderr } = spawnSync(process.execPath, ["scripts/site/site.mjs"], { cwd: root, encoding: "utf8" })
    expect(status, stderr).toBe(0)
    const host = "127.0.0.1"
    const build = { outDir: folder }
    server = await preview({ configFile: false, root, logLevel: "error", build, preview: { host, port: 0 } })
    url = server.resolvedUrls?.local[0]?.replace(/\/$/, "") ?? ""
    browser = await connectBrowser()
  }, 900_000)
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  /** Opens a page, and returns its faults: errors of the console, and requests to other hosts. */
  const visit = async (options: BrowserContextOptions, use: (page: Page) => Promise<void>) => {
    const context = await browser.newContext({ reducedMotion: "reduce", ...options })
    const page = await context.newPage()
    const faults: Array<string> = []
    page.on("console", (message) => message.type() === "error" && faults.push(message.text()))
    page.on("pageerror", ({ message }) => faults.push(message))
    page.on("request", (request) => {
      if (/^https?:/.test(request.url()) && !request.url().startsWith(url)) faults.push(request.url())
    })
    await use(page)
    await context.close()
    return faults
  }

  for (const colorScheme of ["light", "dark"] as const) {
    it.each(pages)(`is accessible, and as wide as a phone, in the ${colorScheme} scheme: %s`, async (path) => {
      const viewport = { width: 390, height: 800 }
      const faults = await visit({ colorScheme, viewport }, async (page) => {
        await page.goto(`${url}/${path}.html`)
        await page.getByRole("heading", { level: 1 }).waitFor()
        expect(await violations(page)).toEqual([])
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(overflow).toBeLessThanOrEqual(0)
      })
      // The examples call a service that the gallery replaces.
      expect(faults).toEqual([])
    })
  }

  it("finds an error by its code, with the keyboard and without a network", async () => {
    const faults = await visit({}, async (page) => {
      await page.goto(`${url}/react.html`)
      // The page is readable before Vue listens to keys.
      await page.waitForFunction(() => "__vue_app__" in (document.querySelector("#app") ?? {}))
      await page.keyboard.press("Control+k")
      await page.getByRole("searchbox").fill("EMAIL_PASSWORD_MISMATCH")
      await page
        .getByRole("option", { name: /EmailPasswordMismatch/ })
        .first()
        .waitFor()
      // In VitePress's list of results, each option contains a link, which has a label of its own.
      const found = await violations(page)
      expect(found.filter((one) => !/^(?:label-content-name-mismatch|nested-interactive): .VPLocal/.test(one))).toEqual(
        []
      )
      await page
        .getByRole("option", { name: /EmailPasswordMismatch/ })
        .first()
        .click()
      await page.getByRole("heading", { name: /^EmailPasswordMismatch/ }).waitFor()
    })
    expect(faults).toEqual([])
  })

  it("shows pictures of the examples, and runs one on demand in the color scheme of the page", async () => {
    const faults = await visit({ colorScheme: "dark" }, async (page) => {
      const requests: Array<string> = []
      page.on("request", (request) => requests.push(new URL(request.url()).pathname))
      await page.goto(`${url}/reference/components/signin.html`)
      const picture = page.getByRole("img", { name: "Screenshot of SignIn: every method" })
      await picture.scrollIntoViewIfNeeded()
      await vi.waitFor(async () => {
        expect(await picture.evaluate((image: HTMLImageElement) => [image.complete, image.naturalWidth])).toEqual([
          true,
          pictureSize.width
        ])
      })
      expect(requests.filter((path) => path.startsWith("/gallery/"))).toEqual([])
      await page.getByRole("button", { name: "Run this example: SignIn: every method" }).click()
      const frame = page.frameLocator("iframe[title='SignIn: every method']")
      await frame.getByRole("textbox", { name: "Email" }).waitFor()
      expect(await frame.locator("html").getAttribute("data-ks-scheme")).toBe("dark")
    })
    expect(faults).toEqual([])
  })

  it("loads its application only when a reader uses the page, and repeats the click that came first", async () => {
    const faults = await visit({}, async (page) => {
      await page.goto(`${url}/react.html`, { waitUntil: "networkidle" })
      const isLoaded = () => page.evaluate(() => "__VITEPRESS__" in window)
      expect(await isLoaded()).toBe(false)
      const isDark = () => page.locator("html.dark").count()
      expect(await isDark()).toBe(0)
      await page.getByRole("switch").first().click()
      await vi.waitFor(async () => expect(await isDark()).toBe(1))
      expect(await isLoaded()).toBe(true)
    })
    expect(faults).toEqual([])
  })

  it("has no page with more elements than a phone shows at once", () => {
    const sizes = globSync("**/*.html", { cwd: folder, exclude: ["gallery/**", "handler/**"] }).map((file) => ({
      file,
      elements: read(file).match(/<[a-z]/g)?.length ?? 0
    }))
    expect(sizes.length).toBeGreaterThan(200)
    expect(sizes.filter(({ elements }) => elements > MOST_ELEMENTS)).toEqual([])
  })

  it("is readable without JavaScript, with pictures of the examples and links to them", async () => {
    await visit({ javaScriptEnabled: false }, async (page) => {
      await page.goto(`${url}/reference/components/signin.html`)
      await page.getByRole("heading", { level: 1, name: "SignIn" }).waitFor()
      await page.getByRole("img", { name: "Screenshot of SignIn: every method" }).waitFor()
      expect(await page.getByRole("button", { name: /^Run this example/ }).count()).toBe(0)
      const link = page.getByRole("link", { name: "Open the example" }).first()
      expect(await link.getAttribute("href")).toBe("/gallery/?state=signin-every-method")
    })
  })

  it("has a Markdown file for each page, and lists all in llms.txt", () => {
    const listed = [...read("llms.txt").matchAll(/\]\(\/(.*?)\.md\)/g)].map(([, path = ""]) => path)
    expect(listed.length).toBeGreaterThan(100)
    for (const path of listed) {
      expect(existsSync(join(folder, `${path}.md`)), path).toBe(true)
      expect(existsSync(join(folder, `${path}.html`)), path).toBe(true)
    }
  })

  it("has every known error, every setting, and props with their meaning", () => {
    const errors = read("reference/errors.md")
    for (const { code } of knownErrors) expect(errors).toContain(`\`${code}\``)
    const configuration = read("reference/configuration.md")
    for (const { variable } of Object.values(settings)) expect(configuration).toContain(`\`${variable}\``)
    expect(read("reference/components/signin.md")).toContain("| `fullPage` |")
    expect(read("reference/calls/client/credential.md")).toContain(
      "[`EmailPasswordMismatch`](../../errors.md#emailpasswordmismatch)"
    )
    expect(read("reference/calls/client/teams.md")).toContain("## teams.list\n")
    expect(read("reference/hooks.md")).toContain("[`useUser`](hooks/user.md#useuser)")
    expect(read("reference/hooks/user.md")).toContain("## useUser\n")
    expect(read("reference/entries/keystile.md")).toContain("[`EmailPasswordMismatch`](keystile/")
    expect(read("reference/hooks/teams.md")).toMatch(
      /## useTeams\n[^#]*Example:\n\n```tsx\nimport \* as React from "keystile\/react"/
    )
    expect(read("reference/seed.md")).toContain("`projects[].config.magicLinkEnabled`")
    expect(read("reference/entries/keystile-hono.md")).toContain("| `options.timeoutMillis` | `number` |")
    expect(read("reference/command.md")).toContain("## keystile serve\n")
  })
})
