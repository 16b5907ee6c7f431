// @vitest-environment happy-dom
/** What the strength meter of a new password announces. */
import { act } from "react"
import { afterEach, expect, it, vi } from "vitest"
import { PasswordStrength, passwordStrength } from "../../react/index.ts"
import { render } from "./page.tsx"

afterEach(() => vi.useRealTimers())

it("The strength of a password is announced once, after a pause in typing", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  await passwordStrength("loads the estimator")
  const page = await render(<PasswordStrength password="" />)
  const type = async (password: string) => {
    await page.show(<PasswordStrength password={password} />)
    await act(() => passwordStrength(password))
  }
  const announced: Array<string> = []
  new MutationObserver(() => {
    const text = page.container.querySelector("[role=status]")?.textContent ?? ""
    if (text !== "" && text !== announced.at(-1)) announced.push(text)
  }).observe(page.container, { childList: true, characterData: true, subtree: true })

  await type("verdigris-lantern-42")
  await act(() => vi.advanceTimersByTimeAsync(500))
  await type("goldfish")
  expect(page.find(".ks-strength-word").textContent).toBe("Weak · This is a commonly used password.")
  await act(() => vi.advanceTimersByTimeAsync(500))
  expect(announced).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(announced).toEqual(["Password strength: Weak · This is a commonly used password."])
  await page.unmount()
})
