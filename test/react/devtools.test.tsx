// @vitest-environment happy-dom
/** The devtools: what the panel shows, what it never shows, and its keyboard. */
import * as Effect from "effect/Effect"
import { act } from "react"
import { renderToString } from "react-dom/server"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { getProject } from "../../core/api/projects/current.ts"
import { traceCall } from "../../core/http/tracing.ts"
import { KeystileDevtools, type KeystileDevtoolsProps } from "../../react/devtools/index.ts"
import { KeystileDevtools as InProduction } from "../../react/devtools/production.ts"
import { KeystileProvider, useTeamState, useUser } from "../../react/index.ts"
import { Client } from "../../tiers/client.ts"
import { render, settle } from "./page.tsx"
import { knownError, type ServiceScript, scriptedService, session } from "./scripted-service.ts"

const TEAM = "11111111-1111-4111-8111-111111111111"
const PASSWORD = "correct horse battery"

// The virtual clock of the service starts at 0, too.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: 0 }))
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

const shadow = () => {
  const root = document.querySelector("keystile-devtools")?.shadowRoot
  if (root == null) throw new Error("There are no devtools")
  return root
}
const find = <E extends HTMLElement>(selector: string) => {
  const found = shadow().querySelector<E>(selector)
  if (found === null) throw new Error(`There is no ${selector} in ${shadow().innerHTML}`)
  return found
}
const toggle = () => find<HTMLButtonElement>(".toggle")
const panelText = () => find(".panel").textContent
const rows = (label: string) =>
  [...shadow().querySelectorAll(`[aria-label^="${label}"] tbody tr`)].map((row) =>
    [...row.querySelectorAll("td")].map((cell) => cell.textContent)
  )
/** Closes and opens the panel, which then shows the present. */
const reopen = async () => {
  await settle(() => toggle().click())
  await settle(() => toggle().click())
}

/** Starts a call and runs everything that is ready. */
const startCall = async <A,>(work: () => Promise<A>) => {
  const started: { promise?: Promise<A> } = {}
  await settle(() => {
    started.promise = work()
  })
  return started
}

const Application = () => {
  useUser()
  useTeamState(TEAM)
  return null
}

interface Setting {
  readonly script?: ServiceScript
  readonly signedIn?: boolean
  readonly application?: boolean
  readonly props?: KeystileDevtoolsProps
}

const open = async ({ application = false, props, script, signedIn = false }: Setting = {}) => {
  const service = scriptedService(script, { signedIn, virtualTime: true })
  const page = await render(
    <KeystileProvider runtime={service.runtime}>
      {application && <Application />}
      <KeystileDevtools initiallyOpen {...props} />
    </KeystileProvider>
  )
  await settle()
  return { page, service }
}

const signIn = Effect.flatMap(Client, (client) =>
  client.signInWithCredential({ email: "noor@fernhill.example", password: PASSWORD })
)

describe("The session in the devtools", () => {
  it("is the user and the times of the access token, without a token", async () => {
    const tokens = session({ userId: TEAM })
    const { service } = await open({ script: { "POST /auth/password/sign-in": () => ({ body: tokens }) } })
    expect(panelText()).toContain("not signed in")
    await settle(() => service.run(signIn))
    await reopen()
    expect(panelText()).toContain(TEAM)
    expect(panelText()).toMatch(/Access token expires[\d:]+, in 1 h 0 min/)
    expect(panelText()).toMatch(/Next refreshwith the first call after [\d:]+, in 59 min 40 s/)
    vi.setSystemTime(3_590_000)
    await reopen()
    expect(panelText()).toContain("Next refreshwith the next call")
    for (const secret of [tokens.access_token, tokens.refresh_token, PASSWORD, "noor@"])
      expect(shadow().innerHTML).not.toContain(secret)
  })
})

