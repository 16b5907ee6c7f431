/** Tests the screens in other languages: loading, first render, layout and direction. */
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { clickButton, fillField } from "./controls.ts"
import { nextMail } from "./service-calls.ts"
import { newEmail, PASSWORD, picture, type Fixture, violations } from "./fixture.ts"

/** Records every text that the page ever shows. */
const keepTexts = (page: Page) =>
  page.addInitScript(() => {
    const seen = new Set<string>()
    Object.assign(globalThis, { seen })
    new MutationObserver(() => {
      const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) seen.add(walker.currentNode.nodeValue ?? "")
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })

const textsSeen = (page: Page) =>
  page.evaluate(() => [...(globalThis as unknown as { readonly seen: ReadonlySet<string> }).seen].join("\n"))

/** Returns the texts of the screens without the brackets that all texts of the pseudo-locale have. */
const findUntranslated = (page: Page, own: ReadonlyArray<string>) =>
  page.evaluate((own) => {
    const found: Array<string> = []
    const look = (text: string | null) => {
      const rest = (text ?? "").replace(/⟦[^⟧]*⟧/g, "")
      // Dates are in Arabic.
      if (/\p{Script=Latin}{2}/u.test(own.reduce((text, word) => text.replaceAll(word, ""), rest))) found.push(rest)
    }
    for (const element of document.querySelectorAll("#root *")) {
      for (const node of element.childNodes)
        if (node.nodeType === Node.TEXT_NODE) look(node.parentElement?.textContent ?? "")
      for (const name of ["aria-label", "title", "alt"]) look(element.getAttribute(name))
    }
    return [...new Set(found)]
  }, own)

const TEAM = "Quayside Analytics"

const newUser = async (page: Page, screens: string) => {
  const email = newEmail()
  await page.goto(`${screens}/handler/sign-up?lang=de-DE`)
  await page.getByRole("tab", { name: "E-Mail & Passwort" }).click()
  await page.getByLabel("E-Mail-Adresse").fill(email)
  await fillField(page, "Passwort", PASSWORD)
  await page.getByLabel("Passwort wiederholen").fill(PASSWORD)
  await clickButton(page, "Registrieren")
  await page.waitForURL(`${screens}/`)
  await page.goto(`${screens}/handler/account-settings?lang=de-DE#team-creation`)
  await page.getByRole("textbox", { name: "Teamname" }).fill(TEAM)
  await clickButton(page, "Erstellen")
  await page.getByRole("heading", { level: 1, name: TEAM }).waitFor()
  const hash = await page.evaluate(() => location.hash)
  await page.getByRole("region", { name: "Mitglied einladen" }).getByRole("textbox").fill("june@fernhill.example")
  await clickButton(page, "Einladen")
  await page.getByText(/^Läuft in \d+ Tagen ab$/).waitFor()
  return { email, hash }
}

const pages = ["#profile", "#auth", "#settings"]

export const languages = (fixture: () => Fixture) => {
  it("loads one file for German, and shows no English before it is loaded", () =>
    fixture().visit(async ({ page }) => {
      const files: Array<string> = []
      page.on("request", (request) => void files.push(new URL(request.url()).pathname))
      await keepTexts(page)
      const project = page.waitForResponse("**/projects/current")
      await page.route(/de-DE-.*\.js/, async (route) => {
        await page.locator(".ks-skeleton").first().waitFor()
        await project
        await route.continue()
      })
      await page.goto(`${fixture().screens}/handler/sign-in?lang=de-DE`)
      await page.getByRole("heading", { level: 1, name: "Bei Fernhill anmelden" }).waitFor()
      const card = page.locator("main")
      expect([await card.getAttribute("lang"), await card.getAttribute("dir")]).toEqual(["de-DE", "ltr"])
      expect(await textsSeen(page)).not.toMatch(/sign|loading|password|account/i)
      expect(files.filter((file) => /[/](?:[a-z]{2}-[A-Z\d]{2,3}|pseudo)-/.test(file))).toEqual([
        expect.stringMatching(/de-DE-[\w-]+\.js$/)
      ])
    }))

  it("makes the service mail a person in the language of the page, also later", () =>
    fixture().visit(
      async ({ page }) => {
        const email = newEmail()
        await page.goto(`${fixture().screens}/handler/sign-up?lang=pl-PL`)
        await page.getByRole("tab", { name: "E-mail i hasło" }).click()
        await fillField(page, "E-mail", email)
        await fillField(page, "Hasło", PASSWORD)
        await page.getByLabel("Powtórz hasło").fill(PASSWORD)
        await clickButton(page, "Zarejestruj się")
        await page.waitForURL(`${fixture().screens}/`)
        expect(await nextMail(fixture(), email)).toEqual({ subject: "Potwierdź swój adres e-mail w Fernhill" })
        // Any person may request this mail, in a browser with another language.
        await page.context().clearCookies()
        await page.goto(`${fixture().screens}/handler/forgot-password?lang=de-DE`)
        await page.getByLabel("Ihre E-Mail-Adresse").fill(email)
        await page.getByRole("button", { name: "Link per E-Mail senden" }).click()
        expect(await nextMail(fixture(), email)).toEqual({ subject: "Wybierz nowe hasło do Fernhill" })
      },
      { locale: "ja-JP" }
    ))

  it("falls back to English when the file cannot be loaded", () =>
    fixture().visit(async ({ consoleErrors, page }) => {
      await page.route(/it-IT-.*\.js/, (route) => route.abort())
      await page.goto(`${fixture().screens}/handler/sign-in?lang=it`)
      await page.getByRole("heading", { level: 1, name: "Sign in to Fernhill" }).waitFor()
      expect(await page.locator("main").getAttribute("lang")).toBe("en-US")
      // The failure is logged for developers.
      expect(consoleErrors.splice(0).join()).toContain("it-IT")
    }))

  it("mirrors the account settings, translates all of their texts, and fits long ones", () =>
    fixture().visit(
      async ({ page }) => {
        const { screens } = fixture()
        const { email, hash } = await newUser(page, screens)
        const own = [email, TEAM, "june@fernhill.example", "QA", "Fernhill"]
        for (const pageHash of [...pages, hash]) {
          await page.goto("about:blank")
          await page.goto(`${screens}/handler/account-settings?lang=ar-XB${pageHash}`)
          await page.locator(".ks-page .ks-section:not([aria-busy])").first().waitFor()
          await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null)
          const name = pageHash.startsWith("#team") ? "team" : pageHash.slice(1)
          await picture(page, `account-rtl-${name}`)
          await page.setViewportSize({ width: 320, height: 800 })
          await picture(page, `account-rtl-narrow-${name}`)
          expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(320)
          await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" })
          await picture(page, `account-forced-narrow-${name}`)
          await page.setViewportSize({ width: 1200, height: 900 })
          await picture(page, `account-forced-${name}`)
          await page.emulateMedia({ forcedColors: "none", reducedMotion: "reduce" })
          expect(await violations(page), name).toEqual([])
          expect(await findUntranslated(page, own), name).toEqual([])
        }
      },
      { viewport: { width: 1200, height: 900 }, reducedMotion: "reduce" }
    ))
}
