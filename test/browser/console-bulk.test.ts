/** Tests in Chromium what the console does with many users: select, verify, sign out, delete, export. */
import { buffer } from "node:stream/consumers"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type ConsoleFixture, openConsoleFixture, PROJECT } from "./console-fixture.ts"
import { button, clickButton } from "./controls.ts"
import { picture, violations } from "./fixture.ts"

let fixture: ConsoleFixture
beforeAll(async () => {
  fixture = await openConsoleFixture()
})
afterAll(() => fixture.close())

const list = `projects/${PROJECT}/users`

const createUser = (fields: object) => fixture.create("/users", fields)

const removeUser = (id: string) => fixture.asAdmin("DELETE", `/users/${id}`)

describe("several users of the console", () => {
  it("are verified together, and those that failed are listed", async () => {
    const ids = [
      await createUser({ display_name: "Crew 1", primary_email: "crew1@fernhill.example" }),
      await createUser({ display_name: "Crew 2", primary_email: "crew2@fernhill.example" }),
      await createUser({ display_name: "Crew 3", primary_email: "crew3@fernhill.example" })
    ]
    await fixture.open(`${list}?query=crew`, async (page) => {
      await page.getByLabel("Select Crew 1").focus()
      await page.keyboard.press("Space")
      await page.getByText("1 user selected").waitFor()
      await page.getByLabel("Select all users on this page").check()
      await page.getByText("3 users selected").waitFor()
      expect(await violations(page)).toEqual([])
      await picture(page, "console-bulk-selected")
      await clickButton(page, "Verify address")
      const dialog = page.getByRole("dialog", { name: "Mark the primary address of 3 users as verified?" })
      await dialog.waitFor()
      // Another owner deletes one of them meanwhile. The dialog keeps what was selected.
      await removeUser(ids[1] ?? "")
      await dialog.getByRole("button", { name: "Verify address" }).click()
      await dialog.getByText("2 users are marked as verified.").waitFor()
      await dialog.getByText("1 user failed:").waitFor()
      await dialog.getByText("Crew 2: There is no such user in this project").waitFor()
      expect(await violations(page)).toEqual([])
      await picture(page, "console-bulk-failures")
      await clickButton(page, "Close")
      await expect.poll(() => page.getByText("selected", { exact: false }).count()).toBe(0)
    })
    const read = await fixture.asAdmin("GET", `/users/${ids[0]}`)
    expect(await read.json()).toMatchObject({ primary_email_verified: true })
    for (const id of [ids[0], ids[2]]) await removeUser(id ?? "")
  })

  it("keep the report of a change that is cancelled by Escape, also after a second one", async () => {
    const ids = [await createUser({ display_name: "Crew 1" }), await createUser({ display_name: "Crew 2" })]
    await fixture.open(`${list}?query=crew`, async (page) => {
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route(/\/users\/[^/]+$/, async (route) => {
        if (route.request().method() === "PATCH") await released
        await route.fallback()
      })
      await page.getByLabel("Select all users on this page").check()
      await clickButton(page, "Restrict")
      const dialog = page.getByRole("dialog")
      const request = page.waitForRequest((sent) => sent.method() === "PATCH")
      await dialog.getByRole("button", { name: "Restrict" }).click()
      await request
      for (let presses = 0; presses < 3; presses++) await page.keyboard.press("Escape")
      await dialog.getByText("0 of 2 users").waitFor()
      release()
      await dialog.getByText("1 user is restricted. 1 user left unchanged.").waitFor()
      expect(await violations(page)).toEqual([])
      await page.keyboard.press("Escape")
      await dialog.waitFor({ state: "detached" })
      // The focus is where it was before the dialog.
      await expect(button(page, "Restrict").evaluate((one) => one === document.activeElement)).resolves.toBe(true)
    })
    for (const id of ids) await removeUser(id)
  })

  it("can be changed without a scroll to the end of the list", () =>
    fixture.open(
      list,
      async (page) => {
        await page.getByLabel("Select Noor Lindqvist").check()
        const box = await button(page, "Clear selection").boundingBox()
        expect(box === null ? null : box.y + box.height).toBeLessThanOrEqual(400)
        expect(await violations(page)).toEqual([])
        // A deletion that can be undone does not cover them.
        await clickButton(page, "Delete Ada Okafor")
        await page.getByRole("dialog").getByRole("button", { name: "Delete user" }).click()
        const undo = button(page, "Undo the deletion of Ada Okafor")
        await undo.waitFor()
        const [clear, notice] = await Promise.all([
          button(page, "Clear selection").boundingBox(),
          page.locator(".ks-deletion").boundingBox()
        ])
        if (clear === null || notice === null) throw new Error("The page shows no selection or no deletion.")
        expect(clear.y + clear.height).toBeLessThanOrEqual(notice.y)
        await undo.click()
        await clickButton(page, "Clear selection")
        await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Users")
      },
      { viewport: { width: 1180, height: 400 } }
    ))

  it("are signed out and deleted only after a confirmation", async () => {
    const ids = [await createUser({ display_name: "Crew 1" }), await createUser({ display_name: "Crew 2" })]
    for (const id of ids) await fixture.control("POST", `/projects/${PROJECT}/users/${id}/sessions`)
    const sessions = async (id = "") => {
      const read = await fixture.asAdmin("GET", `/auth/sessions?user_id=${id}`)
      const { items }: { readonly items: ReadonlyArray<unknown> } = await read.json()
      return items.length
    }
    expect(await sessions(ids[0])).toBe(1)
    await fixture.open(`${list}?query=crew`, async (page) => {
      await page.getByLabel("Select all users on this page").check()
      await clickButton(page, "Sign out everywhere")
      const dialog = page.getByRole("dialog")
      await dialog.getByRole("button", { name: "Cancel" }).click()
      expect(await sessions(ids[0])).toBe(1)
      // A cancelled change leaves the selection.
      await page.getByText("2 users selected").waitFor()
      await expect(button(page, "Sign out everywhere").evaluate((one) => one === document.activeElement)).resolves.toBe(
        true
      )
      await clickButton(page, "Sign out everywhere")
      await dialog.getByRole("button", { name: "Sign out everywhere" }).click()
      await dialog.getByText("2 users are signed out.").waitFor()
      await clickButton(page, "Close")
      expect([await sessions(ids[0]), await sessions(ids[1])]).toEqual([0, 0])
      await page.getByLabel("Select all users on this page").check()
      await clickButton(page, "Delete")
      await dialog.getByRole("button", { name: "Delete users" }).click()
      await page.getByText("No user matches “crew”").waitFor()
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Users")
      await clickButton(page, "Delete now: 2 users")
      await page.getByText("2 users were deleted").waitFor()
    })
    expect((await fixture.asAdmin("GET", `/users/${ids[0]}`)).status).toBe(404)
  })

  it("are restricted, and can use the application again", async () => {
    const ids = [await createUser({ display_name: "Crew 1" }), await createUser({ display_name: "Crew 2" })]
    const restricted = () =>
      Promise.all(
        ids.map(async (id) => {
          const user: { readonly restricted_by_admin: boolean } = await (
            await fixture.asAdmin("GET", `/users/${id}`)
          ).json()
          return user.restricted_by_admin
        })
      )
    await fixture.open(`${list}?query=crew`, async (page) => {
      const dialog = page.getByRole("dialog")
      await page.getByLabel("Select all users on this page").check()
      await clickButton(page, "Restrict")
      await dialog.getByRole("button", { name: "Restrict" }).click()
      await dialog.getByText("2 users are restricted.").waitFor()
      await clickButton(page, "Close")
      expect(await restricted()).toEqual([true, true])
      await page.getByLabel("Select all users on this page").check()
      await clickButton(page, "Lift restriction")
      await dialog.getByRole("button", { name: "Lift restriction" }).click()
      await dialog.getByText("2 users are not restricted by an owner.").waitFor()
      await clickButton(page, "Close")
      expect(await restricted()).toEqual([false, false])
    })
    for (const id of ids) await removeUser(id)
  })

  it("are exported as the filters select them, without formulas in CSV", async () => {
    const id = await createUser({ display_name: "=1+1", primary_email: "crew@fernhill.example" })
    await fixture.open(list, async (page) => {
      const exported = async (format: string) => {
        await clickButton(page, "Export")
        await page.getByLabel("Format").selectOption(format)
        const download = page.waitForEvent("download")
        await page.getByRole("dialog").getByRole("button", { name: "Export" }).click()
        const content = (await buffer(await (await download).createReadStream())).toString("utf8")
        await page.getByText(/The file has \d+ users/).waitFor()
        expect(await violations(page)).toEqual([])
        await picture(page, "console-users-exported")
        await clickButton(page, "Close")
        return content
      }
      await page.getByText("5 users").waitFor()
      const csv = await exported("CSV, for spreadsheets")
      expect(csv.trimEnd().split("\r\n")).toHaveLength(6)
      expect(csv).toContain(`"'=1+1","crew@fernhill.example"`)
      await page.getByLabel("Search users").fill("noor")
      await page.getByRole("rowheader", { name: "Noor Lindqvist" }).waitFor()
      const lines = (await exported("NDJSON, one JSON object a line")).trimEnd().split("\n")
      expect(lines).toHaveLength(1)
      expect(JSON.parse(lines[0] ?? "")).toMatchObject({ display_name: "Noor Lindqvist", has_password: true })
      expect(lines[0]).not.toContain("hash")
    })
    await removeUser(id)
  })

  for (const { name, options } of [
    { name: "light", options: { colorScheme: "light", viewport: { width: 1280, height: 800 } } },
    { name: "phone-dark", options: { colorScheme: "dark", viewport: { width: 390, height: 780 } } }
  ] as const) {
    it(`have no accessibility violations and no overflow: ${name}`, () =>
      fixture.open(
        list,
        async (page) => {
          await page.getByLabel("Select Noor Lindqvist").check()
          await page.getByText("1 user selected").waitFor()
          expect(await violations(page)).toEqual([])
          expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
          await picture(page, `console-bulk-${name}`)
        },
        { ...options, bypassCSP: true, reducedMotion: "reduce" }
      ))
  }
})
