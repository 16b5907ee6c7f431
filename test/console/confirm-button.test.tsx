// @vitest-environment happy-dom
/** The button of the console for what cannot be undone. */
import { act } from "react"
import { expect, it, vi } from "vitest"
import { ConfirmButton } from "../../console/components/confirm-button.tsx"
import { render } from "../react/page.tsx"

const renderButton = async () => {
  const onConfirm = vi.fn(async () => {})
  const page = await render(<ConfirmButton word="Revoke" busy={false} onConfirm={onConfirm} />)
  const button = () => page.find("button")
  const click = (detail: number) =>
    act(async () => void button().dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail })))
  return { button, click, onConfirm }
}

it("runs its action at a second click", async () => {
  const { button, click, onConfirm } = await renderButton()
  await click(1)
  expect(button().textContent).toBe("Revoke for good")
  expect(onConfirm).not.toHaveBeenCalled()
  await click(1)
  expect(onConfirm).toHaveBeenCalledTimes(1)
})

it("asks once at a double click", async () => {
  const { button, click, onConfirm } = await renderButton()
  await click(1)
  await click(2)
  expect(button().textContent).toBe("Revoke for good")
  expect(onConfirm).not.toHaveBeenCalled()
})

it("ignores the repeated presses of a key that is held down", async () => {
  const { button } = await renderButton()
  const press = (repeat: boolean) =>
    button().dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, repeat }))
  // A browser clicks the button for each press whose default is not prevented.
  expect(press(false)).toBe(true)
  expect(press(true)).toBe(false)
})
