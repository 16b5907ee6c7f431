// @vitest-environment happy-dom
/** Custom forms made of parts (`docs/parts.md`), over a scripted service. */
import { act, type ReactNode } from "react"
import { afterEach, describe, expect, it, vi } from "vitest"
import { ErrorBoundary } from "../../react/components/error-boundary.tsx"
import { KeystileProvider } from "../../react/index.ts"
import { SignIn, SignUp } from "../../react/parts/index.ts"
import { OwnSignIn } from "./parts-example.tsx"
import { render } from "./page.tsx"
import { type PartialResponse, knownError, project, scriptedService, session } from "./scripted-service.ts"

const everything = {
  magic_link_enabled: true,
  passkey_enabled: true,
  enabled_oauth_providers: [{ id: "github" }, { id: "google" }]
}
const needsSecondFactor: PartialResponse = {
  status: 400,
  headers: { "x-stack-known-error": "MULTI_FACTOR_AUTHENTICATION_REQUIRED" },
  body: { code: "MULTI_FACTOR_AUTHENTICATION_REQUIRED", error: "Required.", details: { attempt_code: "a".repeat(45) } }
}

const opened: Array<Awaited<ReturnType<typeof render>>> = []

const open = async (node: ReactNode, script = {}, config: object = everything) => {
  const service = scriptedService(
    { "GET /projects/current": () => ({ body: project(config) }), ...script },
    { redirectMethod: "none" }
  )
  const page = await render(<KeystileProvider runtime={service.runtime}>{node}</KeystileProvider>)
  opened.push(page)
  const has = (selector: string) => page.container.querySelector(selector) !== null
  const type = (selector: string, text: string) =>
    act(async () => {
      const input = page.find<HTMLInputElement>(selector)
      input.focus()
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text)
      input.dispatchEvent(new Event("input", { bubbles: true }))
    })
  const submit = (selector: string) =>
    act(async () => {
      page.find(selector).dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }))
    })
  return { has, page, service, submit, type }
}

const credentials = "form:has([name=password])"
const step = "[data-step]"

// Otherwise, countdowns would continue without their document.
afterEach(async () => {
  for (const page of opened.splice(0)) await page.unmount()
  document.body.replaceChildren()
})

