/** Environment of the browser tests: one service, two built applications, one browser. */
import { readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type Browser, type BrowserContextOptions, chromium, type Page, type Request } from "playwright-core"
import { build } from "vite"
import { afterAll, beforeAll, expect, inject } from "vitest"
import { startService } from "../../scripts/demo/service.mjs"
import { sourceAliases } from "../../scripts/build/entries.mjs"
import { describeFailure, pendingRequests } from "./failed-page.ts"
import { serveFolder } from "./static-site.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
/** Output folder of the built pages, one per worker: test files run in parallel. */
export const built = join(
  root,
  "node_modules",
  ".cache",
  "keystile",
  "browser-tests",
  process.env["VITEST_POOL_ID"] ?? "1"
)
const screenshots = join(root, ".screenshots")
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

export const PASSWORD = "verdigris-lantern-42"

/** A page and what it requested and logged. */
export interface Visit {
  readonly page: Page
  /** Requests to the service, as `METHOD /path`. */
  readonly requests: ReadonlyArray<string>
  readonly count: (request: string) => number
  /** Console errors and content security policy violations. */
  readonly consoleErrors: Array<string>
  /** Hosts that the page sent requests to. */
  readonly hosts: ReadonlySet<string>
}

export interface Fixture {
  readonly service: string
  readonly project: {
    readonly id: string
    readonly publishableClientKey: string
    readonly secretServerKey: string
    readonly superSecretAdminKey: string
  }
  /** URL of a small application: a router, the handler, a page that requires a user. */
  readonly app: string
  /** URL of a page with the screens, configured by its query. */
  readonly screens: string
  /** Opens a page, runs the test, then expects no console errors. */
  readonly visit: (work: (visit: Visit) => Promise<void>, options?: BrowserContextOptions) => Promise<void>
  readonly close: () => Promise<void>
}

const pagesOf = (name: string) => {
  const folder = fileURLToPath(new URL(folderOf(name), import.meta.url))
  return readdirSync(folder)
    .filter((file) => file.endsWith(".html"))
    .map((file) => join(folder, file))
}

/** Source folders of the test pages: beside this file, and the gallery. */
const folderOf = (name: string) => (name === "gallery" ? "../../examples/gallery" : name)

/** Builds a test page or the gallery. */
export const buildPage = (name: "app" | "screens-page" | "gallery" | "auth-page", folder = join(built, name)) =>
  build({
    configFile: false,
    logLevel: "warn",
    root: fileURLToPath(new URL(folderOf(name), import.meta.url)),
    resolve: { alias: sourceAliases() },
    oxc: { jsx: { runtime: "automatic" } },
    build: {
      outDir: folder,
      emptyOutDir: true,
      chunkSizeWarningLimit: 2000,
      rolldownOptions: { input: pagesOf(name) }
    }
  }).then(() => folder)

/**
 * Connects to the Chromium that `launch-chromium.ts` launched. `close` disconnects and closes the contexts of this
 * connection.
 */
export const connectBrowser = () => chromium.connect(inject("chromium"))

/** Starts `keystile dev` with the arguments, on a free port unless another is given. */
export const startBuiltService = (args: ReadonlyArray<string>, port = 0, db = ":memory:") =>
  startService({ port, db, args, program: inject("command") })

/** Opens the fixture before the tests of a file, and closes it after them. Returns it to each test. */
export const openedForFile = <F extends { readonly close: () => Promise<void> }>(open: () => Promise<F>) => {
  let opened: F | undefined
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened?.close())
  return (): F => {
    if (opened === undefined) throw new Error("The fixture is not open.")
    return opened
  }
}

/**
 * @param args for the command that starts the service
 */
export const openFixture = async (args: ReadonlyArray<string> = []): Promise<Fixture> => {
  const service = await startBuiltService(args)
  Object.assign(process.env, {
    VITE_KEYSTILE_URL: service.url,
    VITE_KEYSTILE_PROJECT_ID: service.project.id,
    VITE_KEYSTILE_PUBLISHABLE_CLIENT_KEY: service.project.publishableClientKey
  })
  const app = await buildPage("app")
  const screens = await buildPage("screens-page")
  const sites = await Promise.all([serveFolder(app, service.url), serveFolder(screens, service.url)])
  const browser = await connectBrowser()
  return {
    service: service.url,
    project: service.project,
    app: sites[0].url,
    screens: sites[1].url,
    visit: (work, options) => visit(browser, service.url, work, options),
    close: async () => {
      await browser.close()
      await Promise.all([...sites.map((site) => site.stop()), service.stop()])
    }
  }
}

