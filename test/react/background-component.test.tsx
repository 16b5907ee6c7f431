// @vitest-environment happy-dom
/** Components that a page does without until their code is loaded. */
import { act } from "react"
import { afterEach, expect, it, vi } from "vitest"
import { backgroundComponent } from "../../react/runtime/background-component.ts"
import { render } from "./page.tsx"

afterEach(() => void vi.useRealTimers())

const Notice = ({ name }: { readonly name: string }) => <p>{`a notice for ${name}`}</p>

const failingOnce = () => vi.fn(async () => Notice).mockRejectedValueOnce(new TypeError("Failed to fetch"))

it("A background component renders nothing until its code is loaded, and is loaded once", async () => {
  const load = vi.fn(async () => Notice)
  const Component = backgroundComponent("notice", load)
  const page = await render(
    <>
      the page <Component name="Noor" /> <Component name="Ann" />
    </>
  )
  await vi.waitFor(() => expect(page.text()).toBe("the page a notice for Noor a notice for Ann"))
  expect(load).toHaveBeenCalledOnce()
  await page.unmount()
})

it("A background component leaves the page as it is when its code cannot be loaded, and is loaded ten seconds later", async () => {
  vi.useFakeTimers()
  const load = failingOnce()
  const Component = backgroundComponent("notice", load)
  const page = await render(
    <>
      the page <Component name="Noor" />
    </>
  )
  await act(() => vi.advanceTimersByTimeAsync(9000))
  expect(page.text()).toBe("the page ")
  expect(load).toHaveBeenCalledOnce()
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(page.text()).toBe("the page a notice for Noor")
  await page.unmount()
})

it("A background component is loaded when the device is online again", async () => {
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false)
  const load = failingOnce()
  const Component = backgroundComponent("notice", load)
  const page = await render(<Component name="Noor" />)
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
  onLine.mockReturnValue(true)
  await act(async () => void dispatchEvent(new Event("online")))
  await vi.waitFor(() => expect(page.text()).toBe("a notice for Noor"))
  expect(load).toHaveBeenCalledTimes(2)
  onLine.mockRestore()
  await page.unmount()
})
