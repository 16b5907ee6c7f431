// @vitest-environment happy-dom
/** The project's minimum length of passwords in each form with a new password. */
import * as Effect from "effect/Effect"
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { loadModules } from "../../core/loading/lazy-module.ts"
import { newPasswordForms, newPasswords, openNewPassword } from "./new-password-forms.tsx"
import { project, type ServiceScript } from "./scripted-service.ts"

beforeAll(() => Effect.runPromise(loadModules))
afterEach(() => {
  document.body.replaceChildren()
  history.replaceState(null, "", "/")
})

const withMinimum: ServiceScript = { "GET /projects/current": () => ({ body: project({ password_min_length: 12 }) }) }
const atLeast = (count: number) => `Password must be at least ${count} characters`

/** Returns the description of the field of the new password. */
const descriptionOf = (page: HTMLElement) => {
  const id = newPasswords(page)[0]?.getAttribute("aria-describedby")
  return id === null || id === undefined ? null : (document.getElementById(id)?.textContent ?? "missing")
}

describe.each(Object.keys(newPasswordForms))("the minimum length of the project in %s", (name) => {
  const open = (script: ServiceScript) => openNewPassword(name, { threshold: 0, script })

  it("describes the field before and after a shorter password, which is not sent", async () => {
    const { page, sent, submit } = await open(withMinimum)
    await vi.waitFor(() => expect(descriptionOf(page.container)).toBe(atLeast(12)))
    await submit("eleven char")
    await vi.waitFor(() => expect(newPasswords(page.container)[0]?.getAttribute("aria-invalid")).toBe("true"))
    expect(descriptionOf(page.container)).toBe(atLeast(12))
    expect(page.text().split(atLeast(12))).toHaveLength(2)
    expect(sent()).toBe(0)
    await submit("twelve chars")
    await vi.waitFor(() => expect(sent()).toBe(1))
    await page.unmount()
  })

  it("is 8 in a project without one, and does not describe the field before", async () => {
    const { page, sent, submit } = await open({})
    expect(descriptionOf(page.container)).toBeNull()
    await submit("7 chars")
    await vi.waitFor(() => expect(descriptionOf(page.container)).toBe(atLeast(8)))
    expect(sent()).toBe(0)
    await submit("8 chars!")
    await vi.waitFor(() => expect(sent()).toBe(1))
    await page.unmount()
  })
})
