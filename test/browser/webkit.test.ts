/** Tests menus in WebKit. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { refreshCookie } from "../../core/session/cookie-values.ts"
import { openAccountFixture } from "./account-fixture.ts"
import { newEmail, type Fixture } from "./fixture.ts"
import { newSession } from "./service-calls.ts"
import { ESCAPE, hasWebKit, openWebKit, type WebKit } from "./webkit.ts"

if (!hasWebKit) {
  process.stdout.write("Skips the tests in WebKit: it is not installed (apt-get install webkit2gtk-driver xvfb)\n")
}

/** The buttons of the menus, once what they show is read. */
const USER = ".ks-user > .ks-trigger:not([aria-busy])"
const TEAMS = ".ks-team-switcher > .ks-trigger:not([aria-busy])"

/** The open menu: its focused item, and its distances to the sides of the window. Runs in the page. */
const openMenu = () => {
  const menu = document.querySelector(".ks-menu:popover-open")
  const box = menu?.getBoundingClientRect()
  return {
    focused: document.activeElement?.closest("[role^=menuitem]") === null ? null : document.activeElement?.textContent,
    left: box?.left ?? 0,
    right: box === undefined ? 0 : document.documentElement.clientWidth - box.right
  }
}

describe.skipIf(!hasWebKit)("menus in WebKit", () => {
  let fixture: Fixture
  let webkit: WebKit
  beforeAll(async () => {
    fixture = await openAccountFixture()
    webkit = await openWebKit()
    const { refresh_token } = await newSession(fixture, newEmail())
    await webkit.goTo(fixture.screens)
    await webkit.run(
      (cookie) => {
        document.cookie = cookie
      },
      `${refreshCookie(fixture.project.id)}=${refresh_token}; path=/`
    )
  })
  afterAll(async () => {
    await webkit?.close()
    await fixture?.close()
  })

  it.each([
    { name: "of the user", trigger: USER, item: "Account settings", side: "right" },
    { name: "of the user, at the left", trigger: USER, item: "Account settings", side: "left" },
    { name: "of the teams", trigger: TEAMS, item: "You are not in a team yet.", side: "right" }
  ])(
    "the menu $name opens with its first item focused, inside the window, and closes",
    async ({ item, side, trigger }) => {
      await webkit.goTo(`${fixture.screens}/menus`)
      await webkit.run((side) => {
        const root = document.querySelector<HTMLElement>("#root")
        if (root !== null) root.style.cssText = `position: fixed; top: 0; ${side}: 0`
      }, side)
      await webkit.click(trigger)
      await expect.poll(async () => (await webkit.run(openMenu, null)).focused).toBe(item)
      const { left, right } = await webkit.run(openMenu, null)
      expect(Math.min(left, right)).toBeGreaterThan(5.5)
      await webkit.press(ESCAPE)
      const focused = (selector: string) =>
        document.querySelector(".ks-menu") === null && document.activeElement?.matches(selector)
      await expect.poll(() => webkit.run(focused, trigger)).toBe(true)
    }
  )
})
