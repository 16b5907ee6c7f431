/** The forms with a new password: sign-up, password reset and account settings. */
import { act, type ReactNode } from "react"
import { expect, vi } from "vitest"
import { AccountSettings, CredentialSignUp, KeystileProvider, PasswordReset } from "../../react/index.ts"
import { render, settle } from "./page.tsx"
import { channel } from "./reads-fixture.tsx"
import { scriptedService, type ServiceScript } from "./scripted-service.ts"

interface Form {
  readonly screen: ReactNode
  readonly signedIn: boolean
  readonly script: ServiceScript
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

export const newPasswords = (page: HTMLElement) =>
  Array.from(page.querySelectorAll<HTMLInputElement>("input[autocomplete=new-password]"))

export const newPasswordForms: Readonly<Record<string, Form>> = {
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
      "POST /auth/password/reset/check-code": () => ({
        body: { is_code_valid: true, recipient_email: "noor@fernhill.example" }
      }),
      "POST /auth/password/reset": () => ({ body: { success: true } })
    },
    request: "POST /auth/password/reset",
    prepare: async () => {}
  },
  "account settings": {
    screen: <AccountSettings />,
    signedIn: true,
    script: {
      "GET /contact-channels": () => ({ body: { items: [channel], is_paginated: false } }),
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

interface Options {
  readonly script?: ServiceScript
  readonly threshold: number
}

/** Opens a form. Returns its page, with a function that submits a new password. */
export const openNewPassword = async (name: string, { script = {}, threshold }: Options) => {
  const form = newPasswordForms[name]
  if (form === undefined) throw new Error(`There is no form ${name}.`)
  const service = scriptedService({ ...form.script, ...script }, { signedIn: form.signedIn })
  if (name === "account settings") history.replaceState(null, "", "/settings#auth")
  const page = await render(
    <KeystileProvider runtime={service.runtime} strengthThreshold={threshold}>
      {form.screen}
    </KeystileProvider>
  )
  await form.prepare(page.container)
  await vi.waitFor(() => expect(newPasswords(page.container)).toHaveLength(2), { timeout: 10_000 })
  const submit = async (password: string) => {
    for (const input of newPasswords(page.container)) await fill(input, password)
    const element = newPasswords(page.container)[0]?.form
    await act(async () => void element?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })))
  }
  return { page, submit, sent: () => service.count(form.request) }
}

/** Opens a form and submits it with a new password. */
export const submitNewPassword = async (
  name: string,
  { password, ...options }: Options & { readonly password: string }
) => {
  const { submit, ...form } = await openNewPassword(name, options)
  await submit(password)
  return form
}
