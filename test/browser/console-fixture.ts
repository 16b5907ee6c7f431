/**
 * Environment of the console tests: a service with users and mails, its console in a browser, and pages of other
 * origins. The service is on SQLite, or on PostgreSQL with `KEYSTILE_POSTGRES=all`.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { expect } from "vitest"
import { startServer } from "../postgres/postgres-server.mjs"
import { connectBrowser, startBuiltService, visit } from "./fixture.ts"

export const PROJECT = "11111111-1111-4111-8111-111111111111"

export const keys = {
  publishableClientKey: "pck_dev_h6x0m2r9w4t8c1b5n7k3",
  secretServerKey: "ssk_dev_a1q7y2u8e0p4z6j5d9f2q",
  superSecretAdminKey: "sak_dev_l0s3g7v1i8o2x5c9t7vd"
}

const projects = [
  {
    id: PROJECT,
    displayName: "Fernhill",
    keys,
    config: { magicLinkEnabled: true },
    users: [
      { email: "ada@fernhill.example", displayName: "Ada Okafor" },
      {
        email: "maximiliane.hohenstein-wittelsbach@subsidiary.example.com",
        emailVerified: true,
        displayName: "Maximiliane Freifrau von Hohenstein-Wittelsbach",
        password: "correct horse"
      },
      { email: "tomas@fernhill.example", emailVerified: true, displayName: "Tomás Beltrán", password: "correct horse" },
      {
        id: "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa",
        email: "noor@fernhill.example",
        emailVerified: true,
        displayName: "Noor Lindqvist",
        password: "correct horse",
        totpSecret: "MTIzNDU2Nzg5MDEyMzQ1Njc4OTA="
      }
    ]
  },
  {
    id: "22222222-2222-4222-8222-222222222222",
    displayName: "An orchard whose name goes on for longer than anybody would have thought, and then some more"
  }
]

/** Waits until no part of the page is loading. */
export const waitUntilLoaded = (page: Page) =>
  expect.poll(() => page.getByRole("status").filter({ hasText: "Loading" }).count()).toBe(0)

/** Returns by how many pixels a table scrolls sideways. */
export const sidewaysIn = (page: Page, table: string) =>
  page.locator(`.ks-table-box[aria-label="${table}"]`).evaluate((box) => box.scrollWidth - box.clientWidth)

/** Hides or shows the page, as a change of the tab does. A hidden page reads nothing by itself. */
export const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden })
    document.dispatchEvent(new Event("visibilitychange"))
  }, hidden)

/** Collects the URLs of the reads that the page sends from now on, of the paths that end in `end`. */
export const readsOf = (page: Page, end: string): ReadonlyArray<string> => {
  const urls: Array<string> = []
  page.on("request", (request) => {
    if (request.method() === "GET" && new URL(request.url()).pathname.endsWith(end)) urls.push(request.url())
  })
  return urls
}

export interface ConsoleFixture {
  readonly url: string
  /** URL of an application on another origin, which shows any path. */
  readonly app: string
  readonly browser: Browser
  /** Opens the console, runs the test, then expects no console errors. */
  readonly open: (
    page: string,
    work: (page: Page, hosts: ReadonlySet<string>) => Promise<void>,
    options?: BrowserContextOptions
  ) => Promise<void>
  /** Sends a wire request as the application's client does. */
  readonly call: (method: string, path: string, body?: object) => Promise<Response>
  /** Sends a wire request with the admin key. */
  readonly asAdmin: (method: string, path: string, body?: object) => Promise<Response>
  /** Creates an entity with the admin key, and returns its id. */
  readonly create: (path: string, fields: object) => Promise<string>
  /** Sends a request of the control API as a program does. */
  readonly control: (method: string, path: string, body?: object) => Promise<Response>
  /** Advances the clock of the service. Lists sort entities of the same millisecond by id. */
  readonly nextMillisecond: () => Promise<void>
  readonly stopService: () => Promise<void>
  readonly startService: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Serves an application that shows the path of the request. */
const startApp = () =>
  new Promise<Server>((resolve) => {
    const server = createServer((_, response) => {
      response
        .writeHead(200, { "content-type": "text/html" })
        .end("<!doctype html><title>The application</title><p>Hello")
    })
    server.listen(0, "127.0.0.1", () => resolve(server))
  })

const portOf = (server: Server) => {
  const address = server.address()
  return typeof address === "object" && address !== null ? address.port : 0
}

export const openConsoleFixture = async (): Promise<ConsoleFixture> => {
  const folder = mkdtempSync(join(tmpdir(), "keystile-console-"))
  const seed = join(folder, "seed.json")
  writeFileSync(seed, JSON.stringify({ projects }))
  const args = ["--seed", seed]
  // `npm run test:consoles`
  const postgres = process.env["KEYSTILE_POSTGRES"] === "all" ? await startServer() : undefined
  const database = postgres && `${postgres.url}?schema=keystile`
  let service = await startBuiltService(args, 0, database)
  const { url } = service
  const app = await startApp()
  const browser = await connectBrowser()
  const headers = { "content-type": "application/json" }
  const asAdmin: ConsoleFixture["asAdmin"] = (method, path, body) =>
    fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...(body !== undefined && headers),
        "x-stack-project-id": PROJECT,
        "x-stack-access-type": "admin",
        "x-stack-super-secret-admin-key": keys.superSecretAdminKey
      },
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
  const control: ConsoleFixture["control"] = (method, path, body) =>
    fetch(`${url}/_keystile${path}`, {
      method,
      headers: { ...headers, "x-keystile-control": "1" },
      ...(method !== "GET" && { body: JSON.stringify(body ?? {}) })
    })
  return {
    url,
    app: `http://localhost:${portOf(app)}`,
    browser,
    open: (page, work, options = {}) =>
      visit(
        browser,
        url,
        async ({ hosts, page: opened }) => {
          await opened.goto(`${url}/#/${page}`)
          await work(opened, hosts)
        },
        { viewport: { width: 1180, height: 800 }, permissions: ["clipboard-read", "clipboard-write"], ...options }
      ),
    call: (method, path, body) =>
      fetch(`${url}/api/v1${path}`, {
        method,
        headers: {
          ...headers,
          "x-stack-project-id": PROJECT,
          "x-stack-access-type": "client",
          "x-stack-publishable-client-key": keys.publishableClientKey
        },
        ...(body !== undefined && { body: JSON.stringify(body) })
      }),
    asAdmin,
    create: async (path, fields) => {
      const response = await asAdmin("POST", path, fields)
      if (!response.ok) throw new Error(`POST ${path} responded with ${response.status}: ${await response.text()}`)
      const { id }: { readonly id: string } = await response.json()
      return id
    },
    control,
    nextMillisecond: async () => {
      const response = await control("POST", "/clock/advance", { millis: 1 })
      if (!response.ok) throw new Error(`The clock was not advanced (${response.status}): ${await response.text()}`)
    },
    stopService: () => service.stop(),
    startService: async () => {
      service = await startBuiltService(args, Number(new URL(url).port), database)
    },
    close: async () => {
      await browser.close()
      app.closeAllConnections()
      app.close()
      await service.stop()
      postgres?.stop()
      rmSync(folder, { recursive: true })
    }
  }
}
