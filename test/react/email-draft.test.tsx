// @vitest-environment happy-dom
/** The typed address is kept between sign-in, sign-up and forgotten password. */
import * as Effect from "effect/Effect"
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { WebAuthn } from "../../core/passkey/web-authn.ts"
import { loadModules } from "../../core/loading/lazy-module.ts"
import type { ClientRuntime } from "../../react/engine/keystile.ts"
import { ForgotPassword, KeystileProvider, OAuthCallback, SignIn, SignUp } from "../../react/index.ts"
import { render, settle } from "./page.tsx"
import {
  type PartialResponse,
  knownError,
  project,
  type ServiceScript,
  scriptedService,
  session
} from "./scripted-service.ts"

const NOOR = "noor@fernhill.example"

/** Runs effects with an authenticator that uses a passkey without asking. */
const withPasskey = ({ runFork }: ClientRuntime): ClientRuntime => ({
  runFork: (effect, options) =>
    runFork(
      Effect.provideService(effect, WebAuthn, {
        create: () => Effect.never,
        get: (_, { autofill }) => (autofill ? Effect.never : Effect.succeed({ id: "passkey" }))
      }),
      options
    )
})

const open = async (node: React.ReactNode, script: ServiceScript = {}) => {
  const service = scriptedService(script, { redirectMethod: "none" })
  const page = await render(<KeystileProvider runtime={withPasskey(service.runtime)}>{node}</KeystileProvider>)
  await vi.waitFor(() => page.find("input[type=email]"))
  const field = () => page.find<HTMLInputElement>("input[type=email]")
  const fill = (selector: string, text: string) =>
    settle(() => {
      const input = page.find<HTMLInputElement>(selector)
      input.focus()
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text)
      input.dispatchEvent(new InputEvent("input", { bubbles: true }))
    })
  return { ...page, ...service, field, fill }
}

const needsSecondFactor: PartialResponse = {
  status: 400,
  headers: { "x-stack-known-error": "MULTI_FACTOR_AUTHENTICATION_REQUIRED" },
  body: { code: "MULTI_FACTOR_AUTHENTICATION_REQUIRED", error: "Required.", details: { attempt_code: "a".repeat(45) } }
}

const newSession = () => ({ body: { ...session(), is_new_user: false } })

const draft = () => sessionStorage.getItem("keystile-email-p")

beforeAll(() => Effect.runPromise(loadModules))

/** A full page load: nothing of the page's memory is left. */
beforeEach(() => vi.resetModules())
afterEach(() => {
  vi.useRealTimers()
  sessionStorage.clear()
  history.replaceState(null, "", "/")
})

