// @vitest-environment happy-dom
/** The button of the console's pages. */
import { act } from "react"
import { expect, it, vi } from "vitest"
import { Button } from "../../console/components/button.tsx"
import { render } from "../react/page.tsx"

const clicksOf = async (busy: boolean) => {
  const onClick = vi.fn()
  const page = await render(
    <Button busy={busy} onClick={onClick}>
      Revoke
    </Button>
  )
  await act(async () => page.find("button").click())
  return onClick.mock.calls.length
}

it("runs its action at a click", async () => {
  expect(await clicksOf(false)).toBe(1)
})

it("ignores clicks while it is busy", async () => {
  expect(await clicksOf(true)).toBe(0)
})
