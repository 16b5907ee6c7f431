// @vitest-environment happy-dom
/** Credential forms: checks, errors and requests. */
import { act, type ReactNode } from "react"
import { afterEach, describe, expect, it, vi } from "vitest"
import { CredentialSignIn, CredentialSignUp, KeystileProvider } from "../../react/index.ts"
import { render } from "./page.tsx"
import { knownError, scriptedService, session } from "./scripted-service.ts"

const signIn = "POST /auth/password/sign-in"
const signUp = "POST /auth/password/sign-up"

type Page = Awaited<ReturnType<typeof render>>

const open = async (form: ReactNode, script = {}) => {
  const bodies: Array<unknown> = []
  const keep = (request: { readonly body?: unknown }) => {
    bodies.push(JSON.parse(String(request.body)))
    return { body: session() }
  }
  const service = scriptedService({ [signIn]: keep, [signUp]: keep, ...script }, { redirectMethod: "none" })
  const page = await render(<KeystileProvider runtime={service.runtime}>{form}</KeystileProvider>)
  await vi.waitFor(() => page.find("form"))
  return { bodies, page, service }
}

/** Simulates typing: sets the value, then dispatches the event. */
const type = (page: Page, name: string, text: string, focus = true) =>
  act(async () => {
    const input = page.find<HTMLInputElement>(`input[name=${name}]`)
    if (focus) input.focus()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text)
    input.dispatchEvent(new Event("input", { bubbles: true }))
  })

const submit = (page: Page) =>
  act(async () => {
    page.find("form").dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }))
  })

const errors = (page: Page) => [...page.container.querySelectorAll(".ks-error")].map((error) => error.textContent)

afterEach(() => {
  document.body.replaceChildren()
})

describe("A credential form", () => {
  it("sends values that were autofilled, without focus", async () => {
    const { bodies, page } = await open(<CredentialSignIn />)
    await type(page, "email", "noor@fernhill.example", false)
    await type(page, "password", "correct horse", false)
    await submit(page)
    await vi.waitFor(() => expect(bodies).toEqual([{ email: "noor@fernhill.example", password: "correct horse" }]))
  })

  it("sends one request when it is submitted twice at once", async () => {
    const { page, service } = await open(<CredentialSignIn />)
    service.hold(signIn)
    await type(page, "email", "noor@fernhill.example", false)
    await type(page, "password", "correct horse", false)
    await submit(page)
    await submit(page)
    await vi.waitFor(() => expect(service.count(signIn)).toBe(1))
    service.release(signIn)
    await vi.waitFor(() => expect(page.find("button[type=submit]").getAttribute("aria-busy")).not.toBe("true"))
    expect(service.count(signIn)).toBe(1)
  })

  it("sends what is typed while the strength of the password is estimated", async () => {
    const { bodies, page } = await open(<CredentialSignUp noPasswordRepeat />)
    await type(page, "email", "nwe@fernhill.example")
    await type(page, "password", "quiet-lantern-orbit-mosaic")
    await act(async () => {
      page.find("form").dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }))
      page.find<HTMLInputElement>("input[name=email]").value = "new@fernhill.example"
    })
    await vi.waitFor(() => expect(bodies).toMatchObject([{ email: "new@fernhill.example" }]))
  })

  it("sends one request when it is submitted again while the strength of the password is estimated", async () => {
    const { bodies, page, service } = await open(<CredentialSignUp noPasswordRepeat />)
    await type(page, "email", "new@fernhill.example")
    await type(page, "password", "quiet-lantern-orbit-mosaic")
    await act(async () => {
      for (let at = 0; at < 2; at++)
        page.find("form").dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }))
    })
    await vi.waitFor(() => expect(bodies).toHaveLength(1))
    await vi.waitFor(() => expect(page.find<HTMLInputElement>("input[name=password]").value).toBe(""))
    expect(service.count(signUp)).toBe(1)
  })

  it("checks a field again when another field gets the focus after a submit", async () => {
    const { page } = await open(<CredentialSignIn />)
    await submit(page)
    await vi.waitFor(() => expect(errors(page)).toHaveLength(2))
    await type(page, "email", "noor@fernhill")
    await vi.waitFor(() => expect(errors(page)).toHaveLength(1))
    await act(async () => page.find("input[name=password]").focus())
    await vi.waitFor(() => expect(errors(page)[0]).toBe("Please enter a valid email"))
  })

  it("shows missing fields, and removes each error when the field is filled", async () => {
    const { page, service } = await open(<CredentialSignIn />)
    await submit(page)
    await vi.waitFor(() => expect(errors(page)).toHaveLength(2))
    expect(document.activeElement?.getAttribute("name")).toBe("email")
    await type(page, "email", "noor@fernhill.example")
    await vi.waitFor(() => expect(errors(page)).toHaveLength(1))
    expect(service.count(signIn)).toBe(0)
  })

  it("shows the service's error until the password changes", async () => {
    const { page } = await open(<CredentialSignIn />, {
      [signIn]: () => knownError("EMAIL_PASSWORD_MISMATCH", "Wrong email or password.")
    })
    await type(page, "email", "noor@fernhill.example")
    await type(page, "password", "wrong horse")
    await submit(page)
    await vi.waitFor(() => expect(errors(page)).toEqual(["Wrong email or password."]))
    await type(page, "password", "another horse")
    await vi.waitFor(() => expect(errors(page)).toEqual([]))
  })

  it("clears the passwords after a success, and keeps the email address", async () => {
    const { bodies, page } = await open(<CredentialSignUp strengthThreshold={0} />)
    await type(page, "email", "new@fernhill.example")
    await type(page, "password", "correct horse battery")
    await type(page, "repeat", "correct horse battery")
    await submit(page)
    await vi.waitFor(() => expect(bodies).toHaveLength(1))
    const value = (name: string) => page.find<HTMLInputElement>(`input[name=${name}]`).value
    await vi.waitFor(() => expect(value("password")).toBe(""))
    expect([value("repeat"), value("email")]).toEqual(["", "new@fernhill.example"])
  })

  it("compares the two passwords of a sign-up", async () => {
    const { page, service } = await open(<CredentialSignUp strengthThreshold={0} />)
    await type(page, "email", "new@fernhill.example")
    await type(page, "password", "correct horse battery")
    await type(page, "repeat", "correct house battery")
    await submit(page)
    await vi.waitFor(() => expect(errors(page)).toHaveLength(1))
    expect(service.count(signUp)).toBe(0)
  })
})
