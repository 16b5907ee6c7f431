// @vitest-environment happy-dom
/** The account settings over a scripted service: validation, and failures while the user is typing. */
import { act } from "react"
import * as Effect from "effect/Effect"
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { AccountSettings, type AccountSettingsProps, KeystileProvider } from "../../react/index.ts"
import { account } from "../../react/messages/english/account.ts"
import { activityTexts } from "../../react/messages/english/activity.ts"
import { loadModules } from "../../core/runtime/lazy-module.ts"
import { render, settle } from "./page.tsx"
import { type Answer, knownError, project, type Script, scriptedService, session, user } from "./scripted-service.ts"

beforeAll(() => Effect.runPromise(loadModules))
afterEach(() => {
  document.body.replaceChildren()
  history.replaceState(null, "", "/")
})

const team = {
  id: "11111111-1111-4111-8111-111111111111",
  display_name: "Fernhill Orchards",
  profile_image_url: null,
  client_metadata: null,
  client_read_only_metadata: null
}
const list =
  (...items: ReadonlyArray<object>) =>
  () => ({ body: { items, is_paginated: false } })
const permission = (id: string) => ({ id, user_id: "u", team_id: team.id })
const channelId = "22222222-2222-4222-8222-222222222222"
const email = (value: string, more: object = {}) => ({
  id: channelId,
  user_id: "u",
  type: "email",
  value,
  used_for_auth: true,
  is_verified: true,
  is_primary: true,
  ...more
})

const open = async (
  hash: string,
  script: Script = {},
  props: AccountSettingsProps = {},
  signedIn = true,
  lang = "en"
) => {
  const visited: Array<string> = []
  const service = scriptedService(
    {
      "GET /users/me": () => ({ body: user({ display_name: "Noor" }) }),
      "GET /teams": list(team),
      "GET /contact-channels": list(email("noor@fernhill.example")),
      "GET /team-permissions": list(permission("$update_team"), permission("$invite_members")),
      [`GET /team-member-profiles/${team.id}/me`]: () => ({
        body: { team_id: team.id, user_id: "u", display_name: "Noor", profile_image_url: null }
      }),
      ...script
    },
    { signedIn, redirectMethod: (url) => void visited.push(url) }
  )
  history.replaceState(null, "", `/settings${hash}`)
  const page = await render(
    <KeystileProvider runtime={service.runtime} lang={lang}>
      <AccountSettings {...props} />
    </KeystileProvider>
  )
  const titled = (title: string) =>
    vi.waitFor(() => expect(page.container.querySelector(":is(h1, h2).ks-page-title")?.textContent).toBe(title), {
      timeout: 10_000
    })
  const field = (label: string) => {
    const found = Array.from(page.container.querySelectorAll("label")).find(({ textContent }) => textContent === label)
    return page.find<HTMLInputElement>(`#${CSS.escape(found?.htmlFor ?? "none")}`)
  }
  const type = (label: string, text: string) =>
    settle(() => {
      const input = field(label)
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text)
      input.dispatchEvent(new Event("input", { bubbles: true }))
    })
  const submit = (label: string) =>
    act(async () => void field(label).form?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })))
  return { page, service, visited, titled, field, type, submit }
}

