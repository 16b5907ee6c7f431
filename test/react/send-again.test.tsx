// @vitest-environment happy-dom
/** A sent mail: its expiry, sending it again, another address or method, and a code that could not be checked. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { EmailVerification, ForgotPassword, KeystileProvider, SignIn } from "../../react/index.ts"
import { WEEK } from "../durations.ts"
import { render, settle } from "./page.tsx"
import { knownError, project, type ServiceScript, scriptedService, user } from "./scripted-service.ts"

const NOOR = "noor@fernhill.example"
const code = "0".repeat(45)

const everyMethod = { magic_link_enabled: true, enabled_oauth_providers: [{ id: "github" }] }

const open = async (
  node: React.ReactNode,
  script: ServiceScript = {},
  options: { readonly signedIn?: boolean } = {}
) => {
  const service = scriptedService(
    {
      "GET /projects/current": () => ({ body: project(everyMethod) }),
      "POST /auth/otp/send-sign-in-code": () => ({
        body: { nonce: "1".repeat(39), expires_at_millis: Date.now() + WEEK }
      }),
      "POST /auth/password/send-reset-code": () => ({
        body: { success: "maybe", expires_at_millis: Date.now() + 600_000 }
      }),
      "POST /contact-channels/verify": () => knownError("VERIFICATION_CODE_EXPIRED", "It has expired."),
      "POST /contact-channels/send-verification-code": () => ({ body: { success: true } }),
      ...script
    },
    { redirectMethod: "none", ...options }
  )
  const page = await render(<KeystileProvider runtime={service.runtime}>{node}</KeystileProvider>)
  const button = (name: string | RegExp) => {
    const found = [...page.container.querySelectorAll("button")].find(({ textContent }) =>
      typeof name === "string" ? textContent === name : name.test(textContent)
    )
    if (found === undefined) throw new Error(`There is no button ${name} in ${page.text()}`)
    return found
  }
  const field = () => page.find<HTMLInputElement>("input[type=email]")
  /** The text that counts down, hidden from screen readers. */
  const countdown = () => button(/Send again/).querySelector("[aria-hidden=true]")?.textContent
  const press = (name: string | RegExp) => settle(() => button(name).click())
  const shows = (text: string | RegExp) => vi.waitFor(() => expect(page.text()).toMatch(text))
  const type = (text: string) =>
    settle(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field(), text)
      field().dispatchEvent(new InputEvent("input", { bubbles: true }))
    })
  const send = async (name: string) => {
    await vi.waitFor(field)
    await type(NOOR)
    await settle(() => page.find<HTMLButtonElement>("form button[type=submit]").click())
    await shows(name)
  }
  const codeField = () => page.find<HTMLInputElement>("input[autocomplete=one-time-code]")
  const enter = async (text: string) => {
    await vi.waitFor(codeField)
    await settle(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(codeField(), text)
      codeField().dispatchEvent(new InputEvent("input", { bubbles: true }))
    })
  }
  return {
    ...page,
    ...service,
    button,
    code: () => codeField().value,
    countdown,
    enter,
    field,
    press,
    send,
    shows,
    type
  }
}

/** Lets time pass for the countdown, which reads the browser's clock. */
const pass = (seconds: number) => settle(() => vi.advanceTimersByTime(seconds * 1000))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] })
})
afterEach(() => {
  vi.useRealTimers()
  sessionStorage.clear()
  localStorage.clear()
})