describe("The parts of sign-in", () => {
  it("have the application's texts and markup, and no classes of their own", async () => {
    const { page } = await open(<OwnSignIn />)
    await vi.waitFor(() => page.find(credentials))
    expect(page.find(step).className).toBe("sign-in")
    expect([...page.container.querySelectorAll("[class]")].map(({ className }) => className)).toEqual([
      "sign-in",
      "plain"
    ])
    expect([...page.container.querySelectorAll("button")].map(({ textContent }) => textContent)).toEqual([
      "Sign in with GitHub",
      "Sign in with Google",
      "Use a passkey",
      "Let me in",
      "Send"
    ])
  })

  it("are not rendered again with the root", async () => {
    let count = 0
    const form = <SignIn.MagicLink render={(props) => <form {...props} data-count={++count} />} />
    const { runtime } = scriptedService({ "GET /projects/current": () => ({ body: project(everything) }) })
    const root = (className: string) => (
      <KeystileProvider runtime={runtime}>
        <SignIn.Root className={className}>{form}</SignIn.Root>
      </KeystileProvider>
    )
    const page = await render(root("first"))
    opened.push(page)
    await vi.waitFor(() => page.find("form"))
    const before = count
    await page.show(root("second"))
    expect(page.find(step).className).toBe("second")
    expect(count).toBe(before)
  })

  it("render only for the project's methods", async () => {
    const { has, page } = await open(<OwnSignIn />, {}, { credential_enabled: false, magic_link_enabled: true })
    await vi.waitFor(() => page.find("form"))
    expect([has(credentials), has("[data-provider]"), page.container.querySelectorAll("form").length]).toEqual([
      false,
      false,
      1
    ])
    expect(page.text()).not.toContain("Use a passkey")
  })

  it("connect labels and errors to their fields, and send no invalid input", async () => {
    const { page, service, submit } = await open(<OwnSignIn />)
    await vi.waitFor(() => page.find(credentials))
    await submit(credentials)
    await vi.waitFor(() => expect(page.container.querySelectorAll("[data-kind=field]")).toHaveLength(2))
    for (const input of page.container.querySelectorAll<HTMLInputElement>(`${credentials} input`)) {
      expect(page.find(`label[for="${input.id}"]`).textContent).not.toBe("")
      expect(input.getAttribute("aria-invalid")).toBe("true")
      expect(document.getElementById(input.getAttribute("aria-describedby") ?? "")?.textContent).toContain(
        "Please enter"
      )
    }
    expect(service.count("POST /auth/password/sign-in")).toBe(0)
  })

  it("sign in once, have the state busy meanwhile, and show the service's error", async () => {
    const { page, service, submit, type } = await open(<OwnSignIn />, {
      "POST /auth/password/sign-in": () => knownError("EMAIL_PASSWORD_MISMATCH", "Wrong email or password.")
    })
    await vi.waitFor(() => page.find(credentials))
    service.hold("POST /auth/password/sign-in")
    await type(`${credentials} [name=email]`, "noor@fernhill.example")
    await type(`${credentials} [name=password]`, "correct horse")
    await submit(credentials)
    await vi.waitFor(() => expect(page.find(credentials).dataset["state"]).toBe("busy"))
    expect(page.find(`${credentials} [type=submit]`).getAttribute("aria-disabled")).toBe("true")
    await submit(credentials)
    service.release("POST /auth/password/sign-in")
    await vi.waitFor(() => expect(page.find("[data-kind=field]").textContent).toBe("Wrong email or password."))
    expect(service.count("POST /auth/password/sign-in")).toBe(1)
  })

  it("replace the first step by the second factor, and return to it", async () => {
    const { has, page, service, submit, type } = await open(<OwnSignIn />, {
      "POST /auth/password/sign-in": () => needsSecondFactor,
      "POST /auth/mfa/sign-in": () => knownError("INVALID_TOTP_CODE", "Invalid.")
    })
    await vi.waitFor(() => page.find(credentials))
    await type(`${credentials} [name=email]`, "noor@fernhill.example")
    await type(`${credentials} [name=password]`, "correct horse")
    await submit(credentials)
    await vi.waitFor(() => expect(page.find(step).dataset["step"]).toBe("second-factor"))
    expect(has(credentials)).toBe(false)
    await type("[name=code]", "12 34-56")
    // The calls of this step are loaded on demand, which is slow on a busy machine.
    await vi.waitFor(() => expect(page.find("[data-kind=field]").textContent).toBe("Invalid TOTP code"), 5000)
    expect([page.find<HTMLInputElement>("[name=code]").value, service.count("POST /auth/mfa/sign-in")]).toEqual(["", 1])
    service.respond("POST /auth/mfa/sign-in", () => ({ status: 500 }))
    await type("[name=code]", "123456")
    await vi.waitFor(() => page.find("[data-kind=form]"))
    expect(page.find<HTMLInputElement>("[name=code]").value).toBe("123456")
    await act(async () => page.find("button:not([type=submit])").click())
    expect(page.find(step).dataset["step"]).toBe("start")
    expect(page.find<HTMLInputElement>(`${credentials} [name=email]`).value).toBe("noor@fernhill.example")
  })

  it("send a code by email and accept it, including lowercase letters and dashes", async () => {
    const codes: Array<unknown> = []
    let isDown = true
    const { page, submit, type } = await open(<OwnSignIn />, {
      "POST /auth/otp/send-sign-in-code": () => ({ body: { nonce: "n".repeat(39) } }),
      "POST /auth/otp/sign-in": ({ body }: { readonly body?: unknown }) => {
        if (isDown) return "no connection"
        codes.push(JSON.parse(String(body)).code)
        return { body: { ...session(), is_new_user: false } }
      }
    })
    const form = "form:not(:has([name=password]))"
    await vi.waitFor(() => page.find(form))
    await type(`${form} [name=email]`, "noor@fernhill.example")
    await submit(form)
    await vi.waitFor(() => expect(page.find(step).dataset["step"]).toBe("code"))
    await type("[name=code]", "abc-123")
    await vi.waitFor(() => page.find("[data-kind=form]"))
    // A code that could not be checked stays, and Enter sends it again.
    expect(page.find<HTMLInputElement>("[name=code]").value).toBe("ABC123")
    isDown = false
    await submit("form:has([name=code])")
    await vi.waitFor(() => expect(codes).toEqual([`ABC123${"n".repeat(39)}`]))
  })

  it("leave the text of a code as an input method composes it, and accept it once", async () => {
    const { page, service, submit, type } = await open(<OwnSignIn />, {
      "POST /auth/password/sign-in": () => needsSecondFactor,
      "POST /auth/mfa/sign-in": () => ({ status: 500 })
    })
    await vi.waitFor(() => page.find(credentials))
    await type(`${credentials} [name=email]`, "noor@fernhill.example")
    await type(`${credentials} [name=password]`, "correct horse")
    await submit(credentials)
    await vi.waitFor(() => page.find("[name=code]"))
    const input = page.find<HTMLInputElement>("[name=code]")
    const dispatch = (event: Event) => act(async () => void input.dispatchEvent(event))
    const compose = async (text: string) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text)
      await dispatch(new InputEvent("input", { bubbles: true, isComposing: true }))
    }
    await dispatch(new CompositionEvent("compositionstart", { bubbles: true }))
    for (const text of ["１", "１２", "１２３４５６"]) {
      await compose(text)
      expect(input.value).toBe(text)
    }
    await dispatch(new CompositionEvent("compositionend", { bubbles: true }))
    expect(input.value).toBe("123456")
    await vi.waitFor(() => page.find("[data-kind=form]"), 5000)
    expect(service.count("POST /auth/mfa/sign-in")).toBe(1)
  })

  it("report an unavailable service apart from the fields", async () => {
    const { page, submit, type } = await open(<OwnSignIn />, { "POST /auth/password/sign-in": () => ({ status: 500 }) })
    await vi.waitFor(() => page.find(credentials))
    await type(`${credentials} [name=email]`, "noor@fernhill.example")
    await type(`${credentials} [name=password]`, "correct horse")
    await submit(credentials)
    await vi.waitFor(() => expect(page.find("[data-kind=form]").textContent).toContain("not available right now"))
    expect(page.find(credentials).dataset["state"]).toBe("refused")
  })

  it("throw an error that names their parent part when they are used outside it", async () => {
    const { page } = await open(
      <ErrorBoundary fallback={String}>
        <SignIn.Root>
          <SignIn.Email />
        </SignIn.Root>
      </ErrorBoundary>
    )
    await vi.waitFor(() => expect(page.text()).toContain("<Email> has to be inside a form"))
  })
})

