// @vitest-environment happy-dom
/** Slots and class names of the screens. */
import { afterEach, expect, it, vi } from "vitest"
import {
  AccountSettings,
  type Appearance,
  Button,
  ForgotPassword,
  KeystileProvider,
  SignIn
} from "../../react/index.ts"
import { render, settle } from "./page.tsx"
import { project, scriptedService, user } from "./scripted-service.ts"

afterEach(() => {
  history.replaceState(null, "", "/")
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

it("the account settings have the slots on each page, and the class names", async () => {
  const { runtime } = scriptedService(
    {
      "GET /projects/current": () => ({ body: project({ client_user_deletion_enabled: true }) }),
      "GET /users/me": () => ({ body: user({ has_password: false }) })
    },
    { signedIn: true }
  )
  const classNames = { card: "a", sidebar: "b", title: "c", section: "d", sectionTitle: "e", text: "f", button: "g" }
  history.replaceState(null, "", "/#settings")
  const page = await render(
    <KeystileProvider runtime={runtime}>
      <AccountSettings appearance={{ ...appearance, classNames: { ...classNames, dialog: "h" } }} />
    </KeystileProvider>
  )
  const slots = () => [...page.container.querySelectorAll("i")].map(({ textContent }) => textContent)
  for (const [hash, title] of [
    ["settings", "Settings"],
    ["profile", "My profile"],
    ["settings", "Settings"]
  ]) {
    await settle(() => {
      location.hash = hash ?? ""
      dispatchEvent(new Event("hashchange"))
    })
    await vi.waitFor(() => expect(page.find("h2.ks-page-title.c").textContent).toBe(title))
    expect(slots()).toEqual(["header", "before", "after", "footer"])
    expect(page.find(".ks-page-title").nextElementSibling?.textContent).toBe("before")
    expect(page.find(".ks-account").nextElementSibling?.textContent).toBe("footer")
  }
  await vi.waitFor(() => page.find("[data-variant=danger]"))
  for (const selector of [
    ".ks-account.a",
    ".ks-sidebar.b",
    ".ks-section.d",
    ".ks-section-title.e",
    ".ks-text.f",
    ".ks-button.g"
  ]) {
    page.find(selector)
  }
  await settle(() => page.find<HTMLButtonElement>("[data-variant=danger]").click())
  await vi.waitFor(() => page.find("dialog.ks-dialog.h .ks-title.c"))
  await page.unmount()
})

it("a skeleton has the slots and the class name of the card that replaces it", async () => {
  const { hold, runtime } = scriptedService({})
  hold("GET /projects/current")
  const page = await render(
    <KeystileProvider runtime={runtime}>
      <SignIn appearance={appearance} />
    </KeystileProvider>
  )
  await vi.waitFor(() => page.find(".ks-card.a[aria-busy=true]"))
  expect([...page.container.querySelectorAll("i")].map(({ textContent }) => textContent)).toEqual(["header", "before"])
  await page.unmount()
})

it("elements outside of the screen are unchanged", async () => {
  const page = await open(<Button className="own">Own</Button>)
  expect(page.find("button").className).toBe("ks-button own")
  await page.unmount()
})