describe("The step of the mailed code", () => {
  const toCode = async (script?: ServiceScript) => {
    const page = await open(<SignIn />, script)
    await page.send("Enter the code from your email")
    return page
  }

  it("says when the code expires, and sends another one after a pause", async () => {
    const page = await toCode()
    await page.shows("The code expires in 7 days.")
    expect(page.countdown()).toBe("Send again in 30 seconds")
    await page.press(/Send again/)
    expect(page.count("POST /auth/otp/send-sign-in-code")).toBe(1)
    await pass(12)
    expect(page.countdown()).toBe("Send again in 18 seconds")
    // Its name does not count down.
    expect(page.find("[aria-disabled=true] .ks-visually-hidden").textContent).toBe("Send again in 30 seconds")
    await pass(18)
    await page.press("Send again")
    await page.shows("We sent a new code. Use the newest one.")
    expect(page.count("POST /auth/otp/send-sign-in-code")).toBe(2)
    expect(page.countdown()).toBe("Send again in 30 seconds")
    await page.unmount()
  })

  it("keeps the typed characters while another code is sent, and accepts the code with the newest nonce", async () => {
    const nonces = ["1".repeat(39), "2".repeat(39)]
    const codes: Array<unknown> = []
    const page = await toCode({
      "POST /auth/otp/send-sign-in-code": () => ({ body: { nonce: nonces.shift() } }),
      "POST /auth/otp/sign-in": ({ body }) => {
        codes.push(JSON.parse(String(body)).code.toLowerCase())
        return knownError("VERIFICATION_CODE_NOT_FOUND", "No such code.")
      }
    })
    expect(page.text()).not.toContain("expires")
    await page.enter("K7Q")
    await pass(30)
    await page.press("Send again")
    await page.shows("We sent a new code.")
    expect(page.code()).toBe("K7Q")
    await page.enter("K7Q2XZ")
    await page.shows(/wrong|Invalid|not valid/)
    expect(codes).toEqual([`k7q2xz${"2".repeat(39)}`])
    await page.unmount()
  })

  it("keeps a code that could not be checked, and checks it again", async () => {
    const page = await toCode({ "POST /auth/otp/sign-in": () => "no connection" })
    await page.enter("K7Q2XZ")
    await vi.waitFor(() => page.button("Try again"))
    expect(page.code()).toBe("K7Q2XZ")
    expect(document.activeElement?.getAttribute("autocomplete")).toBe("one-time-code")
    page.respond("POST /auth/otp/sign-in", () => ({ status: 500 }))
    await page.press("Try again")
    await vi.waitFor(() => expect(page.button("Try again").getAttribute("aria-busy")).toBeNull())
    expect([page.code(), page.count("POST /auth/otp/sign-in")]).toEqual(["K7Q2XZ", 2])
    page.respond("POST /auth/otp/sign-in", () => knownError("VERIFICATION_CODE_NOT_FOUND", "No such code."))
    await page.press("Try again")
    await page.shows("Invalid code")
    expect([page.code(), page.count("POST /auth/otp/sign-in")]).toEqual(["", 3])
    expect(() => page.button("Try again")).toThrow()
    await page.unmount()
  })

  it("clears a code that could not be checked when another one is sent", async () => {
    const page = await toCode({ "POST /auth/otp/sign-in": () => "no connection" })
    await page.enter("K7Q2XZ")
    await vi.waitFor(() => page.button("Try again"))
    await pass(30)
    await page.press("Send again")
    await page.shows("We sent a new code.")
    expect(page.code()).toBe("")
    expect(() => page.button("Try again")).toThrow()
    await page.unmount()
  })

  it("keeps a code while another one cannot be sent", async () => {
    const page = await toCode()
    await page.enter("K7Q")
    page.respond("POST /auth/otp/send-sign-in-code", () => "no connection")
    await pass(30)
    await page.press("Send again")
    await vi.waitFor(() => page.find("[role=alert]"))
    expect(page.code()).toBe("K7Q")
    expect(() => page.button("Try again")).toThrow()
    await page.unmount()
  })

  it("waits for the time that the service sends", async () => {
    let isLimited = false
    const page = await toCode({
      "POST /auth/otp/send-sign-in-code": () =>
        isLimited ? { status: 429, headers: { "retry-after": "120" } } : { body: { nonce: "1".repeat(39) } }
    })
    isLimited = true
    await pass(30)
    await page.press("Send again")
    await page.shows("Send again in 2 minutes")
    await pass(119)
    expect(page.countdown()).toBe("Send again in 1 second")
    isLimited = false
    await pass(1)
    await page.press("Send again")
    await page.shows("We sent a new code.")
    await page.unmount()
  })

  it("returns to the address, which is kept, or to the other methods", async () => {
    const page = await toCode()
    await page.press("Use another address")
    await vi.waitFor(() => expect(document.activeElement).toBe(page.field()))
    expect(page.field().value).toBe(NOOR)
    await settle(() => page.find<HTMLButtonElement>("form button[type=submit]").click())
    await page.shows("Enter the code from your email")
    await page.press("Use another method")
    await vi.waitFor(() => expect(document.activeElement?.textContent).toContain("GitHub"))
    await page.unmount()
  })

  it("does not replace another form that was chosen while the mail was being sent", async () => {
    const page = await open(<SignIn />)
    await vi.waitFor(page.field)
    await page.type(NOOR)
    page.hold("POST /auth/otp/send-sign-in-code")
    await settle(() => page.find<HTMLButtonElement>("form button[type=submit]").click())
    await vi.waitFor(() => expect(page.count("POST /auth/otp/send-sign-in-code")).toBe(1))
    await page.press("Email & Password")
    await vi.waitFor(() => page.find("input[type=password]"))
    expect(page.log).toContain("aborted POST /auth/otp/send-sign-in-code")
    await settle(() => page.release("POST /auth/otp/send-sign-in-code"))
    expect(page.text()).not.toContain("Enter the code from your email")
    await page.press("Email")
    expect(page.field().value).toBe(NOOR)
    expect(page.find("form button[type=submit]").getAttribute("aria-busy")).toBeNull()
    await page.unmount()
  })

  it("offers no other method if the project has none", async () => {
    const page = await toCode({
      "GET /projects/current": () => ({ body: project({ credential_enabled: false, magic_link_enabled: true }) })
    })
    await vi.waitFor(() => page.button("Use another address"))
    expect(page.text()).not.toContain("Use another method")
    await page.unmount()
  })
})

