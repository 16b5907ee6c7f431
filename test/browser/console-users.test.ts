/** Tests the users of the console in Chromium: the list with its filters and pages, and the page of one user. */
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  type ConsoleFixture,
  waitUntilLoaded,
  openConsoleFixture,
  PROJECT,
  readsOf,
  setHidden
} from "./console-fixture.ts"
import { button, clickButton, field } from "./controls.ts"
import { picture, violations } from "./fixture.ts"

let fixture: ConsoleFixture
beforeAll(async () => {
  fixture = await openConsoleFixture()
})
afterAll(() => fixture.close())

const names = (page: Page) =>
  page.getByRole("rowheader").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")))

const list = `projects/${PROJECT}/users`

const createUser = async (fields: object): Promise<string> => {
  const response = await fixture.control("POST", `/projects/${PROJECT}/users`, fields)
  const { id }: { readonly id: string } = await response.json()
  return id
}

describe("the list of users in the console", () => {
  it("is filtered and ordered, and its URL has the filters", () =>
    fixture.open(list, async (page) => {
      await page.getByText("4 users").waitFor()
      await page.getByLabel("Primary address").selectOption("Unverified or none")
      await expect.poll(() => names(page)).toEqual(["Ada Okafor"])
      await page.getByLabel("Primary address").selectOption("Verified")
      await page.getByLabel("Sign-in method").selectOption("Connected account")
      await page.getByText("No user matches the filters").waitFor()
      await page.getByLabel("Sign-in method").selectOption("Password")
      await field(page, "Order").selectOption("Oldest first")
      await expect.poll(async () => (await names(page)).length).toBe(3)
      await page.getByLabel("Search users").fill("noor")
      await expect.poll(() => names(page)).toEqual(["Noor Lindqvist"])
      expect(page.url()).toContain("?query=noor&verified=true&method=password&order=oldest")
      // The URL is a link to this list.
      await page.reload()
      await expect.poll(() => names(page)).toEqual(["Noor Lindqvist"])
      expect(await page.getByLabel("Sign-in method").inputValue()).toBe("password")
      await page.getByLabel("Last active").selectOption("Not for 30 days")
      await page.getByText("No user matches “noor”").waitFor()
    }))

  it("is read once when it is opened, and again at the return to it", () =>
    fixture.open(`projects/${PROJECT}/home`, async (page) => {
      // A page that is shown reads its data every few seconds.
      await setHidden(page, true)
      await page.clock.install()
      const reads = readsOf(page, "/users")
      const openList = async () => {
        await page.getByRole("link", { name: "Users", exact: true }).click()
        await page.getByRole("rowheader").first().waitFor()
        await page.clock.runFor(1000)
        await waitUntilLoaded(page)
      }
      await openList()
      expect(reads).toHaveLength(1)
      await page.getByRole("link", { name: "Permissions", exact: true }).click()
      await openList()
      expect(reads).toHaveLength(2)
    }))

  it("shows each title of a column whole or not at all on a phone", () =>
    fixture.open(
      list,
      async (page) => {
        await page.getByRole("rowheader").first().waitFor()
        await picture(page, "console-users-phone")
        const cut = await page.getByRole("region", { name: "Users" }).evaluate((box) => {
          const titles = [...box.querySelectorAll("thead th")]
          const edge = titles.pop()?.getBoundingClientRect().left ?? 0
          return titles.flatMap((title) => {
            const text = document.createRange()
            text.selectNodeContents(title)
            const { left, right } = text.getBoundingClientRect()
            return left < edge && right > edge ? [{ title: title.textContent, left, right, edge }] : []
          })
        })
        expect(cut).toEqual([])
      },
      { viewport: { width: 390, height: 780 } }
    ))

  it("is filtered by a team that is found by its name, with the keyboard alone", async () => {
    const teams = await Promise.all(
      ["Orchard crew", "Orchard owners", "Nursery"].map((name) => fixture.create("/teams", { display_name: name }))
    )
    await fixture.asAdmin("POST", `/team-memberships/${teams[0]}/aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa`, {})
    await fixture.open(`${list}?order=oldest`, async (page) => {
      const team = page.getByRole("combobox", { name: "Team", exact: true })
      const options = page.getByRole("listbox", { name: "Teams" }).getByRole("option")
      const hasFocus = (text: string) =>
        expect.poll(() => page.evaluate(() => document.activeElement?.textContent ?? "")).toContain(text)
      await team.focus()
      await page.keyboard.press("ArrowDown")
      await expect.poll(() => options.count()).toBe(3)
      await page.keyboard.press("Escape")
      await expect.poll(() => options.count()).toBe(0)
      await team.fill("orchard")
      await expect.poll(() => options.count()).toBe(2)
      await page.getByRole("status").filter({ hasText: "2 teams" }).waitFor({ state: "attached" })
      expect(await violations(page)).toEqual([])
      await picture(page, "console-users-team-choice")
      await team.fill("orchard cr")
      await expect.poll(() => options.count()).toBe(1)
      await page.getByRole("status").filter({ hasText: "1 team" }).waitFor({ state: "attached" })
      await page.keyboard.press("Enter")
      await expect.poll(() => names(page)).toEqual(["Noor Lindqvist"])
      await hasFocus("In Orchard crew")
      expect(page.url()).toContain(`?order=oldest&team=${teams[0]}`)
      expect(await violations(page)).toEqual([])
      await picture(page, "console-users-in-team")
      // The URL is a link to this list.
      await page.reload()
      await expect.poll(() => names(page)).toEqual(["Noor Lindqvist"])
      await button(page, "In Orchard crew: show users of all teams").press("Enter")
      await expect.poll(async () => (await names(page)).length).toBe(4)
      expect(await team.evaluate((element) => element === document.activeElement)).toBe(true)
      await team.fill("nobody")
      await page.getByText("No team matches “nobody”.").first().waitFor({ state: "attached" })
      await page.getByLabel("Search users").click()
      await expect.poll(() => page.getByRole("listbox", { name: "Teams" }).count()).toBe(0)
      await team.fill("nurs")
      await options.first().click()
      await page.getByText("No user matches the filters").waitFor()
      await page.goto(`${fixture.url}/#/${list}?team=99999999-9999-4999-8999-999999999999`)
      await button(page, "In an unknown team: show users of all teams").waitFor()
    })
    for (const id of teams) await fixture.asAdmin("DELETE", `/teams/${id}`)
  })

  it("says that the search continues on the next page when the service ends a page without a user", () =>
    fixture.open(list, async (page) => {
      const id = await createUser({ display_name: "Wren Ellery" })
      // As the service responds when a filter selects few of very many users.
      await page.route(/\/users\?(?!.*cursor=).*primary_email_verified=/, (route) =>
        route.request().method() === "OPTIONS"
          ? route.fallback()
          : route.fulfill({ json: { items: [], is_paginated: true, pagination: { next_cursor: id } } })
      )
      await page.getByLabel("Primary address").selectOption("Unverified or none")
      await page.getByText("No user found so far").waitFor()
      expect(await violations(page)).toEqual([])
      await picture(page, "console-users-search-continues")
      await clickButton(page, "Next page")
      await page.getByRole("rowheader", { name: "Wren Ellery" }).waitFor()
      await fixture.control("DELETE", `/projects/${PROJECT}/users/${id}`)
    }))

  it("has pages, and starts at the first one again after a change of the filter", () =>
    fixture.open(list, async (page) => {
      const made: Array<string> = []
      for (let index = 0; index < 53; index++) made.push(await createUser({ display_name: `Crowd ${index}` }))
      await page.getByLabel("Search users").fill("crowd")
      await page.getByRole("rowheader", { name: "Crowd 52" }).waitFor()
      expect(await page.getByRole("rowheader").count()).toBe(50)
      await clickButton(page, "Next page")
      await expect.poll(() => page.getByRole("rowheader").count()).toBe(3)
      expect(await button(page, "Next page").getAttribute("aria-disabled")).toBe("true")
      await clickButton(page, "Previous page")
      await expect.poll(() => page.getByRole("rowheader").count()).toBe(50)
      await button(page, "Next page").scrollIntoViewIfNeeded()
      expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100)
      await clickButton(page, "Next page")
      // The next page is shown from its start.
      await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(100)
      await expect.poll(() => page.getByRole("rowheader").count()).toBe(3)
      await page.getByLabel("Search users").fill("crowd 5")
      // Users who were created in the same millisecond are in the order of their ids.
      await expect
        .poll(async () => (await names(page)).toSorted())
        .toEqual(["Crowd 5", "Crowd 50", "Crowd 51", "Crowd 52"])
      for (const id of made) await fixture.control("DELETE", `/projects/${PROJECT}/users/${id}`)
    }))

  it("shows users who sign up meanwhile, and does not fill the request log", () =>
    fixture.open(list, async (page) => {
      await fixture.control("DELETE", "/requests")
      await page.getByText("4 users").waitFor()
      const id = await createUser({ display_name: "Late Arrival" })
      await page.getByRole("rowheader", { name: "Late Arrival" }).waitFor()
      await fixture.control("DELETE", `/projects/${PROJECT}/users/${id}`)
      await page.getByRole("rowheader", { name: "Late Arrival" }).waitFor({ state: "detached" })
      const { requests }: { readonly requests: ReadonlyArray<unknown> } = await (
        await fixture.control("GET", "/requests")
      ).json()
      expect(requests).toEqual([])
    }))

  it("says that a project of the URL does not exist, and shows another one", () =>
    fixture.open("projects/99999999-9999-4999-8999-999999999999/users", async (page) => {
      await page.getByText("There is no project 99999999-9999-4999-8999-999999999999 here").waitFor()
      await page.getByRole("rowheader", { name: "Noor Lindqvist" }).waitFor()
      expect(await violations(page)).toEqual([])
      await picture(page, "console-no-project")
    }))

  it("says that a page or a user of the URL does not exist", () =>
    fixture.open(`projects/${PROJECT}/nonsense`, async (page) => {
      await page.getByText("There is no page “nonsense” here. Projects is shown.").waitFor()
      await page.goto(`${fixture.url}/#/${list}`)
      await page.getByText("There is no page").waitFor({ state: "detached" })
      await page.goto(`${fixture.url}/#/${list}/nonsense`)
      await page.getByText("The id in the URL is not valid.").waitFor()
    }))

  it("shows the users of another project after a change of the project", () =>
    fixture.open(list, async (page) => {
      await page.getByText("4 users").waitFor()
      await page.getByRole("combobox", { name: "Project", exact: true }).selectOption({ index: 1 })
      await page.getByText("No user yet").waitFor()
      expect(page.url()).toContain("#/projects/22222222-2222-4222-8222-222222222222/users")
      await page.goBack()
      await page.getByRole("rowheader", { name: "Noor Lindqvist" }).waitFor()
    }))
})

