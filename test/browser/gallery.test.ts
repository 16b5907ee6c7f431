/**
 * Tests the gallery in a real browser under the strictest policy: every state of every screen and every component.
 */
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { ALL_LOOKS, buildPage, connectBrowser, picture, type Visit, violations, visit } from "./place.ts"
import { galleryStates } from "./gallery-states.ts"
import { serveFolder, type Site } from "./static-site.ts"

let browser: Browser
let site: Site

beforeAll(async () => {
  site = await serveFolder(await buildPage("gallery"), "'none'", { framed: true })
  browser = await connectBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.stop()
})

/** Opens the gallery, or one group of it. */
const gallery = (query: string, work: (page: Page, visit: Visit) => Promise<void>, options?: BrowserContextOptions) =>
  visit(
    browser,
    "",
    async (visit) => {
      await visit.page.goto(`${site.url}/parts.html?${query}`)
      await visit.page.getByRole("heading", { name: "Gallery" }).waitFor()
      await settled(visit.page)
      await work(visit.page, visit)
    },
    options
  )

/** Resolves when every lazy-loaded module has rendered. */
const settled = (page: Page) =>
  page.waitForFunction(
    () =>
      Array.from(document.querySelectorAll(".ks-brand")).every((mark) => mark.childElementCount > 0) &&
      document.querySelector(".ks-field > .ks-code") === null &&
      (document.querySelector("[data-item='New password']") === null || document.querySelector(".ks-strength") !== null)
  )

/** Returns the violated rules, except the one that the gallery violates by repeating a card. */
const broken = async (page: Page) => (await violations(page)).filter((rule) => !rule.startsWith("landmark-unique"))

/** With `KEYSTILE_LOOKS=all` more widths are checked (`gallery-states.ts`). */
const moreWidths = ALL_LOOKS ? [320, 720] : []

const groups = ["sign-in", "cards", "controls", "themes"]

describe("states", () => galleryStates(() => ({ browser, site })))

describe("appearance", () => {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const only of groups) {
      it(`has no accessibility violations, and takes a screenshot: ${only}, ${colorScheme}`, () =>
        gallery(
          `only=${only}`,
          async (page) => {
            expect(await broken(page)).toEqual([])
            await picture(page, `gallery-${only}-${colorScheme}`)
            for (const width of moreWidths) {
              await page.setViewportSize({ width, height: 900 })
              expect(await broken(page), `${width} px`).toEqual([])
            }
          },
          { colorScheme, viewport: { width: 1280, height: 900 }, reducedMotion: "reduce" }
        ))
    }
  }

  it.runIf(ALL_LOOKS)("takes screenshots: right to left, forced colors, long texts, a brand", async () => {
    const wide = { viewport: { width: 1280, height: 900 } }
    await gallery("only=sign-in&dir=rtl", (page) => picture(page, "gallery-rtl"), wide)
    await gallery("only=sign-in", (page) => picture(page, "gallery-forced"), { ...wide, forcedColors: "active" })
    await gallery("only=controls", (page) => picture(page, "gallery-forced-controls"), {
      ...wide,
      forcedColors: "active"
    })
    await gallery("only=sign-in&long", (page) => picture(page, "gallery-long"), wide)
    await gallery("only=sign-in&brand", (page) => picture(page, "gallery-brand"), wide)
  })

  for (const query of ["only=sign-in&long", "only=cards", "only=sign-in&dir=rtl"]) {
    it(`fits a narrow phone without scrolling sideways: ${query}`, () =>
      gallery(
        query,
        async (page) => {
          await picture(page, `gallery-narrow-${query.replaceAll(/\W+/g, "-")}`)
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
          expect(await broken(page)).toEqual([])
          const small = await page.locator("button, input").evaluateAll((elements) =>
            elements
              .filter((element) => {
                const { height, width } = element.getBoundingClientRect()
                return height < 24 || width < 24
              })
              .map((element) => element.outerHTML)
          )
          expect(small).toEqual([])
          const touch = await page
            .locator(".ks-button:not([data-size]), .ks-tab, .ks-input")
            .evaluateAll((elements) =>
              elements
                .filter((element) => element.getBoundingClientRect().height < 44)
                .map((element) => element.outerHTML)
            )
          expect(touch).toEqual([])
        },
        { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true }
      ))
  }

  it("has no layout shift while loading, for every combination of methods", () =>
    gallery(
      "only=layouts",
      async (page) => {
        const height = async (name: string) =>
          (await page.locator(`[data-item="${name}"] > .ks-card`).boundingBox())?.height
        for (const name of ["everything", "password", "providers"]) {
          expect(await height(`${name}, loading`), name).toBe(await height(name))
        }
      },
      { reducedMotion: "reduce" }
    ))
})

