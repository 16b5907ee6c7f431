/** Tests sign-in and sign-up while their project is loading. */
import type { Route } from "playwright-core"
import { expect, it } from "vitest"
import { type AuthFixture, CLIENT_KEY, PROJECT_ID } from "./auth-fixture.ts"
import { movesOf, recordMoves } from "./moves.ts"

const providersOf = (buttons: ReadonlyArray<Element>) => buttons.map((button) => button.getAttribute("data-provider"))

export const authSkeletons = (fixture: () => AuthFixture) => {
  it("nothing moves by more than four pixels between the first paint and rest, first visit and return", () =>
    fixture().visit(async ({ page }) => {
      await recordMoves(page)
      for (const path of ["sign-in?autofill=no&handler", "sign-up?handler"]) {
        for (const visit of ["first", "return"]) {
          if (visit === "first") await page.evaluate(() => globalThis.localStorage?.clear()).catch(() => {})
          await page.goto(`${fixture().screens}/handler/${path}`)
          await page.getByRole("tablist").waitFor()
          const { frames, moved } = await movesOf(page)
          expect(frames).toBeGreaterThan(3)
          expect(moved, `${path}, ${visit} visit`).toEqual([])
        }
      }
    }))

  it("a first visit shows the settings of the build before the service responds, and follows them since", () =>
    fixture().visit(async ({ page }) => {
      const response = await fetch(`${fixture().service}/api/v1/projects/current`, {
        headers: {
          "x-stack-access-type": "client",
          "x-stack-project-id": PROJECT_ID,
          "x-stack-publishable-client-key": CLIENT_KEY
        }
      })
      const project = await response.json()
      const config = { ...project.config, enabled_oauth_providers: [{ id: "github" }] }
      // At the time of the build there was one provider.
      const built = {
        version: 1,
        projectId: PROJECT_ID,
        session: null,
        project: { ...project, config },
        revalidate: true
      }
      await page.addInitScript((snapshot) => Object.assign(globalThis, { builtSnapshot: snapshot }), built)
      let release = () => {}
      const released = new Promise<void>((resolve) => (release = resolve))
      await page.route("**/projects/current", async (route) => {
        await released
        await route.continue()
      })
      await page.goto(`${fixture().screens}/handler/sign-in`)
      await page.getByRole("textbox", { name: "Email" }).fill("noor@fernhill.example")
      expect(await page.locator("[data-provider]").evaluateAll(providersOf)).toEqual(["github", "passkey"])
      release()
      await page.locator("[data-provider=google]").waitFor()
      expect(await page.locator("[data-provider]").evaluateAll(providersOf)).toEqual(["github", "google", "passkey"])
    }))

  it("returning visitors see the form before the service responds, and nothing shifts", () =>
    fixture().visit(async ({ page }) => {
      for (const path of ["sign-in?autofill=no", "sign-in?autofill=no&password", "sign-up"]) {
        const card = page.locator(".ks-card")
        await page.goto(`${fixture().screens}/handler/${path}`)
        await page.getByRole("tablist").waitFor()
        const held: Array<Route> = []
        await page.route("**/projects/current", (route) => void held.push(route))
        await page.reload()
        await page.getByRole("tablist").waitFor()
        const before = await card.boundingBox()
        await expect.poll(() => held.length).toBeGreaterThan(0)
        await Promise.all(held.map((route) => route.continue()))
        await page.unroute("**/projects/current")
        await page.waitForLoadState("networkidle")
        expect(await card.boundingBox()).toEqual(before)
      }
    }))
}
