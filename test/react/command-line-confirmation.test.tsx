// @vitest-environment happy-dom
/** The page that approves a sign-in on a command line, over a scripted service. */
import { act } from "react"
import * as Effect from "effect/Effect"
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { CommandLineConfirmation, KeystileProvider } from "../../react/index.ts"
import { loadModules } from "../../core/loading/lazy-module.ts"
import { render } from "./page.tsx"
import { type PartialResponse, knownError, type ServiceScript, scriptedService, session } from "./scripted-service.ts"

beforeAll(() => Effect.runPromise(loadModules))
afterEach(() => {
  document.body.replaceChildren()
  sessionStorage.clear()
  history.replaceState(null, "", "/")
})

const code = "0123456789abcdefghjkmnpqrstvwxyz0123456789abc"
const complete = "POST /auth/cli/complete"
const deny = "POST /auth/cli/deny"

const details = {
  cli_session_state: "none",
  requested_at_millis: Date.now() - 300_000,
  requested_from: { ip: "203.0.113.7" },
  user_agent: "orchard/1.0 <b>beta</b>"
}

interface Visit {
  readonly check?: PartialResponse
  readonly approve?: PartialResponse
  readonly claim?: PartialResponse
  readonly signedIn?: boolean
  readonly query?: string
  readonly script?: ServiceScript
}

const open = async ({
  approve = { body: { success: true } },
  check = { body: details },
  claim = { body: session() },
  query = `?login_code=${code}`,
  script = {},
  signedIn = true
}: Visit = {}) => {
  const visited: Array<string> = []
  const bodies: Array<unknown> = []
  const service = scriptedService(
    {
      [complete]: ({ body }) => {
        const sent = JSON.parse(String(body)) as { readonly mode?: string }
        bodies.push(sent)
        return sent.mode === "check" ? check : sent.mode === undefined ? approve : claim
      },
      [deny]: () => ({ body: { success: true } }),
      ...script
    },
    { signedIn, redirectMethod: (url) => void visited.push(url) }
  )
  history.replaceState(null, "", `/handler/cli-auth-confirm${query}`)
  const page = await render(
    <KeystileProvider runtime={service.runtime}>
      <CommandLineConfirmation />
    </KeystileProvider>
  )
  const titled = (title: string) => vi.waitFor(() => expect(page.find("h2").textContent).toBe(title))
  const click = (label: string) =>
    act(async () => {
      Array.from(page.container.querySelectorAll("button"))
        .find(({ textContent }) => textContent === label)
        ?.click()
    })
  return { page, service, visited, bodies, titled, click }
}

const QUESTION = "Sign in from the command line"

/** The service has denied the sign-in, but its response was lost. */
const denyLate = async () => {
  const opened = await open({ script: { [deny]: () => ({ status: 500 }) } })
  await opened.titled(QUESTION)
  await opened.click("Cancel")
  await vi.waitFor(() => expect(opened.page.container.querySelector("[role=alert]")).not.toBeNull())
  opened.service.respond(deny, () => knownError("CLI_AUTH_USED_ERROR", "Refused."))
  return opened
}

