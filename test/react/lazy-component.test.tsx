// @vitest-environment happy-dom
/** Components whose code is loaded on demand. */
import { Suspense } from "react"
import { expect, it, vi } from "vitest"
import { ErrorBoundary } from "../../react/components/error-boundary.tsx"
import { lazyComponent } from "../../react/runtime/lazy-component.ts"
import { render, settle } from "./page.tsx"

const Menu = ({ title }: { readonly title: string }) => <p>{`the menu of ${title}`}</p>

it("A lazy component suspends until its code is loaded, and is loaded once", async () => {
  const load = vi.fn(async () => Menu)
  const menu = lazyComponent("menu", load)
  const page = await render(
    <Suspense fallback="loading">
      <menu.Component title="Noor" />
      <menu.Component title="Ann" />
    </Suspense>
  )
  await vi.waitFor(() => expect(page.text()).toBe("the menu of Noorthe menu of Ann"))
  menu.preload()
  expect(load).toHaveBeenCalledOnce()
  await page.unmount()
})

it("A lazy component that was preloaded is shown at once, without the fallback", async () => {
  const menu = lazyComponent("menu", async () => Menu)
  menu.preload()
  await settle()
  const Fallback = vi.fn(() => "loading")
  const page = await render(
    <Suspense fallback={<Fallback />}>
      <menu.Component title="Noor" />
    </Suspense>
  )
  expect(page.text()).toBe("the menu of Noor")
  expect(Fallback).not.toHaveBeenCalled()
  await page.unmount()
})

it("A lazy component throws a failed load to the error boundary, and is loaded again when shown again", async () => {
  let isOnline = false
  const load = vi.fn(async () => {
    if (!isOnline) throw new TypeError("Failed to fetch")
    return Menu
  })
  const menu = lazyComponent("menu", load)
  const page = await render(
    <ErrorBoundary
      fallback={(error, retry) => (
        <button type="button" onClick={retry}>
          {String(error)}
        </button>
      )}
    >
      <Suspense fallback="loading">
        <menu.Component title="Noor" />
      </Suspense>
    </ErrorBoundary>
  )
  await vi.waitFor(() => expect(page.text()).toContain("RequestError"))
  expect(load).toHaveBeenCalledOnce()
  isOnline = true
  await vi.waitFor(async () => {
    await settle(() => page.container.querySelector("button")?.click())
    expect(page.text()).toBe("the menu of Noor")
  })
  expect(load).toHaveBeenCalledTimes(2)
  await page.unmount()
})