describe("the page of a user in the console", () => {
  const noor = `${list}/aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa`

  it("is opened from the list, and follows its tabs in the URL", () =>
    fixture.open(list, async (page) => {
      await page.getByRole("link", { name: "Noor Lindqvist" }).click()
      await page.getByRole("heading", { name: "Noor Lindqvist" }).waitFor()
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Noor Lindqvist")
      expect(page.url()).toContain(noor)
      await page.getByLabel("Parts of the account").getByRole("link", { name: "Audit log" }).click()
      await page.getByRole("heading", { name: "Audit log" }).waitFor()
      expect(page.url()).toContain(`${noor}/audit-log`)
      await page.goBack()
      await page.getByRole("heading", { name: "Addresses" }).waitFor()
      await page.getByRole("link", { name: "All users" }).click()
      await page.getByText("4 users").waitFor()
    }))

  it("changes the name, and warns about a change that another owner made meanwhile", () =>
    fixture.open(noor, async (page) => {
      const displayName = field(page, "Display name")
      await displayName.fill("Noor L.")
      const other = await fixture.asAdmin("PATCH", "/users/aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa", {
        display_name: "Noor Elsewhere"
      })
      expect(other.status).toBe(200)
      await page.getByText("It was changed to “Noor Elsewhere” meanwhile").waitFor()
      expect(await displayName.inputValue()).toBe("Noor L.")
      await picture(page, "console-user-outdated")
      await clickButton(page, "Discard the change of Display name")
      expect(await displayName.inputValue()).toBe("Noor Elsewhere")
      await displayName.fill("Noor Lindqvist")
      await page.keyboard.press("Enter")
      await page.getByText("Display name saved").waitFor()
      await page.getByRole("heading", { name: "Noor Lindqvist" }).waitFor()
    }))

  it("adds, verifies, promotes and removes addresses", () =>
    fixture.open(noor, async (page) => {
      const add = async (email: string) => {
        await clickButton(page, "Add address")
        const dialog = page.getByRole("dialog")
        await dialog.getByLabel("Email").fill(email)
        await dialog.getByLabel("The user signs in with it").check()
        await dialog.getByRole("button", { name: "Add address" }).click()
        return dialog
      }
      const refused = await add("ada@fernhill.example")
      await refused.getByRole("alert").waitFor()
      await picture(page, "console-address-refused")
      await page.keyboard.press("Escape")
      await add("second@fernhill.example")
      const row = page.getByRole("listitem").filter({ hasText: "second@fernhill.example" })
      await row.getByText("unverified").waitFor()
      await clickButton(page, "Verify second@fernhill.example")
      await row.getByText("verified", { exact: true }).waitFor()
      await clickButton(page, "Make primary second@fernhill.example")
      await row.getByText("primary", { exact: true }).waitFor()
      await clickButton(page, "Make primary noor@fernhill.example")
      const remove = button(page, "Remove second@fernhill.example")
      await remove.focus()
      await page.keyboard.press("Enter")
      await button(page, "Remove second@fernhill.example for good").waitFor()
      await page.keyboard.press("Enter")
      await row.waitFor({ state: "detached" })
      // The button that had the focus is removed with its row.
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Addresses")
    }))

  it("restricts the user with a reason and notes, and lifts that", () =>
    fixture.open(noor, async (page) => {
      await clickButton(page, "Restrict user")
      const dialog = page.getByRole("dialog")
      await dialog.getByLabel("Reason, for the user to read").fill("The invoice is unpaid.")
      await dialog.getByLabel("Notes that the user cannot read").fill("Case 17")
      expect(await violations(page)).toEqual([])
      await dialog.getByRole("button", { name: "Restrict user" }).click()
      await page.getByText("The user was restricted").waitFor()
      await page.getByText("restricted", { exact: true }).waitFor()
      await picture(page, "console-user-restricted")
      expect(await page.getByLabel("Notes that the user cannot read").inputValue()).toBe("Case 17")
      const reason = page.getByLabel("Reason, for the user to read")
      await reason.fill("The invoice of March is unpaid.")
      await page.keyboard.press("Enter")
      await page.getByText("Reason, for the user to read saved").waitFor()
      const read = await fixture.asAdmin("GET", "/users/aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa")
      expect(await read.json()).toMatchObject({
        restricted_by_admin: true,
        restricted_by_admin_reason: "The invoice of March is unpaid.",
        restricted_by_admin_private_details: "Case 17"
      })

      await page.getByRole("link", { name: "All users" }).click()
      await page.getByLabel("Restriction").selectOption("Restricted")
      await expect.poll(() => names(page)).toEqual(["Noor Lindqvist"])
      await page.getByRole("link", { name: "Noor Lindqvist" }).click()
      await clickButton(page, "Lift the restriction")
      await page.getByText("The restriction was lifted").waitFor()
      await button(page, "Restrict user").waitFor()
    }))

  it("sends mails with links to the application, and refuses untrusted pages", () =>
    fixture.open(noor, async (page) => {
      await fixture.control("DELETE", "/mailbox")
      await clickButton(page, "Unverify noor@fernhill.example")
      await clickButton(page, "Send mail to noor@fernhill.example")
      const dialog = page.getByRole("dialog")
      await dialog.getByLabel("page of the link").fill("https://evil.example/handler/email-verification")
      await dialog.getByRole("button", { name: "Send mail" }).click()
      await dialog.getByRole("alert").filter({ hasText: "does not trust this URL" }).waitFor()
      await dialog.getByLabel("page of the link").fill(`${fixture.app}/handler/email-verification`)
      await dialog.getByRole("button", { name: "Send mail" }).click()
      await page.getByText("Verification mail sent to noor@fernhill.example").waitFor()
      await clickButton(page, "Verify noor@fernhill.example")
      await clickButton(page, "Send reset mail")
      // The handler of the last mail is kept.
      expect(await dialog.getByLabel("page of the link").inputValue()).toBe(`${fixture.app}/handler/password-reset`)
      await dialog.getByRole("button", { name: "Send mail" }).click()
      await page.getByText("Reset mail sent to noor@fernhill.example").waitFor()
      const { mails }: { readonly mails: ReadonlyArray<{ readonly to: string; readonly type: string }> } = await (
        await fixture.control("GET", "/mailbox")
      ).json()
      expect(mails.map(({ type }) => type).sort()).toEqual(["email_verification", "password_reset"])
    }))

  it("invites a new user by a mail to set a password, and sends it again", async () => {
    await fixture.control("DELETE", "/mailbox")
    const mails = async (): Promise<ReadonlyArray<{ readonly to: string; readonly type: string }>> =>
      (await (await fixture.control("GET", "/mailbox")).json()).mails
    await fixture.open(`${list}?query=wren`, async (page) => {
      await clickButton(page, "Create user")
      const dialog = page.getByRole("dialog")
      await dialog.getByLabel("Email").fill("wren@fernhill.example")
      await dialog.getByLabel("Name").fill("Wren Ellery")
      await dialog.getByLabel("Mail a link to set a password").check()
      expect(await violations(page)).toEqual([])
      await picture(page, "console-user-invite")
      await dialog.getByRole("button", { name: "Create user" }).click()
      await page.getByText("Wren Ellery was created").waitFor()
      await page.getByRole("dialog", { name: "Send wren@fernhill.example a link to set a password" }).waitFor()
      await dialog.getByLabel("page of the link").fill("https://evil.example/handler/password-reset")
      await dialog.getByRole("button", { name: "Send mail" }).click()
      await dialog.getByRole("alert").filter({ hasText: "does not trust this URL" }).waitFor()
      await dialog.getByLabel("page of the link").fill(`${fixture.app}/handler/password-reset`)
      await dialog.getByRole("button", { name: "Send mail" }).click()
      await page.getByText("Mail to set a password sent to wren@fernhill.example").waitFor()
      expect(await mails()).toMatchObject([{ to: "wren@fernhill.example", type: "password_reset" }])
      await page.getByRole("rowheader", { name: "Wren Ellery" }).getByRole("link").click()
      await page.getByRole("heading", { name: "Wren Ellery" }).waitFor()
      const id = page.url().split("/").at(-1) ?? ""
      await clickButton(page, "Send mail to set one")
      await dialog.getByRole("button", { name: "Send mail" }).click()
      await expect.poll(async () => (await mails()).length).toBe(2)
      await fixture.control("DELETE", `/projects/${PROJECT}/users/${id}`)
    })
  })

  it("sets a password, turns codes on and off, and resets the second factor", async () => {
    const id = await createUser({
      primary_email: "wren@fernhill.example",
      primary_email_auth_enabled: true,
      primary_email_verified: true,
      display_name: "Wren Ellery"
    })
    await fixture.asAdmin("PATCH", `/users/${id}`, { totp_secret_base64: "MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=" })
    const signIn = (password: string) =>
      fixture.call("POST", "/auth/password/sign-in", { email: "wren@fernhill.example", password })
    await fixture.open(`${list}/${id}`, async (page) => {
      await clickButton(page, "Set password")
      const dialog = page.getByRole("dialog")
      await dialog.getByLabel("New password").fill("x".repeat(71))
      await dialog.getByRole("button", { name: "Set password" }).click()
      await dialog.getByRole("alert").filter({ hasText: "at most 70 characters" }).waitFor()
      await dialog.getByLabel("New password").fill("a long pass phrase")
      await dialog.getByRole("button", { name: "Set password" }).click()
      await page.getByText("The password was set").waitFor()
      // A known second factor is still required.
      expect(await (await signIn("a long pass phrase")).json()).toMatchObject({
        code: "MULTI_FACTOR_AUTHENTICATION_REQUIRED"
      })
      await clickButton(page, "Reset the second factor")
      await clickButton(page, "Reset the second factor for good")
      await page.getByText("The second factor and its recovery codes were removed").waitFor()
      expect((await signIn("a long pass phrase")).status).toBe(200)
      await clickButton(page, "Turn on codes by mail")
      await button(page, "Turn off codes by mail").waitFor()
      await clickButton(page, "Remove the password")
      await clickButton(page, "Remove the password for good")
      await page.getByText("The password was removed").waitFor()
      expect((await signIn("a long pass phrase")).status).toBe(400)
    })
    await fixture.control("DELETE", `/projects/${PROJECT}/users/${id}`)
  })

  it("refuses sign-in with a connected account, and disconnects it", async () => {
    await fixture.asAdmin("PATCH", "/projects/current", {
      config: { oauth_providers: [{ id: "github", type: "shared", enabled: true }] }
    })
    const id = await createUser({ display_name: "Wren Ellery" })
    const made = await fixture.asAdmin("POST", "/oauth-providers", {
      user_id: id,
      provider_config_id: "github",
      account_id: "4711",
      email: "wren@github.example",
      allow_sign_in: true,
      allow_connected_accounts: false
    })
    expect(made.status).toBe(201)
    const accounts = async () => {
      const read = await fixture.asAdmin("GET", `/oauth-providers?user_id=${id}`)
      const { items }: { readonly items: ReadonlyArray<object> } = await read.json()
      return items
    }
    await fixture.open(`${list}/${id}`, async (page) => {
      await page.getByText("wren@github.example, account 4711").waitFor()
      await clickButton(page, "Refuse sign-in with the GitHub account wren@github.example")
      await page.getByText("Not for signing in").waitFor()
      expect(await accounts()).toMatchObject([{ allow_sign_in: false }])
      expect(await violations(page)).toEqual([])
      await picture(page, "console-user-connected-account")
      await clickButton(page, "Disconnect the GitHub account wren@github.example")
      await clickButton(page, "Disconnect the GitHub account wren@github.example for good")
      await page.getByText("The user has connected no account.").waitFor()
      expect(await accounts()).toEqual([])
    })
    await fixture.control("DELETE", `/projects/${PROJECT}/users/${id}`)
  })

  it("revokes one session, and signs the user out everywhere", async () => {
    const path = `/projects/${PROJECT}/users/aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa/sessions`
    for (const _ of [1, 2, 3]) await fixture.control("POST", path)
    await fixture.open(`${noor}/sessions`, async (page) => {
      const rows = page.getByRole("region", { name: "Sessions" }).getByRole("rowheader")
      await expect.poll(() => rows.count()).toBe(3)
      await page
        .getByRole("button", { name: /^Revoke the session/ })
        .first()
        .click()
      await expect.poll(() => rows.count()).toBe(2)
      await clickButton(page, "Sign out everywhere")
      await clickButton(page, "Sign out everywhere for good")
      await page.getByText("The user is signed in nowhere.").waitFor()
    })
  })

  it("edits metadata as JSON, and names the position of a mistake", () =>
    fixture.open(`${noor}/metadata`, async (page) => {
      const metadata = field(page, "Server metadata")
      await metadata.fill('{\n  "plan": "pro",\n  "seats": x\n}')
      await clickButton(page, "Save Server metadata")
      await page.getByText("This is no valid JSON: see line 3, column 12.").waitFor()
      // The wrong character is selected.
      const selected = () =>
        metadata.evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd))
      expect(await selected()).toBe("x")
      await picture(page, "console-metadata-mistake")
      await metadata.fill('{ "plan": "pro" ')
      await clickButton(page, "Save Server metadata")
      await page.getByText("it ends too early, in line 1").waitFor()
      await metadata.fill('{ "plan": "pro" }')
      await clickButton(page, "Save Server metadata")
      await page.getByText("Server metadata saved").waitFor()
      await page.reload()
      expect(JSON.parse(await metadata.inputValue())).toEqual({ plan: "pro" })
      await metadata.fill("")
      await clickButton(page, "Save Server metadata")
      await page.getByText("Server metadata saved").waitFor()
      const read = await fixture.asAdmin("GET", "/users/aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa")
      expect(await read.json()).toMatchObject({ server_metadata: null })
    }))

  it("adds the user to teams, grants and revokes permissions, and records all of it", async () => {
    const made = await fixture.asAdmin("POST", "/teams", { display_name: "Orchard crew" })
    expect(made.status).toBe(201)
    await fixture.asAdmin("POST", "/project-permission-definitions", { id: "read:reports" })
    await fixture.open(`${noor}/teams`, async (page) => {
      await page.getByText("The user is in no team.").waitFor()
      await page.getByLabel("Find a team to add the user to").fill("orchard")
      await clickButton(page, "Add to Orchard crew")
      const choice = page.getByLabel("Permission to grant to Noor Lindqvist in Orchard crew")
      await choice.selectOption("$delete_team")
      await clickButton(page, "Grant $delete_team to Noor Lindqvist in Orchard crew")
      await clickButton(page, "Revoke $delete_team of Noor Lindqvist in Orchard crew")
      await page.getByText("$delete_team was revoked").waitFor()
      await field(page, "Permission to grant to Noor Lindqvist").selectOption("read:reports")
      await clickButton(page, "Grant read:reports to Noor Lindqvist")
      await button(page, "Revoke read:reports of Noor Lindqvist").waitFor()
      await picture(page, "console-user-teams-changed")
      const remove = button(page, "Remove from Orchard crew")
      const confirm = button(page, "Remove from Orchard crew for good")
      // Escape ends the question, and so does leaving the button.
      await remove.click()
      await confirm.press("Escape")
      await remove.press("Enter")
      await confirm.press("Tab")
      await remove.click()
      await confirm.click()
      await page.getByText("The user is in no team.").waitFor()
      await page.getByLabel("Parts of the account").getByRole("link", { name: "Audit log" }).click()
      await page.getByText("POST /team-memberships/:team_id/:user_id").first().waitFor()
      await page.getByText("POST /project-permissions/:user_id/:permission_id").first().waitFor()
      expect(await page.getByRole("cell", { name: "Owner" }).count()).toBeGreaterThan(4)
    })
  })

  it("deletes the user, returns to the list and says so", async () => {
    const id = await createUser({ display_name: "Wren Ellery" })
    await fixture.open(`${list}/${id}`, async (page) => {
      await clickButton(page, "Delete user")
      await page
        .getByRole("dialog", { name: "Delete Wren Ellery?" })
        .getByRole("button", { name: "Delete user" })
        .click()
      await clickButton(page, "Delete now: Wren Ellery")
      await page.getByRole("status").filter({ hasText: "Wren Ellery was deleted" }).waitFor()
      await page.getByRole("rowheader", { name: "Noor Lindqvist" }).waitFor()
      await page.goto(`${fixture.url}/#/${list}/${id}`)
      await page.getByText("There is no such user in this project").waitFor()
    })
  })

  it("shows HTML in names, addresses, metadata and keys as text only", async () => {
    const markup = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`
    const made = await fixture.asAdmin("POST", "/teams", { display_name: markup })
    const { id: teamId }: { readonly id: string } = await made.json()
    const id = await createUser({
      display_name: markup,
      primary_email: `"<svg/onload=alert(1)>"@evil.example`,
      server_metadata: { [markup]: markup },
      profile_image_url: "javascript:document.title='owned'"
    })
    if (id !== undefined) await fixture.asAdmin("POST", `/team-memberships/${teamId}/${id}`, {})
    const user = id ?? (await createUser({ display_name: markup, server_metadata: { [markup]: markup } }))
    await fixture.asAdmin("POST", `/team-memberships/${teamId}/${user}`, {})
    for (const tab of ["", "/sessions", "/teams", "/metadata", "/audit-log"]) {
      await fixture.open(`${list}/${user}${tab}`, async (page) => {
        await page.getByRole("heading", { name: markup.slice(0, 30) }).waitFor()
        await waitUntilLoaded(page)
        expect(await page.title()).toContain("Keystile console")
        expect(await page.locator("main img, main script, main svg[onload]").count()).toBe(0)
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      })
    }
    await fixture.control("DELETE", `/projects/${PROJECT}/users/${user}`)
  })

  it("keeps a long address within its row, and beside or above the buttons", async () => {
    const address = `${"x".repeat(60)}@${"subdomain.".repeat(15)}example.com`
    const id = await createUser({ primary_email: address, display_name: "Wren Ellery" })
    for (const width of [1180, 390]) {
      await fixture.open(
        `${list}/${id}`,
        async (page) => {
          const text = await page.locator("main").getByText(address, { exact: true }).boundingBox()
          const first = await button(page, `Send mail to ${address}`).boundingBox()
          if (text === null || first === null) throw new Error("The row is not shown.")
          expect(text.x + text.width).toBeLessThanOrEqual(width)
          expect(text.x + text.width <= first.x || text.y + text.height <= first.y).toBe(true)
        },
        { viewport: { width, height: 800 } }
      )
    }
    await fixture.control("DELETE", `/projects/${PROJECT}/users/${id}`)
  })

  for (const { name, options } of [
    { name: "light", options: { colorScheme: "light" } },
    { name: "dark", options: { colorScheme: "dark" } },
    { name: "phone", options: { colorScheme: "light", viewport: { width: 390, height: 780 } } },
    { name: "phone-dark", options: { colorScheme: "dark", viewport: { width: 390, height: 780 } } }
  ] as const) {
    it(`has no accessibility violations and no overflow: ${name}`, () =>
      fixture.open(
        noor,
        async (page) => {
          for (const tab of ["", "/sessions", "/teams", "/metadata", "/audit-log"]) {
            await page.goto(`${fixture.url}/#/${noor}${tab}`)
            await page.getByRole("heading", { level: 2 }).first().waitFor()
            await waitUntilLoaded(page)
            expect([tab, await violations(page)]).toEqual([tab, []])
            expect([tab, await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)]).toEqual([
              tab,
              0
            ])
            await picture(page, `console-user${tab.replace("/", "-")}-${name}`)
          }
        },
        { ...options, bypassCSP: true, reducedMotion: "reduce" }
      ))
  }
})
