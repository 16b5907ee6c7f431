// @vitest-environment happy-dom
/** Changes in the console that are not saved yet, or could not be saved. */
import { Effect } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { JsonEditor } from "../../console/components/json-editor.tsx"
import { SavedField } from "../../console/components/saved-field.tsx"
import { forgetDrafts } from "../../console/components/draft-store.ts"
import { Deletions } from "../../console/deletions/deletions.tsx"
import { Frame } from "../../console/frame/frame.tsx"
import { HostProvider } from "../../console/route/host.ts"
import { UserPage } from "../../console/user/user-page.tsx"
import { DeleteUsersDialog } from "../../console/users/delete-users-dialog.tsx"
import { DashboardProvider, useProjectSettingsState } from "../../react/dashboard/index.ts"
import { render, settle } from "../react/page.tsx"
import { click, enter, eventually, ownedProject, type Page, project, run, shows } from "./owned-project.tsx"

const { calls: admin, fault, hostAt, show } = ownedProject([{ email: "noor@example.com", displayName: "Noor" }])

afterEach(() => {
  forgetDrafts()
  location.hash = ""
})

const Name = ({ saved }: { readonly saved: string }) => (
  <SavedField label="Name" saved={saved} save={({ updateProject }, displayName) => updateProject({ displayName })} />
)

/** Shows the field of the name on a page of the console. */
const open = (page: string, saved = "Fernhill") => {
  location.hash = `#/projects/p/${page}`
  return show(<Name saved={saved} />)
}

const nameIn = (page: Page) => page.find<HTMLInputElement>("input")

/** Returns whether the browser would ask before it closes the page. */
const asksBeforeClosing = () => {
  const event = new Event("beforeunload", { cancelable: true })
  dispatchEvent(event)
  return event.defaultPrevented
}

describe("a draft", () => {
  it("is kept while other pages are shown, until it is discarded", async () => {
    const first = await open("settings")
    expect(asksBeforeClosing()).toBe(false)
    await enter(nameIn(first), "Orchard")
    await first.unmount()
    expect(asksBeforeClosing()).toBe(true)
    const other = await open("settings/domains")
    expect(nameIn(other).value).toBe("Fernhill")
    await other.unmount()
    const again = await open("settings?tab=1", "Fernhill & sons")
    expect(nameIn(again).value).toBe("Orchard")
    expect(again.text()).toContain("It was changed to “Fernhill & sons” meanwhile.")
    await click(again, "Discard the change of Name")
    expect(nameIn(again).value).toBe("Fernhill & sons")
    expect(asksBeforeClosing()).toBe(false)
  })

  it("ends when it is saved, also after its page was left", async () => {
    const first = await open("settings")
    await enter(nameIn(first), "Orchard")
    await click(first, "Save Name")
    await first.unmount()
    await eventually(async () => expect((await run(admin().getProject)).displayName).toBe("Orchard"))
    await eventually(() => expect(asksBeforeClosing()).toBe(false))
    const again = await open("settings", "Fernhill")
    expect(nameIn(again).value).toBe("Fernhill")
  })

  it("ends when another owner signs in", async () => {
    const first = await open("settings")
    await enter(nameIn(first), "Orchard")
    await first.unmount()
    forgetDrafts()
    expect(asksBeforeClosing()).toBe(false)
    expect(nameIn(await open("settings")).value).toBe("Fernhill")
  })

  it("ends when it is what was saved before", async () => {
    const page = await open("settings")
    await enter(nameIn(page), "Orchard")
    await enter(nameIn(page), "Fernhill")
    expect(page.container.querySelector("button")).toBeNull()
    expect(asksBeforeClosing()).toBe(false)
  })
})

describe("the draft of a project", () => {
  const [fernhill, quayside] = [
    project,
    { ...project, id: "33333333-3333-4333-8333-333333333333", displayName: "Quayside" }
  ]
  const NameOf = ({ of }: { readonly of: typeof project }) => (
    <DashboardProvider owner={hostAt("").ownerOf(of.id)} projectId={of.id}>
      <Name saved={of.displayName} />
    </DashboardProvider>
  )
  const settings = {
    name: "settings",
    title: "Settings",
    isOfProject: true,
    show: ({ project: shown }: { readonly project: typeof project | undefined }) =>
      shown !== undefined && <NameOf key={shown.id} of={shown} />
  }
  const console = (projects: ReadonlyArray<typeof project>) => (
    <Frame groups={[{ title: "", pages: [settings] }]} projects={projects} now={0} Palette={() => null} />
  )
  const field = (page: Page) => page.find<HTMLInputElement>("main input")

  it("is not shown in another project at the same URL", async () => {
    location.hash = `#/projects/${fernhill.id}/settings`
    const first = await show(<NameOf of={fernhill} />)
    await enter(nameIn(first), "Orchard")
    await first.unmount()
    const other = await show(<NameOf of={quayside} />)
    expect(nameIn(other).value).toBe("Quayside")
    await other.unmount()
    const again = await show(<NameOf of={fernhill} />)
    expect(nameIn(again).value).toBe("Orchard")
    await again.unmount()
  })

  it("ends when the project vanishes", async () => {
    location.hash = `#/projects/${fernhill.id}/settings`
    const page = await render(console([fernhill, quayside]))
    await enter(field(page), "Orchard")
    expect(asksBeforeClosing()).toBe(true)
    await page.show(console([quayside]))
    expect(page.text()).toContain("There is no project Fernhill here.")
    expect(field(page).value).toBe("Quayside")
    expect(asksBeforeClosing()).toBe(false)
  })
})

