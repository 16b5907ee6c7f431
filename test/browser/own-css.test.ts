/** Tests how an application styles the screens: classes, Tailwind's utilities, variables and the color scheme. */
import { cpSync, globSync, mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { createElement, type ReactNode } from "react"
import { renderToString } from "react-dom/server"
import { build } from "vite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Button, Field, KeystileProvider, MessageCard, Scope, type Theme } from "../../react/index.ts"
import { tailwind } from "./foreign-css/environments.ts"
import { connectBrowser } from "./fixture.ts"
import { serveFolder, type StaticSite } from "./static-site.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "keystile-css-"))

let browser: Browser
let site: StaticSite

beforeAll(async () => {
  for (const file of globSync("{look,react}/**/*.css", { cwd: root })) cpSync(join(root, file), join(folder, file))
  site = await serveFolder(folder, "'none'")
  browser = await connectBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.stop()
})

interface Document {
  /** Texts of style sheets, in their order; `styles.css` and `themes.css` for those of the package. */
  readonly sheets: ReadonlyArray<string>
  /** Attributes of `<html>`. */
  readonly html?: string
  readonly theme?: Theme
  readonly content: ReactNode
}

let documents = 0

/** Opens a server-rendered page, without its scripts. */
const opened = async (
  { content, html = "", sheets, theme }: Document,
  work: (page: Page) => Promise<void>,
  options?: BrowserContextOptions
) => {
  const name = String(++documents)
  const links = sheets.map((sheet, index) => {
    const isOwn = /^[\w.]+\.css$/.test(sheet)
    if (!isOwn) writeFileSync(join(folder, `${name}-${index}.css`), sheet)
    const url = isOwn ? `/react/${sheet.replace("themes", "theme/themes")}` : `/${name}-${index}.css`
    return `<link rel="stylesheet" href="${url}">`
  })
  const app = createElement(
    KeystileProvider,
    { projectId: "p", publishableClientKey: "pck_x", tokenStore: "memory", theme },
    content
  )
  writeFileSync(
    join(folder, `${name}.html`),
    `<!doctype html><html lang="en" ${html}><head>` +
      `<meta charset="utf-8">${links.join("")}</head><body>${renderToString(app)}</body></html>`
  )
  const context = await browser.newContext(options)
  try {
    const page = await context.newPage()
    await page.goto(`${site.url}/${name}.html`)
    await work(page)
  } finally {
    await context.close()
  }
}

const styleOf = (page: Page, selector: string, property: string) =>
  page.locator(selector).evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), property)

const button = (className: string) =>
  createElement(Scope, { className: "scope" }, createElement(Button, { className, width: "full" }, "Continue"))

describe("an application's class", () => {
  const own = `.mine.mine { margin-top: 40px; background: rgb(1, 2, 3); text-transform: uppercase }
    .mine.mine:hover { background: rgb(4, 5, 6) }
    .scope.scope { font-size: 20px }`
  for (const [order, sheets] of Object.entries({ before: [own, "styles.css"], after: ["styles.css", own] })) {
    it(`overrides when doubled, in a style sheet ${order} that of the screens`, () =>
      opened(
        { sheets, content: button("mine") },
        async (page) => {
          expect(await styleOf(page, ".mine", "margin-top")).toBe("40px")
          expect(await styleOf(page, ".mine", "text-transform")).toBe("uppercase")
          expect(await styleOf(page, ".mine", "background-color")).toBe("rgb(1, 2, 3)")
          expect(await styleOf(page, ".scope", "font-size")).toBe("20px")
          await page.locator(".mine").hover()
          await expect.poll(() => styleOf(page, ".mine", "background-color")).toBe("rgb(4, 5, 6)")
        },
        { reducedMotion: "reduce" }
      ))
  }

  it("overrides on the application's own elements, in a screen, too", () =>
    opened(
      {
        sheets: ["p { margin: 9px } .slot { margin: 7px; color: rgb(1, 2, 3) }", "styles.css"],
        content: createElement(MessageCard, { title: "Hello", text: createElement("p", { className: "slot" }, "Text") })
      },
      async (page) => {
        expect(await styleOf(page, ".slot", "margin-top")).toBe("7px")
        expect(await styleOf(page, ".slot", "color")).toBe("rgb(1, 2, 3)")
      }
    ))
})

