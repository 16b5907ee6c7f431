// @vitest-environment happy-dom
/** A code field while its slots are loaded. */
import { expect, it, vi } from "vitest"
import { CodeField, KeystileProvider } from "../../react/index.ts"
import { render, settle } from "./page.tsx"
import { scriptedService } from "./scripted-service.ts"

const gate = vi.hoisted(() => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open: () => open() }
})

vi.mock(import("../../react/libraries/otp-input.ts"), async (original) => {
  await gate.opened
  return original()
})

it("has the focus at once, and keeps focus and characters when the slots are there", async () => {
  const codes: Array<string> = []
  const page = await render(
    <KeystileProvider runtime={scriptedService().runtime}>
      {/* eslint-disable-next-line jsx-a11y/no-autofocus -- what is tested */}
      <CodeField label="Code" kind="letters" autoFocus onChange={(code) => codes.push(code)} />
    </KeystileProvider>
  )
  const field = () => page.find<HTMLInputElement>("input[autocomplete=one-time-code]")
  const shown = () =>
    [...page.container.querySelectorAll(".ks-code-slot")].map(({ textContent }) => textContent).join("|")
  const early = field()
  expect(document.activeElement).toBe(early)
  expect(shown()).toBe("|||||")
  await settle(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(early, "k7")
    early.dispatchEvent(new InputEvent("input", { bubbles: true }))
  })
  expect(shown()).toBe("K|7||||")
  gate.open()
  await vi.waitFor(() => expect(field()).not.toBe(early))
  expect(document.activeElement).toBe(field())
  expect(field().value).toBe("K7")
  expect(shown()).toBe("K|7||||")
  expect(codes).toEqual(["K7"])
  await page.unmount()
})
