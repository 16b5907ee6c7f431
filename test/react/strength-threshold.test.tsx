// @vitest-environment happy-dom
/** `strengthThreshold` and the account in each form with a new password. */
import * as Effect from "effect/Effect"
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { strength } from "../../react/messages/english/strength.ts"
import { loadModules } from "../../core/loading/lazy-module.ts"
import { newPasswordForms, openNewPassword, submitNewPassword } from "./new-password-forms.tsx"

beforeAll(() => Effect.runPromise(loadModules))
afterEach(() => {
  document.body.replaceChildren()
  history.replaceState(null, "", "/")
})

/** Scores 3 of 4. */
const GOOD = "quayside1"

describe.each(Object.keys(newPasswordForms))("strengthThreshold in %s", (name) => {
  const submit = (threshold: number, password: string) => submitNewPassword(name, { password, threshold })

  it("rejects a password below the provider's threshold, without a request", async () => {
    const { page, sent } = await submit(4, GOOD)
    await vi.waitFor(() => expect(page.text()).toContain(strength.tooWeak))
    expect(sent()).toBe(0)
    await page.unmount()
  })

  it("sends a password that reaches the provider's threshold", async () => {
    const { page, sent } = await submit(3, GOOD)
    await vi.waitFor(() => expect(sent()).toBe(1))
    await page.unmount()
  })

  it("sends any password of sufficient length with the threshold 0", async () => {
    const { page, sent } = await submit(0, "password1")
    await vi.waitFor(() => expect(sent()).toBe(1))
    await page.unmount()
  })
})

describe.each(Object.keys(newPasswordForms))("The account in %s", (name) => {
  it("is in a field for password managers, before the password", async () => {
    const { page } = await openNewPassword(name, { threshold: 0 })
    const form = page.container.querySelector("input[autocomplete=new-password]")?.closest("form")
    const [first] = form?.querySelectorAll("input") ?? []
    expect(first?.autocomplete.split(" ")).toContain("username")
    expect(first?.value).toBe("noor@fernhill.example")
    await page.unmount()
  })
})

describe("The account in password reset", () => {
  it("is in no field if the service does not return it", async () => {
    const script = { "POST /auth/password/reset/check-code": () => ({ body: { is_code_valid: true } }) }
    const { page } = await openNewPassword("password reset", { script, threshold: 0 })
    expect(page.container.querySelector("input[autocomplete=username]")).toBeNull()
    await page.unmount()
  })
})