describe("A mail for a forgotten password", () => {
  it("names its expiry, is sent again after a pause, and to another address", async () => {
    const page = await open(<ForgotPassword />)
    await page.send("Email sent")
    await page.shows("The link expires in 10 minutes.")
    await pass(30)
    await page.press("Send again")
    await page.shows("We sent another email.")
    expect(page.count("POST /auth/password/send-reset-code")).toBe(2)
    await page.press("Use another address")
    await vi.waitFor(() => expect(page.field().value).toBe(NOOR))
    await page.unmount()
  })

  it("does not replace the form for another address when it is sent again late", async () => {
    const page = await open(<ForgotPassword />)
    await page.send("Email sent")
    await pass(30)
    page.hold("POST /auth/password/send-reset-code")
    await page.press("Send again")
    await vi.waitFor(() => expect(page.count("POST /auth/password/send-reset-code")).toBe(2))
    await page.press("Use another address")
    await page.type("tess@fernhill.example")
    await settle(() => page.release("POST /auth/password/send-reset-code"))
    expect(page.field().value).toBe("tess@fernhill.example")
    expect(page.find("form button[type=submit]").getAttribute("aria-busy")).toBeNull()
    await page.unmount()
  })
})

describe("A verification link that has expired", () => {
  const toExpired = async (signedIn: boolean, fields = {}) => {
    const page = await open(
      <EmailVerification searchParams={{ code }} />,
      { "GET /users/me": () => ({ body: user(fields) }) },
      { signedIn }
    )
    await vi.waitFor(() => page.button("Verify email"))
    await page.press("Verify email")
    await page.shows("This link has expired")
    return page
  }

  it("is replaced by another one for users who are signed in", async () => {
    const page = await toExpired(true)
    await vi.waitFor(() => page.button("Request a new link"))
    await page.press("Request a new link")
    await page.shows(/We sent a link to noor@fernhill.example/)
    expect(page.count("POST /contact-channels/send-verification-code")).toBe(1)
    await pass(30)
    await page.press("Send again")
    await page.shows("We sent another email.")
    await page.unmount()
  })

  it("leads users who are signed out to sign-in", async () => {
    const page = await toExpired(false)
    await page.shows("Sign in, and we will send you a new one.")
    page.button("Sign in")
    await page.unmount()
  })

  it("leads to sign-in if the user cannot be read", async () => {
    const page = await open(
      <EmailVerification searchParams={{ code }} />,
      { "GET /users/me": () => ({ status: 418, body: "" }) },
      { signedIn: true }
    )
    await vi.waitFor(() => page.button("Verify email"))
    await page.press("Verify email")
    await page.shows("This link has expired")
    await vi.waitFor(() => page.button("Sign in"))
    await page.unmount()
  })

  it("is not replaced if the primary address is verified", async () => {
    const page = await toExpired(true, { primary_email_verified: true })
    await vi.waitFor(() => expect(page.count("GET /users/me")).toBeGreaterThan(0))
    expect(page.text()).not.toContain("Request a new link")
    await page.unmount()
  })
})

describe("A verification link whose parameters the router gives", () => {
  it("stays usable when the router gives them again without the code, and after a reload", async () => {
    history.replaceState(null, "", `/handler/email-verification?code=${code}`)
    const service = scriptedService({}, { redirectMethod: "none" })
    const withParameters = (parameters: Readonly<Record<string, string>>) => (
      <KeystileProvider runtime={service.runtime}>
        <EmailVerification searchParams={parameters} />
      </KeystileProvider>
    )
    const page = await render(withParameters({ code }))
    await vi.waitFor(() => expect(page.text()).toContain("Verify email"))
    expect(location.search).toBe("")
    await page.show(withParameters({}))
    await settle()
    expect(page.text()).not.toContain("This link is not valid")
    await page.unmount()
    const reloaded = await render(withParameters({}))
    await vi.waitFor(() => expect(reloaded.find("button").textContent).toBe("Verify email"))
    await reloaded.unmount()
    history.replaceState(null, "", "/")
  })
})