describe("The typed address", () => {
  it.each([
    ["sign-up", <SignUp key="page" />],
    ["forgotten password", <ForgotPassword key="page" />],
    ["sign-in, by Back", <SignIn key="page" />]
  ])("is in the field of %s", async (_name, next) => {
    const first = await open(<SignIn />)
    await first.fill("input[type=email]", NOOR)
    await first.unmount()
    const second = await open(next)
    expect(second.field().value).toBe(NOOR)
    expect(location.href).not.toContain("noor")
    await second.unmount()
  })

  it("is kept after it was corrected on another page", async () => {
    const first = await open(<SignIn />)
    await first.fill("input[type=email]", NOOR)
    await first.unmount()
    const second = await open(<ForgotPassword />)
    await second.fill("input[type=email]", "tess@fernhill.example")
    await second.unmount()
    const third = await open(<SignIn />)
    expect(third.field().value).toBe("tess@fernhill.example")
    await third.unmount()
  })

  it("is read from the tab's storage after a full page load, for fifteen minutes", async () => {
    sessionStorage.setItem("keystile-email-p", `${Date.now() - 14 * 60_000} ${NOOR}`)
    const { SignIn, KeystileProvider } = await import("../../react/index.ts")
    const { scriptedService } = await import("./scripted-service.ts")
    const load = async () => {
      const page = await render(
        <KeystileProvider runtime={scriptedService().runtime}>
          <SignIn />
        </KeystileProvider>
      )
      await vi.waitFor(() => page.find("input[type=email]"))
      const { value } = page.find<HTMLInputElement>("input[type=email]")
      await page.unmount()
      return value
    }
    expect(await load()).toBe(NOOR)
    sessionStorage.setItem("keystile-email-p", `${Date.now() - 16 * 60_000} ${NOOR}`)
    expect(await load()).toBe("")
    expect(sessionStorage.getItem("keystile-email-p")).toBeNull()
  })

  it("is kept in memory for fifteen minutes", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const valueOnNextPage = async () => {
      const next = await open(<SignUp />)
      const { value } = next.field()
      await next.unmount()
      return value
    }
    const first = await open(<SignIn />)
    await first.fill("input[type=email]", NOOR)
    await first.unmount()
    vi.setSystemTime(Date.now() + 14 * 60_000)
    expect(await valueOnNextPage()).toBe(NOOR)
    vi.setSystemTime(Date.now() + 2 * 60_000)
    expect(await valueOnNextPage()).toBe("")
  })

  it("is sent as it is in the field, also if it was not typed again", async () => {
    const first = await open(<SignIn />)
    await first.fill("input[type=email]", NOOR)
    await first.unmount()
    const bodies: Array<unknown> = []
    const second = await open(<SignIn />, {
      "POST /auth/password/sign-in": ({ body }: { readonly body?: unknown }) => {
        bodies.push(JSON.parse(String(body)))
        return knownError("EMAIL_PASSWORD_MISMATCH", "Wrong.")
      }
    })
    await second.fill("input[type=password]", "verdigris-lantern-42")
    await settle(() => second.find<HTMLButtonElement>("button[type=submit]").click())
    await vi.waitFor(() => expect(bodies).toEqual([{ email: NOOR, password: "verdigris-lantern-42" }]))
    await second.unmount()
  })

  it("is removed when a password signs in", async () => {
    const page = await open(<SignIn />)
    await page.fill("input[type=email]", "ada@fernhill.example")
    expect(draft()).toContain("ada@fernhill.example")
    await page.fill("input[type=password]", "verdigris-lantern-42")
    await settle(() => page.find<HTMLButtonElement>("button[type=submit]").click())
    await vi.waitFor(() => expect(draft()).toBeNull())
    await page.unmount()
  })

  it("is kept until the second factor signs in", async () => {
    const page = await open(<SignIn />, {
      "POST /auth/password/sign-in": () => needsSecondFactor,
      "POST /auth/mfa/sign-in": newSession
    })
    await page.fill("input[type=email]", NOOR)
    await page.fill("input[type=password]", "verdigris-lantern-42")
    await settle(() => page.find<HTMLButtonElement>("button[type=submit]").click())
    await vi.waitFor(() => page.find("input[inputmode=numeric]"))
    expect(draft()).toContain(NOOR)
    await page.fill("input[inputmode=numeric]", "123456")
    await vi.waitFor(() => expect(draft()).toBeNull())
    await page.unmount()
  })

  it("is removed when a passkey signs in", async () => {
    const page = await open(<SignIn />, {
      "GET /projects/current": () => ({ body: project({ passkey_enabled: true }) }),
      "POST /auth/passkey/initiate-passkey-authentication": () => ({
        body: { options_json: { rpId: "THIS_VALUE_WILL_BE_REPLACED.example.com" }, code: "c".repeat(45) }
      }),
      "POST /auth/passkey/sign-in": newSession
    })
    await page.fill("input[type=email]", "tess@fernhill.example")
    expect(draft()).toContain("tess@fernhill.example")
    await settle(() => page.find<HTMLButtonElement>("button[type=button]").click())
    await vi.waitFor(() => expect(page.count("POST /auth/passkey/sign-in")).toBe(1))
    await vi.waitFor(() => expect(draft()).toBeNull())
    await page.unmount()
  })

  it("is removed when a provider signs in", async () => {
    sessionStorage.setItem("keystile-email-p", `${Date.now()} ${NOOR}`)
    const state = "s".repeat(43)
    document.cookie = `stack-oauth-outer-${state}=${"v".repeat(43)}; path=/`
    history.replaceState(null, "", `/handler/oauth-callback?code=c&state=${state}`)
    const { runtime } = scriptedService(
      {
        "POST /auth/oauth/token": () => ({
          body: { ...session(), token_type: "Bearer", expires_in: 3600, scope: "legacy", is_new_user: false }
        })
      },
      { redirectMethod: "none" }
    )
    const page = await render(
      <KeystileProvider runtime={runtime}>
        <OAuthCallback />
      </KeystileProvider>
    )
    await vi.waitFor(() => expect(draft()).toBeNull())
    await page.unmount()
  })
})