const expectedErrors = [
  // Chromium logs every failed request; the tests cause these themselves.
  "Failed to load resource",
  // React logs this warning when the user changes while a part of the page resumes from suspending: it renders the
  // response it suspended on, then the current one. A promise recreated on each render would never render anything.
  "A component was suspended by an uncached promise"
]

/** Opens a page of a browser, runs the test, then expects no console errors. */
export const visit = async (
  browser: Browser,
  service: string,
  work: (visit: Visit) => Promise<void>,
  options: BrowserContextOptions = {}
) => {
  const context = await browser.newContext({ viewport: { width: 720, height: 760 }, locale: "en-US", ...options })
  const pending = pendingRequests(context)
  const consoleErrors: Array<string> = []
  try {
    const page = await context.newPage()
    // Of a busy machine: what passes does not wait for it.
    page.setDefaultTimeout(30_000)
    const requests: Array<string> = []
    const hosts = new Set<string>()
    page.on("request", (request: Request) => {
      const url = new URL(request.url())
      hosts.add(url.host)
      if (url.origin === service) requests.push(`${request.method()} ${url.pathname.replace("/api/v1", "")}`)
    })
    page.on("pageerror", (error) => consoleErrors.push(String(error)))
    page.on("console", (message) => {
      const expected = expectedErrors.some((text) => message.text().startsWith(text))
      if (["error", "warning"].includes(message.type()) && !expected) consoleErrors.push(message.text())
    })
    const count = (request: string) => requests.filter((entry) => entry === request).length
    await work({ page, requests, count, consoleErrors, hosts })
    expect(consoleErrors).toEqual([])
  } catch (error) {
    await describeFailure(error, { context, pending, consoleErrors, folder: screenshots })
    throw error
  } finally {
    // A route whose request is in flight would reject when the context closes.
    await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: "ignoreErrors" })))
    await context.close()
  }
}

/** Resolves when all animations have finished. */
const atRest = (page: Page) =>
  page.evaluate(() =>
    Promise.all(
      document.getAnimations().map((animation) => {
        const { iterations } = animation.effect?.getTiming() ?? {}
        // A cancelled animation has finished, too.
        return iterations === Number.POSITIVE_INFINITY ? undefined : animation.finished.catch(() => {})
      })
    )
  )

/** Returns the accessibility rules that the page violates, with the elements. */
export const violations = async (page: Page): Promise<ReadonlyArray<string>> => {
  // A text that fades in has less contrast than at the end.
  await atRest(page)
  // The source has half a megabyte, and remains in the page until the next navigation.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { readonly axe: typeof import("axe-core") }
    // axe is not injected into frames, and a frame without an origin cannot be scripted.
    // Without the details of what passes, axe takes three quarters of the time.
    const { violations } = await axe.run(document, { iframes: false, resultTypes: ["violations"] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`)
  })
}

/** Checks every state in every combination and takes screenshots. `npm run test:looks` sets the variable. */
export const ALL_LOOKS = process.env["KEYSTILE_LOOKS"] === "all"

/** Takes a screenshot when all animations have ended, with `KEYSTILE_LOOKS=all` only. */
export const picture = async (page: Page, name: string) => {
  if (!ALL_LOOKS) return
  await atRest(page)
  await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true })
}

/** Changes the service's response for the project. */
export const withConfig = (page: Page, changes: object) =>
  page.route("**/projects/current", async (route) => {
    const response = await route.fetch()
    const project = await response.json()
    await route.fulfill({ response, json: { ...project, config: { ...project.config, ...changes } } })
  })

let addresses = 0
/** Returns an unused email address. */
export const newEmail = () => `noor.${Date.now()}.${++addresses}@fernhill.example`
