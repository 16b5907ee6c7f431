// @vitest-environment happy-dom
/** Two owners who change the same thing: the page of one of them has not read yet what the other one changed. */
import { act } from "react"
import { describe, expect, it } from "vitest"
import { DefaultPermissionsRow } from "../../console/permissions/default-permissions-row.tsx"
import { DefinitionsSection } from "../../console/permissions/definitions-section.tsx"
import { DefaultPermissionsGroup } from "../../console/settings/default-permissions-group.tsx"
import { ProvidersSection } from "../../console/settings/providers-section.tsx"
import { CreateUserDialog } from "../../console/users/create-user-dialog.tsx"
import {
  useDashboardRefresh,
  useProjectSettingsState,
  useTeamPermissionDefinitionsState
} from "../../react/dashboard/index.ts"
import { settle } from "../react/page.tsx"
import { button, click, enter, eventually, ownedProject, project, run, shows } from "./owned-project.tsx"

const { calls: other, show: showPart } = ownedProject()

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
    <DefaultPermissionsGroup title="New members" field={name} settings={settings} definitions={definitions} />
  ) : (
    <DefaultPermissionsRow
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
  showPart(
    <>
      <Refresh />
      {node}
    </>
  )

const readConfig = async () => (await run(other().getProject)).config

describe("a change of an owner", () => {
  it.each(["permissions", "settings"] as const)(
    "keeps what another owner grants by default meanwhile, on the page of %s",
    async (on) => {
      const page = await show(<Defaults on={on} />)
      await button(page, "Revoke member of new members")
      await run(
        other().updateProject({
          config: { teamMemberDefaultPermissions: [{ id: "member" }, { id: "$read_members" }] }
        })
      )
      await click(page, "Revoke member of new members")
      await eventually(async () =>
        expect((await readConfig()).teamMemberDefaultPermissions).toEqual([{ id: "$read_members" }])
      )
    }
  )

  it("turns a provider off, and keeps the client that another owner enters meanwhile", async () => {
    const gitlab = { type: "standard", id: "gitlab", enabled: true, clientId: "first", clientSecret: "one" } as const
    await run(other().updateProject({ config: { oauthProviders: [gitlab] } }))
    const page = await show(<Providers />)
    await button(page, "Turn off GitLab")
    await run(
      other().updateProject({ config: { oauthProviders: [{ ...gitlab, clientId: "second", clientSecret: "two" }] } })
    )
    await click(page, "Turn off GitLab")
    await eventually(async () =>
      expect((await readConfig()).oauthProviders).toMatchObject([{ id: "gitlab", enabled: false, clientId: "second" }])
    )
  })

  it("of a permission shows what another owner changes meanwhile, or that it is gone", async () => {
    await run(other().permissionDefinitions.create({ id: "gardener", containedPermissionIds: ["member"] }))
    const page = await show(<Definitions />)
    await click(page, "Edit gardener")
    await eventually(() => expect(page.container.querySelector("dialog")).not.toBeNull())
    await click(page, "Refresh")
    await settle()
    expect(page.text()).not.toContain("Another owner")
    await run(
      other().permissionDefinitions.update("gardener", { description: "Waters the trees", containedPermissionIds: [] })
    )
    await click(page, "Refresh")
    await shows(
      page,
      "Another owner changed gardener meanwhile. It contains nothing, and is described as “Waters the trees”."
    )
    await run(other().permissionDefinitions.remove("gardener"))
    await click(page, "Refresh")
    await shows(page, "Another owner deleted gardener or changed its id meanwhile.")
    await click(page, "Save permission")
    await shows(page, "There is no permission with this id. Define it first.")
  })
})

describe("a user that an owner creates", () => {
  it("is invited by a mail with a link to set a password", async () => {
    const page = await show(<CreateUserDialog project={project} onClose={() => {}} />)
    const email = page.find<HTMLInputElement>("input[type=email]")
    await enter(email, "wren@example.com")
    const boxes = [...page.container.querySelectorAll<HTMLInputElement>("input[type=checkbox]")]
    const invites = boxes.find((box) => box.closest("label")?.textContent?.includes("mail a link"))
    await act(async () => invites?.click())
    await click(page, "Create user")
    await shows(page, "Send wren@example.com a link to set a password")
    const { items } = await run(other().users.page())
    expect(items).toMatchObject([{ primaryEmail: "wren@example.com", hasPassword: false }])
  })
})