describe("themes", () => {
  const colorOf = (page: Page, item: string, selector: string, property = "background-color") =>
    page
      .locator(`[data-item="${item}"] ${selector}`)
      .first()
      .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), property)

  it("are set by variables alone, under a policy that forbids inline styles", () =>
    gallery(
      "only=themes",
      async (page) => {
        expect(await page.locator("[data-item=own] .sample").getAttribute("data-ks-theme")).toBe("")
        expect(await colorOf(page, "own", ".sample")).toBe("rgb(243, 238, 248)")
        expect(await colorOf(page, "own", ".ks-button", "border-radius")).toBe("2px")
        expect(await colorOf(page, "own", "[data-variant=primary]")).not.toBe(
          await colorOf(page, "verdigris", "[data-variant=primary]")
        )
      },
      { colorScheme: "light" }
    ))

  it("have other colors for a dark scheme", () =>
    gallery(
      "only=themes",
      async (page) => {
        expect(await colorOf(page, "own", ".sample")).toBe("rgb(18, 10, 28)")
      },
      { colorScheme: "dark" }
    ))

  it("can be light or dark independently of the page", async () => {
    const surfaces: Array<string> = []
    for (const colorScheme of ["light", "dark"] as const) {
      await gallery(
        "only=themes",
        async (page) => {
          surfaces.push(
            `${await colorOf(page, "always dark", ".ks-card-body")} ${await colorOf(
              page,
              "always light",
              ".ks-card-body"
            )}`
          )
        },
        { colorScheme }
      )
    }
    expect(new Set(surfaces).size).toBe(1)
    expect(surfaces[0]).toMatch(/oklch\(0\.213.* oklch\(1 0 0\)/)
  })

  it("of a provider apply to every screen", () =>
    gallery(
      "only=cards&brand",
      async (page) => {
        expect(await colorOf(page, "Signed in", "[data-variant=primary]")).toBe("rgb(122, 31, 162)")
      },
      { colorScheme: "light" }
    ))
})

describe("tabs", () => {
  const three = (page: Page) => page.locator("[data-item=Tabs]")
  const chosen = (page: Page) => three(page).getByRole("tab", { selected: true }).textContent()

  it("are one tab stop; arrow keys, Home and End select and wrap around", () =>
    gallery("only=controls", async (page) => {
      await three(page).getByRole("tab", { name: "One" }).focus()
      const steps = [
        ["ArrowRight", "Two"],
        ["ArrowRight", "Three"],
        ["ArrowRight", "One"],
        ["ArrowLeft", "Three"],
        ["Home", "One"],
        ["End", "Three"],
        ["ArrowDown", "Three"]
      ] as const
      for (const [key, tab] of steps) {
        await page.keyboard.press(key)
        expect(await chosen(page)).toBe(tab)
        expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(tab)
        await three(page).getByRole("tabpanel", { name: tab }).getByText(`Panel ${tab}`).waitFor()
      }
      await page.keyboard.press("Tab")
      expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).not.toBe("tab")
      await page.keyboard.press("Shift+Tab")
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Three")
    }))

  it("reverse the arrow keys from right to left", () =>
    gallery("only=controls&dir=rtl", async (page) => {
      await three(page).getByRole("tab", { name: "One" }).focus()
      await page.keyboard.press("ArrowLeft")
      expect(await chosen(page)).toBe("Two")
      await page.keyboard.press("ArrowRight")
      await page.keyboard.press("ArrowRight")
      expect(await chosen(page)).toBe("Three")
    }))

  it("ignore browser shortcuts, accept a class and react to a click", () =>
    gallery("only=controls", async (page) => {
      await three(page).getByRole("tab", { name: "Two" }).click()
      await page.keyboard.press("Shift+ArrowRight")
      expect(await chosen(page)).toBe("Two")
      expect(await three(page).getByRole("tablist").getAttribute("class")).toBe("ks-tabs mine")
    }))
})

