// @vitest-environment happy-dom
/** Two owners who change the same thing: the page of one of them has not read yet what the other one changed. */
import { act } from "react"
import { Effect, ManagedRuntime } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { DefaultPermissions as DefaultsOnPermissions } from "../../console/permissions/default-permissions.tsx"
import { DefinitionsSection } from "../../console/permissions/definitions-section.tsx"
import { DefaultPermissions as DefaultsOnSettings } from "../../console/settings/default-permissions.tsx"
import { ProvidersSection } from "../../console/settings/providers-section.tsx"
import { CreateUserDialog } from "../../console/users/create-user-dialog.tsx"
import {
  DashboardProvider,
  useDashboardRefresh,
  useProjectSettingsState,
  useTeamPermissionDefinitionsState
} from "../../react/dashboard/index.ts"
import * as Testing from "../../testing/index.ts"
import * as Client from "../../tiers/client.ts"
import { makeProjectAdmin, type ProjectAdminCalls } from "../../tiers/project-admin.ts"
import type { ProjectOwnerSession } from "../../tiers/project-owner.ts"
import { render, settle } from "../react/page.tsx"

const PROJECT = "22222222-2222-4222-8222-222222222222"
const ada = { email: "ada@example.com", password: "correct horse" }
const project = { id: PROJECT, displayName: "Fernhill", publishableClientKey: "", domains: [] }

const seed = {
  projects: [
    { id: "internal", displayName: "Internal", users: [{ ...ada, serverMetadata: { managedProjectIds: [PROJECT] } }] },
    { id: PROJECT, displayName: "Fernhill" }
  ]
}

let runtime: ManagedRuntime.ManagedRuntime<Client.Client, unknown>
let owner: ProjectOwnerSession
/** The calls of the other owner. */
let other: ProjectAdminCalls

beforeEach(async () => {
  runtime = ManagedRuntime.make(Testing.layer({ seed }))
  owner = await runtime.runPromise(
    Effect.gen(function* () {
      const client = yield* Client.Client
      yield* client.signInWithCredential(ada)
      return client.asProjectOwner
    })
  )
  other = await Effect.runPromise(makeProjectAdmin(owner, PROJECT))
})
afterEach(() => runtime.dispose())

const run = <A, E>(change: Effect.Effect<A, E>) => Effect.runPromise(change)

/** Waits within `act`, so that all updates are within it. */
const until = async (isSo: () => boolean | Promise<boolean>) => {
  for (const end = Date.now() + 20_000; Date.now() < end && !(await isSo());) await settle()
  expect(await isSo()).toBe(true)
}

const buttonNamed = (name: string) =>
  [...document.querySelectorAll("button")].find((one) => (one.getAttribute("aria-label") ?? one.textContent) === name)

const click = async (name: string) => {
  await until(() => buttonNamed(name) !== undefined)
  await act(async () => buttonNamed(name)?.click())
}

const Refresh = () => {
  const refresh = useDashboardRefresh()
  return (
    <button type="button" onClick={() => void refresh()}>
      Refresh
    </button>
  )
}

const Defaults = ({ on }: { readonly on: "permissions" | "settings" }) => {
  const { data: settings } = useProjectSettingsState()
  const { data: definitions } = useTeamPermissionDefinitionsState()
  if (settings === undefined || definitions === undefined) return null
  const name = "teamMemberDefaultPermissions"
  return on === "settings" ? (
    <DefaultsOnSettings title="New members" field={name} settings={settings} definitions={definitions} />
  ) : (
    <DefaultsOnPermissions
      title="New members"
      name={name}
      of="new members"
      project={settings}
      definitions={definitions}
    />
  )
}

const Providers = () => {
  const { data: settings } = useProjectSettingsState()
  return settings !== undefined && <ProvidersSection now={0} project={project} settings={settings} />
}

const Definitions = () => (
  <DefinitionsSection scope="team" title="Team permissions" text="" state={useTeamPermissionDefinitionsState()} />
)

const show = (node: React.ReactNode) =>
  render(
    <DashboardProvider owner={owner} projectId={PROJECT}>
      <Refresh />
      {node}
    </DashboardProvider>
  )

const stored = async () => (await run(other.getProject)).config

describe("a change of an owner", () => {
  it.each(["permissions", "settings"] as const)(
    "keeps what another owner grants by default meanwhile, on the page of %s",
    async (on) => {
      await show(<Defaults on={on} />)
      await until(() => buttonNamed("Revoke member of new members") !== undefined)
      await run(
        other.updateProject({
          config: { teamMemberDefaultPermissions: [{ id: "member" }, { id: "$read_members" }] }
        })
      )
      await click("Revoke member of new members")
      await until(async () => (await stored()).teamMemberDefaultPermissions?.length === 1)
      expect((await stored()).teamMemberDefaultPermissions).toEqual([{ id: "$read_members" }])
    }
  )

  it("turns a provider off, and keeps the client that another owner enters meanwhile", async () => {
    const gitlab = { type: "standard", id: "gitlab", enabled: true, clientId: "first", clientSecret: "one" } as const
    await run(other.updateProject({ config: { oauthProviders: [gitlab] } }))
    await show(<Providers />)
    await until(() => buttonNamed("Turn off GitLab") !== undefined)
    await run(
      other.updateProject({ config: { oauthProviders: [{ ...gitlab, clientId: "second", clientSecret: "two" }] } })
    )
    await click("Turn off GitLab")
    await until(async () => (await stored()).oauthProviders.some(({ enabled }) => !enabled))
    expect((await stored()).oauthProviders).toMatchObject([{ id: "gitlab", enabled: false, clientId: "second" }])
  })

  it("of a permission shows what another owner changes meanwhile, or that it is gone", async () => {
    await run(other.permissionDefinitions.create({ id: "gardener", containedPermissionIds: ["member"] }))
    const page = await show(<Definitions />)
    await click("Edit gardener")
    await until(() => page.container.querySelector("dialog") !== null)
    await click("Refresh")
    await settle()
    expect(page.text()).not.toContain("Another owner")
    await run(
      other.permissionDefinitions.update("gardener", { description: "Waters the trees", containedPermissionIds: [] })
    )
    await click("Refresh")
    await until(
      () =>
        page
          .text()
          ?.includes(
            "Another owner changed gardener meanwhile. It contains nothing, and is described as “Waters the trees”."
          ) === true
    )
    await run(other.permissionDefinitions.remove("gardener"))
    await click("Refresh")
    await until(() => page.text()?.includes("Another owner deleted gardener or changed its id meanwhile.") === true)
    await click("Save permission")
    await until(() => page.text()?.includes('The project has no team permission "gardener".') === true)
  })
})

describe("a user that an owner creates", () => {
  it("is invited by a mail with a link to set a password", async () => {
    const page = await show(<CreateUserDialog project={project} onClose={() => {}} />)
    const email = page.find<HTMLInputElement>("input[type=email]")
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(email, "wren@example.com")
      email.dispatchEvent(new Event("input", { bubbles: true }))
    })
    const boxes = [...page.container.querySelectorAll<HTMLInputElement>("input[type=checkbox]")]
    const invites = boxes.find((box) => box.closest("label")?.textContent?.includes("Mail a link"))
    await act(async () => invites?.click())
    await click("Create user")
    await until(() => page.text()?.includes("Send wren@example.com a link to set a password") === true)
    const { items } = await run(other.users.page())
    expect(items).toMatchObject([{ primaryEmail: "wren@example.com", hasPassword: false }])
  })
})
