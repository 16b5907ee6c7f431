// @vitest-environment happy-dom
/** Components for every page: avatars, the user button and the team switcher. */
import { act } from "react"
import * as Effect from "effect/Effect"
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import {
  KeystileProvider,
  SelectedTeamSwitcher,
  type SelectedTeamSwitcherProps,
  UserAvatar,
  UserButton,
  type UserButtonProps
} from "../../react/index.ts"
import { imageSource } from "../../react/components/image-source.ts"
import { initialsOf } from "../../react/components/initials.ts"
import { loadModules } from "../../core/loading/lazy-module.ts"
import { render, settle } from "./page.tsx"
import { project, type ServiceScript, scriptedService, user } from "./scripted-service.ts"

beforeAll(() => Effect.runPromise(loadModules))
afterEach(() => {
  document.body.replaceChildren()
})

const noor = { display_name: "Noor Lindqvist" }
const team = (id: string, name: string) => ({
  id,
  display_name: name,
  profile_image_url: null,
  client_metadata: null,
  client_read_only_metadata: null
})
const [first, second] = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"]
const orchards = team(first, "Fernhill Orchards")
const quayside = team(second, "Quayside")
const press = (element: Element | null, key: string) =>
  settle(() => element?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })))
const items = () => Array.from(document.querySelectorAll("[role^=menuitem]"), (item) => item.textContent)

describe("Avatars", () => {
  it("show only images from safe URLs", () => {
    expect(imageSource("https://images.example/a.png")).toBe("https://images.example/a.png")
    expect(imageSource("data:image/png;base64,AAAA")).toBe("data:image/png;base64,AAAA")
    const scripts = ["javascript:alert(1)", "data:text/html,<script>"]
    for (const unsafe of [...scripts, "http://a.example/x.png", "blob:x", "x", "", null]) {
      expect(imageSource(unsafe), String(unsafe)).toBeNull()
    }
  })

  it("have initials for any name", () => {
    expect(initialsOf("Noor Lindqvist")).toBe("NL")
    expect(initialsOf("noor.lindqvist@fernhill.example")).toBe("N")
    expect(initialsOf("Ada von der Höhe")).toBe("AH")
    expect(initialsOf("Quayside Analytics and Forecasting", "team")).toBe("QA")
    expect(initialsOf("𝔄𝔡𝔞")).toBe("𝔄")
    expect(initialsOf("  -- ")).toBe("")
    expect(initialsOf("a".repeat(10_000))).toBe("A")
    expect(initialsOf(null)).toBe("")
  })

  it("have initials that combining marks do not change", () => {
    expect(initialsOf("प्रिया शर्मा")).toBe("पश")
    expect(initialsOf("हिन्दी")).toBe("ह")
    expect(initialsOf("Zoë Müller".normalize("NFD"))).toBe("ZM")
    expect(initialsOf("Émile Østergård".normalize("NFD"))).toBe("ÉØ")
  })

  it("are labelled with the user's name, and show initials when the image fails to load", async () => {
    const noor = { displayName: "Noor", profileImageUrl: "https://a.example/x.png" }
    const page = await render(<UserAvatar user={noor} size={48} />)
    const avatar = page.find(".ks-avatar")
    expect(avatar.getAttribute("aria-label")).toBe("Noor")
    expect(avatar.style.getPropertyValue("--size")).toBe("48px")
    await settle(() => page.find("img").dispatchEvent(new Event("error")))
    expect(page.text()).toBe("N")
  })
})