describe("Tailwind's utilities", () => {
  const utilities = ["mt-8", "mt-8!", "bg-[rgb(1,2,3)]", "rounded-none", "hover:bg-[rgb(4,5,6)]"]

  it("override the layered style sheet, and the reset does not", async () => {
    const css = await tailwind(
      `@layer theme, base, keystile, components, utilities;
       @import "tailwindcss";
       @import "keystile/react/styles.layered.css";`,
      utilities
    )
    const content = createElement(
      Scope,
      {},
      createElement(Button, { className: "mt-8 bg-[rgb(1,2,3)] rounded-none hover:bg-[rgb(4,5,6)]" }, "Continue"),
      createElement(Field, { label: "Email" })
    )
    await opened(
      { sheets: [css], content },
      async (page) => {
        expect(await styleOf(page, ".ks-button", "margin-top")).toBe("32px")
        expect(await styleOf(page, ".ks-button", "background-color")).toBe("rgb(1, 2, 3)")
        expect(await styleOf(page, ".ks-button", "border-top-left-radius")).toBe("0px")
        expect(await styleOf(page, ".ks-button", "padding-left")).toBe("16px")
        expect(await styleOf(page, ".ks-input", "border-top-width")).toBe("1px")
        await page.locator(".ks-button").hover()
        await expect.poll(() => styleOf(page, ".ks-button", "background-color")).toBe("rgb(4, 5, 6)")
      },
      { reducedMotion: "reduce" }
    )
  })

  it("override the default style sheet when important", async () => {
    const css = await tailwind(`@import "tailwindcss"; @import "keystile/react/styles.css";`, utilities)
    await opened({ sheets: [css], content: button("mt-8!") }, async (page) => {
      expect(await styleOf(page, ".ks-button", "margin-top")).toBe("32px")
    })
  })
})

describe("variables", () => {
  for (const [owner, rule] of Object.entries({
    ":root": ":root { --ks-radius: 3px; --ks-accent-light: rgb(1, 2, 3) }",
    "a layer after that of the screens":
      "@layer keystile, base; @layer base { :root { --ks-radius: 3px; --ks-accent-light: rgb(1, 2, 3) } }",
    "a part of the page": "body { --ks-radius: 3px } .scope { --ks-accent: rgb(1, 2, 3) }"
  })) {
    it(`override when ${owner} sets them, before the style sheet of the screens`, () =>
      opened({ sheets: [rule, "styles.css"], content: button("mine") }, async (page) => {
        expect(await styleOf(page, ".mine", "border-top-left-radius")).toBe("3px")
        expect(await styleOf(page, ".mine", "background-color")).toBe("rgb(1, 2, 3)")
      }))
  }

  it("color secondary buttons and the text of cards", () =>
    opened(
      {
        sheets: [
          "styles.css",
          ":root { --ks-on-surface-light: rgb(1, 2, 3); --ks-secondary-light: rgb(4, 5, 6); " +
            "--ks-on-secondary-light: rgb(7, 8, 9) }"
        ],
        content: createElement(MessageCard, { title: "Hello" }, createElement(Button, { variant: "outline" }, "Back"))
      },
      async (page) => {
        expect(await styleOf(page, ".ks-title", "color")).toBe("rgb(1, 2, 3)")
        expect(await styleOf(page, ".ks-button", "background-color")).toBe("rgb(4, 5, 6)")
        expect(await styleOf(page, ".ks-button", "color")).toBe("rgb(7, 8, 9)")
      }
    ))
})

