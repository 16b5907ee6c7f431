// @vitest-environment happy-dom
/** Skeletons of a page while its project is loading. */
import { afterEach, describe, expect, it, vi } from "vitest"
import { KeystileProvider, SignIn } from "../../react/index.ts"
import { render } from "./page.tsx"
import { project, scriptedService } from "./scripted-service.ts"

const key = "keystile-layout-p"

const skeleton = async (config: object = {}) => {
  const service = scriptedService({ "GET /projects/current": () => ({ body: project(config) }) })
  service.hold("GET /projects/current")
  const page = await render(
    <KeystileProvider runtime={service.runtime}>
      <SignIn />
    </KeystileProvider>
  )
  const shown = [...page.container.querySelectorAll<HTMLElement>(".ks-bone")]
    .map(({ dataset }) => dataset["bone"])
    .join(" ")
  service.release("GET /projects/current")
  await vi.waitFor(() => page.find("form"))
  await page.unmount()
  return shown
}

const usual = "title label control label control control text label"

afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

describe("The skeleton of sign-in", () => {
  it("has a password form on the first visit, and the project's methods from then on", async () => {
    const config = {
      magic_link_enabled: true,
      passkey_enabled: true,
      enabled_oauth_providers: [{ id: "github" }],
      sign_up_enabled: false
    }
    expect(await skeleton(config)).toBe(usual)
    expect(localStorage.getItem(key)).toBe("1cmp")
    expect(await skeleton(config)).toBe("title control control separator tabs label control control")
  })

  it.each(["", "999999c", "-1c", "1e9", "<b>", "{}", "3c\n", " 3c", "3C", "c"])(
    "has its default form when the storage contains %j",
    async (text) => {
      localStorage.setItem(key, text)
      expect(await skeleton()).toBe(usual)
    }
  )

  it("has its default form in a browser without storage", async () => {
    for (const method of ["getItem", "setItem"] as const) {
      vi.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new DOMException("denied", "SecurityError")
      })
    }
    expect(await skeleton()).toBe(usual)
  })
})
