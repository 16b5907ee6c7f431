// @vitest-environment happy-dom
/** Warnings for developers about a first page that does not work. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { KeystileProvider, useUser } from "../../react/index.ts"
import { render, settle } from "./page.tsx"
import { scriptedService } from "./scripted-service.ts"

const Page = () => useUser({ or: "redirect" }).primaryEmail

const warnings: Array<unknown> = []
beforeEach(() => void vi.spyOn(console, "warn").mockImplementation((...text) => void warnings.push(...text)))
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  warnings.length = 0
  document.head.replaceChildren()
  document.body.replaceChildren()
  history.replaceState(null, "", "/")
})

describe("A sign-in page that only renders components which require a user", () => {
  it.each(["/handler/sign-in?after_auth_return_to=%2Fnotes", "/handler/sign-up"])(
    "does not redirect to itself, and logs what is missing: %s",
    async (address) => {
      const redirectMethod = vi.fn<(url: string) => void>()
      const service = scriptedService({}, { redirectMethod })
      history.replaceState(null, "", address)
      const page = await render(
        <KeystileProvider runtime={service.runtime}>
          <Page />
        </KeystileProvider>
      )
      await vi.waitFor(() => expect(warnings.join()).toContain("Render <Handler /> for this URL"))
      expect(warnings.join()).toContain(location.pathname)
      expect(redirectMethod).not.toHaveBeenCalled()

      // As a layout around the sign-in page, it renders once the user is signed in.
      await settle(() => service.signIn())
      await vi.waitFor(() => expect(page.text()).toBe("noor@fernhill.example"))
      await page.unmount()
    }
  )
})

describe("A screen without the stylesheet", () => {
  const opened = async (style = "") => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    document.head.innerHTML = `<style>${style}</style>`
    const service = scriptedService({})
    return render(
      <KeystileProvider runtime={service.runtime}>
        <div className="ks" />
      </KeystileProvider>
    )
  }
  const checked = async () => {
    await vi.advanceTimersByTimeAsync(3000)
    await vi.dynamicImportSettled()
  }

  it("logs the missing import after the page had time to load it", async () => {
    const page = await opened()
    await vi.advanceTimersByTimeAsync(2000)
    expect(warnings).toEqual([])
    await checked()
    expect(warnings.join()).toContain('import "keystile/react/styles.css"')
    await page.unmount()
  })

  it("logs nothing if the styles are present", async () => {
    const page = await opened(".ks { --ks-control: 2.75rem }")
    await checked()
    expect(warnings).toEqual([])
    await page.unmount()
  })

  it("logs nothing if it is unmounted meanwhile", async () => {
    const page = await opened()
    await page.unmount()
    await checked()
    expect(warnings).toEqual([])
  })
})