describe("a code field", () => {
  const letters = (page: Page) => page.locator("[data-item=Code]").getByRole("textbox")
  const digits = (page: Page) => page.getByLabel("Code from your authenticator app")
  const slotsOf = (page: Page, item: string) =>
    page
      .locator(`[data-item="${item}"] .ks-code-slot`)
      .allTextContents()
      .then((texts) => texts.join("|"))
  const done = (page: Page) => page.locator("[data-item=Code] output").textContent()
  const paste = async (page: Page, text: string) => {
    await page.evaluate((text) => navigator.clipboard.writeText(text), text)
    await page.keyboard.press("ControlOrMeta+v")
  }
  const press = async (page: Page, ...keys: ReadonlyArray<string>) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const clipboard = { permissions: ["clipboard-read", "clipboard-write"] }

  it("fills its slots, converts to capitals, and submits after the last character", () =>
    gallery("only=sign-in", async (page) => {
      await letters(page).focus()
      await page.keyboard.type("k7-q 2")
      expect(await slotsOf(page, "Code")).toBe("K|7|Q|2||")
      expect(await done(page)).toBe("")
      await page.keyboard.type("xz")
      expect(await done(page)).toBe("K7Q2XZ")
      await page.keyboard.press("Backspace")
      expect(await slotsOf(page, "Code")).toBe("K|7|Q|2|X|")
    }))

  it("accepts pasted spaces, dashes, full-width characters and too many characters", () =>
    gallery(
      "only=sign-in",
      async (page) => {
        await letters(page).focus()
        await paste(page, " ｋ７ｑ－２ｘｚ99 ")
        expect(await slotsOf(page, "Code")).toBe("K|7|Q|2|X|Z")
        expect(await done(page)).toBe("K7Q2XZ")
        await digits(page).focus()
        await paste(page, "Your code: １２３ ٤٥٦")
        expect(await slotsOf(page, "Second factor")).toBe("1|2|3|4|5|6")
      },
      clipboard
    ))

  it("rejects letters when only digits are allowed, and sets the input mode", () =>
    gallery("only=sign-in", async (page) => {
      await digits(page).focus()
      await page.keyboard.type("a1b2<3")
      expect(await slotsOf(page, "Second factor")).toBe("1|2|3|||")
      const attributes = (name: string) => digits(page).getAttribute(name)
      expect(await attributes("autocomplete")).toBe("one-time-code")
      expect(await attributes("inputmode")).toBe("numeric")
      expect(await letters(page).getAttribute("inputmode")).toBe("text")
    }))

  it("can have another length", () =>
    gallery("only=controls", async (page) => {
      await page.getByLabel("Four digits").focus()
      await page.keyboard.type("1234")
      expect(await slotsOf(page, "Four digits")).toBe("1|2|3|4")
    }))

  it("replaces a character in the middle and moves to the next", () =>
    gallery("only=sign-in", async (page) => {
      await digits(page).focus()
      await page.keyboard.type("1234")
      await press(page, "ArrowLeft", "ArrowLeft")
      await page.keyboard.type("98")
      expect(await slotsOf(page, "Second factor")).toBe("1|2|9|8||")
      await letters(page).focus()
      await page.keyboard.type("k7q2")
      await press(page, "Home", "ArrowRight")
      await page.keyboard.type("xy")
      expect(await slotsOf(page, "Code")).toBe("K|X|Y|2||")
    }))

  it("keeps the character in the middle when an invalid key is pressed", () =>
    gallery("only=sign-in", async (page) => {
      await digits(page).focus()
      await page.keyboard.type("1234")
      await press(page, "ArrowLeft", "ArrowLeft")
      await page.keyboard.type("xY -")
      expect(await slotsOf(page, "Second factor")).toBe("1|2|3|4||")
      await page.keyboard.type("9")
      expect(await slotsOf(page, "Second factor")).toBe("1|2|9|4||")
    }))

  it("is correct for input faster than the browser's selection events", () =>
    gallery("only=sign-in", async (page) => {
      await page.evaluate(() =>
        addEventListener("selectionchange", (event) => event.isTrusted && event.stopImmediatePropagation(), true)
      )
      await digits(page).focus()
      await page.keyboard.type("1234")
      await press(page, "ArrowLeft", "ArrowLeft")
      await page.keyboard.type("98")
      expect(await slotsOf(page, "Second factor")).toBe("1|2|9|8||")
      await press(page, "ArrowLeft", "ArrowLeft", "Backspace", "Backspace")
      expect(await slotsOf(page, "Second factor")).toBe("1|8||||")
      await page.keyboard.type("567890")
      expect(await slotsOf(page, "Second factor")).toBe("5|6|7|8|9|0")
      await press(page, "Home", "ArrowRight", "End", "ArrowRight", "ArrowLeft")
      await page.keyboard.type("1")
      expect(await slotsOf(page, "Second factor")).toBe("5|6|7|8|1|0")
      await press(page, "ControlOrMeta+a", "ArrowLeft", "ArrowLeft")
      await page.keyboard.type("2")
      await press(page, "ControlOrMeta+a", "ArrowRight")
      await page.keyboard.type("3")
      expect(await slotsOf(page, "Second factor")).toBe("2|6|7|8|1|3")
    }))

  it("accepts composed input once, and shows it during the composition", () =>
    gallery("only=sign-in", async (page) => {
      const keyboard = await page.context().newCDPSession(page)
      const compose = (text: string) =>
        keyboard.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length })
      await letters(page).focus()
      for (const [text, shown] of [
        ["k", "K|||||"],
        ["k7", "K|7||||"],
        ["k7q", "K|7|Q|||"]
      ] as const) {
        await compose(text)
        expect(await slotsOf(page, "Code")).toBe(shown)
      }
      await keyboard.send("Input.insertText", { text: "k7q" })
      expect(await slotsOf(page, "Code")).toBe("K|7|Q|||")
      expect(await letters(page).inputValue()).toBe("K7Q")
      await page.keyboard.type("2x")
      expect(await slotsOf(page, "Code")).toBe("K|7|Q|2|X|")
      await compose("m")
      await expect.poll(() => done(page)).toBe("K7Q2XM")
      await digits(page).focus()
      for (const text of ["\uff12", "\uff12\uff13"]) await compose(text)
      await keyboard.send("Input.insertText", { text: "\uff12\uff13" })
      await page.keyboard.type("4")
      expect(await slotsOf(page, "Second factor")).toBe("2|3|4|||")
    }))

  it("reads from left to right in every language", () =>
    gallery("only=sign-in&dir=rtl", async (page) => {
      await digits(page).focus()
      await page.keyboard.type("12")
      const slots = page.locator("[data-item='Second factor'] .ks-code-slot")
      const [first, second] = [await slots.nth(0).boundingBox(), await slots.nth(1).boundingBox()]
      expect(first?.x).toBeLessThan(second?.x ?? 0)
      expect(await slotsOf(page, "Second factor")).toBe("1|2||||")
    }))

  it("is cleared when the code is rejected, keeps the focus, and shows the error", () =>
    gallery("only=sign-in", async (page) => {
      await digits(page).focus()
      await page.keyboard.type("123456")
      await page.getByRole("button", { name: "Verify" }).click()
      await page.getByRole("alert").filter({ hasText: "Invalid TOTP code" }).waitFor()
      expect(await slotsOf(page, "Second factor")).toBe("|||||")
      expect(await digits(page).evaluate((input) => input === document.activeElement)).toBe(true)
      expect(await digits(page).getAttribute("aria-invalid")).toBe("true")
      expect(await page.getByRole("button", { name: "Verify" }).isDisabled()).toBe(true)
      await page.keyboard.type("1")
      expect(await slotsOf(page, "Second factor")).toBe("1|||||")
    }))

  it("accepts input when the slots cannot be loaded", () =>
    visit(browser, "", async ({ complaints, page }) => {
      await page.route("**/code-input*", (route) => route.abort())
      await page.goto(`${site.url}/parts.html?only=sign-in`)
      await digits(page).fill("１２ 34 5678")
      expect(await digits(page).inputValue()).toBe("123456")
      complaints.length = 0
    }))
})