const userOf = async () => {
  const [user] = (await run(admin().users.page({}))).items
  if (user === undefined) throw new Error("The seed has a user.")
  return user
}

/** Shows the page of a user with a draft of the name. */
const openUser = async (id: string) => {
  location.hash = `#/projects/${project.id}/users/${id}`
  const page = await show(
    <HostProvider value={hostAt("http://keystile.test")}>
      <Deletions>
        <UserPage project={project} now={0} rest={[id]} search={new URLSearchParams()} />
      </Deletions>
    </HostProvider>
  )
  await eventually(() => page.find("form"))
  await enter(nameIn(page), "Orchard")
  expect(asksBeforeClosing()).toBe(true)
  return page
}

describe("the draft of a record that is deleted", () => {
  it("ends when its page is read again", async () => {
    const { id } = await userOf()
    const page = await openUser(id)
    await run(admin().users.remove(id))
    await settle(() => document.dispatchEvent(new Event("visibilitychange")))
    await shows(page, "There is no such user")
    await eventually(() => expect(asksBeforeClosing()).toBe(false))
  })

  it("ends when the console deletes it, after its page was left", async () => {
    const user = await userOf()
    const page = await openUser(user.id)
    await page.unmount()
    const list = await show(
      <Deletions>
        <DeleteUsersDialog users={[user]} onDeleted={() => {}} onClose={() => {}} />
      </Deletions>
    )
    await click(list, "Delete user")
    expect(asksBeforeClosing()).toBe(true)
    await click(list, "Delete now: Noor")
    await eventually(() => expect(asksBeforeClosing()).toBe(false))
  })
})

describe("a text that is saved", () => {
  it("keeps what is entered meanwhile as a draft", async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const saves: Array<string> = []
    const SlowName = () => {
      const { data } = useProjectSettingsState()
      if (data === undefined) return null
      return (
        <SavedField
          label="Name"
          saved={data.displayName}
          save={({ updateProject }, displayName) => {
            saves.push(displayName)
            return Effect.andThen(
              Effect.promise(() => released),
              updateProject({ displayName })
            )
          }}
        />
      )
    }
    location.hash = "#/projects/p/settings"
    const page = await show(<SlowName />)
    await eventually(() => nameIn(page))
    await enter(nameIn(page), " Orchard")
    await click(page, "Save Name")
    await enter(nameIn(page), "Orchard & sons")
    // By Enter, while the button is busy.
    await settle(() => page.find<HTMLFormElement>("form").requestSubmit())
    await settle(release)
    await eventually(async () => expect((await run(admin().getProject)).displayName).toBe("Orchard"))
    await eventually(() => expect(page.find("button").getAttribute("aria-busy")).toBeNull())
    expect(saves).toEqual(["Orchard"])
    expect(nameIn(page).value).toBe("Orchard & sons")
    expect(page.text()).not.toContain("meanwhile")
    expect(asksBeforeClosing()).toBe(true)
    await click(page, "Save Name")
    await eventually(() => expect(asksBeforeClosing()).toBe(false))
    expect((await run(admin().getProject)).displayName).toBe("Orchard & sons")
    expect(nameIn(page).value).toBe("Orchard & sons")
  })
})

describe("the error of a JSON value that could not be saved", () => {
  it("ends with the next change, and when the change is discarded", async () => {
    const page = await show(
      <JsonEditor
        label="Server metadata"
        hint=""
        saved={{ plan: "free" }}
        save={({ updateProject }) => updateProject({ displayName: "Orchard" })}
      />
    )
    await fault({ kind: "serverError", method: "PATCH" })
    const area = page.find<HTMLTextAreaElement>("textarea")
    const fail = async () => {
      await click(page, "Save Server metadata")
      await eventually(() => expect(page.find("[role=alert]").textContent).not.toBe(""))
    }
    await enter(area, `{ "plan": "paid" }`)
    await fail()
    await enter(area, `{ "plan": "team" }`)
    expect(page.container.querySelector("[role=alert]")).toBeNull()
    await fail()
    await click(page, "Discard the change of Server metadata")
    expect(page.container.querySelector("[role=alert]")).toBeNull()
    expect(area.value).toContain("free")
  })
})

describe("the error of a text that could not be saved", () => {
  it("stays beside the draft", async () => {
    const page = await open("settings")
    await fault({ kind: "serverError", method: "PATCH" })
    await enter(nameIn(page), "Orchard")
    await click(page, "Save Name")
    await shows(page, "500")
    expect(nameIn(page).value).toBe("Orchard")
    await click(page, "Discard the change of Name")
  })
})
