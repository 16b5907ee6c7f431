// @vitest-environment happy-dom
/** Changes in the console that are not saved yet, or could not be saved. */
import { afterEach, describe, expect, it } from "vitest"
import { JsonEditor } from "../../console/components/json-editor.tsx"
import { SavedField } from "../../console/components/saved-field.tsx"
import { forgetDrafts } from "../../console/components/use-form-draft.ts"
import { click, enter, eventually, ownedProject, type Page, run, shows } from "./owned-project.tsx"

const { calls: admin, fault, show } = ownedProject()

afterEach(() => {
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