describe("providers and passwords", () => {
  it("shows an unknown provider's name without a logo, and markup in a name as text", () =>
    gallery("only=sign-in", async (page) => {
      const unknown = page.getByRole("button", { name: "Sign in with fernhill-sso" })
      expect(await unknown.locator("svg").count()).toBe(0)
      await page.getByRole("button", { name: "Sign in with <i>constructor</i>" }).waitFor()
      expect(await page.locator(".ks-oauth i").count()).toBe(0)
      expect(await page.getByRole("button", { name: "Sign in with Google" }).first().locator("svg path").count()).toBe(
        4
      )
    }))

  it("provider labels have a contrast of 4.5:1, also when hovered", () =>
    gallery(
      "only=sign-in",
      async (page) => {
        const item = page.locator("[data-item='Every provider']")
        const pairs: Record<string, ReadonlyArray<string>> = {}
        for (const button of await item.locator(".ks-oauth").all()) {
          const colors = () =>
            button.evaluate((element) => {
              const { backgroundColor, color } = getComputedStyle(element)
              return [backgroundColor, color]
            })
          const name = (await button.textContent()) ?? ""
          const atRest = (pairs[name] = await colors())
          await button.hover()
          await vi.waitFor(async () => expect(await colors()).not.toEqual(atRest))
          pairs[`${name}, under the pointer`] = await colors()
        }
        const low = Object.entries(await contrasts(page, pairs)).filter(([, contrast]) => contrast < 4.5)
        expect(low).toEqual([])
        expect(Object.keys(pairs)).toHaveLength(26)
      },
      { reducedMotion: "reduce" }
    ))

  it("suggests how to make a password stronger, and shows nothing for an empty one", () =>
    gallery("only=sign-in", async (page) => {
      const item = page.locator("[data-item='New password']")
      const says = item.locator(".ks-strength-word")
      await says.filter({ hasText: "commonly used" }).waitFor()
      expect(await item.locator(".ks-strength").getAttribute("data-score")).toBe("1")
      await item.getByLabel("Password", { exact: true }).fill("noor@fernhill.example")
      await says.filter({ hasText: "Leave out your name" }).waitFor()
      await item.getByLabel("Password", { exact: true }).fill("verdigris-lantern-42")
      await says.filter({ hasText: "Strong" }).waitFor()
      await item.getByLabel("Password", { exact: true }).fill("")
      expect(await item.locator(".ks-strength").count()).toBe(0)
    }))

  it("shows a message of the service as text", () =>
    gallery("only=cards", async (page) => {
      await page.getByText("It went <b>wrong</b> in a new way. Please sign in again.").waitFor()
      expect(await page.locator(".ks b").count()).toBe(0)
    }))
})

/** Returns the contrasts of pairs of colors, painted so that every CSS notation is supported (WCAG 2.2, 1.4.3). */
const contrasts = (page: Page, pairs: Readonly<Record<string, ReadonlyArray<string>>>) =>
  page.evaluate((pairs) => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true })
    if (canvas === null) throw new Error("There is no canvas.")
    const luminance = (color: string) => {
      canvas.fillStyle = color
      canvas.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = Array.from(canvas.getImageData(0, 0, 1, 1).data, (value) => {
        const part = value / 255
        return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    return Object.fromEntries(
      Object.entries(pairs).map(([name, colors]) => {
        const [low = 0, high = 0] = colors.map(luminance).sort((a, b) => a - b)
        return [name, (high + 0.05) / (low + 0.05)]
      })
    )
  }, pairs)
