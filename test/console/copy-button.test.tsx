// @vitest-environment happy-dom
/** The buttons that copy, on a page without a clipboard. */
import { act } from "react"
import { afterEach, expect, it, vi } from "vitest"
import { CopyButton, Value } from "../../console/components/copy-button.tsx"
import { Dialog } from "../../console/components/dialog.tsx"
import { render } from "../react/page.tsx"

afterEach(() => vi.unstubAllGlobals())

it("show a text that cannot be copied, for the user to select", async () => {
  vi.stubGlobal("navigator", {})
  for (const [node, name, text] of [
    [
      <CopyButton key="link" text="https://app.example/?code=1">
        Copy link
      </CopyButton>,
      "Copy link",
      "https://app.example/?code=1"
    ],
    [<Value key="key" name="API key" secret value="sk_0123456789abcdef" />, "Copy API key", "sk_0123456789abcdef"]
  ] as const) {
    const page = await render(node)
    const button = Array.from(page.container.querySelectorAll("button")).find(
      (one) => (one.getAttribute("aria-label") ?? one.textContent) === name
    )
    await act(async () => button?.click())
    expect(page.find("dialog h2").textContent).toBe("Not copied")
    expect(page.find<HTMLTextAreaElement>("dialog textarea").value).toBe(text)
    await act(async () => page.find("dialog button").click())
    expect(page.container.querySelector("dialog")).toBeNull()
  }
})

it("keep the dialog around them open when Escape closes theirs", async () => {
  vi.stubGlobal("navigator", {})
  const onClose = vi.fn()
  const page = await render(
    <Dialog title="New key" onClose={onClose}>
      <Value name="API key" secret value="sk_0123456789abcdef" />
    </Dialog>
  )
  await act(async () => page.find<HTMLButtonElement>("[aria-label='Copy API key']").click())
  const inner = page.find<HTMLDialogElement>("dialog dialog")
  await act(async () => void inner.dispatchEvent(new Event("cancel", { cancelable: true })))
  expect(page.container.querySelector("dialog dialog")).toBeNull()
  expect(onClose).not.toHaveBeenCalled()
  await act(async () => void page.find("dialog").dispatchEvent(new Event("cancel", { cancelable: true })))
  expect(onClose).toHaveBeenCalledOnce()
})
