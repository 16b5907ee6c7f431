// @vitest-environment happy-dom
/** Sign-in while its project is loading: a skeleton on the first visit, the form of the last visit from then on. */
import { act } from "react"
import { afterEach, describe, expect, it, vi } from "vitest"
import { KeystileProvider, SignIn } from "../../react/index.ts"
import { render } from "./page.tsx"
import { project, scriptedService } from "./scripted-service.ts"

const key = "keystile-layout-p"

/** Visits sign-in. Returns what it shows before the project is read, and the page afterwards. */
const visit = async (config: object = {}) => {
  const service = scriptedService({ "GET /projects/current": () => ({ body: project(config) }) })
  service.hold("GET /projects/current")
  const page = await render(
    <KeystileProvider runtime={service.runtime}>
      <SignIn />
    </KeystileProvider>
  )
  await vi.waitFor(() => expect(page.container.querySelector(".ks-skeleton, form")).not.toBeNull())
  const shapes = [...page.container.querySelectorAll<HTMLElement>(".ks-skeleton")]
  const before = shapes.length > 0 ? shapes.map(({ dataset }) => dataset["shape"]).join(" ") : page.text()
  await act(async () => service.release("GET /projects/current"))
  await vi.waitFor(() => page.find("form"))
  return { before, page }
}

const usual = "title label control label control control text label"

const everything = {
  magic_link_enabled: true,
  passkey_enabled: true,
  enabled_oauth_providers: [{ id: "github" }, { id: "google" }],
  sign_up_enabled: false
}

afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

describe("Sign-in before its project is read", () => {
  it("shows a skeleton on the first visit, and the methods of the last visit from then on", async () => {
    const first = await visit(everything)
    expect(first.before).toBe(usual)
    expect(localStorage.getItem(key)).toBe("cmp:github,google:Fernhill")
    await first.page.unmount()
    const second = await visit(everything)
    expect(second.before).toMatch(/GitHub.*Google.*Passkey.*Email/)
    expect(second.before).not.toContain("Sign up")
    expect(second.page.text()).toBe(second.before)
    await second.page.unmount()
  })

  it.each([
    "",
    "999999c",
    "-1c",
    "1e9",
    "<b>",
    "{}",
    "cs",
    "cs:",
    "cs:\n:",
    " cs::",
    "CS::",
    "cs:<b>:",
    `cs:${"x,".repeat(51)}x:`
  ])("shows its usual skeleton when the storage contains %j", async (text) => {
    localStorage.setItem(key, text)
    const { before, page } = await visit()
    expect(before).toBe(usual)
    await page.unmount()
  })

  it("shows its usual skeleton in a browser without storage", async () => {
    for (const method of ["getItem", "setItem"] as const) {
      vi.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new DOMException("denied", "SecurityError")
      })
    }
    const { before, page } = await visit()
    expect(before).toBe(usual)
    await page.unmount()
  })
})
