// @vitest-environment happy-dom
/** Forms of a project that requires a proof at sign-up. */
import { hash } from "node:crypto"
import { act, type ReactNode, useState } from "react"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import {
  CredentialSignUp,
  KeystileProvider,
  MagicLinkSignIn,
  type SignUpProofWidget,
  type SignUpProofWidgetProps
} from "../../react/index.ts"
import { SignUp } from "../../react/parts/index.ts"
import { render } from "./page.tsx"
import { knownError, project, scriptedService, session } from "./scripted-service.ts"

const PROJECT = "GET /projects/current"
const CHALLENGE = "GET /auth/sign-up-proof/challenge"
const SIGN_UP = "POST /auth/password/sign-up"
const SEND_CODE = "POST /auth/otp/send-sign-in-code"

type Page = Awaited<ReturnType<typeof render>>
type Body = Readonly<Record<string, unknown>>

const salt = "a1b2c3d4e5f6a1b2c3d4e5f6?expires=1764112345&"

const work = () => ({
  type: "proof-of-work",
  expires_at_millis: Date.now() + 600_000,
  challenge: {
    algorithm: "SHA-256",
    challenge: hash("sha256", `${salt}1234`),
    maxnumber: 2000,
    salt,
    signature: "0".repeat(64)
  }
})

/** The number in a proof of work. */
const numberIn = (proof: unknown): unknown => JSON.parse(atob(String(proof))).number

const refused = knownError("SIGN_UP_PROOF_INVALID", "The check failed.")

/** Opens a form of a project with this setting. `responses` are those to the requests that need a proof, in order. */
const open = async (
  form: ReactNode,
  signUpProof: object | undefined,
  { responses = [], widget }: { readonly responses?: ReadonlyArray<object>; readonly widget?: SignUpProofWidget } = {}
) => {
  const bodies: Array<Body> = []
  const response = (success: () => object) => (request: { readonly body?: unknown }) => {
    bodies.push(JSON.parse(String(request.body)))
    return responses[bodies.length - 1] ?? { body: success() }
  }
  const service = scriptedService(
    {
      [PROJECT]: () => ({
        body: project({ magic_link_enabled: true, ...(signUpProof && { sign_up_proof: signUpProof }) })
      }),
      [CHALLENGE]: () => ({ body: work() }),
      [SIGN_UP]: response(session),
      [SEND_CODE]: response(() => ({ nonce: "n".repeat(39) }))
    },
    { redirectMethod: "none" }
  )
  const page = await render(
    <KeystileProvider runtime={service.runtime} {...(widget && { signUpProofWidget: widget })}>
      {form}
    </KeystileProvider>
  )
  await vi.waitFor(() => page.find("form"))
  return { bodies, page, service }
}

/** Enters a text into a field of a form, by default the first one of the page. */
const type = (page: Page, name: string, text: string, form: Element = page.find("form")) =>
  act(async () => {
    const input = form.querySelector<HTMLInputElement>(`input[name=${name}]`)
    if (input === null) throw new Error(`The form has no field ${name}.`)
    input.focus()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text)
    input.dispatchEvent(new Event("input", { bubbles: true }))
  })

const fill = async (page: Page) => {
  await type(page, "email", "new@fernhill.example")
  await type(page, "password", "verdigris-lantern-42")
}

const submit = (page: Page, form: Element = page.find("form")) =>
  act(async () => {
    form.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }))
  })

const textOf = (page: Page, selector: string) => page.container.querySelector(selector)?.textContent ?? ""

const signUpForm = <CredentialSignUp noPasswordRepeat strengthThreshold={0} />

const passwordForm = (
  <SignUp.Form strengthThreshold={0}>
    <SignUp.Email />
    <SignUp.Password />
  </SignUp.Form>
)

const codeForm = (
  <SignUp.MagicLink>
    <SignUp.Email />
  </SignUp.MagicLink>
)

afterEach(() => {
  document.body.replaceChildren()
  Reflect.deleteProperty(globalThis, "turnstile")
})

