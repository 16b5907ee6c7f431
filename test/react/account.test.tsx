// @vitest-environment happy-dom
/** The account settings over a scripted service: validation, and failures while the user is typing. */
import { act } from "react"
import * as Effect from "effect/Effect"
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { account } from "../../react/messages/english/account.ts"
import { loadModules } from "../../core/loading/lazy-module.ts"
import { channelId, email, list, openAccountSettings, team } from "./account-page.tsx"
import { settle } from "./page.tsx"
import { knownError, project, session, user } from "./scripted-service.ts"

beforeAll(() => Effect.runPromise(loadModules))
afterEach(() => {
  document.body.replaceChildren()
  history.replaceState(null, "", "/")
})

const leave = `DELETE /team-memberships/${team.id}/me`

/** Presses the last button with this text: that of the dialog, if one is open. */
const press = ({ container }: { readonly container: HTMLElement }, text: string) =>
  act(async () =>
    Array.from(container.querySelectorAll("button"))
      .findLast(({ textContent }) => textContent === text)
      ?.click()
  )

const goTo = (hash: string) => {
  location.hash = hash
  dispatchEvent(new Event("hashchange"))
}

describe("<AccountSettings>", () => {
  it("redirects a signed-out user to sign-in", async () => {
    const { page, visited } = await openAccountSettings("", {}, {}, false)
    await vi.waitFor(() => expect(visited).toEqual(["/handler/sign-in?after_auth_return_to=%2Fsettings"]))
    expect(page.container.querySelector(".ks-section-title")).toBeNull()
  })

  it("shows the page of the URL hash, also when the hash changes", async () => {
    const extra = { id: "billing", title: "Billing", content: <b>Invoices</b> }
    const { page, titled } = await openAccountSettings("#billing", {}, { extraItems: [extra] })
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
    const { page, titled } = await openAccountSettings("#settings", {}, { fullPage: true })
    await titled("Settings")
    await vi.waitFor(() => expect(page.find<HTMLAnchorElement>("header a").textContent).toBe("Back to Fernhill"))
    expect(page.find<HTMLAnchorElement>("header a").getAttribute("href")).toBe("/")
    expect(page.container.querySelector("header img")).toBeNull()

    const embedded = await openAccountSettings("#settings")
    await embedded.titled("Settings")
    expect(embedded.page.container.querySelector("header")).toBeNull()
  })

  it("has the application's logo, its terms and its privacy policy where it fills the page", async () => {
    const theme = { logo: "/logo.svg", termsUrl: "/terms", privacyUrl: "/privacy" }
    const { page, titled } = await openAccountSettings("#settings", {}, { fullPage: true, theme })
    await titled("Settings")
    const back = page.find<HTMLAnchorElement>("header a")
    expect(back.querySelector("img")?.getAttribute("src")).toBe("/logo.svg")
    await vi.waitFor(() => expect(back.textContent).toBe("Back to Fernhill"))
    const links = page.container.querySelectorAll("footer a")
    expect(Array.from(links, (link) => link.getAttribute("href"))).toEqual(["/terms", "/privacy"])
  })

  it("shows the name of a team in its own direction, so that it is cut at its end", async () => {
    const { page } = await openAccountSettings("#settings", {}, {}, true, "ar")
    const name = () => page.find(`[href="#team-${team.id}"] .ks-truncate`)
    await vi.waitFor(() => expect(name().textContent).toBe("Fernhill Orchards"))
    expect(name().dir).toBe("auto")
  })

  it("compares the typed confirmation in the case rules of its language", async () => {
    const deletable = {
      "GET /projects/current": () => ({ body: project({ client_user_deletion_enabled: true }) }),
      "GET /users/me": () => ({ body: user({ has_password: false }) })
    }
    const { field, page, titled, type } = await openAccountSettings("#settings", deletable, {}, true, "tr")
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
    const { field, page, service, titled } = await openAccountSettings("#profile", {
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
    const { field, page, titled } = await openAccountSettings("#settings", {
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
    const { field, page, service, submit, titled, type } = await openAccountSettings("")
    await titled("My profile")
    const name = "x".repeat(10_000)
    await type("Name", name)
    await submit("Name")
    expect(page.text()).toContain("Please use at most 256 characters")
    expect(field("Name").value).toBe(name)
    expect(service.count("PATCH /users/me")).toBe(0)
  })

  it("focuses the first invalid field of a new password", async () => {
    const { field, page, submit, titled, type } = await openAccountSettings("#auth")
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
    const { field, titled } = await openAccountSettings(`#team-${team.id}`)
    await titled("Fernhill Orchards")
    await vi.waitFor(() => field("Name"))
    const capitalize = (label: string) => field(label).getAttribute("autocapitalize")
    expect(["Team name", "Name", "Email"].map(capitalize)).toEqual(["words", "words", "none"])
  })

  it("keeps the input when the session ends in another tab", async () => {
    const { field, page, service, submit, titled, type, visited } = await openAccountSettings("")
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
    service.respond("PATCH /users/me", () => ({ body: user({ display_name: "Noor Lindqvist" }) }))
    await settle(() => service.signIn())
    await vi.waitFor(() => expect(page.text()).not.toContain(account.signInAgain))
    await submit("Name")
    await vi.waitFor(() => expect(page.text()).toContain("Saved."))
  })

  it("changes nothing of another user who has signed in and cannot be read", async () => {
    const { field, page, service, submit, titled, type } = await openAccountSettings("#settings", {
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
    service.respond("GET /users/me", () => ({ status: 418 }))
    await settle(() => service.signIn())
    service.respond("POST /auth/password/sign-in", () => ({ body: session() }))
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
    const { field, page, submit, titled, type } = await openAccountSettings(`#team-${team.id}`, {
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
    const { field, page, submit, titled, type } = await openAccountSettings(
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
    const { field, page, service, submit, titled, type } = await openAccountSettings("#auth")
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
    const { page, submit, titled, type } = await openAccountSettings("#auth", {
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

  it("does not save a name after a cancel of the pending form", async () => {
    const { field, page, service, submit, titled, type } = await openAccountSettings("#profile", {
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
    const { page, service, titled } = await openAccountSettings("#auth", {
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

  it.each([
    ["to verify another email for sign-in", true, account.lastVerifiedSignInEmail],
    ["to add another email for sign-in", false, account.lastSignInEmail]
  ])("asks %s before the last one is removed", async (_, used_for_auth, hint) => {
    const other = { id: team.id, is_primary: false, is_verified: false, used_for_auth }
    const { page, titled } = await openAccountSettings("#auth", {
      "GET /contact-channels": list(email("noor@fernhill.example"), email("other@fernhill.example", other))
    })
    await titled("Emails & sign-in")
    const menu = await vi.waitFor(() => page.find("[aria-label='Actions for noor@fernhill.example']"))
    await act(async () => menu.click())
    const hints = Array.from(page.container.querySelectorAll(".ks-menu-hint"), ({ textContent }) => textContent)
    expect(hints).toEqual([hint, hint])
  })

  it("keeps the passkey of a user without a verified email, to whom the service mails no codes", async () => {
    const { page, titled } = await openAccountSettings("#auth", {
      "GET /projects/current": () => ({
        body: project({ credential_enabled: false, magic_link_enabled: true, passkey_enabled: true })
      }),
      "GET /users/me": () => ({
        body: user({ has_password: false, otp_auth_enabled: true, passkey_auth_enabled: true })
      }),
      "GET /contact-channels": list(email("noor@fernhill.example", { is_verified: false }))
    })
    await titled("Emails & sign-in")
    await vi.waitFor(() => expect(page.text()).toContain(account.onlyMethodUntilVerified))
    const buttons = Array.from(page.container.querySelectorAll("button"))
    const named = (name: string) => buttons.find(({ textContent }) => textContent === name)
    expect(named(account.removePasskey)?.getAttribute("aria-disabled")).toBe("true")
    expect(named(account.disable)?.getAttribute("aria-disabled")).toBeNull()
  })

  it("disables the actions of an address while one of them runs", async () => {
    const { page, service, titled } = await openAccountSettings("#auth", {
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

  it("shows the error of the last action of an address only", async () => {
    const send = `POST /contact-channels/me/${channelId}/send-verification-code`
    const { page, titled } = await openAccountSettings("#auth", {
      "GET /contact-channels": list(
        email("first@fernhill.example", { id: team.id }),
        email("noor@fernhill.example", { is_verified: false, is_primary: false })
      ),
      [`PATCH /contact-channels/me/${channelId}`]: () => ({ status: 418, body: "" }),
      [send]: () => ({ body: { success: true } })
    })
    await titled("Emails & sign-in")
    const menu = await vi.waitFor(() => page.find("[aria-label='Actions for noor@fernhill.example']"))
    const select = async (text: string) => {
      await act(async () => menu.click())
      const items = Array.from(page.container.querySelectorAll<HTMLElement>("[role=menuitem]"))
      await act(async () => items.find(({ textContent }) => textContent?.startsWith(text))?.click())
    }
    await select(account.stopSignIn)
    await vi.waitFor(() => expect(page.container.querySelector("[role=alert]")).not.toBeNull())
    await select(account.sendVerification)
    await vi.waitFor(() => expect(page.container.querySelector("[role=alert]")).toBeNull())
  })

  it("shows no missing page while the lists without a team are read that the user leaves", async () => {
    let isMember = true
    const { page, service, titled } = await openAccountSettings(`#team-${team.id}`, {
      "GET /teams": () => list(...(isMember ? [team] : []))(),
      [leave]: () => {
        isMember = false
        return { body: { success: true } }
      }
    })
    await titled("Fernhill Orchards")
    await vi.waitFor(() => expect(page.text()).toContain("Leave team"))
    await press(page, "Leave team")
    service.hold("GET /users/me")
    service.hold("GET /team-permissions")
    const shown: Array<string | undefined> = []
    const observer = new MutationObserver(() => shown.push(page.container.querySelector(".ks-page-title")?.textContent))
    observer.observe(page.container, { childList: true, subtree: true, characterData: true })
    await press(page, "Leave team")
    await vi.waitFor(() => expect(service.count("GET /teams")).toBe(2))
    await settle()
    await settle(() => {
      service.release("GET /users/me")
      service.release("GET /team-permissions")
    })
    await titled("My profile")
    observer.disconnect()
    expect(shown).not.toContain(account.pageGone)
    expect(page.text()).toContain("You have left Fernhill Orchards.")
  })

  it("stays on the page that the user opens while the lists without a left team are read", async () => {
    let teams = [team]
    const { page, service, titled } = await openAccountSettings(`#team-${team.id}`, {
      "GET /teams": () => list(...teams)(),
      [leave]: () => {
        teams = []
        return { body: { success: true } }
      }
    })
    await titled("Fernhill Orchards")
    await vi.waitFor(() => expect(page.text()).toContain("Leave team"))
    await press(page, "Leave team")
    service.hold("GET /users/me")
    await press(page, "Leave team")
    await vi.waitFor(() => expect(service.count("GET /teams")).toBe(2))
    await settle(() => goTo("auth"))
    await titled("Emails & sign-in")
    await settle(() => service.release("GET /users/me"))
    await vi.waitFor(() => expect(page.text()).toContain("You have left Fernhill Orchards."))
    await titled("Emails & sign-in")
    expect(location.hash).toBe("#auth")
  })

  describe("with two teams that the user leaves at a time", () => {
    const other = { ...team, id: "33333333-3333-4333-8333-333333333333", display_name: "Harbour" }
    const leaveOther = `DELETE /team-memberships/${other.id}/me`

    /** Leaves the first team and then the other one. Both requests are held. */
    const leaveBoth = async () => {
      let teams = [team, other]
      const { page, service, titled } = await openAccountSettings(`#team-${team.id}`, {
        "GET /teams": () => list(...teams)(),
        [`GET /team-member-profiles/${other.id}/me`]: () => ({
          body: { team_id: other.id, user_id: "u", display_name: "Noor", profile_image_url: null }
        }),
        [leave]: () => {
          teams = teams.filter(({ id }) => id !== team.id)
          return { body: { success: true } }
        },
        [leaveOther]: () => {
          teams = teams.filter(({ id }) => id !== other.id)
          return { body: { success: true } }
        }
      })
      const leaveShown = async (request: string) => {
        await vi.waitFor(() => expect(page.text()).toContain("Leave team"))
        await press(page, "Leave team")
        service.hold(request)
        await press(page, "Leave team")
        await vi.waitFor(() => expect(service.count(request)).toBe(1))
      }
      await titled("Fernhill Orchards")
      await leaveShown(leave)
      await settle(() => goTo(`team-${other.id}`))
      await titled("Harbour")
      await leaveShown(leaveOther)
      return { page, service, titled }
    }

    it("shows no missing page for the second one", async () => {
      const { page, service, titled } = await leaveBoth()
      await settle(() => service.release(leave))
      await settle()
      service.hold("GET /users/me")
      await settle(() => service.release(leaveOther))
      await vi.waitFor(() => expect(page.container.querySelector(".ks-page-title")?.textContent).not.toBe("Harbour"))
      expect(page.text()).not.toContain(account.pageGone)
      await settle(() => service.release("GET /users/me"))
      await titled("My profile")
    })

    it("shows no missing page for the first one, to which the user returns", async () => {
      const { page, service, titled } = await leaveBoth()
      service.hold("GET /users/me")
      await settle(() => service.release(leave))
      await vi.waitFor(() => expect(page.find("nav").textContent).not.toContain("Fernhill Orchards"))
      await settle(() => goTo(`team-${team.id}`))
      await vi.waitFor(() => expect(page.container.querySelector(".ks-page-title")?.textContent).not.toBe("Harbour"))
      expect(page.text()).not.toContain(account.pageGone)
      await settle(() => service.release("GET /users/me"))
      await titled("My profile")
      await settle(() => service.release(leaveOther))
      await vi.waitFor(() => expect(page.text()).toContain("You have left Harbour."))
    })
  })

  it("requests all data once, even if several components show it", async () => {
    const { page, service, titled } = await openAccountSettings("#auth", {
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