describe("The parts of sign-up", () => {
  const form = (
    <SignUp.Root>
      <SignUp.Form strengthThreshold={0}>
        <SignUp.Email />
        <SignUp.Password />
        <SignUp.RepeatPassword />
        <SignUp.Error for="repeat" />
        <SignUp.Submit />
      </SignUp.Form>
      <SignUp.Providers>
        {({ button, name }) => (
          <button {...button} type="button">
            {name}
          </button>
        )}
      </SignUp.Providers>
    </SignUp.Root>
  )

  it("compare the two passwords, then create the account", async () => {
    const { page, service, submit, type } = await open(form)
    await vi.waitFor(() => page.find(credentials))
    await type("[name=email]", "new@fernhill.example")
    await type("[name=password]", "correct horse battery")
    await type("[name=repeat]", "another")
    await submit("form")
    await vi.waitFor(() => expect(page.find("[data-kind=field]").textContent).toBe("Passwords do not match"))
    await type("[name=repeat]", "correct horse battery")
    await submit("form")
    await vi.waitFor(() => expect(service.count("POST /auth/password/sign-up")).toBe(1))
    expect([...page.container.querySelectorAll("[data-provider]")].map(({ textContent }) => textContent)).toEqual([
      "GitHub",
      "Google"
    ])
  })

  it("show the password strength in default or custom texts", async () => {
    const { has, page, type } = await open(
      <SignUp.Root>
        <SignUp.Form>
          <SignUp.Email />
          <SignUp.Password />
          <SignUp.Strength className="plain" />
          <SignUp.Strength>
            {({ advice, score, word }) => <b>{`${score} ${word} ${advice !== null}`}</b>}
          </SignUp.Strength>
        </SignUp.Form>
      </SignUp.Root>
    )
    await vi.waitFor(() => page.find(credentials))
    expect(has("[data-score]")).toBe(false)
    await type("[name=password]", "password")
    await vi.waitFor(
      () => expect(page.find(".plain").textContent).toBe("Very weak · This is a commonly used password."),
      5000
    )
    expect(page.find(".plain").outerHTML).toContain('role="status" aria-label="Password strength" data-score="0"')
    expect(page.find("b").textContent).toBe("0 Very weak true")
    await type("[name=password]", "verdigris-lantern-42")
    await vi.waitFor(() => expect(page.find("b").textContent).toBe("4 Strong false"))
    await type("[name=password]", "")
    await vi.waitFor(() => expect(has("[data-score]")).toBe(false))
  })

  it("render no form in a project that does not allow sign-up", async () => {
    const { has, page } = await open(form, {}, { ...everything, sign_up_enabled: false })
    await vi.waitFor(() => page.find("[data-provider]"))
    expect(has("form")).toBe(false)
  })
})
