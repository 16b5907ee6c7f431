/** Tests content for users with a permission of the project. */
import { expect, it } from "vitest"
import { signUp } from "./account-fixture.ts"
import { type Fixture, violations } from "./fixture.ts"
import { asAdmin, asServer } from "./service-calls.ts"

export const projectPermissions = (fixture: () => Fixture) => {
  it("content for users with a permission of the project appears when it is granted, and goes when it is revoked", () =>
    fixture().visit(async ({ count, page }) => {
      const define = (id: string, contained: ReadonlyArray<string>) =>
        asAdmin(fixture(), "POST", "/project-permission-definitions", { id, contained_permission_ids: contained })
      await define("crew_staff", [])
      await define("crew_boss", ["crew_staff"])
      const email = await signUp(fixture(), page)
      const { items } = await asServer(fixture(), "GET", `/users?query=${encodeURIComponent(email)}`)
      const [user]: ReadonlyArray<{ readonly id?: unknown }> = Array.isArray(items) ? items : []
      const grant = `/project-permissions/${String(user?.id)}/crew_boss`

      await page.goto(`${fixture().screens}/hooks/project-permissions`)
      const fallback = page.getByText("Ask your captain for access.")
      await fallback.waitFor()
      expect(await violations(page)).toEqual([])
      expect(count("GET /project-permissions")).toBe(1)

      await asServer(fixture(), "POST", grant)
      await page.getByRole("button", { name: "Check again" }).click()
      const staff = page.getByRole("region", { name: "Staff room" })
      await expect
        .poll(() => staff.getByRole("definition").allTextContents())
        .toEqual(["crew_boss crew_staff", "crew_boss crew_staff", "crew_boss", "crew_staff crew_staff", "true true"])
      expect(await fallback.count()).toBe(0)
      expect(await violations(page)).toEqual([])

      await asServer(fixture(), "DELETE", grant)
      await page.getByRole("button", { name: "Check again" }).click()
      await fallback.waitFor()
      expect(await staff.count()).toBe(0)
    }))
}