describe("<AccountSettings>", () => {
  it("redirects a signed-out user to sign-in", async () => {
    const { page, visited } = await open("", {}, {}, false)
    await vi.waitFor(() => expect(visited).toEqual(["/handler/sign-in?after_auth_return_to=%2Fsettings"]))
    expect(page.container.querySelector(".ks-section-title")).toBeNull()
  })

  it("shows the page of the URL hash, also when the hash changes", async () => {
    const extra = { id: "billing", title: "Billing", content: <b>Invoices</b> }
    const { page, titled } = await open("#billing", {}, { extraItems: [extra] })
    await titled("Billing")
    expect(page.text()).toContain("Invoices")
    expect(page.find("[aria-current=page]").textContent).toBe("Billing")
    await settle(() => {
      location.hash = "auth"
      dispatchEvent(new Event("hashchange"))
    })
    await titled("Emails & sign-in")
    await settle(() => {
      location.hash = "team-gone"
      dispatchEvent(new Event("hashchange"))
    })
    await vi.waitFor(() => expect(page.text()).toContain(account.pageGone))
  })

  it("links back to the application where it fills the page", async () => {
    const { page, titled } = await open("#settings", {}, { fullPage: true })
    await titled("Settings")
    await vi.waitFor(() => expect(page.find<HTMLAnchorElement>("header a").textContent).toBe("Back to Fernhill"))
    expect(page.find<HTMLAnchorElement>("header a").getAttribute("href")).toBe("/")
    expect(page.container.querySelector("header img")).toBeNull()

    const embedded = await open("#settings")
    await embedded.titled("Settings")
    expect(embedded.page.container.querySelector("header")).toBeNull()
  })

  it("has the application's logo, its terms and its privacy policy where it fills the page", async () => {
    const theme = { logo: "/logo.svg", termsUrl: "/terms", privacyUrl: "/privacy" }
    const { page, titled } = await open("#settings", {}, { fullPage: true, theme })
    await titled("Settings")
    const back = page.find<HTMLAnchorElement>("header a")
    expect(back.querySelector("img")?.getAttribute("src")).toBe("/logo.svg")
    await vi.waitFor(() => expect(back.textContent).toBe("Back to Fernhill"))
    const links = page.container.querySelectorAll("footer a")
    expect(Array.from(links, (link) => link.getAttribute("href"))).toEqual(["/terms", "/privacy"])
  })

  it("shows the name of a team in its own direction, so that it is cut at its end", async () => {
    const { page } = await open("#settings", {}, {}, true, "ar")
    const name = () => page.find(`[href="#team-${team.id}"] .ks-truncate`)
    await vi.waitFor(() => expect(name().textContent).toBe("Fernhill Orchards"))
    expect(name().dir).toBe("auto")
  })

  it("compares the typed confirmation in the case rules of its language", async () => {
    const deletable = {
      "GET /projects/current": () => ({ body: project({ client_user_deletion_enabled: true }) }),
      "GET /users/me": () => ({ body: user({ has_password: false }) })
    }
    const { field, page, titled, type } = await open("#settings", deletable, {}, true, "tr")
    await titled("Ayarlar")
    const isDisabled = () => page.find(".ks-dialog-actions [type=submit]").getAttribute("aria-disabled")
    await settle(() => page.find<HTMLButtonElement>(".ks-confirm [data-variant=danger]").click())
    const label = "Onaylamak için “hesabımı sil” yazın"
    expect(field(label).value).toBe("")
    await type(label, "HESABIMI SIL")
    expect(isDisabled()).toBe("true")
    // The upper case of i is İ in Turkish, and that of ı is I.
    await type(label, "HESABIMI SİL")
    expect(isDisabled()).toBeNull()
  })

  it("asks for the password to delete the account, also when the addresses are read late", async () => {
    const { field, page, service, titled } = await open("#profile", {
      "GET /projects/current": () => ({
        body: project({ credential_enabled: true, client_user_deletion_enabled: true })
      }),
      "GET /users/me": () => ({ body: user({ has_password: true }) })
    })
    await titled("My profile")
    service.hold("GET /contact-channels")
    await settle(() => {
      location.hash = "settings"
      dispatchEvent(new Event("hashchange"))
    })
    await titled("Settings")
    const button = await vi.waitFor(() => page.find<HTMLButtonElement>(".ks-confirm [data-variant=danger]"))
    await settle(() => button.click())
    await vi.waitFor(() => expect(button.getAttribute("aria-busy")).toBe("true"))
    expect(page.container.querySelector("dialog")).toBeNull()
    await settle(() => service.release("GET /contact-channels"))
    await vi.waitFor(() => page.find("dialog"))
    expect(field(account.confirmPassword).type).toBe("password")
    expect(button.getAttribute("aria-busy")).toBeNull()
    // Screen readers read the consequences with the title of the dialog.
    const described = page.find("dialog").getAttribute("aria-describedby") ?? ""
    expect(document.getElementById(described)?.textContent).toBe(account.deleteText)
  })

  it("asks for the password if the addresses cannot be read", async () => {
    const { field, page, titled } = await open("#settings", {
      "GET /projects/current": () => ({
        body: project({ credential_enabled: true, client_user_deletion_enabled: true })
      }),
      "GET /users/me": () => ({ body: user({ has_password: true }) }),
      "GET /contact-channels": () => ({ status: 418 })
    })
    await titled("Settings")
    const button = await vi.waitFor(() => page.find<HTMLButtonElement>(".ks-confirm [data-variant=danger]"))
    await settle(() => button.click())
    await vi.waitFor(() => page.find("dialog"))
    expect(field(account.confirmPassword).type).toBe("password")
  })

  it("rejects a name that is too long, without a request, and keeps the input", async () => {
    const { field, page, service, submit, titled, type } = await open("")
    await titled("My profile")
    const name = "x".repeat(10_000)
    await type("Name", name)
    await submit("Name")
    expect(page.text()).toContain("Please use at most 256 characters")
    expect(field("Name").value).toBe(name)
    expect(service.count("PATCH /users/me")).toBe(0)
  })

  it("focuses the first invalid field of a new password", async () => {
    const { field, page, submit, titled, type } = await open("#auth")
    await titled("Emails & sign-in")
    const button = () =>
      Array.from(page.container.querySelectorAll("button")).find(({ textContent }) => textContent === "Update password")
    await vi.waitFor(() => expect(button()).toBeDefined())
    await act(async () => button()?.click())
    const expectFocus = async (label: string) => {
      page.find<HTMLElement>("button[type=submit]").focus()
      await submit("Current password")
      await vi.waitFor(() => expect(document.activeElement).toBe(field(label)))
      expect(field(label).getAttribute("aria-invalid")).toBe("true")
    }
    await expectFocus("Current password")
    await type("Current password", "the old one")
    await expectFocus("New password")
    await type("New password", "verdigris-lantern-42")
    await expectFocus("Repeat new password")
  })

  it("lets phones capitalize names, but not addresses", async () => {
    const { field, titled } = await open(`#team-${team.id}`)
    await titled("Fernhill Orchards")
    await vi.waitFor(() => field("Name"))
    const capitalize = (label: string) => field(label).getAttribute("autocapitalize")
    expect(["Team name", "Name", "Email"].map(capitalize)).toEqual(["words", "words", "none"])
  })

  it("keeps the input when the session ends in another tab", async () => {
    const { field, page, service, submit, titled, type, visited } = await open("")
    await titled("My profile")
    await type("Name", "Noor Lindqvist")
    await settle(() => service.signOut())
    await vi.waitFor(() => expect(page.text()).toContain(account.signedOutMeanwhile))
    expect(page.find<HTMLAnchorElement>(".ks-notice a").target).toBe("_blank")
    expect(field("Name").value).toBe("Noor Lindqvist")
    await submit("Name")
    await settle()
    expect(field("Name").value).toBe("Noor Lindqvist")
    expect(visited).toEqual([])
    // After another sign-in, the input can be saved.
    service.answer("PATCH /users/me", () => ({ body: user({ display_name: "Noor Lindqvist" }) }))
    await settle(() => service.signIn())
    await vi.waitFor(() => expect(page.text()).not.toContain(account.signInAgain))
    await submit("Name")
    await vi.waitFor(() => expect(page.text()).toContain("Saved."))
  })

  it("changes nothing of another user who has signed in and cannot be read", async () => {
    const { field, page, service, submit, titled, type } = await open("#settings", {
      "GET /projects/current": () => ({
        body: project({ credential_enabled: true, client_user_deletion_enabled: true })
      }),
      "GET /users/me": () => ({ body: user({ display_name: "Noor", has_password: true }) }),
      "POST /auth/password/sign-in": () => ({ body: session({ userId: "another" }) })
    })
    await titled("Settings")
    const button = await vi.waitFor(() => page.find<HTMLButtonElement>(".ks-confirm [data-variant=danger]"))
    await settle(() => button.click())
    await vi.waitFor(() => page.find("dialog"))
    service.answer("GET /users/me", () => ({ status: 418 }))
    await settle(() => service.signIn())
    service.answer("POST /auth/password/sign-in", () => ({ body: session() }))
    await type(account.confirmPassword, "verdigris-lantern-42")
    await type("Type “delete my account” to confirm", "delete my account")
    await submit(account.confirmPassword)
    await vi.waitFor(() => expect(page.find("dialog").textContent).toContain(account.otherUser))
    await settle(() => {
      location.hash = "profile"
      dispatchEvent(new Event("hashchange"))
    })
    await titled("My profile")
    await type("Name", "Noor Lindqvist")
    await submit("Name")
    await vi.waitFor(() => expect(page.text()).toContain(account.otherUser))
    expect(field("Name").value).toBe("Noor Lindqvist")
    expect(service.log.filter((entry) => entry.includes("/users/me") && !entry.startsWith("GET"))).toEqual([])
  })

  it("keeps the input when a permission is lost", async () => {
    const lost = knownError("TEAM_PERMISSION_REQUIRED", "The permission is missing.", 401)
    const { field, page, submit, titled, type } = await open(`#team-${team.id}`, {
      [`PATCH /teams/${team.id}`]: () => ({
        ...lost,
        body: {
          code: "TEAM_PERMISSION_REQUIRED",
          error: "The permission is missing.",
          details: { team_id: team.id, user_id: "u", permission_id: "$update_team" }
        }
      })
    })
    await titled("Fernhill Orchards")
    await vi.waitFor(() => field("Team name"))
    await type("Team name", "Fernhill Gardens")
    await submit("Team name")
    await vi.waitFor(() => expect(page.text()).toContain(account.permissionLost))
    expect(field("Team name").value).toBe("Fernhill Gardens")
  })

  it.each([
    ["en", "The maximum of 200 is reached. Remove one, then try again."],
    ["de", "Die Höchstzahl ist erreicht. Entfernen Sie etwas"]
  ])("says that a team has the maximum of open invitations: %s", async (lang, text) => {
    const error = "The maximum of 200 is reached. Remove one, then try again."
    const { field, page, submit, titled, type } = await open(
      `#team-${team.id}`,
      {
        "POST /team-invitations/send-code": () => ({
          ...knownError("LIMIT_REACHED", error),
          body: { code: "LIMIT_REACHED", error, details: { maximum: 200 } }
        })
      },
      {},
      true,
      lang
    )
    await titled("Fernhill Orchards")
    const label = lang === "en" ? "Email" : "E-Mail-Adresse"
    await vi.waitFor(() => field(label))
    await type(label, "guest@fernhill.example")
    await submit(label)
    await vi.waitFor(() => expect(page.text()).toContain(text))
    expect(field(label).value).toBe("guest@fernhill.example")
  })

  it("rejects a duplicate and an invalid email address", async () => {
    const { field, page, service, submit, titled, type } = await open("#auth")
    await titled("Emails & sign-in")
    await vi.waitFor(() => expect(page.text()).toContain("noor@fernhill.example"))
    for (const [typed, error] of [
      ["", "Please enter your email"],
      ["noor@", "Please enter a valid email"],
      ["Noor@Fernhill.example", account.emailDuplicate]
    ] as const) {
      // eslint-disable-next-line no-await-in-loop -- one after the other
      await type("Add an email", typed)
      // eslint-disable-next-line no-await-in-loop -- one after the other
      await submit("Add an email")
      expect(page.text()).toContain(error)
      expect(field("Add an email").value).toBe(typed)
    }
    expect(service.log.filter((entry) => entry.startsWith("POST"))).toEqual([])
  })

  it("adds an email address that is not used for sign-in, and sends a verification link", async () => {
    const created = vi.fn<(body: unknown) => void>()
    const { page, submit, titled, type } = await open("#auth", {
      "POST /contact-channels": ({ body }) => {
        created(body)
        return { body: email("new@fernhill.example", { is_primary: false, used_for_auth: false, is_verified: false }) }
      },
      [`POST /contact-channels/me/${channelId}/send-verification-code`]: () => ({ body: { success: true } })
    })
    await titled("Emails & sign-in")
    await vi.waitFor(() => expect(page.text()).toContain("noor@fernhill.example"))
    await type("Add an email", "new@fernhill.example")
    await submit("Add an email")
    await vi.waitFor(() => expect(page.text()).toContain("We sent an email to new@fernhill.example."))
    expect(JSON.parse(String(created.mock.calls[0]?.[0]))).toMatchObject({ used_for_auth: false })
  })

  const passkeyAt = (millis: number | null, fields: object = {}) => ({
    id: "33333333-3333-4333-8333-333333333333",
    name: "Laptop",
    created_at_millis: 1_735_689_600_000,
    last_used_at_millis: millis,
    is_backed_up: true,
    ...fields
  })
  const withPasskeys: Script = {
    "GET /projects/current": () => ({
      body: project({ passkey_enabled: true, extensions: ["multiple_passkeys"] })
    }),
    "GET /users/me": () => ({ body: user({ passkey_auth_enabled: true }) })
  }

  it("lists the passkeys, and says why they cannot be read", async () => {
    let fails = true
    const { page, titled } = await open("#auth", {
      ...withPasskeys,
      "GET /passkeys/me": () =>
        fails
          ? knownError("CANNOT_GET_OWN_USER_WITHOUT_USER", "")
          : {
              body: {
                items: [passkeyAt(null), passkeyAt(1, { id: "4", name: "Phone", is_backed_up: null })],
                is_paginated: false
              }
            }
    })
    await titled("Emails & sign-in")
    await vi.waitFor(() => expect(page.text()).toContain(account.signedOutMeanwhile))
    fails = false
    const again = Array.from(page.container.querySelectorAll("button")).find(
      ({ textContent }) => textContent === "Try again"
    )
    await act(async () => again?.click())
    await vi.waitFor(() => expect(page.text()).toContain("Laptop"))
    expect(page.text()).toMatch(/Laptop.*Added.*2025.*Not used yet.*Synced.*Phone.*Last used.*1970/)
    expect(page.text().split("Synced")).toHaveLength(2)
  })

  it("renames and removes a passkey, and announces it", async () => {
    let items: ReadonlyArray<ReturnType<typeof passkeyAt>> = [passkeyAt(null), passkeyAt(1, { id: "4", name: "Phone" })]
    const renamed = vi.fn()
    const one = "/passkeys/me/33333333-3333-4333-8333-333333333333"
    const { field, page, submit, titled, type } = await open("#auth", {
      ...withPasskeys,
      "GET /users/me": () => ({ body: user({ passkey_auth_enabled: true, has_password: false }) }),
      "GET /passkeys/me": () => ({ body: { items, is_paginated: false } }),
      [`PATCH ${one}`]: ({ body }) => {
        renamed(JSON.parse(String(body)))
        items = [passkeyAt(null, { name: "Old laptop" }), ...items.slice(1)]
        return { body: items[0] }
      },
      [`DELETE ${one}`]: () => {
        items = items.slice(1)
        return { body: { success: true } }
      }
    })
    await titled("Emails & sign-in")
    const press = (selector: string) => vi.waitFor(() => settle(() => page.find(selector).click()))
    await press("[aria-label='Actions for Laptop']")
    await press("[role=menuitem]")
    await vi.waitFor(() => expect(document.activeElement).toBe(field("Name of the passkey")))
    await type("Name of the passkey", " ")
    field("Name of the passkey").blur()
    await submit("Name of the passkey")
    await vi.waitFor(() => expect(document.activeElement).toBe(field("Name of the passkey")))
    expect(page.text()).toContain("Please enter a name")
    await type("Name of the passkey", " Old laptop ")
    await submit("Name of the passkey")
    await vi.waitFor(() => expect(page.text()).toContain("The passkey is now named Old laptop."))
    expect(renamed.mock.calls).toEqual([[{ name: "Old laptop" }]])
    await press("[aria-label='Actions for Old laptop']")
    await press("[role=menuitem]:last-child")
    expect(page.text()).toContain("Remove Old laptop?")
    await press("dialog button[type=submit]")
    await vi.waitFor(() => expect(page.text()).toContain("Old laptop was removed."))
    await vi.waitFor(() => expect(page.container.querySelectorAll("[aria-label=Passkeys] li")).toHaveLength(1))
  })

  it.each(["Cancel", "Escape"])("does not rename a passkey after %s of the pending form", async (how) => {
    const one = "/passkeys/me/33333333-3333-4333-8333-333333333333"
    const { field, page, service, submit, titled, type } = await open("#auth", {
      ...withPasskeys,
      "GET /users/me": () => ({ body: user({ passkey_auth_enabled: true, has_password: false }) }),
      "GET /passkeys/me": () => ({ body: { items: [passkeyAt(null)], is_paginated: false } }),
      [`PATCH ${one}`]: () => ({ body: passkeyAt(null, { name: "Old laptop" }) })
    })
    await titled("Emails & sign-in")
    const press = (selector: string) => vi.waitFor(() => settle(() => page.find(selector).click()))
    await press("[aria-label='Actions for Laptop']")
    await press("[role=menuitem]")
    await vi.waitFor(() => field("Name of the passkey"))
    await type("Name of the passkey", "Old laptop")
    service.hold(`PATCH ${one}`)
    await submit("Name of the passkey")
    await vi.waitFor(() => expect(service.count(`PATCH ${one}`)).toBe(1))
    const input = field("Name of the passkey")
    await settle(() => {
      if (how === "Escape") input.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }))
      else
        Array.from(input.form?.querySelectorAll("button") ?? [])
          .find((one) => one.textContent === how)
          ?.click()
    })
    await settle(() => service.release(`PATCH ${one}`))
    await vi.waitFor(() => expect(service.log).toContain(`aborted PATCH ${one}`))
    expect(page.text()).not.toContain("is now named")
  })

  it("does not save a name after a cancel of the pending form", async () => {
    const { field, page, service, submit, titled, type } = await open("#profile", {
      "PATCH /users/me": () => ({ body: user({ display_name: "Noor L." }) })
    })
    await titled("My profile")
    await vi.waitFor(() => expect(field("Name").value).toBe("Noor"))
    await type("Name", "Noor L.")
    service.hold("PATCH /users/me")
    await submit("Name")
    await vi.waitFor(() => expect(service.count("PATCH /users/me")).toBe(1))
    const buttons = Array.from(field("Name").form?.querySelectorAll("button") ?? [])
    await settle(() => buttons.find(({ textContent }) => textContent === "Cancel")?.click())
    await settle(() => service.release("PATCH /users/me"))
    await vi.waitFor(() => expect(service.log).toContain("aborted PATCH /users/me"))
    expect(field("Name").value).toBe("Noor")
    expect(page.text()).not.toContain("Saved")
  })

  it("closes the set-up of the second factor when it is canceled while it is saved", async () => {
    const { page, service, titled } = await open("#auth", {
      "GET /users/me": () => ({ body: user({ has_password: false }) })
    })
    await titled("Emails & sign-in")
    const section = () =>
      Array.from(page.container.querySelectorAll(".ks-section")).find(({ textContent }) =>
        textContent.includes(account.mfa)
      )
    const press = (name: string) =>
      vi.waitFor(() =>
        settle(() => {
          const found = Array.from(section()?.querySelectorAll("button") ?? []).find(
            ({ textContent }) => textContent === name
          )
          if (found === undefined) throw new Error(`There is no button ${name}`)
          found.click()
        })
      )
    await press(account.enable)
    const codeField = () => page.find<HTMLInputElement>("input[autocomplete=one-time-code]")
    await vi.waitFor(codeField, { timeout: 10_000 })
    service.hold("POST /auth/oauth/token")
    await settle(() => {
      const input = codeField()
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, "123456")
      input.dispatchEvent(new InputEvent("input", { bubbles: true }))
    })
    await vi.waitFor(() => expect(service.count("POST /auth/oauth/token")).toBe(1))
    await press("Cancel")
    await vi.waitFor(() => expect(service.log).toContain("aborted POST /auth/oauth/token"))
    await settle()
    expect(section()?.querySelector(".ks-secret")).toBeNull()
    expect(section()?.textContent).toContain(account.mfaText)
  })

  it("disables the actions of an address while one of them runs", async () => {
    const { page, service, titled } = await open("#auth", {
      "GET /contact-channels": list(email("noor@fernhill.example", { is_verified: false, is_primary: false })),
      [`POST /contact-channels/me/${channelId}/send-verification-code`]: () => ({ body: { success: true } })
    })
    await titled("Emails & sign-in")
    const menu = await vi.waitFor(() => page.find("[aria-label='Actions for noor@fernhill.example']"))
    const items = () => Array.from(page.container.querySelectorAll<HTMLElement>("[role=menuitem]"))
    const send = () => items().find(({ textContent }) => textContent === account.sendVerification)
    await act(async () => menu.click())
    expect(send()?.getAttribute("aria-disabled")).toBeNull()
    service.hold(`POST /contact-channels/me/${channelId}/send-verification-code`)
    await act(async () => send()?.click())
    await vi.waitFor(() => expect(menu.getAttribute("aria-busy")).toBe("true"))
    await act(async () => menu.click())
    expect(items().map((item) => item.getAttribute("aria-disabled"))).toEqual(["true", "true", "true", "true"])
    await settle(() => service.release(`POST /contact-channels/me/${channelId}/send-verification-code`))
    await vi.waitFor(() => expect(menu.getAttribute("aria-busy")).toBeNull())
    expect(send()?.getAttribute("aria-disabled")).toBeNull()
  })

  it("adds no passkey above the maximum", async () => {
    const items = Array.from({ length: 20 }, (_, n) => passkeyAt(null, { id: String(n), name: `Key ${n}` }))
    const { page, titled } = await open("#auth", {
      ...withPasskeys,
      "GET /passkeys/me": () => ({ body: { items, is_paginated: false } })
    })
    await titled("Emails & sign-in")
    await vi.waitFor(() => expect(page.text()).toContain(account.passkeyLimit))
  })

  it("shows one passkey and requests no list on a service without several", async () => {
    const { page, service, titled } = await open("#auth", {
      ...withPasskeys,
      "GET /projects/current": () => ({ body: project({ passkey_enabled: true }) })
    })
    await titled("Emails & sign-in")
    await vi.waitFor(() => expect(page.text()).toContain(account.passkeyThere))
    await settle()
    expect(page.text()).toContain(account.removePasskey)
    expect(service.count("GET /passkeys/me")).toBe(0)
  })

  const eventAt = (id: number, fields: object = {}) => ({
    id: String(id),
    at_millis: Date.now() - id * 60_000,
    action: "POST /auth/password/sign-in",
    outcome: "succeeded",
    code: null,
    actor: { type: "user", id: "u" },
    address: "203.0.113.7",
    user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
    request_id: null,
    targets: { user_id: "u" },
    changed_fields: [],
    cleared_fields: [],
    ...fields
  })
  const eventsPage = (items: ReadonlyArray<object>, next_cursor: string | null = null) => ({
    body: { items, is_paginated: true, pagination: { next_cursor } }
  })
  const withActivity: Script = { "GET /projects/current": () => ({ body: project({ extensions: ["audit_log"] }) }) }
  const rowsOf = ({ container }: { readonly container: HTMLElement }) =>
    Array.from(container.querySelectorAll<HTMLElement>(`[aria-label="${activityTexts.activity}"] > li`))

  it("lists the security activity, with who else acted, and adds older entries behind the focus", async () => {
    const cursors: Array<string | null> = []
    const { page, titled } = await open("#auth", {
      ...withActivity,
      "GET /audit-log": ({ url }) => {
        const query = new URL(url).searchParams
        cursors.push(query.get("cursor"))
        expect([query.get("user_id"), query.get("limit")]).toEqual(["me", "10"])
        return query.get("cursor") === null
          ? eventsPage([eventAt(0), eventAt(5, { outcome: "refused", code: "EMAIL_PASSWORD_MISMATCH" })], "7_7")
          : eventsPage([
              eventAt(90, {
                action: "PATCH /users/:user_id",
                actor: { type: "server_key", id: null },
                address: null,
                user_agent: null,
                changed_fields: ["password"]
              })
            ])
      }
    })
    await titled("Emails & sign-in")
    await vi.waitFor(() => expect(rowsOf(page)).toHaveLength(2))
    expect(rowsOf(page).map(({ textContent }) => textContent)).toEqual([
      "Signed inPassword · Firefox on Linux · 203.0.113.7now",
      "Failed sign-inPassword · Firefox on Linux · 203.0.113.75 minutes ago"
    ])
    expect(page.find("time").title).toMatch(/\d{4}.*:\d{2}/)
    const more = () =>
      Array.from(page.container.querySelectorAll("button")).find(
        (one) => one.textContent === activityTexts.activityMore
      )
    await settle(() => more()?.click())
    await vi.waitFor(() => expect(rowsOf(page)).toHaveLength(3))
    expect(rowsOf(page)[2]?.textContent).toBe("Password changedBy Fernhill1 hour ago")
    expect(document.activeElement).toBe(rowsOf(page)[2])
    expect(more()).toBeUndefined()
    expect(cursors).toEqual([null, "7_7"])
  })

  it("says why the security activity cannot be read, and that there is none", async () => {
    let answer: Answer = knownError("CANNOT_GET_OWN_USER_WITHOUT_USER", "")
    const { page, titled } = await open("#auth", { ...withActivity, "GET /audit-log": () => answer })
    const press = (text: string) =>
      settle(() =>
        Array.from(page.container.querySelectorAll("button"))
          .find(({ textContent }) => textContent === text)
          ?.click()
      )
    await titled("Emails & sign-in")
    await vi.waitFor(() => expect(page.text()).toContain(account.signedOutMeanwhile))
    answer = eventsPage([])
    await press("Try again")
    await vi.waitFor(() => expect(page.text()).toContain(activityTexts.activityNone))
  })

  it("keeps the security activity if older entries cannot be read, and reads them at the next try", async () => {
    let fails = true
    const { page, titled } = await open("#auth", {
      ...withActivity,
      "GET /audit-log": ({ url }) => {
        if (!url.includes("cursor")) return eventsPage([eventAt(1)], "7_7")
        return fails ? knownError("CANNOT_GET_OWN_USER_WITHOUT_USER", "") : eventsPage([eventAt(2)])
      }
    })
    const more = () => page.find<HTMLButtonElement>(`[aria-label="${activityTexts.activity}"] ~ .ks-stack button`)
    await titled("Emails & sign-in")
    await vi.waitFor(() => expect(rowsOf(page)).toHaveLength(1))
    await settle(() => more().click())
    await vi.waitFor(() => expect(page.text()).toContain(account.signedOutMeanwhile))
    expect(rowsOf(page)).toHaveLength(1)
    fails = false
    await settle(() => more().click())
    await vi.waitFor(() => expect(rowsOf(page)).toHaveLength(2))
    expect(document.activeElement).toBe(rowsOf(page)[1])
  })

  it("requests no activity of a service without an audit log", async () => {
    const { page, service, titled } = await open("#auth")
    await titled("Emails & sign-in")
    await vi.waitFor(() => expect(page.text()).toContain(account.mfa))
    await settle()
    expect(page.text()).not.toContain(activityTexts.activity)
    expect(service.count("GET /audit-log")).toBe(0)
  })

  it("requests all data once, even if several components show it", async () => {
    const { page, service, titled } = await open("#auth", {
      "GET /projects/current": () => ({ body: project({ passkey_enabled: true, magic_link_enabled: true }) })
    })
    await titled("Emails & sign-in")
    await vi.waitFor(() => expect(page.text()).toContain("Sign-in by email"))
    await settle()
    for (const read of ["GET /users/me", "GET /projects/current", "GET /contact-channels", "GET /teams"]) {
      expect(service.count(read), read).toBe(1)
    }
  })
})
