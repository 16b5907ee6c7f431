/** Attacks on the console of owners in Chromium: texts of users, pages of other origins, frames. */
import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createServer } from "node:http"
import type { Page } from "playwright-core"
import { expect } from "vitest"
import { variables } from "../../core/environment/variables.ts"
import { field } from "./controls.ts"
import {
  email,
  firstLoad,
  inPage,
  installation,
  linkIn,
  openBrowser,
  programs,
  setPassword,
  signIn
} from "./owner-fixture.ts"

const [serve] = programs
if (serve === undefined) throw new Error("There is no program.")

const markup = `"><img src=x onerror="globalThis.attacked=true"><script>globalThis.attacked=true</script>{{7*7}}`

/** Serves a page of another site. */
const otherSite = Effect.acquireRelease(
  Effect.promise(
    () =>
      new Promise<{ readonly url: string; readonly close: () => void }>((resolve) => {
        const server = createServer((_, response) => {
          response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Prize</title><p>Hello")
        })
        server.listen(0, "127.0.0.1", () => {
          const address = server.address()
          const port = typeof address === "object" && address !== null ? address.port : 0
          // Another host name, so that the browser treats it as another site.
          resolve({ url: `http://localhost:${port}`, close: () => server.close() })
        })
      })
  ),
  ({ close }) => Effect.sync(close)
)

/** Attempts to change the project and to keep a reference to the console. Returns what succeeded. Runs in the page. */
const attack = async ({ url, projectId }: { readonly url: string; readonly projectId: string }) => {
  const headers = {
    "content-type": "application/json",
    "x-stack-project-id": projectId,
    "x-stack-access-type": "admin"
  }
  const body = JSON.stringify({ display_name: "Taken" })
  const changes = async (init: RequestInit) => {
    try {
      const { ok, type } = await fetch(`${url}/api/v1/projects/current`, { method: "PATCH", body, ...init })
      return ok && type !== "opaque" && "a change"
    } catch {
      return false
    }
  }
  const handle = open(`${url}/owner`)
  const found = await Promise.all([
    changes({ headers, credentials: "include" }),
    changes({ headers, credentials: "include", mode: "no-cors" }),
    changes({ headers: { "content-type": "text/plain" }, credentials: "include" })
  ])
  // To its opener, the page counts as closed as soon as it has loaded.
  const isShut = () => handle?.closed === true
  for (let waited = 0; !isShut() && waited < 10_000; waited += 50) await new Promise((done) => setTimeout(done, 50))
  return [...found, !isShut() && "a reference to the window"].filter((one) => one !== false)
}

/** Frames a URL in the page, and returns the URL of what the browser shows there: that of its error if it refused. */
const openInFrame = async (page: Page, url: string) => {
  const element = await page.evaluateHandle(
    (src) =>
      new Promise<HTMLIFrameElement>((done) => {
        const frame = document.createElement("iframe")
        frame.addEventListener("load", () => done(frame))
        frame.src = src
        document.body.append(frame)
      }),
    url
  )
  return (await element.contentFrame())?.url()
}

/** Returns what runs or could run in the page. */
const dangers = (page: Page) =>
  page.evaluate(() => [
    ...("attacked" in globalThis ? ["a script ran"] : []),
    ...[...document.querySelectorAll("script:not([src]), img[src='x'], [onerror], iframe")].map(
      ({ tagName }) => tagName
    ),
    ...[...document.querySelectorAll("a[href], img[src]")]
      .map((element) => element.getAttribute("href") ?? element.getAttribute("src") ?? "")
      .filter((target) => /^\s*(?:javascript|data:text|vbscript):/i.test(target))
  ])

