// @vitest-environment happy-dom
/** What the console changes of users: connected accounts, restrictions of several users, and the rules of sign-up. */
import { Effect, ManagedRuntime } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { RulesTab } from "../../console/settings/rules-tab.tsx"
import { ConnectedAccountsSection } from "../../console/user/connected-accounts-section.tsx"
import { BulkDialog } from "../../console/users/bulk-dialog.tsx"
import { bulkActions } from "../../console/users/bulk-actions.ts"
import type { Project } from "../../console/route/project.ts"
import type { ServerUser } from "../../core/schema/server-user.ts"
import { DashboardProvider, useProjectSettingsState } from "../../react/dashboard/index.ts"
import * as Testing from "../../testing/index.ts"
import * as Client from "../../tiers/client.ts"
import { makeProjectAdmin, type ProjectAdminCalls } from "../../tiers/project-admin.ts"
import type { ProjectOwnerSession } from "../../tiers/project-owner.ts"
import { render, settle } from "../react/page.tsx"

const PROJECT = "22222222-2222-4222-8222-222222222222"
const ada = { email: "ada@example.com", password: "correct horse" }

const seed = {
  projects: [
    {
      id: "internal",
      displayName: "Internal",
      users: [{ ...ada, serverMetadata: { managedProjectIds: [PROJECT] } }]
    },
    {
      id: PROJECT,
      displayName: "Fernhill",
      users: [
        { email: "noor@example.com", displayName: "Noor" },
        { email: "tomas@example.com", displayName: "Tomás" }
      ]
    }
  ]
}

const project: Project = { id: PROJECT, displayName: "Fernhill", domains: [], publishableClientKey: undefined }

let runtime: ManagedRuntime.ManagedRuntime<Client.Client | Testing.Faults, unknown>
let owner: ProjectOwnerSession
let admin: ProjectAdminCalls
let users: ReadonlyArray<ServerUser>

beforeEach(async () => {
  runtime = ManagedRuntime.make(Testing.layer({ seed }))
  owner = await runtime.runPromise(
    Effect.gen(function* () {
      const client = yield* Client.Client
      yield* client.signInWithCredential(ada)
      return client.asProjectOwner
    })
  )
  admin = await Effect.runPromise(makeProjectAdmin(owner, PROJECT))
  users = (await Effect.runPromise(admin.users.page({}))).items
})
afterEach(() => runtime.dispose())

type Page = Awaited<ReturnType<typeof render>>

/** Repeats a check until it holds. All updates are within `act`, unlike with `vi.waitFor`. */
const eventually = async (check: () => unknown) => {
  const end = Date.now() + 20_000
  for (;;) {
    await settle()
    try {
      return await check()
    } catch (error) {
      if (Date.now() > end) throw error
    }
  }
}

const shows = (page: Page, part: string) => eventually(() => expect(page.text()).toContain(part))

/** Clicks the button with this name once it is there. */
const click = (page: Page, name: string) =>
  eventually(async () => {
    const found = [...page.container.querySelectorAll("button")].find(
      (button) => (button.getAttribute("aria-label") ?? button.textContent) === name
    )
    if (found === undefined) throw new Error(`No button is named ${name}.`)
    await settle(() => found.click())
  })

describe("the connected accounts of a user", () => {
  it("are refused for sign-in, allowed again and disconnected", async () => {
    const [user] = users
    if (user === undefined) throw new Error("The seed has users.")
    await Effect.runPromise(
      admin.updateProject({ config: { oauthProviders: [{ id: "github", type: "shared", enabled: true }] } })
    )
    const { oauthProviders } = admin.ofUser(user.id)
    await Effect.runPromise(
      oauthProviders.create({
        providerId: "github",
        accountId: "4711",
        email: "noor@github.example",
        allowSignIn: true,
        allowConnectedAccounts: false
      })
    )
    const page = await render(
      <DashboardProvider owner={owner} projectId={PROJECT}>
        <ConnectedAccountsSection user={user} now={0} project={project} />
      </DashboardProvider>
    )
    await shows(page, "noor@github.example, account 4711")
    expect(page.text()).not.toContain("Not for signing in")
    await click(page, "Refuse sign-in with the GitHub account noor@github.example")
    await shows(page, "Not for signing in")
    expect(await Effect.runPromise(oauthProviders.list())).toMatchObject([{ allowSignIn: false }])
    await click(page, "Allow sign-in with the GitHub account noor@github.example")
    await shows(page, "Refuse sign-in")
    expect(await Effect.runPromise(oauthProviders.list())).toMatchObject([{ allowSignIn: true }])
    await click(page, "Disconnect the GitHub account noor@github.example")
    await click(page, "Disconnect the GitHub account noor@github.example for good")
    await shows(page, "The user has connected no account.")
    expect(await Effect.runPromise(oauthProviders.list())).toEqual([])
  })
})

describe("several users", () => {
  it("are restricted, and the restriction is lifted", async () => {
    const run = async (word: string, done: string) => {
      const action = bulkActions.find((one) => one.word === word)
      if (action === undefined) throw new Error(`There is no action ${word}.`)
      const page = await render(
        <DashboardProvider owner={owner} projectId={PROJECT}>
          <BulkDialog action={action} users={users} onClose={() => {}} />
        </DashboardProvider>
      )
      await click(page, word)
      await shows(page, done)
      await page.unmount()
      const { items } = await Effect.runPromise(admin.users.page({}))
      return items.map(({ restrictedByAdmin }) => restrictedByAdmin)
    }
    expect(users).toHaveLength(2)
    expect(await run("Restrict", "2 users are restricted.")).toEqual([true, true])
    expect(await run("Lift restriction", "2 users are not restricted by an owner.")).toEqual([false, false])
  })
})

describe("the rules of sign-up", () => {
  it("turn on that users must verify their address", async () => {
    const Rules = () => {
      const { data } = useProjectSettingsState()
      return data === undefined ? null : <RulesTab project={project} settings={data} now={0} />
    }
    const page = await render(
      <DashboardProvider owner={owner} projectId={PROJECT}>
        <Rules />
      </DashboardProvider>
    )
    await shows(page, "Users must verify their address")
    const switched = () =>
      [...page.container.querySelectorAll("[role=switch]")].find((one) =>
        one.closest("li")?.textContent.includes("Users must verify their address")
      )
    expect(switched()?.getAttribute("aria-checked")).toBe("false")
    await settle(() => switched()?.dispatchEvent(new MouseEvent("click", { bubbles: true })))
    await eventually(async () => {
      const { config } = await Effect.runPromise(admin.getProject)
      expect(config.requireEmailVerification).toBe(true)
    })
    await eventually(() => expect(switched()?.getAttribute("aria-checked")).toBe("true"))
  })
})