describe("the color scheme", () => {
  const auto: Theme = { scheme: "auto" }
  const schemeOf = (page: Page) => styleOf(page, ".scope", "color-scheme")
  const dark = { colorScheme: "dark" } as const
  const darkPage = "html { color-scheme: dark }"
  const cases: ReadonlyArray<
    readonly [what: string, html: string, css: string, system: "light" | "dark", expected: string]
  > = [
    ["the class dark on <html>", 'class="app dark"', "", "light", "dark"],
    ["data-theme=dark on <html>", 'data-theme="dark"', "", "light", "dark"],
    ["the class light on <html>", 'class="light"', darkPage, "dark", "light"],
    ["data-theme=light on <html>", 'data-theme="light"', darkPage, "dark", "light"],
    ["the color-scheme of the page", "", darkPage, "light", "dark"],
    ["a page without a color scheme, which is light", "", "", "dark", "normal"]
  ]
  for (const [what, html, css, system, expected] of cases) {
    it(`auto follows ${what}, before a script runs`, () =>
      opened(
        { sheets: ["styles.css", css], html, theme: auto, content: button("mine") },
        async (page) => {
          expect(await schemeOf(page)).toBe(expected)
        },
        { colorScheme: system, javaScriptEnabled: false }
      ))
  }

  it("auto follows the system for a screen that fills the page, unless the page has a class", async () => {
    const content = createElement(MessageCard, { title: "Hello", fullPage: true })
    await opened(
      { sheets: ["styles.css"], theme: auto, content },
      async (page) => {
        expect(await styleOf(page, ".ks-screen", "color-scheme")).toBe("light dark")
      },
      dark
    )
    await opened(
      { sheets: ["styles.css"], theme: auto, content, html: 'class="light"' },
      async (page) => {
        expect(await styleOf(page, ".ks-screen", "color-scheme")).toBe("light")
      },
      dark
    )
  })

  it("light and dark are those of the theme, independently of the page", () =>
    opened(
      {
        sheets: ["html { color-scheme: light dark }", "styles.css"],
        html: 'class="light"',
        theme: { scheme: "dark" },
        content: button("mine")
      },
      async (page) => {
        expect(await schemeOf(page)).toBe("dark")
      }
    ))
})

describe("the check in development", () => {
  const check = async (page: Page) => {
    const warnings: Array<string> = []
    page.on("console", (message) => warnings.push(message.text()))
    const [bundle] = [
      await build({
        configFile: false,
        logLevel: "error",
        build: {
          write: false,
          lib: { entry: join(root, "react/provider/check-styles.ts"), formats: ["iife"], name: "keystileCheck" }
        }
      })
    ].flat()
    if (bundle === undefined || !("output" in bundle)) throw new Error("The check was not built.")
    await page.evaluate(`${bundle.output[0].code}; keystileCheck.checkStyles(); keystileCheck.checkStyles()`)
    return warnings
  }

  it("names the reset that overrides the style sheet, once, with the fix", async () => {
    const layered = await tailwind(`@import "keystile/react/styles.layered.css"; @import "tailwindcss";`)
    await opened({ sheets: [layered], content: button("mine") }, async (page) => {
      const warnings = await check(page)
      expect(warnings).toHaveLength(1)
      expect(warnings[0]).toContain(
        "the background-color of .ks-button, the border-top-width of .ks-input, the padding-top of .ks-card-body"
      )
      expect(warnings[0]).toContain("@layer theme, base, keystile, components, utilities;")
    })
  })

  it("names the missing style sheet", () =>
    opened({ sheets: [], content: button("mine") }, async (page) => {
      expect(await check(page)).toEqual([
        "Keystile: the stylesheet is missing. Import it once, where the application starts: import " +
          '"keystile/react/styles.css"'
      ])
    }))

  it("ignores resets that override nothing, and the application's own classes", () =>
    opened(
      {
        sheets: ["styles.css", "* { margin: 0; padding: 0; border: 0 } .mine.mine { background: none; padding: 0 }"],
        content: button("mine")
      },
      async (page) => {
        expect(await check(page)).toEqual([])
      }
    ))
})
