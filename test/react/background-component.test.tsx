// @vitest-environment happy-dom
/** Components that a page does without until their code is loaded. */
import { act } from "react"
import { hydrateRoot } from "react-dom/client"
import { renderToString } from "react-dom/server"
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

it("A background component that cannot be loaded leaves the page unchanged, and loads ten seconds later", async () => {
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

it("A background component has no HTML on a server, so the browser may render it later or not at all", async () => {
  const Component = backgroundComponent("notice", async () => Notice)
  const page = (hasNotice: boolean) => (
    <>
      <main>the page</main>
      {hasNotice && <Component name="Noor" />}
      <footer>the end</footer>
    </>
  )
  const first = await render(<Component name="Noor" />)
  await vi.waitFor(() => expect(first.text()).toBe("a notice for Noor"))
  await first.unmount()
  const container = document.createElement("div")
  container.innerHTML = renderToString(page(true))
  expect(container.innerHTML).toBe(renderToString(page(false)))
  const errors: Array<unknown> = []
  const root = await act(async () =>
    hydrateRoot(container, page(false), { onRecoverableError: (error) => errors.push(error) })
  )
  await act(async () => root.render(page(true)))
  await vi.waitFor(() => expect(container.textContent).toBe("the pagea notice for Noorthe end"))
  expect(errors).toEqual([])
  await act(async () => root.unmount())
})
