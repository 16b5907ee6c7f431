// @vitest-environment happy-dom
/** The pages of a list, by keyboard. */
import { act } from "react"
import { afterEach, expect, it } from "vitest"
import { Pager } from "../../console/components/pager.tsx"
import { render } from "../react/page.tsx"
import { click, button } from "./owned-project.tsx"

afterEach(() => {
  location.hash = ""
})

it("keeps the focus on the button that led to the last and to the first page", async () => {
  location.hash = "#/users"
  const page = await render(<Pager next="second" />)
  const next = await button(page, "Next page")
  act(() => next.focus())
  await click(page, "Next page")
  expect(location.hash).toBe("#/users?cursor=second")
  await page.show(<Pager next={null} />)
  expect(document.activeElement).toBe(next)
  expect(next.getAttribute("aria-disabled")).toBe("true")
  await click(page, "Next page")
  expect(location.hash).toBe("#/users?cursor=second")
  const previous = await button(page, "Previous page")
  act(() => previous.focus())
  await click(page, "Previous page")
  await page.show(<Pager next="second" />)
  expect(location.hash).toBe("#/users")
  expect(document.activeElement).toBe(previous)
  expect(previous.getAttribute("aria-disabled")).toBe("true")
})

it("is not shown for a list of one page", async () => {
  location.hash = "#/users"
  const page = await render(<Pager next={null} />)
  expect(page.container.innerHTML).toBe("")
})
