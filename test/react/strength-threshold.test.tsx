// @vitest-environment happy-dom
/** `strengthThreshold` in each form with a new password. */
import { act, type ReactNode } from "react"
import * as Effect from "effect/Effect"
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { AccountSettings, CredentialSignUp, KeystileProvider, PasswordReset } from "../../react/index.ts"
import { strength } from "../../react/messages/english/strength.ts"
import { loadModules } from "../../core/runtime/lazy-module.ts"
import { render, settle } from "./page.tsx"
import { scriptedService, type Script } from "./scripted-service.ts"

beforeAll(() => Effect.runPromise(loadModules))
afterEach(() => {
  document.body.replaceChildren()
  history.replaceState(null, "", "/")
})

/** Scores 3 of 4. */
const GOOD = "quayside1"

interface Form {
  readonly screen: ReactNode
  readonly signedIn: boolean
  readonly script: Script
  /** The request that sends the new password. */
  readonly request: string
  /** Opens the form and fills the fields beside those of the new password. */
  readonly prepare: (page: HTMLElement) => Promise<void>
}

const fill = (input: HTMLInputElement | null | undefined, text: string) =>
  settle(() => {
    if (input == null) throw new Error("The field is not there.")
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text)
    input.dispatchEvent(new Event("input", { bubbles: true }))
  })

const newPasswords = (page: HTMLElement) =>
  Array.from(page.querySelectorAll<HTMLInputElement>("input[autocomplete=new-password]"))

const forms: Readonly<Record<string, Form>> = {
  "sign-up": {
    screen: <CredentialSignUp />,
    signedIn: false,
    script: {},
    request: "POST /auth/password/sign-up",
    prepare: (page) => fill(page.querySelector<HTMLInputElement>("[name=email]"), "noor@fernhill.example")
  },
  "password reset": {
    screen: <PasswordReset searchParams={{ code: "c".repeat(45) }} />,
    signedIn: false,
    script: {
      "POST /auth/password/reset/check-code": () => ({ body: { is_code_valid: true } }),
      "POST /auth/password/reset": () => ({ body: { success: true } })
    },
    request: "POST /auth/password/reset",
    prepare: async () => {}
  },
  "account settings": {
    screen: <AccountSettings />,
    signedIn: true,
    script: {
      "GET /contact-channels": () => ({ body: { items: [], is_paginated: false } }),
      "POST /auth/password/update": () => ({ body: { success: true } })
    },
    request: "POST /auth/password/update",
    prepare: async (page) => {
      await vi.waitFor(() => expect(page.textContent).toContain("Update password"), { timeout: 10_000 })
      const open = Array.from(page.querySelectorAll("button")).find(
        ({ textContent }) => textContent === "Update password"
      )
      await settle(() => open?.click())
      await fill(page.querySelector<HTMLInputElement>("input[autocomplete=current-password]"), "the old one")
    }
  }
}

describe.each(Object.entries(forms))(
  "strengthThreshold in %s",
  (name, { prepare, request, screen, script, signedIn }) => {
    const submit = async (threshold: number, password: string) => {
      const service = scriptedService(script, { signedIn })
      if (name === "account settings") history.replaceState(null, "", "/settings#auth")
      const page = await render(
        <KeystileProvider runtime={service.runtime} strengthThreshold={threshold}>
          {screen}
        </KeystileProvider>
      )
      await prepare(page.container)
      await vi.waitFor(() => expect(newPasswords(page.container)).toHaveLength(2), { timeout: 10_000 })
      for (const input of newPasswords(page.container)) await fill(input, password)
      const form = newPasswords(page.container)[0]?.form
      await act(async () => void form?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })))
      return { page, service }
    }

    it("rejects a password below the provider's threshold, without a request", async () => {
      const { page, service } = await submit(4, GOOD)
      await vi.waitFor(() => expect(page.text()).toContain(strength.tooWeak))
      expect(service.count(request)).toBe(0)
      await page.unmount()
    })

    it("sends a password that reaches the provider's threshold", async () => {
      const { page, service } = await submit(3, GOOD)
      await vi.waitFor(() => expect(service.count(request)).toBe(1))
      await page.unmount()
    })

    it("sends any password of sufficient length with the threshold 0", async () => {
      const { page, service } = await submit(0, "password1")
      await vi.waitFor(() => expect(service.count(request)).toBe(1))
      await page.unmount()
    })
  }
)