describe("the console of owners", () => {
  it.live("shows what users control as text, and no other origin can use it", () =>
    Effect.gen(function* () {
      const { created, keystile, projectId, url } = yield* installation(serve)
      const site = yield* otherSite
      const browser = yield* openBrowser
      const server = (method: string, path: string, json: object) =>
        Effect.promise(async () => {
          const response = await fetch(`${url}/api/v1${path}`, {
            method,
            headers: {
              "content-type": "application/json",
              "x-stack-project-id": projectId,
              "x-stack-access-type": "server",
              "x-stack-secret-server-key": created[variables.secretServerKey] ?? ""
            },
            body: JSON.stringify(json)
          })
          expect(response.status, await response.clone().text()).toBeLessThan(300)
          const { id }: { readonly id: string } = await response.json()
          return id
        })
      const userId = yield* server("POST", "/users", {
        display_name: markup,
        primary_email: "mallory@larkspur.example",
        client_metadata: { note: markup, [markup]: markup }
      })
      const teamId = yield* server("POST", "/teams", {
        display_name: markup,
        creator_user_id: userId,
        client_metadata: { note: markup }
      })
      const target = `https://larkspur.invalid/?q=${encodeURIComponent(markup)}`
      const added = yield* keystile("webhooks", "add", projectId, target, "--json")
      const targetId = /"id":"([^"]+)"/.exec(added)?.[1] ?? ""
      yield* server("POST", "/teams", { display_name: markup })
      const messages = yield* keystile("webhooks", "messages", projectId, "--json")
      const message = /"id":"(msg_[^"]+)"/.exec(messages)?.[1] ?? ""
      const link = yield* linkIn(yield* keystile("owner", "create", email, "--json"))
      yield* inPage(browser, url, async (page) => {
        await setPassword(page, link)
        await page.goto(`${url}/owner`, firstLoad)
        await signIn(page)
        await page.getByRole("link", { name: "Larkspur" }).waitFor(firstLoad)
        const paths = [
          ["home"],
          ["users"],
          ["users", userId],
          ["users", userId, "teams"],
          ["users", userId, "metadata"],
          ["teams"],
          ["teams", teamId],
          ["teams", teamId, "metadata"],
          ["webhooks"],
          ["webhooks", "targets", targetId],
          ["webhooks", message],
          ["audit-log"]
        ]
        for (const path of paths) {
          await page.goto(`${url}/owner#/projects/${[projectId, ...path].join("/")}`)
          const shown = path.at(-1) === "audit-log" ? "POST /users" : "globalThis.attacked"
          const inField = () =>
            page.evaluate(() =>
              [...document.querySelectorAll("textarea, input")].map((field) => (field as HTMLInputElement).value)
            )
          await expect
            .poll(async () => `${await page.locator("main").innerText()} ${(await inField()).join(" ")}`)
            .toContain(shown)
          expect(await dangers(page), path.join("/")).toEqual([])
        }
        // Whatever a mail contains, the frame runs none of it, and has no access to the console.
        await page.goto(`${url}/owner#/projects/${[projectId, "mail", "templates", "magic_link"].join("/")}`)
        const mail = page.frameLocator("iframe")
        await mail.getByText("7K2M9Q").first().waitFor()
        await page.evaluate(() => {
          const attack = "parent.attacked = globalThis.attacked = true"
          const html = `<p>Taken</p><a href="javascript:${attack}">Go</a><script>${attack}</script>`
          document.querySelector("iframe")?.contentWindow?.postMessage(html, "*")
        })
        await mail.getByText("Taken").waitFor()
        const inFrame = mail.locator("body").evaluate(() => [origin, "attacked" in globalThis])
        expect(await inFrame).toEqual(["null", false])
        expect(await page.evaluate(() => "attacked" in globalThis)).toBe(false)
        // The cookies of the session are in this browser.
        const other = await page.context().newPage()
        await other.goto(site.url)
        expect(await other.evaluate(attack, { url, projectId })).toEqual([])
        // A page that may be framed has its URL there.
        expect(await openInFrame(other, `${site.url}/in-a-frame`)).toBe(`${site.url}/in-a-frame`)
        for (const path of ["/owner", "/owner/handler/sign-in"]) {
          expect(await openInFrame(other, `${url}${path}`), path).toMatch(/^chrome-error:/)
        }
        await page.goto(`${url}/owner#/projects/${projectId}/settings`)
        await expect.poll(() => field(page, "Name").inputValue()).toBe("Larkspur")
      })
    }).pipe(Effect.scoped)
  )
})
