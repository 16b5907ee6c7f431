/** Tests the layout of the account settings: stable while data is loaded, on wide and narrow windows, and for touch. */
import { randomBytes } from "node:crypto"
import type { Page } from "playwright-core"
import { expect, it, vi } from "vitest"
import { section, settingsOf, signUp } from "./account-fixture.ts"
import { button, clickButton, waitForTitle } from "./controls.ts"
import type { Fixture } from "./fixture.ts"
import { signInButton } from "./sign-in-forms.ts"

declare global {
  /** The positions at which each heading and each link of the sidebar was painted, by its kind and text. */
  var painted: Record<string, Array<number>>
}

/** Records in each frame how far down the visible headings are, and how far along the sidebar its links are. */
const recordPositions = () => {
  globalThis.painted = {}
  const record = (name: string, position: number) => {
    const positions = (globalThis.painted[name] ??= [])
    if (positions.at(-1) !== Math.round(position)) positions.push(Math.round(position))
  }
  const look = () => {
    for (const heading of document.querySelectorAll<HTMLElement>(":is(.ks-page-title, .ks-section-title)"))
      if (heading.checkVisibility()) record(`heading ${heading.textContent}`, heading.getBoundingClientRect().top)
    for (const link of document.querySelectorAll<HTMLElement>("a.ks-sidebar-item"))
      record(`link ${link.textContent}`, link.offsetLeft + link.offsetTop)
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/**
 * Delays each response of the service by another time, so that the reads of a page end one after the other. The list of
 * teams comes last.
 */
const slowDown = async (page: Page, service: string) => {
  let requests = 0
  await page.route(`${service}/**`, async (route) => {
    const isTeams = new URL(route.request().url()).pathname.endsWith("/teams")
    const delay = 150 + 130 * (++requests % 4) + (isTeams ? 600 : 0)
    await new Promise((resolve) => setTimeout(resolve, delay))
    await route.continue()
  })
}

/** Waits for the box of an element. The page may replace the element meanwhile, so that it has none for a moment. */
const boxOf = (locator: ReturnType<Page["locator"]>) =>
  vi.waitFor(
    async () => {
      const box = await locator.boundingBox()
      if (box === null) throw new Error("The element is not visible.")
      return box
    },
    { timeout: 10_000 }
  )

export const accountLayout = (fixture: () => Fixture) => {
  it("never moves a heading or a link of the sidebar while data is loaded", () =>
    fixture().visit(async ({ page }) => {
      await signUp(fixture(), page)
      await page.goto(settingsOf(fixture(), "#team-creation"))
      await page.getByRole("textbox", { name: "Team name" }).fill("Fernhill Orchards")
      await clickButton(page, "Create")
      await waitForTitle(page, "Fernhill Orchards")
      const invite = section(page, "Invite a member")
      await invite.getByLabel("Email").fill("guest@fernhill.example")
      await clickButton(invite, "Invite")
      await invite.getByRole("listitem").waitFor()
      const team = new URL(page.url()).hash
      await page.addInitScript(recordPositions)
      await slowDown(page, fixture().service)
      for (const [hash, name, last] of [
        ["#profile", "My profile", "Display name"],
        ["#auth", "Emails & sign-in", "Two-factor authentication"],
        [team, "Fernhill Orchards", "Leave team"]
      ] as const) {
        await page.goto(settingsOf(fixture()))
        await page.goto(`about:blank`)
        await page.goto(settingsOf(fixture(), hash))
        await waitForTitle(page, name)
        await section(page, last).waitFor()
        await page.waitForLoadState("networkidle")
        const painted = await page.evaluate(() => globalThis.painted)
        expect(Object.keys(painted)).toEqual(expect.arrayContaining([`heading ${last}`, "link Create a team"]))
        for (const [element, found] of Object.entries(painted)) expect(found, `${hash} ${element}`).toHaveLength(1)
      }
    }))

  it.each([1280, 390])("moves no section when an announcement appears or disappears: %i px", (width) =>
    fixture().visit(
      async ({ page }) => {
        // Short, so that the announcement has at most two lines on a phone.
        const email = await signUp(fixture(), page, `${randomBytes(3).toString("hex")}@x.example`)
        await page.goto(settingsOf(fixture(), "#auth"))
        await section(page, "Two-factor authentication").waitFor()
        await page.waitForLoadState("networkidle")
        const emails = section(page, "Emails")
        const tops = () =>
          page
            .locator(".ks-section-title")
            .evaluateAll((titles) => titles.map((title) => Math.round(title.getBoundingClientRect().top + scrollY)))
        const before = await tops()
        expect(before.length).toBeGreaterThan(4)
        await button(emails, `Actions for ${email}`).press("Enter")
        await page.getByRole("menuitem", { name: "Send verification email" }).press("Enter")
        await emails.getByRole("status").getByText(`We sent an email to ${email}.`).waitFor()
        await expect.poll(tops).toEqual(before)
        await emails.getByRole("textbox", { name: "Add an email" }).fill("b")
        await expect.poll(() => emails.getByRole("status").textContent()).toBe("")
        expect(await tops()).toEqual(before)
      },
      { viewport: { width, height: 800 }, reducedMotion: "reduce" }
    )
  )

  it("has the place of the settings while their code is loaded", () =>
    fixture().visit(
      async ({ page }) => {
        await signUp(fixture(), page)
        let release = () => {}
        const isReleased = new Promise<void>((resolve) => (release = resolve))
        await page.route(/account-pages-.*\.js/, async (route) => {
          await isReleased
          await route.continue()
        })
        await page.goto(settingsOf(fixture(), "?handler"))
        const frame = page.locator(".ks-account")
        const back = page.getByRole("link", { name: "Back to Fernhill" })
        await page.locator(".ks-account[aria-busy=true]").waitFor()
        await back.waitFor()
        expect(await page.locator(".ks-card").count()).toBe(0)
        const before = [await boxOf(frame), await boxOf(back)].map(({ width, x, y }) => [x, y, width])
        release()
        await waitForTitle(page, "My profile")
        const after = [await boxOf(frame), await boxOf(back)].map(({ width, x, y }) => [x, y, width])
        expect(after).toEqual(before)
      },
      { reducedMotion: "reduce" }
    ))

  it("shows the sidebar and the title in their final positions while the user is loaded", () =>
    fixture().visit(
      async ({ page }) => {
        await signUp(fixture(), page)
        const route = "**/api/v1/users/me"
        let release = () => {}
        const released = new Promise<void>((resolve) => (release = resolve))
        await page.route(route, async (request) => {
          await released
          await request.continue()
        })
        await page.goto(settingsOf(fixture(), "#auth"))
        const link = page.getByRole("link", { name: "Emails & sign-in" })
        await link.waitFor()
        const shown = page.locator(".ks-page-title", { hasText: "Emails & sign-in" })
        const positions = async () => [await boxOf(link), (await boxOf(shown)).y]
        const before = await positions()
        release()
        await section(page, "Two-factor authentication").waitFor()
        expect(await positions()).toEqual(before)
      },
      { viewport: { width: 390, height: 800 } }
    ))

  it("has the same space on both sides of a page", () =>
    fixture().visit(
      async ({ page }) => {
        await signUp(fixture(), page)
        await page.goto(settingsOf(fixture(), "#auth"))
        await section(page, "Emails").waitFor()
        const [outer, sidebar, inner] = [
          await boxOf(page.locator(".ks-account")),
          await boxOf(page.locator(".ks-sidebar")),
          await boxOf(section(page, "Emails"))
        ]
        const start = inner.x - sidebar.x - sidebar.width
        const end = outer.x + outer.width - inner.x - inner.width
        expect(Math.abs(end - start)).toBeLessThanOrEqual(1)
      },
      { viewport: { width: 1280, height: 800 } }
    ))

  it("puts the buttons of all sections below their texts on a phone, and makes each 44 pixels high", () =>
    fixture().visit(
      async ({ page }) => {
        await signUp(fixture(), page)
        await page.goto(settingsOf(fixture(), "#auth"))
        await section(page, "Two-factor authentication").waitFor()
        const sections = [
          ["Password", "Update password"],
          ["Passkeys", "Add passkey"],
          ["Sign-in by email", "Enable"],
          ["Two-factor authentication", "Enable"]
        ] as const
        for (const [name, action] of sections) {
          const [head, control] = [
            await boxOf(section(page, name).getByRole("heading")),
            await boxOf(button(section(page, name), action))
          ]
          expect(control.x, name).toBe(head.x)
          expect(control.y, name).toBeGreaterThan(head.y + head.height)
          expect(control.height, name).toBeGreaterThanOrEqual(44)
        }
        const menu = await boxOf(section(page, "Emails").getByRole("listitem").getByRole("button"))
        expect(Math.min(menu.width, menu.height)).toBeGreaterThanOrEqual(44)
        await clickButton(page, "Update password")
        const reveal = await boxOf(page.getByRole("button", { name: "Show password" }).first())
        expect(Math.min(reveal.width, reveal.height)).toBeGreaterThanOrEqual(44)
      },
      { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true }
    ))

  it("begins the reason of a disabled button where the text of its section begins", () =>
    fixture().visit(
      async ({ page }) => {
        await signUp(fixture(), page)
        await page.goto(settingsOf(fixture(), "#auth"))
        const passkeys = section(page, "Passkeys")
        const reason = passkeys.getByText("To enable this, first verify an email that you use for sign-in.")
        await reason.waitFor()
        for (const width of [390, 1280]) {
          await page.setViewportSize({ width, height: 800 })
          const [head, text] = [await boxOf(passkeys.getByRole("heading")), await boxOf(reason)]
          expect(Math.abs(text.x - head.x), `${width} px`).toBeLessThanOrEqual(1)
        }
      },
      { viewport: { width: 390, height: 800 } }
    ))

  it("has a skeleton with bars in the size of texts on a phone", () =>
    fixture().visit(
      async ({ page }) => {
        await signUp(fixture(), page)
        await page.route(/account-pages-.*\.js/, () => {})
        await page.goto(settingsOf(fixture(), "?handler"))
        await page.locator(".ks-account[aria-busy=true] .ks-skeleton").first().waitFor()
        const bars = await page.locator(".ks-account .ks-skeleton").evaluateAll((elements) =>
          elements.map((element) => {
            const { height, width } = element.getBoundingClientRect()
            return { height, width }
          })
        )
        expect(bars.length).toBeGreaterThan(5)
        expect(bars.filter(({ height, width }) => height < 12 || width < 48)).toEqual([])
      },
      { viewport: { width: 390, height: 800 }, reducedMotion: "reduce" }
    ))

  it("shows an error without moving the title and the field above it", () =>
    fixture().visit(async ({ page }) => {
      await page.goto(`${fixture().screens}/handler/sign-in`)
      await page.getByRole("tab", { name: "Email & Password" }).click()
      const field = page.getByRole("textbox", { name: "Email", exact: true })
      const positions = async () => [(await boxOf(page.getByRole("heading", { level: 1 }))).y, (await boxOf(field)).y]
      const before = await positions()
      await signInButton(page).click()
      await page.getByRole("alert").first().waitFor()
      expect(await positions()).toEqual(before)
    }))
}
