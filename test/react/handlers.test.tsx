// @vitest-environment happy-dom
/** Components whose event handlers throw or reject. */
import { act } from "react"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { MultiFactorAuthenticationRequired } from "../../core/errors/multi-factor.ts"
import { EmailPasswordMismatch } from "../../core/errors/password.ts"
import {
  Button,
  CodeField,
  KeystileProvider,
  MessageCard,
  ProviderButtons,
  SecondFactorStep,
  UserButton
} from "../../react/index.ts"
import { forms } from "../../react/messages/english/forms.ts"
import { loadModules } from "../../core/loading/lazy-module.ts"
import { render, settle } from "./page.tsx"
import { scriptedService, session } from "./scripted-service.ts"

beforeAll(() => Effect.runPromise(loadModules))
// Preloads the module that is loaded on demand.
beforeAll(() =>
  Promise.all([import("../../react/components/event-error-notice.tsx"), import("../../react/components/user-menu.tsx")])
)

const logged: Array<unknown> = []
beforeEach(() => void vi.spyOn(console, "error").mockImplementation((error) => void logged.push(error)))
afterEach(() => {
  vi.restoreAllMocks()
  logged.length = 0
  document.body.replaceChildren()
})

/** Three attempts: an error for developers, one for users, and a success. */
const attempts = () => {
  const outcomes = [new Error("db.notes is undefined"), new EmailPasswordMismatch(), null]
  const gates: Array<() => void> = []
  const handler = vi.fn(async () => {
    await new Promise<void>((resolve) => gates.push(resolve))
    const error = outcomes.shift()
    if (error != null) throw error
  })
  return { handler, finish: () => settle(() => gates.shift()?.()) }
}

const notice = () => document.querySelector("[role=alert]")?.textContent ?? null

const inProvider = (node: React.ReactNode, signedIn = false) => {
  const service = scriptedService({}, { signedIn })
  return render(<KeystileProvider runtime={service.runtime}>{node}</KeystileProvider>)
}

describe("An error of an application's event handler", () => {
  it.each([
    { of: "a button", node: (handler: () => Promise<void>) => <Button onClick={handler}>Go</Button> },
    {
      of: "a card's primary action",
      node: (handler: () => Promise<void>) => (
        <MessageCard title="Title" primaryButtonText="Go" primaryAction={handler} />
      )
    },
    {
      of: "a card's secondary action",
      node: (handler: () => Promise<void>) => (
        <MessageCard title="Title" secondaryButtonText="Go" secondaryAction={handler} />
      )
    },
    {
      of: "a provider's button",
      node: (handler: () => Promise<void>) => <ProviderButtons providers={["github"]} onSelect={handler} />
    }
  ])("is shown as a notice, and the control can be pressed again: $of", async ({ node }) => {
    const { finish, handler } = attempts()
    const page = await inProvider(node(handler))
    const button = page.find("button")
    await act(async () => button.click())
    expect(button.getAttribute("aria-busy")).toBe("true")
    await act(async () => button.click())
    expect(handler).toHaveBeenCalledOnce()
    await finish()
    expect(notice()).toBe(forms.unknownErrorNotice)
    expect(button.getAttribute("aria-busy")).toBeNull()
    expect(logged.map(String)).toContainEqual(expect.stringContaining("db.notes is undefined"))

    await act(async () => button.click())
    expect(notice()).toBeNull()
    await finish()
    expect(notice()).toBe(new EmailPasswordMismatch().message)

    await act(async () => button.click())
    await finish()
    expect(notice()).toBeNull()
    expect(handler).toHaveBeenCalledTimes(3)
    await page.unmount()
  })

  it("is shown as a notice when the handler throws synchronously", async () => {
    const page = await inProvider(
      <Button
        onClick={() => {
          throw new Error("no such note")
        }}
      >
        Go
      </Button>
    )
    await act(async () => page.find("button").click())
    expect(notice()).toBe(forms.unknownErrorNotice)
    await page.unmount()
  })

  it("is shown as a notice at the user button for an entry of its menu", async () => {
    const { finish, handler } = attempts()
    const page = await inProvider(<UserButton extraItems={[{ text: "Billing", onClick: handler }]} />, true)
    await vi.waitFor(() => expect(page.find("button").getAttribute("aria-busy")).toBeNull())
    const choose = async () => {
      await act(async () => page.find("button").click())
      await vi.waitFor(() => expect(document.querySelectorAll("[role=menuitem]").length).toBeGreaterThan(1))
      const item = Array.from(document.querySelectorAll<HTMLElement>("[role=menuitem]")).find(
        ({ textContent }) => textContent === "Billing"
      )
      await act(async () => item?.click())
    }
    await choose()
    await finish()
    await vi.waitFor(() => expect(notice()).toBe(forms.unknownErrorNotice))
    await choose()
    expect(notice()).toBeNull()
    await finish()
    await vi.waitFor(() => expect(notice()).toBe(new EmailPasswordMismatch().message))
    await page.unmount()
  })

  it("is only logged when the component is unmounted meanwhile", async () => {
    const { finish, handler } = attempts()
    const page = await inProvider(<Button onClick={handler}>Go</Button>)
    await act(async () => page.find("button").click())
    await page.unmount()
    await finish()
    expect(logged).toHaveLength(1)
    expect(notice()).toBeNull()
  })

  /** Enters a code as an input method does: the whole text at once. */
  const type = (input: HTMLInputElement, code: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, code)
      input.dispatchEvent(new Event("input", { bubbles: true }))
    })

  it("is shown as a notice below a code field, which is cleared for the next code", async () => {
    const { finish, handler } = attempts()
    const page = await inProvider(<CodeField label="Code" kind="digits" onComplete={handler} />)
    await vi.waitFor(() => page.find("input"))
    const input = page.find<HTMLInputElement>("input")
    await type(input, "123456")
    expect(handler).toHaveBeenCalledOnce()
    expect(input.readOnly).toBe(true)
    await finish()
    expect(notice()).toBe(forms.unknownErrorNotice)
    expect(input.value).toBe("")
    expect(input.readOnly).toBe(false)

    await type(input, "234567")
    expect(notice()).toBeNull()
    await finish()
    expect(notice()).toBe(new EmailPasswordMismatch().message)

    await type(input, "345678")
    await finish()
    expect(notice()).toBeNull()
    expect(handler).toHaveBeenCalledTimes(3)
    await page.unmount()
  })

  it("is shown as a notice in the second factor's step, and the user stays signed in", async () => {
    const service = scriptedService(
      { "POST /auth/mfa/sign-in": () => ({ body: { ...session(), is_new_user: false } }) },
      { redirectMethod: "none" }
    )
    const page = await render(
      <KeystileProvider runtime={service.runtime}>
        <SecondFactorStep
          error={new MultiFactorAuthenticationRequired({ attemptCode: Redacted.make("a".repeat(45)) })}
          onCancel={() => {}}
          onComplete={() => Promise.reject(new Error("db.visits is undefined"))}
        />
      </KeystileProvider>
    )
    await vi.waitFor(() => page.find("input[inputmode=numeric]"))
    await type(page.find<HTMLInputElement>("input[inputmode=numeric]"), "123456")
    await vi.waitFor(() => expect(notice()).toBe(forms.unknownErrorNotice))
    expect(service.count("POST /auth/mfa/sign-in")).toBe(1)
    expect(logged.map(String)).toContainEqual(expect.stringContaining("db.visits is undefined"))
    await page.unmount()
  })
})
