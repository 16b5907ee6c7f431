/** Tests the teams of the console in Chromium: the list with its search and pages, and the page of one team. */
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type ConsoleFixture, waitUntilLoaded, openConsoleFixture, PROJECT } from "./console-fixture.ts"
import { button, clickButton, field, fillField } from "./controls.ts"
import { copyBy } from "./copied-text.ts"
import { picture, violations } from "./fixture.ts"

let fixture: ConsoleFixture
beforeAll(async () => {
  fixture = await openConsoleFixture()
  const set = await fixture.asAdmin("PATCH", "/projects/current", { config: { allow_team_api_keys: true } })
  expect(set.status).toBe(200)
})
afterAll(() => fixture.close())

const NOOR = "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa"
const list = `projects/${PROJECT}/teams`
const tabs = ["", "/invitations", "/profile", "/metadata", "/api-keys"]

const names = (page: Page) =>
  page.getByRole("rowheader").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")))

const createTeam = (displayName: string) => fixture.create("/teams", { display_name: displayName })

const removeTeam = async (id: string) => {
  const removed = await fixture.asAdmin("DELETE", `/teams/${id}`)
  expect(removed.status).toBe(200)
}

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

describe("the list of teams in the console", () => {
  it("says how teams come about while there is none, and creates one", () =>
    fixture.open(list, async (page) => {
      await page.getByText("No team yet").waitFor()
      expect(await violations(page)).toEqual([])
      await picture(page, "console-teams-empty")
      await clickButton(page, "Create team")
      const dialog = page.getByRole("dialog", { name: "Create a team" })
      await dialog.getByLabel("Name").fill("Orchard crew")
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { name: "Orchard crew" }).waitFor()
      await page.getByText("The team has no members.").waitFor()
      await page.getByRole("link", { name: "All teams" }).click()
      await expect.poll(() => names(page)).toEqual(["Orchard crew"])
      const id = page.getByRole("link", { name: "Orchard crew" })
      await removeTeam((await id.getAttribute("href"))?.split("/").at(-1) ?? "")
    }))

  it("is searched, ordered and paged, and its URL has all of it", async () => {
    const made: Array<string> = []
    for (let index = 0; index < 53; index++) {
      made.push(await createTeam(`Crew ${index}`))
      await fixture.nextMillisecond()
    }
    made.push(await createTeam("Gardeners"))
    await fixture.open(list, async (page) => {
      await expect.poll(async () => (await names(page))[0]).toBe("Gardeners")
      await page.getByLabel("Search teams").fill("crew")
      await field(page, "Order").selectOption("Oldest first")
      await expect.poll(async () => (await names(page))[0]).toBe("Crew 0")
      expect(await page.getByRole("rowheader").count()).toBe(50)
      await clickButton(page, "Next page")
      await expect.poll(() => names(page)).toEqual(["Crew 50", "Crew 51", "Crew 52"])
      expect(page.url()).toContain("?query=crew&order=oldest&cursor=")
      // The URL is a link to this page.
      await page.reload()
      await expect.poll(() => names(page)).toEqual(["Crew 50", "Crew 51", "Crew 52"])
      await clickButton(page, "First page")
      await expect.poll(() => page.getByRole("rowheader").count()).toBe(50)
      await page.goBack()
      await expect.poll(() => page.getByRole("rowheader").count()).toBe(3)
      await page.getByLabel("Search teams").fill("crew 5")
      await expect.poll(() => names(page)).toEqual(["Crew 5", "Crew 50", "Crew 51", "Crew 52"])
      await page.getByLabel("Search teams").fill(made[3] ?? "")
      await expect.poll(() => names(page)).toEqual(["Crew 3"])
      await page.getByLabel("Search teams").fill("nothing like it")
      await page.getByText("No team matches “nothing like it”").waitFor()
      await page.goto(`${fixture.url}/#/${list}?cursor=none`)
      await page.getByRole("alert").waitFor()
      await clickButton(page, "First page")
      await page.getByRole("rowheader", { name: "Gardeners" }).waitFor()
    })
    await Promise.all(made.map(removeTeam))
  })
})

