// @vitest-environment happy-dom
/** The typed address is kept between sign-in, sign-up and forgotten password. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { ForgotPassword, KeystileProvider, SignIn, SignUp } from "../../react/index.ts"
import { render, settle } from "./page.tsx"
import { knownError, scriptedService } from "./scripted-service.ts"

const NOOR = "noor@fernhill.example"

const open = async (node: React.ReactNode, script = {}) => {
  const service = scriptedService(script, { redirectMethod: "none" })
  const page = await render(<KeystileProvider runtime={service.runtime}>{node}</KeystileProvider>)
  await vi.waitFor(() => page.find("input[type=email]"))
  const field = () => page.find<HTMLInputElement>("input[type=email]")
  const fill = (selector: string, text: string) =>
    settle(() => {
      const input = page.find<HTMLInputElement>(selector)
      input.focus()
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text)
      input.dispatchEvent(new InputEvent("input", { bubbles: true }))
    })
  return { ...page, ...service, field, fill }
}

/** A full page load: nothing of the page's memory is left. */
beforeEach(() => vi.resetModules())
afterEach(() => {
  vi.useRealTimers()
  sessionStorage.clear()
  history.replaceState(null, "", "/")
})

describe("The typed address", () => {
  it.each([
    ["sign-up", <SignUp key="page" />],
    ["forgotten password", <ForgotPassword key="page" />],
    ["sign-in, by Back", <SignIn key="page" />]
  ])("is in the field of %s", async (_name, next) => {
    const first = await open(<SignIn />)
    await first.fill("input[type=email]", NOOR)
    await first.unmount()
    const second = await open(next)
    expect(second.field().value).toBe(NOOR)
    expect(location.href).not.toContain("noor")
    await second.unmount()
  })

  it("is kept after it was corrected on another page", async () => {
    const first = await open(<SignIn />)
    await first.fill("input[type=email]", NOOR)
    await first.unmount()
    const second = await open(<ForgotPassword />)
    await second.fill("input[type=email]", "tess@fernhill.example")
    await second.unmount()
    const third = await open(<SignIn />)
    expect(third.field().value).toBe("tess@fernhill.example")
    await third.unmount()
  })

  it("is read from the tab's storage after a full page load, for fifteen minutes", async () => {
    sessionStorage.setItem("keystile-email-p", `${Date.now() - 14 * 60_000} ${NOOR}`)
    const { SignIn, KeystileProvider } = await import("../../react/index.ts")
    const { scriptedService } = await import("./scripted-service.ts")
    const load = async () => {
      const page = await render(
        <KeystileProvider runtime={scriptedService().runtime}>
          <SignIn />
        </KeystileProvider>
      )
      await vi.waitFor(() => page.find("input[type=email]"))
      const { value } = page.find<HTMLInputElement>("input[type=email]")
      await page.unmount()
      return value
    }
    expect(await load()).toBe(NOOR)
    sessionStorage.setItem("keystile-email-p", `${Date.now() - 16 * 60_000} ${NOOR}`)
    expect(await load()).toBe("")
    expect(sessionStorage.getItem("keystile-email-p")).toBeNull()
  })

  it("is sent as it is in the field, also if it was not typed again", async () => {
    const first = await open(<SignIn />)
    await first.fill("input[type=email]", NOOR)
    await first.unmount()
    const bodies: Array<unknown> = []
    const second = await open(<SignIn />, {
      "POST /auth/password/sign-in": ({ body }: { readonly body?: unknown }) => {
        bodies.push(JSON.parse(String(body)))
        return knownError("EMAIL_PASSWORD_MISMATCH", "Wrong.")
      }
    })
    await second.fill("input[type=password]", "verdigris-lantern-42")
    await settle(() => second.find<HTMLButtonElement>("button[type=submit]").click())
    await vi.waitFor(() => expect(bodies).toEqual([{ email: NOOR, password: "verdigris-lantern-42" }]))
    await second.unmount()
  })

  it("is forgotten after signing in", async () => {
    const page = await open(<SignIn />)
    await page.fill("input[type=email]", "ada@fernhill.example")
    expect(sessionStorage.getItem("keystile-email-p")).toContain("ada@fernhill.example")
    await page.fill("input[type=password]", "verdigris-lantern-42")
    await settle(() => page.find<HTMLButtonElement>("button[type=submit]").click())
    await vi.waitFor(() => expect(sessionStorage.getItem("keystile-email-p")).toBeNull())
    await page.unmount()
  })
})
