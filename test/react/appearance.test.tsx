// @vitest-environment happy-dom
/** Slots and class names of the screens. */
import { afterEach, expect, it, vi } from "vitest"
import { type Appearance, Button, ForgotPassword, KeystileProvider, SignIn } from "../../react/index.ts"
import { render, settle } from "./page.tsx"
import { project, scriptedService } from "./scripted-service.ts"

afterEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})

const appearance: Appearance = {
  header: <i>header</i>,
  beforeForm: <i>before</i>,
  afterForm: <i>after</i>,
  footer: <i>footer</i>,
  classNames: { card: "a", title: "b", text: "c", field: "d", input: "e", button: "f", provider: "g" }
}

const open = async (node: React.ReactNode) => {
  const { runtime } = scriptedService({
    "GET /projects/current": () => ({
      body: project({ credential_enabled: false, magic_link_enabled: true, enabled_oauth_providers: [{ id: "x" }] })
    }),
    "POST /auth/otp/send-sign-in-code": () => ({ body: { nonce: "1".repeat(39) } })
  })
  const page = await render(<KeystileProvider runtime={runtime}>{node}</KeystileProvider>)
  const slots = () => [...page.container.querySelectorAll("i")].map(({ textContent }) => textContent)
  return { ...page, slots }
}

it("each step of a screen has the slots, in their order", async () => {
  const page = await open(<SignIn appearance={appearance} />)
  await vi.waitFor(() => page.find("form"))
  expect(page.slots()).toEqual(["header", "before", "after", "footer"])
  expect(page.find(".ks-card-head").nextElementSibling?.textContent).toBe("before")
  await settle(() => {
    const field = page.find<HTMLInputElement>("input[type=email]")
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, "noor@fernhill.example")
    field.dispatchEvent(new InputEvent("input", { bubbles: true }))
  })
  await settle(() => page.find<HTMLButtonElement>("button[type=submit]").click())
  await vi.waitFor(() => page.find("input[autocomplete=one-time-code]"))
  expect(page.slots()).toEqual(["header", "before", "after", "footer"])
  await page.unmount()
})

it("the elements of a screen have the class names beside their own", async () => {
  const page = await open(
    <>
      <SignIn appearance={appearance} />
      <ForgotPassword appearance={appearance} />
    </>
  )
  await vi.waitFor(() => expect(page.container.querySelectorAll("form")).toHaveLength(2))
  for (const selector of [
    ".ks-card.a",
    ".ks-title.b",
    ".ks-text.c",
    ".ks-field.d",
    ".ks-input.e",
    ".ks-button.f",
    ".ks-oauth.g"
  ]) {
    page.find(selector)
  }
  await page.unmount()
})

it("elements outside of the screen are unchanged", async () => {
  const page = await open(<Button className="own">Own</Button>)
  expect(page.find("button").className).toBe("ks-button own")
  await page.unmount()
})