describe("the page of a team in the console", () => {
  it("adds members, changes their role and permissions, and removes them", async () => {
    const id = await createTeam("Orchard crew")
    await fixture.open(`${list}/${id}`, async (page) => {
      await page.getByLabel("Find a user to add").fill("noor")
      await clickButton(page, "Add Noor Lindqvist")
      await page.getByText("Noor Lindqvist was added").waitFor()
      await page.getByText("No other user matches.").waitFor()
      const toggle = button(page, "Role and permissions of Noor Lindqvist")
      await toggle.focus()
      await page.keyboard.press("Enter")
      const row = page.getByRole("listitem").filter({ hasText: "Noor Lindqvist" })
      await row.getByText("Member", { exact: true }).waitFor()
      const change = (role: string) => button(page, `Change to ${role} the role of Noor Lindqvist in Orchard crew`)
      await change("admin").click()
      await row.getByText("Admin", { exact: true }).waitFor()
      await row.getByText("They contain").waitFor()
      await picture(page, "console-team-role")
      // The only admin stays one.
      await change("member").click()
      await row.getByRole("alert").filter({ hasText: "only admin of the team" }).waitFor()
      await picture(page, "console-team-last-admin")
      await clickButton(page, "Revoke admin of Noor Lindqvist in Orchard crew")
      await row.getByText("Member", { exact: true }).waitFor()
      await page.getByLabel("Permission to grant to Noor Lindqvist in Orchard crew").selectOption("$delete_team")
      await clickButton(page, "Grant $delete_team to Noor Lindqvist in Orchard crew")
      await clickButton(page, "Revoke $delete_team of Noor Lindqvist in Orchard crew")
      await page.getByText("$delete_team was revoked").waitFor()
      await page.getByLabel("Search members").fill("nobody of this name")
      await page.getByText("No member matches.").waitFor()
      await page.getByLabel("Search members").fill("")
      await clickButton(page, "Remove Noor Lindqvist from the team")
      await clickButton(page, "Remove Noor Lindqvist from the team for good")
      await page.getByText("The team has no members.").waitFor()
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Members")
    })
    await removeTeam(id)
  })

  it("is linked from the page of a member, and links back", async () => {
    const id = await createTeam("Orchard crew")
    await fixture.asAdmin("POST", `/team-memberships/${id}/${NOOR}`, {})
    await fixture.open(`projects/${PROJECT}/users/${NOOR}/teams`, async (page) => {
      await page.getByRole("link", { name: "Orchard crew" }).click()
      await page.getByRole("heading", { name: "Orchard crew" }).waitFor()
      await page.getByRole("link", { name: "Noor Lindqvist" }).click()
      await page.getByRole("heading", { name: "Noor Lindqvist" }).waitFor()
    })
    await removeTeam(id)
  })

  it("pages through many members", async () => {
    const id = await createTeam("Crowd")
    const users: Array<string> = []
    for (let index = 0; index < 27; index++) {
      const made = await fixture.asAdmin("POST", "/users", { display_name: `Crowd ${index}` })
      const user: { readonly id: string } = await made.json()
      users.push(user.id)
      await fixture.asAdmin("POST", `/team-memberships/${id}/${user.id}`, {})
      await fixture.nextMillisecond()
    }
    await fixture.open(`${list}/${id}`, async (page) => {
      await page.getByRole("link", { name: "Crowd 24", exact: true }).waitFor()
      await clickButton(page, "Next page")
      await page.getByRole("link", { name: "Crowd 26", exact: true }).waitFor()
      await clickButton(page, "Previous page")
      await page.getByRole("link", { name: "Crowd 0", exact: true }).waitFor()
      await page.getByLabel("Search members").fill("crowd 26")
      await page.getByRole("link", { name: "Crowd 26", exact: true }).waitFor()
      expect(page.url()).toContain("?query=crowd+26")
    })
    for (const user of users) await fixture.asAdmin("DELETE", `/users/${user}`)
    await removeTeam(id)
  })

  it("sends, copies and revokes invitations", async () => {
    const id = await createTeam("Orchard crew")
    await fixture.control("DELETE", "/mailbox")
    await fixture.open(`${list}/${id}/invitations`, async (page) => {
      await page.getByText("No invitation is open.").waitFor()
      await clickButton(page, "Invite by mail")
      const dialog = page.getByRole("dialog", { name: "Invite to Orchard crew" })
      await dialog.getByLabel("Email").fill("wren@fernhill.example")
      await dialog.getByLabel("page of the link").fill("https://evil.example/handler/team-invitation")
      await dialog.getByRole("button", { name: "Send mail" }).click()
      await dialog.getByRole("alert").filter({ hasText: "does not trust this URL" }).waitFor()
      await dialog.getByLabel("page of the link").fill(`${fixture.app}/handler/team-invitation`)
      await dialog.getByRole("button", { name: "Send mail" }).click()
      await page.getByText("Invitation sent to wren@fernhill.example").waitFor()
      const row = page.getByRole("listitem").filter({ hasText: "wren@fernhill.example" })
      await row.getByText("open", { exact: true }).waitFor()
      const { mails }: { readonly mails: ReadonlyArray<{ readonly to: string }> } = await (
        await fixture.control("GET", "/mailbox")
      ).json()
      expect(mails.map(({ to }) => to)).toEqual(["wren@fernhill.example"])
      expect(await copyBy(button(page, "Copy state of the invitation of wren@fernhill.example"))).toContain(
        "wren@fernhill.example is invited to Orchard crew: open until"
      )
      await picture(page, "console-team-invited")
      await clickButton(page, "Revoke the invitation of wren@fernhill.example")
      await clickButton(page, "Revoke the invitation of wren@fernhill.example for good")
      await page.getByText("No invitation is open.").waitFor()
    })
    await removeTeam(id)
  })

  it("changes the name and the metadata, and warns about changes of other owners", async () => {
    const id = await createTeam("Orchard crew")
    await fixture.open(`${list}/${id}/profile`, async (page) => {
      await fillField(page, "Name", "Orchard people")
      await fixture.asAdmin("PATCH", `/teams/${id}`, { display_name: "Elsewhere" })
      await page.getByText("It was changed to “Elsewhere” meanwhile").waitFor()
      await clickButton(page, "Save Name")
      await page.getByText("Name saved").waitFor()
      await page.getByRole("heading", { name: "Orchard people" }).waitFor()
      await page.getByRole("link", { name: "Metadata" }).click()
      const metadata = field(page, "Server metadata")
      await metadata.fill('{\n  "seats": x\n}')
      await clickButton(page, "Save Server metadata")
      await page.getByText("This is no valid JSON: see line 2, column 12.").waitFor()
      await metadata.fill('{ "seats": 4 }')
      await clickButton(page, "Save Server metadata")
      await page.getByText("Server metadata saved").waitFor()
    })
    const read = await fixture.asAdmin("GET", `/teams/${id}`)
    expect(await read.json()).toMatchObject({ display_name: "Orchard people", server_metadata: { seats: 4 } })
    await removeTeam(id)
  })

  it("creates an API key, shows it once, and revokes it", async () => {
    const id = await createTeam("Orchard crew")
    await fixture.open(`${list}/${id}/api-keys`, async (page) => {
      await page.getByText("The team has no API key.").waitFor()
      await clickButton(page, "New key")
      await page.getByRole("dialog").getByLabel("Description").fill("Nightly export")
      await page.getByRole("dialog").getByLabel("Lifetime").selectOption("Expires in a year")
      await clickButton(page, "Create key")
      const key = await copyBy(button(page, "Copy API key"))
      const check = () => fixture.asAdmin("POST", "/team-api-keys/check", { api_key: key })
      expect((await check()).status).toBe(200)
      await clickButton(page, "Done")
      await page.getByRole("rowheader", { name: "Nightly export" }).waitFor()
      expect(await page.content()).not.toContain(key)
      await clickButton(page, "Revoke Nightly export")
      await clickButton(page, "Revoke Nightly export for good")
      await page.getByText("Revoked", { exact: true }).waitFor()
      expect((await check()).status).not.toBe(200)
    })
    await removeTeam(id)
  })

  it("is deleted only after its name was entered", async () => {
    const id = await createTeam("Orchard crew")
    await fixture.open(`${list}/${id}`, async (page) => {
      await clickButton(page, "Delete team")
      const dialog = page.getByRole("dialog", { name: "Delete Orchard crew?" })
      const confirmation = dialog.getByLabel("Enter the team's name to confirm")
      await confirmation.fill("Orchard")
      await dialog.getByRole("button", { name: "Delete team" }).click()
      await dialog.getByRole("alert").filter({ hasText: "This is not the team's name" }).waitFor()
      await picture(page, "console-team-delete")
      expect((await fixture.asAdmin("GET", `/teams/${id}`)).status).toBe(200)
      await confirmation.fill("Orchard crew")
      await page.keyboard.press("Enter")
      await clickButton(page, "Delete now: Orchard crew")
      await page.getByRole("status").filter({ hasText: "Orchard crew was deleted" }).waitFor()
      expect((await fixture.asAdmin("GET", `/teams/${id}`)).status).toBe(404)
      await page.goto(`${fixture.url}/#/${list}/${id}`)
      await page.getByText("There is no such team in this project").waitFor()
    })
  })

  it("shows HTML and long texts as text only, at any width", async () => {
    const markup = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`
    const id = await createTeam(`${markup}${"x".repeat(150)}`)
    const made = await fixture.asAdmin("POST", "/users", {
      display_name: `${markup}${"y".repeat(150)}`,
      primary_email: `${"long".repeat(14)}@${"sub.".repeat(20)}example.com`
    })
    const user: { readonly id: string } = await made.json()
    await fixture.asAdmin("POST", `/team-memberships/${id}/${user.id}`, {})
    await fixture.asAdmin("POST", "/team-api-keys", {
      team_id: id,
      description: markup.repeat(5),
      expires_at_millis: null
    })
    await fixture.asAdmin("PATCH", `/teams/${id}`, { server_metadata: { [markup]: markup.repeat(9) } })
    for (const path of [list, ...tabs.map((tab) => `${list}/${id}${tab}`)]) {
      await fixture.open(
        path,
        async (page) => {
          await page.getByText(markup.slice(0, 30)).first().waitFor()
          await waitUntilLoaded(page)
          expect(await page.title()).toContain("Keystile console")
          expect(await page.locator("main img, main script, main svg[onload]").count()).toBe(0)
          expect([path, await overflow(page)]).toEqual([path, 0])
          await picture(page, `console-team-html${path.split(id)[1]?.replace("/", "-") ?? "-list"}`)
        },
        { viewport: { width: 390, height: 780 } }
      )
    }
    await fixture.asAdmin("DELETE", `/users/${user.id}`)
    await removeTeam(id)
  })

  for (const { name, options } of [
    { name: "light", options: { colorScheme: "light", viewport: { width: 1280, height: 800 } } },
    { name: "dark", options: { colorScheme: "dark", viewport: { width: 1280, height: 800 } } },
    { name: "phone", options: { colorScheme: "light", viewport: { width: 390, height: 780 } } },
    { name: "phone-dark", options: { colorScheme: "dark", viewport: { width: 390, height: 780 } } }
  ] as const) {
    it(`has no accessibility violations and no overflow: ${name}`, async () => {
      const id = await createTeam("Orchard crew")
      await fixture.asAdmin("POST", `/team-memberships/${id}/${NOOR}`, {})
      await fixture.asAdmin("POST", "/team-invitations/send-code", {
        team_id: id,
        email: "wren@fernhill.example",
        callback_url: `${fixture.app}/handler/team-invitation`
      })
      await fixture.asAdmin("POST", "/team-api-keys", { team_id: id, description: "Export", expires_at_millis: null })
      await fixture.open(
        list,
        async (page) => {
          await page.getByRole("rowheader").first().waitFor()
          expect(await violations(page)).toEqual([])
          await picture(page, `console-teams-${name}`)
          for (const tab of tabs) {
            await page.goto(`${fixture.url}/#/${list}/${id}${tab}`)
            await page.getByRole("heading", { level: 2 }).first().waitFor()
            await waitUntilLoaded(page)
            if (tab === "") {
              await clickButton(page, "Role and permissions of Noor Lindqvist")
              await page.getByLabel("Permission to grant to Noor").waitFor()
            }
            expect([tab, await violations(page)]).toEqual([tab, []])
            expect([tab, await overflow(page)]).toEqual([tab, 0])
            await picture(page, `console-team${tab.replace("/", "-")}-${name}`)
          }
        },
        { ...options, bypassCSP: true, reducedMotion: "reduce" }
      )
      await removeTeam(id)
    })
  }
})