describe("<CommandLineConfirmation>", () => {
  it("shows who asks, from where and since when, and a warning, before the user approves", async () => {
    const { bodies, click, page, titled } = await open()
    await titled(QUESTION)
    expect(location.search).toBe("")
    for (const text of ["5 minutes ago", "203.0.113.7", "orchard/1.0 <b>beta</b>", "Signed in as noor@fernhill"]) {
      expect(page.text()).toContain(text)
    }
    expect(page.text()).toContain("Continue only if you started this yourself.")
    expect(bodies).toEqual([{ login_code: code, mode: "check" }])
    await click("Approve")
    await titled("The program is signed in")
    expect(page.text()).toContain("You can close this page.")
    expect(bodies[1]).toMatchObject({ login_code: code, refresh_token: expect.any(String) })
    expect(page.container.querySelectorAll("button")).toHaveLength(0)
  })

  it("denies the sign-in when the user cancels", async () => {
    const { bodies, click, service, titled } = await open()
    await titled(QUESTION)
    await click("Cancel")
    await titled("The program was not signed in")
    expect(service.count(deny)).toBe(1)
    expect(bodies).toHaveLength(1)
  })

  it("says the same with a service that cannot deny", async () => {
    const { click, titled } = await open({ script: { [deny]: () => ({ status: 404, body: "" }) } })
    await titled(QUESTION)
    await click("Cancel")
    await titled("The program was not signed in")
  })

  it.each([
    ["CLI_AUTH_ERROR", "This link is not valid"],
    ["CLI_AUTH_EXPIRED_ERROR", "This link has expired"],
    ["CLI_AUTH_USED_ERROR", "This link has already been used"]
  ])("shows the refusal %s on load and on approval", async (code, title) => {
    const early = await open({ check: knownError(code, "Refused.") })
    await early.titled(title)
    document.body.replaceChildren()
    const late = await open({ approve: knownError(code, "Refused.") })
    await late.titled(QUESTION)
    await late.click("Approve")
    await late.titled(title)
  })

  it("removes the stored code of a link that is used", async () => {
    sessionStorage.setItem("keystile-command-line", code)
    const { titled } = await open({ check: knownError("CLI_AUTH_USED_ERROR", "Refused."), query: "" })
    await titled("This link has already been used")
    expect(sessionStorage.getItem("keystile-command-line")).toBeNull()
  })

  it("shows an incomplete link without a request", async () => {
    const { bodies, titled } = await open({ query: "?login_code=short" })
    await titled("This link is not valid")
    expect(bodies).toEqual([])
  })

  it("keeps the question when the approval fails otherwise", async () => {
    const { click, page, titled } = await open({ approve: { status: 500 } })
    await titled(QUESTION)
    await click("Approve")
    await vi.waitFor(() => expect(page.container.querySelector("[role=alert]")).not.toBeNull())
    await titled(QUESTION)
  })

  it("shows the problem of the last decision, and sends one decision at a time", async () => {
    const { click, page, service, titled } = await open({
      approve: { status: 500 },
      script: { [deny]: () => knownError("CLI_AUTH_EXPIRED_ERROR", "Refused.") }
    })
    await titled(QUESTION)
    service.hold(complete)
    await click("Approve")
    await click("Cancel")
    expect(service.count(deny)).toBe(0)
    await act(async () => service.release(complete))
    await vi.waitFor(() => expect(page.container.querySelector("[role=alert]")).not.toBeNull())
    await click("Cancel")
    await titled("This link has expired")
    expect(service.count(deny)).toBe(1)
  })

  it("shows an approval as done if the response to the first attempt was lost", async () => {
    const { click, page, service, titled } = await open({ approve: { status: 500 } })
    await titled(QUESTION)
    await click("Approve")
    await vi.waitFor(() => expect(page.container.querySelector("[role=alert]")).not.toBeNull())
    service.respond(complete, () => knownError("CLI_AUTH_USED_ERROR", "Refused."))
    await click("Approve")
    await titled("The program is signed in")
  })

  it("shows a denial as done if the response to the first attempt was lost", async () => {
    const { click, page, titled } = await denyLate()
    await click("Cancel")
    await titled("The program was not signed in")
    expect(page.container.querySelectorAll("button")).toHaveLength(0)
  })

  it("shows the earlier denial if the sign-in cannot be approved any more", async () => {
    const { click, service, titled } = await denyLate()
    service.respond(complete, () => knownError("CLI_AUTH_USED_ERROR", "Refused."))
    await click("Approve")
    await titled("The program was not signed in")
  })

  it("sends signed-out users to sign-in without the code in the URL, and finds the code again", async () => {
    const out = await open({ signedIn: false })
    await out.titled(QUESTION)
    await out.click("Sign in")
    await vi.waitFor(() => expect(out.visited[0]).toContain("/handler/sign-in"))
    expect(out.visited.join()).not.toContain(code)
    document.body.replaceChildren()
    const back = await open({ query: "" })
    await back.titled(QUESTION)
    expect(back.bodies).toEqual([{ login_code: code, mode: "check" }])
    await back.click("Approve")
    await back.titled("The program is signed in")
    expect(sessionStorage.length).toBe(0)
  })

  it.each(["none", "anonymous"])("keeps the typed email for sign-up, with the session state %s", async (state) => {
    const draft = `${Date.now()} noor@fernhill.example`
    sessionStorage.setItem("keystile-email-p", draft)
    const out = await open({ check: { body: { ...details, cli_session_state: state } }, signedIn: false })
    await out.titled(QUESTION)
    await out.click("Sign up")
    await vi.waitFor(() => expect(out.visited[0]).toContain("/handler/sign-up"))
    expect(sessionStorage.getItem("keystile-email-p")).toBe(draft)
  })

  it("continues the session of the command line when its anonymous user signs up", async () => {
    const out = await open({ check: { body: { ...details, cli_session_state: "anonymous" } }, signedIn: false })
    await out.titled(QUESTION)
    expect(out.page.text()).toContain("what you did there before is kept")
    await out.click("Sign up")
    await vi.waitFor(() => expect(out.visited[0]).toContain("/handler/sign-up"))
    expect(out.bodies).toContainEqual({ login_code: code, mode: "claim-anon-session" })
  })
})
