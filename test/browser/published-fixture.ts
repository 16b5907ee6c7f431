/** Environment of the tests of published React screens: the registry's package in an application, and a service. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Page } from "playwright-core"
import { build, preview } from "vite"
import { expect } from "vitest"
import manifest from "../../package.json" with { type: "json" }
import { npm } from "../package/pack.mjs"
import { seed } from "./auth-fixture.ts"
import { connectBrowser, startBuiltService } from "./fixture.ts"

export interface PublishedVisit {
  readonly page: Page
  /** URL of the application. */
  readonly app: string
  /** URL of the same application on another host, whose sign-in pages are those of the first. */
  readonly shop: string
  /** URL of the service. */
  readonly service: string
}

export interface PublishedFixture {
  /**
   * Opens a page and runs the test. Then expects that no script failed, that the page was refused nothing but the
   * script of a payment service, and that the service responded to each request with success, apart from the expected
   * errors.
   */
  readonly visit: (work: (visit: PublishedVisit) => Promise<void>, expected?: ReadonlyArray<string>) => Promise<void>
  readonly close: () => Promise<void>
}

/** The client loads this script in each page. It is the only host besides those of this machine. */
const PAYMENT_HOST = "js.stripe.com"

const { react, "react-dom": reactDom } = manifest.devDependencies

/** Installs a version of the package, builds the application with it, and starts a service for it. */
export const openPublishedFixture = async (version: string): Promise<PublishedFixture> => {
  const folder = mkdtempSync(join(tmpdir(), "keystile-screens-"))
  const dependencies = { "@stackframe/react": version, react, "react-dom": reactDom }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module", dependencies }))
  npm(["install", "--ignore-scripts"], folder)
  writeFileSync(join(folder, "seed.json"), JSON.stringify(seed))
  const service = await startBuiltService(["--seed", join(folder, "seed.json")])

  const root = join(folder, "page")
  cpSync(fileURLToPath(new URL("published-page", import.meta.url)), root, { recursive: true })
  const { id: projectId, publishableClientKey } = service.project
  process.env["VITE_APP"] = JSON.stringify({ baseUrl: service.url, projectId, publishableClientKey })
  await build({ root, configFile: false, logLevel: "error", build: { chunkSizeWarningLimit: 10_000 } })
  const site = await preview({ root, configFile: false, preview: { port: 0, host: "localhost" } })
  const app = new URL(site.resolvedUrls?.local[0] ?? "").origin
  // Chromium resolves every host below localhost to this machine, and keeps the cookies of each apart.
  const shop = app.replace("localhost", "shop.localhost")
  const browser = await connectBrowser()

  return {
    visit: async (work, expected = []) => {
      const context = await browser.newContext({ viewport: { width: 720, height: 900 }, locale: "en-US" })
      const problems: Array<string> = []
      const refused = new Set<string>()
      try {
        await context.route(
          ({ hostname }) => !hostname.endsWith("localhost"),
          (route) => {
            refused.add(new URL(route.request().url()).hostname)
            return route.abort()
          }
        )
        const page = await context.newPage()
        // Of a busy machine: what passes does not wait for it.
        page.setDefaultTimeout(30_000)
        page.on("pageerror", (error) => problems.push(String(error)))
        page.on("response", (response) => {
          const url = new URL(response.url())
          const headers = response.headers()
          const status = Number(headers["x-stack-actual-status"] ?? response.status())
          if (url.origin !== service.url || status < 400) return
          const path = url.pathname.replace("/api/v1", "")
          problems.push(`${response.request().method()} ${path}: ${status} ${headers["x-stack-known-error"]}`)
        })
        await work({ page, app, shop, service: service.url })
        expect(problems).toEqual(expected)
        expect([...refused]).toEqual([PAYMENT_HOST])
      } finally {
        await context.close()
      }
    },
    close: async () => {
      await browser.close()
      // Chromium keeps connections open, which the server would wait for.
      if ("closeAllConnections" in site.httpServer) site.httpServer.closeAllConnections()
      await Promise.all([site.close(), service.stop()])
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
