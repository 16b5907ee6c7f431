// @vitest-environment happy-dom
/** `<PasskeyButton />` on a page of the application. */
import * as Effect from "effect/Effect"
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { KeystileProvider, PasskeyButton, type PasskeyButtonProps } from "../../react/index.ts"
import { loadModules } from "../../core/loading/lazy-module.ts"
import { render, settle } from "./page.tsx"
import { scriptedService } from "./scripted-service.ts"

beforeAll(() => Effect.runPromise(loadModules))
afterEach(() => document.body.replaceChildren())

const open = (props: PasskeyButtonProps = {}) =>
  render(
    <KeystileProvider runtime={scriptedService().runtime}>
      <PasskeyButton {...props} />
    </KeystileProvider>
  )

describe("<PasskeyButton>", () => {
  it("has a label for sign-in by default", async () => {
    expect((await open()).find("button").textContent).toBe("Sign in with Passkey")
    expect((await open({ type: "sign-in" })).find("button").textContent).toBe("Sign in with Passkey")
  })

  it("has a label for sign-up", async () => {
    expect((await open({ type: "sign-up" })).find("button").textContent).toBe("Sign up with Passkey")
  })

  it("shows an error in a browser without WebAuthn", async () => {
    const page = await open()
    await settle(() => page.find("button").click())
    await vi.waitFor(() => expect(page.find("[role=alert]").textContent).not.toBe(""))
    expect(page.find("button").getAttribute("aria-busy")).toBeNull()
  })
})
