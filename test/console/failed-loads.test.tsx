// @vitest-environment happy-dom
/** Parts of the console whose code could not be loaded, such as after an update of the service. */
import { lazy, useState } from "react"
import { describe, expect, it } from "vitest"
import { PaletteButton } from "../../console/frame/palette-button.tsx"
import type { PaletteProps } from "../../console/palette/palette-props.ts"
import { render } from "../react/page.tsx"
import { click, enter, project, shows } from "./owned-project.tsx"

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
