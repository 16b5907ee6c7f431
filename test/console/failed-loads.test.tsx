// @vitest-environment happy-dom
/** Parts of the console whose code could not be loaded, such as after an update of the service. */
import { lazy, useState } from "react"
import { describe, expect, it, vi } from "vitest"
import { Deletions } from "../../console/deletions/deletions.tsx"
import { PaletteButton } from "../../console/frame/palette-button.tsx"
import type { PaletteProps } from "../../console/palette/palette-props.ts"
import { DeleteUsersDialog } from "../../console/users/delete-users-dialog.tsx"
import { render } from "../react/page.tsx"
import { click, enter, ownedProject, project, run, shows } from "./owned-project.tsx"

vi.mock("../../console/deletions/deletion-notices.tsx", () => Promise.reject(new Error("There is no such file.")))

const { calls: admin, show } = ownedProject([{ email: "noor@example.com", displayName: "Noor" }])

const Missing = lazy<React.ComponentType<PaletteProps>>(() => Promise.reject(new Error("There is no such file.")))

const Console = () => {
  const [text, setText] = useState("")
  return (
    <>
      <PaletteButton Palette={Missing} groups={[]} project={project} />
      <textarea value={text} onChange={({ target }) => setText(target.value)} />
    </>
  )
}

describe("a command palette that could not be loaded", () => {
  it("says so, and leaves the page with its drafts", async () => {
    const page = await render(<Console />)
    await enter(page.find<HTMLTextAreaElement>("textarea"), "A draft")
    await click(page, "Go toCtrl K")
    await shows(page, "There is no such file.")
    expect(page.find<HTMLTextAreaElement>("textarea").value).toBe("A draft")
    await click(page, "Close")
    expect(page.text()).not.toContain("There is no such file.")
  })
})

describe("a list of deletions that could not be loaded", () => {
  it("leaves the page", async () => {
    const { items: users } = await run(admin().users.page({}))
    const page = await show(
      <Deletions>
        <DeleteUsersDialog users={users} onDeleted={() => {}} onClose={() => {}} />
      </Deletions>
    )
    await click(page, "Delete user")
    await shows(page, "The list of deletions failed")
    expect(page.text()).toContain("Noor")
  })
})