describe("A form of a project with a proof of work", () => {
  it("makes the proof when it is touched, and sends it with the sign-up", async () => {
    const { bodies, page, service } = await open(signUpForm, { type: "proof-of-work" })
    expect(service.count(CHALLENGE)).toBe(0)
    await type(page, "email", "new@fernhill.example")
    await vi.waitFor(() => expect(service.count(CHALLENGE)).toBe(1))
    await fill(page)
    await submit(page)
    await vi.waitFor(() => expect(bodies).toHaveLength(1))
    expect(numberIn(bodies[0]?.["sign_up_proof"])).toBe(1234)
    expect(service.count(CHALLENGE)).toBe(1)
  })

  it("sends it with the request for a mailed code, too", async () => {
    const { bodies, page } = await open(<MagicLinkSignIn />, { type: "proof-of-work" })
    await type(page, "email", "new@fernhill.example")
    await submit(page)
    await vi.waitFor(() => expect(bodies).toHaveLength(1))
    await vi.waitFor(() => expect(numberIn(bodies[0]?.["sign_up_proof"])).toBe(1234))
  })

  it("says so while a submitted form waits for its proof", async () => {
    const { bodies, page, service } = await open(signUpForm, { type: "proof-of-work" })
    service.hold(CHALLENGE)
    await fill(page)
    await vi.waitFor(() => expect(service.count(CHALLENGE)).toBe(1))
    await submit(page)
    await vi.waitFor(
      () => expect(textOf(page, ".ks-text[role=status]")).toBe("Checking that you are not a robot"),
      5000
    )
    expect(page.find("button[type=submit]").getAttribute("aria-busy")).toBe("true")
    service.release(CHALLENGE)
    await vi.waitFor(() => expect(bodies).toHaveLength(1))
    await vi.waitFor(() => expect(page.container.querySelector(".ks-text[role=status]")).toBeNull())
  })

  it("announces a proof that was refused, keeps its fields, and sends another one next time", async () => {
    const { bodies, page, service } = await open(signUpForm, { type: "proof-of-work" }, { responses: [refused] })
    await fill(page)
    await submit(page)
    await vi.waitFor(() => expect(textOf(page, "[role=alert]")).toBe("The check failed."))
    expect(page.find<HTMLInputElement>("input[name=email]").value).toBe("new@fernhill.example")
    expect(page.find<HTMLInputElement>("input[name=password]").value).toBe("verdigris-lantern-42")
    await submit(page)
    await vi.waitFor(() => expect(bodies).toHaveLength(2))
    expect(service.count(CHALLENGE)).toBe(2)
  })
})

describe("A form of a project without a proof", () => {
  it("requests no challenge", async () => {
    const { bodies, page, service } = await open(signUpForm, undefined)
    await fill(page)
    await submit(page)
    await vi.waitFor(() => expect(bodies).toHaveLength(1))
    expect(bodies[0]).not.toHaveProperty("sign_up_proof")
    expect(service.count(CHALLENGE)).toBe(0)
  })
})

