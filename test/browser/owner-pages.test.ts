/** The pages on which the owners of projects sign in: of `keystile serve`, and of a mounted service. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { expect } from "vitest"
import { linkIn as mailedLinkIn } from "../examples/installation.ts"
import { clickButton } from "./controls.ts"
import { violations } from "./fixture.ts"
import {
  email,
  firstLoad,
  inPage,
  installation,
  linkIn,
  openBrowser,
  programs,
  setPassword,
  setUpSecondFactor,
  signIn
} from "./owner-fixture.ts"

const projects = (page: Page) => page.getByRole("link", { name: "Larkspur" })

describe.each(programs)("the pages of owners of $name", (program) => {
  it.live("lead from the link of the command to a password, a second factor, and the owner's projects", () =>
    Effect.gen(function* () {
      const { keystile, mails, url } = yield* installation(program)
      const browser = yield* openBrowser
      const link = yield* linkIn(yield* keystile("owner", "create", email, "--json"))
      assert.isTrue(link.startsWith(`${url}/owner/handler/password-reset?code=`), link)
      yield* mails.whenReceived(1)
      assert.strictEqual(mailedLinkIn(mails.received[0]?.raw ?? ""), link)
      yield* inPage(browser, url, async (page) => {
        await setPassword(page, link)
        await page.goto(`${url}/owner`, firstLoad)
        await signIn(page)
        await projects(page).waitFor()
        expect(await violations(page)).toEqual([])
        await page.getByRole("link", { name: "Set it up in your account settings" }).click()
        await setUpSecondFactor(page)
        await page.goto(`${url}/owner`, firstLoad)
        await projects(page).waitFor()
        expect(await page.getByText("Your account has no second factor").count()).toBe(0)
      })
      assert.match(yield* keystile("owner", "list"), /^ada@example\.com  \S+  \(password, second factor\)/m)

      // Without the phone: the operator removes the second factor, and every session ends.
      yield* inPage(browser, url, async (page) => {
        await page.goto(`${url}/owner`, firstLoad)
        await signIn(page)
        await page.getByText("Two-factor authentication").first().waitFor()
      })
      yield* keystile("owner", "reset-second-factor", email)
      yield* inPage(browser, url, async (page) => {
        await page.goto(`${url}/owner`, firstLoad)
        await signIn(page)
        await projects(page).waitFor()
      })
    }).pipe(Effect.scoped)
  )

  it.live("mail the link for a forgotten password", () =>
    Effect.gen(function* () {
      const { keystile, mails, url } = yield* installation(program)
      const browser = yield* openBrowser
      yield* keystile("owner", "create", email)
      yield* mails.whenReceived(1)
      yield* inPage(browser, url, async (page) => {
        await page.goto(`${url}/owner`, firstLoad)
        await page.getByRole("link", { name: "Forgot password?" }).click()
        await page.getByLabel("Your email").fill(email)
        await clickButton(page, "Email me a link")
        await Effect.runPromise(mails.whenReceived(2))
        const link = mailedLinkIn(mails.received[1]?.raw ?? "")
        expect(link).toContain(`${url}/owner/handler/password-reset?code=`)
        await setPassword(page, link)
        await page.goto(`${url}/owner`, firstLoad)
        await signIn(page)
        await projects(page).waitFor()
      })
    }).pipe(Effect.scoped)
  )

  it.live("refuse a link that was used, and fit a phone", () =>
    Effect.gen(function* () {
      const { keystile, url } = yield* installation(program)
      const browser = yield* openBrowser
      const link = yield* linkIn(yield* keystile("owner", "create", email, "--json"))
      yield* inPage(browser, url, async (page) => {
        await page.setViewportSize({ width: 390, height: 760 })
        await setPassword(page, link)
        await page.goto(link, firstLoad)
        await page.getByText("This link has already been used").first().waitFor()
        await page.goto(`${url}/owner`, firstLoad)
        await signIn(page)
        await projects(page).waitFor()
        await page.emulateMedia({ colorScheme: "dark" })
        expect(await violations(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      })
      yield* keystile("owner", "remove", email)
      yield* inPage(browser, url, async (page) => {
        await page.goto(`${url}/owner`, firstLoad)
        await signIn(page)
        await page.getByText("Wrong email or password").first().waitFor()
      })
    }).pipe(Effect.scoped)
  )
})
