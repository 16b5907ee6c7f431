/**
 * Compares the screens in pages with the CSS of frameworks, resets and applications to the screens in a plain page.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { states } from "../../examples/gallery/src/states/index.ts"
import { idOf } from "../../examples/gallery/src/states/state.ts"
import { environments } from "./foreign-css/environments.ts"
import { differences, type Looks, readLooks } from "./foreign-css/styles-of.ts"
import { type Sheets, switchEnvironment } from "./foreign-css/switch.ts"
import { ALL_LOOKS, buildPage, connectBrowser } from "./fixture.ts"
import { serveFolder, type StaticSite } from "./static-site.ts"

/** A sample with every component; with `KEYSTILE_LOOKS=all` every state is compared. */
const sample = [
  "signin-every-method",
  "signin-loading",
  "signin-a-wrong-password",
  "magiclinksignin-a-wrong-code",
  "signup-a-weak-password",
  "passwordreset-done",
  "teaminvitation-asked",
  "accountsettings-profile",
  "accountsettings-every-method-on",
  "accountsettings-your-password-first",
  "accountsettings-the-second-factor",
  "accountsettings-a-team-as-who-manages-it",
  "userbutton-open",
  "selectedteamswitcher-open"
]

const compared = ALL_LOOKS ? states.map(idOf) : sample

/** Differences that are printed for each environment; the others mostly follow from these. */
const PRINTED = 20

let browser: Browser
let site: StaticSite
/** The code that runs in the pages. */
let inPage: string
/** The environments, with the URLs of their style sheets. */
let served: ReadonlyArray<Sheets & { readonly name: string }>

beforeAll(async () => {
  const folder = await buildPage("gallery")
  const found = await environments()
  mkdirSync(join(folder, "foreign"), { recursive: true })
  served = found.map(({ html = "", name, ...sheets }, index) => {
    const addresses = Object.entries(sheets).map(([order, css]) => {
      const address = `/foreign/${index}-${order}.css`
      writeFileSync(join(folder, address), css)
      return [order, address] as const
    })
    return { name, html, ...Object.fromEntries(addresses) }
  })
  site = await serveFolder(folder, "'none'")
  browser = await connectBrowser()
  const members = Object.entries({ differences, readLooks, switchEnvironment }).map(
    ([name, code]) => `${name}: ${code}`
  )
  inPage = `globalThis.foreignCss = { ${members.join(", ")} }`
})
afterAll(async () => {
  await browser.close()
  await site.stop()
})

/** Opens a state in a context of its own: the screens remember settings and layout. */
const open = async (state: string) => {
  const context = await browser.newContext({ viewport: { width: 900, height: 900 }, reducedMotion: "reduce" })
  const page = await context.newPage()
  await page.addInitScript({ content: inPage })
  await page.goto(`${site.url}/?state=${state}`)
  await page.waitForFunction(() => document.documentElement.dataset["reached"] !== undefined)
  expect(await page.locator("html").getAttribute("data-reached"), state).toBe("yes")
  await page.waitForLoadState("networkidle")
  return page
}

/** Hovers every link, button and field, and focuses the first field. */
const hoverAndFocus = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  await session.send("DOM.enable")
  await session.send("CSS.enable")
  const {
    root: { nodeId }
  } = await session.send("DOM.getDocument")
  const { nodeIds } = await session.send("DOM.querySelectorAll", { nodeId, selector: ".ks a, .ks button, .ks input" })
  await Promise.all(
    nodeIds.map((nodeId) => session.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses: ["hover"] }))
  )
  await page.evaluate(() => document.querySelector<HTMLElement>(".ks-input")?.focus())
}

/** Compares the page in each environment with the plain page. Runs in the page. */
const compareAll = async (environments: typeof served) => {
  const { differences, readLooks, switchEnvironment } = Reflect.get(globalThis, "foreignCss") as Functions
  const plain = new Map<string, Looks>()
  for (const html of new Set(environments.map((one) => one.html))) {
    await switchEnvironment({ html })
    plain.set(html, readLooks())
  }
  const found: Array<{ readonly name: string; readonly lines: ReadonlyArray<string> }> = []
  for (const { name, ...sheets } of environments) {
    await switchEnvironment(sheets)
    const expected = plain.get(sheets.html)
    if (expected !== undefined) found.push({ name, lines: differences(expected, readLooks()) })
  }
  return found
}

interface Functions {
  readonly differences: typeof differences
  readonly readLooks: typeof readLooks
  readonly switchEnvironment: typeof switchEnvironment
}

describe("in a page with other CSS", () => {
  it.each(compared)("every computed style and every box equals that of a plain page: %s", async (state) => {
    const page = await open(state)
    await hoverAndFocus(page)
    const found = await page.evaluate(compareAll, served)
    await page.context().close()
    expect(found).toHaveLength(served.length)
    const report = found
      .filter(({ lines }) => lines.length > 0)
      .map(({ lines, name }) => [`${name}: ${lines.length} differences`, ...lines.slice(0, PRINTED)].join("\n  "))
    expect(report.join("\n")).toBe("")
  })
})