describe("<UserButton>", () => {
  const open = async (props: UserButtonProps = {}, script: ServiceScript = {}, signedIn = true) => {
    const service = scriptedService({ "GET /users/me": () => ({ body: user(noor) }), ...script }, { signedIn })
    const page = await render(
      <KeystileProvider runtime={service.runtime}>
        <UserButton {...props} />
      </KeystileProvider>
    )
    await vi.waitFor(() => expect(page.find("button").getAttribute("aria-busy")).toBeNull())
    const press = () => act(async () => page.find("button").click())
    return { page, press, service }
  }
  const opened = () => vi.waitFor(() => expect(items().length).toBeGreaterThan(0))

  it("is labelled with the user's name, and shows the user's data on request", async () => {
    const { page } = await open({ showUserInfo: true })
    expect(page.text()).toBe("AccountNLNoor Lindqvistnoor@fernhill.example")
    const alone = await open()
    expect(alone.page.text()).toBe("Account of Noor LindqvistNL")
    expect(document.querySelector("[role=menu]")).toBeNull()
  })

  it("has its entries in order, and runs the chosen entry", async () => {
    const billing = vi.fn<() => void>()
    const toggle = vi.fn<() => void>()
    const { page, press } = await open({ extraItems: [{ text: "Billing", onClick: billing }], colorModeToggle: toggle })
    await press()
    await opened()
    expect(items()).toEqual(["Account settings", "Toggle theme", "Billing", "Sign out"])
    expect(page.find("button").getAttribute("aria-expanded")).toBe("true")
    await act(async () => document.querySelectorAll<HTMLElement>("[role=menuitem]")[2]?.click())
    expect(billing).toHaveBeenCalledOnce()
    expect(page.find("button").getAttribute("aria-expanded")).toBe("false")
    expect(document.activeElement).toBe(page.find("button"))
    expect(toggle).not.toHaveBeenCalled()
  })

  it("supports the keyboard of a menu", async () => {
    const { page } = await open()
    await press(page.find("button"), "ArrowUp")
    await opened()
    const at = () => document.activeElement?.textContent
    expect(at()).toBe("Sign out")
    await press(document.activeElement, "ArrowDown")
    expect(at()).toBe("Account settings")
    await press(document.activeElement, "ArrowUp")
    expect(at()).toBe("Sign out")
    await press(document.activeElement, "Home")
    expect(at()).toBe("Account settings")
    await press(document.activeElement, "End")
    expect(at()).toBe("Sign out")
    await press(document.activeElement, "Home")
    await press(document.activeElement, "s")
    expect(at()).toBe("Sign out")
    await press(document.activeElement, "Escape")
    expect(items()).toEqual([])
    expect(document.activeElement).toBe(page.find("button"))
  })

  it("offers neither sign-in nor sign-out until it is known whether a user is signed in", async () => {
    const service = scriptedService({ "GET /users/me": () => ({ body: user(noor) }) }, { signedIn: true })
    service.hold("GET /users/me")
    const page = await render(
      <KeystileProvider runtime={service.runtime}>
        <UserButton />
      </KeystileProvider>
    )
    await act(async () => page.find("button").click())
    await opened()
    expect(items()).toEqual(["Loading"])
    await settle(() => service.release("GET /users/me"))
    await vi.waitFor(() => expect(items()).toEqual(["Account settings", "Sign out"]))
  })

  it("offers sign-in to a signed-out user, and a retry after a failed request", async () => {
    const out = await open({}, {}, false)
    await out.press()
    await opened()
    expect(items()).toEqual(["Sign in", "Sign up"])
    document.body.replaceChildren()
    const failed = await open({}, { "GET /users/me": () => ({ status: 418 }) })
    await failed.press()
    await opened()
    expect(items()).toEqual(["Try again", "Sign in", "Sign up"])
  })

  it("signs out", async () => {
    const { page, press, service } = await open()
    await press()
    await opened()
    await act(async () => document.querySelectorAll<HTMLElement>("[role=menuitem]")[1]?.click())
    await vi.waitFor(() => expect(page.text()).toBe("Account"))
    expect(service.count("DELETE /auth/sessions/current")).toBe(1)
  })
})

