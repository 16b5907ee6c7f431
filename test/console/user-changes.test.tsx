// @vitest-environment happy-dom
/** The changes of users in the console: connected accounts, restrictions of several users, and the rules of sign-up. */
import { act } from "react"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { RulesTab } from "../../console/settings/rules-tab.tsx"
import { ConnectedAccountsSection } from "../../console/user/connected-accounts-section.tsx"
import { MethodsSection } from "../../console/user/methods-section.tsx"
import { BulkBar } from "../../console/users/bulk-bar.tsx"
import { BulkDialog } from "../../console/users/bulk-dialog.tsx"
import { bulkActions } from "../../console/users/bulk-actions.ts"
import type { ServerUser } from "../../core/schema/server-user.ts"
import { useProjectSettingsState } from "../../react/dashboard/index.ts"
import { settle } from "../react/page.tsx"
import { button, click, enter, eventually, ownedProject, type Page, project, run, shows } from "./owned-project.tsx"

const { calls: admin, show } = ownedProject([
  { email: "noor@example.com", displayName: "Noor" },
  { email: "tomas@example.com", displayName: "Tomás" }
])

let users: ReadonlyArray<ServerUser>
beforeEach(async () => {
  users = (await run(admin().users.page({}))).items
})

describe("the connected accounts of a user", () => {
  it("are refused for sign-in, allowed again and disconnected", async () => {
    const [user] = users
    if (user === undefined) throw new Error("The seed has users.")
    await run(admin().updateProject({ config: { oauthProviders: [{ id: "github", type: "shared", enabled: true }] } }))
    const { oauthProviders } = admin().ofUser(user.id)
    await run(
      oauthProviders.create({
        providerId: "github",
        accountId: "4711",
        email: "noor@github.example",
        allowSignIn: true,
        allowConnectedAccounts: false
      })
    )
    const page = await show(<ConnectedAccountsSection user={user} now={0} project={project} />)
    await shows(page, "noor@github.example, account 4711")
    expect(page.text()).not.toContain("Not for signing in")
    await click(page, "Refuse sign-in with the GitHub account noor@github.example")
    await shows(page, "Not for signing in")
    expect(await run(oauthProviders.list())).toMatchObject([{ allowSignIn: false }])
    await click(page, "Allow sign-in with the GitHub account noor@github.example")
    await shows(page, "Refuse sign-in")
    expect(await run(oauthProviders.list())).toMatchObject([{ allowSignIn: true }])
    await click(page, "Disconnect the GitHub account noor@github.example")
    await click(page, "Disconnect the GitHub account noor@github.example for good")
    await shows(page, "The user has connected no account.")
    expect(await run(oauthProviders.list())).toEqual([])
  })
})

describe("several users", () => {
  it("are restricted, and the restriction is lifted", async () => {
    const apply = async (word: string, done: string) => {
      const action = bulkActions.find((one) => one.word === word)
      if (action === undefined) throw new Error(`There is no action ${word}.`)
      const page = await show(<BulkDialog action={action} users={users} onClose={() => {}} />)
      await click(page, word)
      await shows(page, done)
      const { items } = await run(admin().users.page({}))
      return items.map(({ restrictedByAdmin }) => restrictedByAdmin)
    }
    expect(users).toHaveLength(2)
    expect(await apply("Restrict", "2 users are restricted.")).toEqual([true, true])
    expect(await apply("Lift restriction", "2 users are not restricted by an owner.")).toEqual([false, false])
  })
})

describe("a change of several users that is cancelled by Escape", () => {
  it("shows its report, also after a second Escape", async () => {
    const action = bulkActions.find(({ word }) => word === "Restrict")
    if (action === undefined) throw new Error("There is no such action.")
    const onClose = vi.fn<() => void>()
    const page = await show(<BulkDialog action={action} users={users} onClose={onClose} />)
    const dialog = page.find<HTMLDialogElement>("dialog")
    const apply = await button(page, "Restrict")
    act(() => apply.click())
    act(() => void dialog.dispatchEvent(new Event("cancel", { cancelable: true })))
    // The browser closes a dialog at a second Escape in succession, without an event that the page can cancel.
    act(() => dialog.close())
    await shows(page, "1 user left unchanged.")
    expect(dialog.open).toBe(true)
    expect(onClose).not.toHaveBeenCalled()
    act(() => dialog.close())
    expect(onClose).toHaveBeenCalledOnce()
  })
})

describe("the selection of users", () => {
  const Bar = ({ onDone }: { readonly onDone: (users: ReadonlyArray<ServerUser>) => void }) => (
    <BulkBar users={users} onDone={onDone} />
  )
  /** Runs the action of the dialog, whose button is the last one with its name. */
  const confirm = (page: Page, word: string) =>
    settle(() =>
      [...page.container.querySelectorAll<HTMLButtonElement>("dialog button")]
        .find((one) => one.textContent === word)
        ?.click()
    )

  it("stays when a change is cancelled, and loses only the users that were changed", async () => {
    const done = vi.fn<(users: ReadonlyArray<ServerUser>) => void>()
    const page = await show(<Bar onDone={done} />)
    await click(page, "Restrict")
    await click(page, "Cancel")
    expect(done).toHaveBeenLastCalledWith([])
    const [first, second] = users
    if (first === undefined || second === undefined) throw new Error("The seed has two users.")
    await run(admin().users.remove(first.id))
    await click(page, "Restrict")
    await confirm(page, "Restrict")
    await shows(page, "1 user is restricted.")
    await shows(page, "1 user failed:")
    await click(page, "Close")
    expect(done).toHaveBeenLastCalledWith([second])
  })
})

describe("a password of a user", () => {
  it("that is too short for the project is refused with the length of the project", async () => {
    const [user] = users
    if (user === undefined) throw new Error("The seed has users.")
    await run(admin().updateProject({ config: { passwordMinLength: 14 } }))
    const page = await show(<MethodsSection user={user} project={project} now={0} />)
    await click(page, "Set password")
    await enter(page.find<HTMLInputElement>("input[type=password]"), "short")
    await settle(() => page.find<HTMLButtonElement>("button[type=submit]").click())
    await shows(page, "at least 14 characters")
  })
})

describe("the rules of sign-up", () => {
  it("turn on that users must verify their address", async () => {
    const Rules = () => {
      const { data } = useProjectSettingsState()
      return data === undefined ? null : <RulesTab project={project} settings={data} now={0} />
    }
    const page = await show(<Rules />)
    await shows(page, "Users must verify their address")
    const switched = () =>
      [...page.container.querySelectorAll("[role=switch]")].find((one) =>
        one.closest("li")?.textContent.includes("Users must verify their address")
      )
    expect(switched()?.getAttribute("aria-checked")).toBe("false")
    await settle(() => switched()?.dispatchEvent(new MouseEvent("click", { bubbles: true })))
    await eventually(async () => {
      const { config } = await run(admin().getProject)
      expect(config.requireEmailVerification).toBe(true)
    })
    await eventually(() => expect(switched()?.getAttribute("aria-checked")).toBe("true"))
  })
})