describe("The calls in the devtools", () => {
  it("have a duration, and a failed one its typed error without its message", async () => {
    const message = "Wrong e-mail or password for noor@fernhill.example"
    const { service } = await open({
      script: { "POST /auth/password/sign-in": () => knownError("EMAIL_PASSWORD_MISMATCH", message) }
    })
    service.hold("POST /auth/password/sign-in")
    const failing = await startCall(() => service.run(Effect.flip(signIn)))
    expect(rows("Calls")[0]?.slice(1)).toEqual(["POST /auth/password/sign-in", "", "running"])
    await settle(() => service.pass("250 millis"))
    await settle(() => {
      service.release("POST /auth/password/sign-in")
      return failing.promise
    })
    expect(rows("Calls")[0]?.slice(1)).toEqual([
      "POST /auth/password/sign-in",
      "250 ms",
      "EMAIL_PASSWORD_MISMATCH (400)"
    ])
    expect(shadow().innerHTML).not.toContain("noor@")
  })

  it("wait for a retry with the time of the next attempt and the error of the last one", async () => {
    const { service } = await open({ script: { "GET /projects/current": () => "no connection" } })
    const reading = await startCall(() =>
      service.run(Effect.flatMap(Client, (client) => Effect.exit(client.getProject)))
    )
    expect(panelText()).toMatch(/Waiting for a retryGET \/projects\/current: attempt 2 in [01] s, after NoConnection/)
    expect(toggle().getAttribute("aria-label")).toContain("waits for a retry")
    service.respond("GET /projects/current", () => ({ body: {} }))
    await settle(() => service.pass("2 seconds"))
    await settle(() => reading.promise)
    expect(panelText()).not.toContain("Waiting for a retry")
    expect(rows("Calls")[0]?.[3]).toContain("1 retry")
  })

  it("are the latest hundred, and can be cleared", async () => {
    const { service } = await open()
    const read = Effect.flatMap(Client, (client) => client.getProject)
    await settle(() => service.run(Effect.forEach(Array.from({ length: 105 }), () => read)))
    expect(rows("Calls")).toHaveLength(100)
    const clear = [...shadow().querySelectorAll("button")].find(({ textContent }) => textContent === "Clear calls")
    await settle(() => clear?.click())
    expect(rows("Calls")).toEqual([])
    expect(panelText()).toContain("No call was recorded.")
  })

  it("are not recorded after the devtools are removed", async () => {
    const { page, service } = await open()
    expect(traceCall((_, call) => call, getProject, Effect.void)).not.toBe(Effect.void)
    await page.show(<KeystileProvider runtime={service.runtime}>{null}</KeystileProvider>)
    expect(document.querySelector("keystile-devtools")).toBeNull()
    expect(traceCall((_, call) => call, getProject, Effect.void)).toBe(Effect.void)
  })
})

describe("The cached reads in the devtools", () => {
  it("have a state and the number of their readers", async () => {
    await open({
      application: true,
      signedIn: true,
      script: { "GET /teams": () => ({ body: { items: [], is_paginated: false } }) }
    })
    await vi.waitFor(async () => {
      await reopen()
      expect(rows("Cached reads").map(([read, state]) => [read, state])).toContainEqual(["getSessionUser", "value"])
    })
    const [, , readers] = rows("Cached reads").find(([read]) => read === "getSessionUser") ?? []
    expect(Number(readers)).toBeGreaterThan(0)
    expect(shadow().innerHTML).not.toContain("noor@")
  })
})

describe("The panel of the devtools", () => {
  it("opens by its button, and closes by Escape with the focus on the button", async () => {
    await open({ props: { initiallyOpen: false, position: "top-left", scheme: "dark" } })
    expect(toggle().getAttribute("aria-expanded")).toBe("false")
    expect(shadow().querySelector(".panel")).toBeNull()
    await settle(() => toggle().click())
    expect(toggle().getAttribute("aria-expanded")).toBe("true")
    expect(toggle().getAttribute("aria-controls")).toBe(find(".panel").id)
    expect([find(".root").dataset["position"], find(".root").dataset["scheme"]]).toEqual(["top-left", "dark"])
    const content = find(".content")
    content.focus()
    await act(async () => content.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })))
    expect(shadow().querySelector(".panel")).toBeNull()
    expect(shadow().activeElement).toBe(toggle())
  })

  it("renders nothing on a server, and nothing in production", async () => {
    const inProvider = (child: React.ReactNode) =>
      renderToString(
        <KeystileProvider projectId="p" publishableClientKey="pck_x" tokenStore="memory">
          {child}
        </KeystileProvider>
      )
    const nothing = inProvider(null)
    expect(inProvider(<KeystileDevtools initiallyOpen />)).toBe(nothing)
    expect(inProvider(<InProduction initiallyOpen />)).toBe(nothing)
    await render(<InProduction initiallyOpen />)
    expect(document.querySelector("keystile-devtools")).toBeNull()
  })
})
