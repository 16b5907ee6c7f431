// @vitest-environment happy-dom
/** When screen readers announce the strength of a new password. */
import { act } from "react"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { PasswordStrength, passwordStrength } from "../../react/components/password-strength.tsx"
import { KeystileProvider } from "../../react/index.ts"
import { render } from "./page.tsx"
import { scriptedService } from "./scripted-service.ts"

beforeEach(async () => {
  // Loads the estimator, which then needs no timer.
  await passwordStrength("x")
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
})
afterEach(() => void vi.useRealTimers())

it("announces the strength of a password after a pause in typing, and not with every key", async () => {
  const { runtime } = scriptedService({})
  const typed = (password: string) => (
    <KeystileProvider runtime={runtime}>
      <PasswordStrength password={password} />
    </KeystileProvider>
  )
  const { container, show } = await render(typed(""))
  const isBusy = () => container.querySelector("[role=status]")?.getAttribute("aria-busy")
  const pass = (millis: number) => act(async () => void vi.advanceTimersByTime(millis))
  for (const password of ["v", "ve", "ver"]) {
    await show(typed(password))
    await vi.waitFor(() => expect(isBusy()).toBe("true"))
    await pass(500)
    expect(isBusy()).toBe("true")
  }
  await pass(700)
  expect(isBusy()).toBe("false")
})