describe("A form with a widget", () => {
  /** The functions of the script, which a page loads once. */
  const turnstile = {
    render: vi.fn<(container: HTMLElement, options: Readonly<Record<string, unknown>>) => string>(),
    remove: vi.fn<(id: string) => void>()
  }
  beforeEach(() => void Object.assign(globalThis, { turnstile }))

  /** A widget whose buttons report a new proof, and an error. */
  const makeWidget = () => {
    let mounted = 0
    const shown: Array<Pick<SignUpProofWidgetProps, "siteKey" | "type">> = []
    const Widget = ({ onError, onProof, siteKey, type }: SignUpProofWidgetProps) => {
      shown.push({ type, siteKey })
      return (
        <>
          <button type="button" name="prove" aria-label="Prove" onClick={() => onProof(`proof ${++mounted}`)} />
          <button type="button" name="fail" aria-label="Fail" onClick={() => onError(new Error("blocked"))} />
        </>
      )
    }
    return { Widget, shown }
  }

  const press = async (page: Page, name: string) => {
    await vi.waitFor(() => page.find(`button[name=${name}]`))
    await act(async () => page.find(`button[name=${name}]`).click())
  }

  it("shows it when it is touched, and sends what it reports", async () => {
    const { Widget, shown } = makeWidget()
    const setting = { type: "turnstile", site_key: "the-key" }
    const { bodies, page } = await open(signUpForm, setting, { widget: Widget, responses: [refused] })
    expect(shown).toEqual([])
    await fill(page)
    await press(page, "prove")
    expect(shown[0]).toEqual({ type: "turnstile", siteKey: "the-key" })
    await submit(page)
    await vi.waitFor(() => expect(textOf(page, "[role=alert]")).toBe("The check failed."))
    await submit(page)
    // The first proof was used up.
    expect(bodies).toHaveLength(1)
    await press(page, "prove")
    await vi.waitFor(() => expect(bodies).toHaveLength(2))
    expect(bodies.map((body) => body["sign_up_proof"])).toEqual(["proof 1", "proof 2"])
  })

  it("announces its error, also one before the submit, and works the next time", async () => {
    const { Widget } = makeWidget()
    const { bodies, page } = await open(signUpForm, { type: "another check" }, { widget: Widget })
    await fill(page)
    await press(page, "fail")
    await submit(page)
    await vi.waitFor(() => expect(textOf(page, "[role=alert]")).toContain("not a robot could not be made"))
    expect(page.find<HTMLInputElement>("input[name=email]").value).toBe("new@fernhill.example")
    await press(page, "prove")
    await submit(page)
    await vi.waitFor(() => expect(bodies.map((body) => body["sign_up_proof"])).toEqual(["proof 1"]))
  })

  it("gives each form of a page a proof of its own", async () => {
    const { Widget } = makeWidget()
    const forms = (
      <SignUp.Root>
        <SignUp.Start>
          {passwordForm}
          {codeForm}
        </SignUp.Start>
      </SignUp.Root>
    )
    const setting = { type: "another check" }
    const { bodies, page } = await open(forms, setting, { widget: Widget, responses: [refused, refused] })
    await fill(page)
    const [, second] = page.container.querySelectorAll("form")
    await type(page, "email", "new@fernhill.example", second)
    await submit(page)
    await submit(page, second)
    await press(page, "prove")
    await vi.waitFor(() => expect(bodies).toHaveLength(1))
    await press(page, "prove")
    await vi.waitFor(() => expect(bodies.map((body) => body["sign_up_proof"])).toEqual(["proof 1", "proof 2"]))
  })

  it("gives the proof to the next form if the first one is gone", async () => {
    const { Widget } = makeWidget()
    const Forms = () => {
      const [isOpen, setIsOpen] = useState(true)
      return (
        <SignUp.Root>
          <SignUp.Start>
            {isOpen && passwordForm}
            {codeForm}
            <button type="button" name="close" aria-label="Close" onClick={() => setIsOpen(false)} />
          </SignUp.Start>
        </SignUp.Root>
      )
    }
    const { bodies, page } = await open(<Forms />, { type: "another check" }, { widget: Widget })
    await fill(page)
    await submit(page)
    await press(page, "close")
    await vi.waitFor(() => expect(page.container.querySelectorAll("form")).toHaveLength(1))
    await type(page, "email", "new@fernhill.example")
    await submit(page)
    await press(page, "prove")
    await vi.waitFor(() => expect(bodies.map((body) => body["sign_up_proof"])).toEqual(["proof 1"]))
    expect(bodies[0]).not.toHaveProperty("password")
  })

  it("announces that Turnstile cannot be shown", async () => {
    turnstile.render.mockImplementation(() => {
      throw new Error("Invalid input for parameter sitekey")
    })
    const { bodies, page } = await open(signUpForm, { type: "turnstile" })
    await fill(page)
    await submit(page)
    await vi.waitFor(() => expect(textOf(page, "[role=alert]")).toContain("not a robot could not be made"))
    expect(bodies).toEqual([])
  })

  it("shows a widget of Turnstile by default", async () => {
    const rendered: Array<Readonly<Record<string, unknown>>> = []
    const removed: Array<string> = []
    turnstile.render.mockImplementation((_, options) => `id ${rendered.push(options)}`)
    turnstile.remove.mockImplementation((id) => void removed.push(id))
    const { bodies, page } = await open(
      signUpForm,
      { type: "turnstile", site_key: "the-key" },
      { responses: [refused] }
    )
    await fill(page)
    await vi.waitFor(() => expect(rendered).toHaveLength(1))
    const [options = {}] = rendered
    expect(options).toMatchObject({ sitekey: "the-key", action: "sign-up" })
    const { callback } = options
    if (typeof callback !== "function") throw new Error("There is no callback.")
    await submit(page)
    expect(bodies).toEqual([])
    await act(async () => callback("a token"))
    await vi.waitFor(() => expect(bodies.map((body) => body["sign_up_proof"])).toEqual(["a token"]))
    await vi.waitFor(() => expect(rendered).toHaveLength(2))
    expect(removed).toEqual(["id 1"])
  })
})