describe("<SelectedTeamSwitcher>", () => {
  const select = "PATCH /users/me"
  const open = async (props: SelectedTeamSwitcherProps = {}, script: ServiceScript = {}) => {
    const visited: Array<string> = []
    const service = scriptedService(
      {
        "GET /users/me": () => ({ body: user({ ...noor, selected_team_id: first, selected_team: orchards }) }),
        "GET /teams": () => ({ body: { items: [orchards, quayside], is_paginated: false } }),
        "GET /projects/current": () => ({ body: project({ client_team_creation_enabled: true }) }),
        [select]: () => ({ body: user({ ...noor, selected_team_id: second, selected_team: quayside }) }),
        ...script
      },
      { signedIn: true, redirectMethod: (url) => void visited.push(url) }
    )
    const page = await render(
      <KeystileProvider runtime={service.runtime}>
        <SelectedTeamSwitcher {...props} />
      </KeystileProvider>
    )
    await vi.waitFor(() => expect(page.text()).not.toBe(""))
    const choose = async (name: string) => {
      await act(async () => page.find("button").click())
      await vi.waitFor(() => expect(items()).toContain(name))
      const item = Array.from(document.querySelectorAll<HTMLElement>("[role^=menuitem]")).find(
        ({ textContent }) => textContent === name
      )
      await act(async () => item?.click())
    }
    return { page, choose, service, visited }
  }

  it("shows the selected team, and loads the teams when it is opened", async () => {
    const { page, service } = await open()
    expect(page.text()).toBe("TeamFOFernhill Orchards")
    expect(service.count("GET /teams")).toBe(0)
    await act(async () => page.find("button").click())
    await vi.waitFor(() =>
      expect(items()).toEqual(["FOFernhill Orchards", "QQuayside", "Team settings", "Create a team"])
    )
    expect(document.querySelectorAll("[aria-checked=true]")).toHaveLength(1)
  })

  it("selects a team and navigates to its URL", async () => {
    const { choose, page, service, visited } = await open({ urlMap: ({ id }) => `/teams/${id}` })
    await choose("QQuayside")
    await vi.waitFor(() => expect(visited).toEqual([`/teams/${second}`]))
    expect(service.count(select)).toBe(1)
    expect(page.text()).toBe("TeamQQuayside")
  })

  const selecting = () => {
    const stored = { id: first }
    const respond = () => ({
      body: user({ ...noor, selected_team_id: stored.id, selected_team: stored.id === first ? orchards : quayside })
    })
    const script: ServiceScript = {
      "GET /users/me": respond,
      [select]: ({ body }) => {
        stored.id = JSON.parse(body ?? "").selected_team_id
        return respond()
      }
    }
    return { script, stored }
  }

  it("selects the last of two teams that are chosen in quick succession, and navigates once", async () => {
    const { script, stored } = selecting()
    const { choose, page, service, visited } = await open({ urlMap: ({ id }) => `/teams/${id}` }, script)
    service.hold(select)
    await choose("QQuayside")
    await choose("FOFernhill Orchards")
    await settle(() => service.release(select))
    await vi.waitFor(() => expect(visited).toEqual([`/teams/${first}`]))
    expect(service.count(select)).toBe(2)
    expect(stored.id).toBe(first)
    expect(page.text()).toBe("TeamFOFernhill Orchards")
  })

  it("selects the team of the page that is shown last", async () => {
    const { script, stored } = selecting()
    const { page, service } = await open({}, script)
    service.hold(select)
    const show = ({ display_name, id }: typeof orchards) =>
      page.show(
        <KeystileProvider runtime={service.runtime}>
          <SelectedTeamSwitcher
            selectedTeam={{
              id,
              displayName: display_name,
              profileImageUrl: null,
              clientMetadata: null,
              clientReadOnlyMetadata: null
            }}
          />
        </KeystileProvider>
      )
    await show(quayside)
    await vi.waitFor(() => expect(service.count(select)).toBe(1))
    await show(orchards)
    await settle(() => service.release(select))
    await vi.waitFor(() => expect(service.count(select)).toBe(2))
    await vi.waitFor(() => expect(stored.id).toBe(first))
  })

  it("does not change the selected team with `noUpdateSelectedTeam`", async () => {
    const { choose, service, visited } = await open({ urlMap: ({ id }) => `/teams/${id}`, noUpdateSelectedTeam: true })
    await choose("QQuayside")
    await vi.waitFor(() => expect(visited).toEqual([`/teams/${second}`]))
    expect(service.count(select)).toBe(0)
  })

  it("links to the team settings", async () => {
    const { choose, visited } = await open()
    await choose("Create a team")
    await choose("Team settings")
    expect(visited).toEqual(["/handler/account-settings#team-creation", `/handler/account-settings#team-${first}`])
  })

  it("shows an error when a team could not be selected", async () => {
    const { choose, page, visited } = await open({ urlMap: () => "/" }, { [select]: () => ({ status: 418 }) })
    await choose("QQuayside")
    await vi.waitFor(() => expect(page.text()).toContain("The team could not be selected. Try again."))
    expect(page.text()).toContain("Fernhill Orchards")
    expect(visited).toEqual([])
  })
})
