// @vitest-environment happy-dom
/** Reading hooks other than `useUser` and `useProject`: their results and the number of requests. */
import { type ReactNode, Suspense, useEffect } from "react"
import { renderToString } from "react-dom/server"
import { afterEach, describe, expect, it, vi } from "vitest"
import type { CannotGetOwnUserWithoutUser } from "../../core/errors/own-user.ts"
import type { RequestError } from "../../core/errors/request-error.ts"
import type { Team } from "../../core/schema/team.ts"
import { ErrorBoundary } from "../../react/components/error-boundary.tsx"
import * as Keystile from "../../react/index.ts"
import { render, settle } from "./page.tsx"
import { knownError, scriptedService, session, user } from "./scripted-service.ts"

const { Can, KeystileProvider, SignedIn, SignedOut } = Keystile

/** Team ids are UUIDs. */
const CREW = "11111111-1111-4111-8111-111111111111"
const VEGA = "22222222-2222-4222-8222-222222222222"

const me = "GET /users/me"
const teams = "GET /teams"
const permissions = "GET /team-permissions"

const team = (id: string, display_name: string) => ({ id, display_name, profile_image_url: null })
const items = (...all: ReadonlyArray<unknown>) => ({ body: { items: all, is_paginated: false } })
const channel = {
  id: "c",
  user_id: "u",
  type: "email",
  value: "noor@fernhill.example",
  used_for_auth: true,
  is_verified: true,
  is_primary: true
}
const profile = { team_id: CREW, user_id: "u", display_name: "Captain", profile_image_url: null }

const script = {
  [teams]: () => items(team(CREW, "Crew"), team(VEGA, "Vega")),
  [permissions]: () => items({ id: "$invite_members", user_id: "u", team_id: CREW }),
  "GET /team-member-profiles": () => items(profile),
  [`GET /team-member-profiles/${CREW}/me`]: () => ({ body: profile }),
  "GET /team-invitations": () =>
    items({ id: "i", team_id: CREW, recipient_email: "guest@example.com", expires_at_millis: 0 }),
  "GET /contact-channels": () => items(channel),
  "POST /connected-accounts/me/github/access-token": () => ({ body: { access_token: "gho_1" } }),
  "POST /connected-accounts/me/google/access-token": () =>
    knownError("OAUTH_CONNECTION_NOT_CONNECTED_TO_USER", "Not connected")
}

const signedIn = (over = {}) => scriptedService({ ...script, ...over }, { signedIn: true })

const Boundary = ({ children }: { readonly children: ReactNode }) => (
  <ErrorBoundary fallback={(error) => <p>{`failed: ${error instanceof Error ? error.message : ""}`}</p>}>
    <Suspense fallback="…">{children}</Suspense>
  </ErrorBoundary>
)
const inside = ({ runtime }: ReturnType<typeof scriptedService>, children: ReactNode) => (
  <KeystileProvider runtime={runtime} fallback="…">
    <Boundary>{children}</Boundary>
  </KeystileProvider>
)

const names = (teams: ReadonlyArray<Team>) => teams.map(({ displayName }) => displayName).join()

/** Each hook with its state variant, the expected text, and the request it sends. */
const hooks: ReadonlyArray<readonly [string, () => string, () => Keystile.ReadState<string, unknown>, string, string]> =
  [
    ["useTeams", () => names(Keystile.useTeams()), () => shown(Keystile.useTeamsState(), names), "Crew,Vega", teams],
    [
      "useTeam",
      () => Keystile.useTeam(VEGA)?.displayName ?? "none",
      () => shown(Keystile.useTeamState(VEGA), (team) => team?.displayName ?? "none"),
      "Vega",
      teams
    ],
    [
      "useTeam of none",
      () => Keystile.useTeam("x")?.displayName ?? "none",
      () => shown(Keystile.useTeamState("x"), (team) => team?.displayName ?? "none"),
      "none",
      teams
    ],
    [
      "useTeamUsers",
      () =>
        Keystile.useTeamUsers(CREW)
          .map(({ id }) => id)
          .join(),
      () => shown(Keystile.useTeamUsersState({ id: CREW }), (users) => users.map(({ id }) => id).join()),
      "u",
      "GET /team-member-profiles"
    ],
    [
      "useTeamProfile",
      () => `${Keystile.useTeamProfile(CREW).displayName}`,
      () => shown(Keystile.useTeamProfileState(CREW), ({ displayName }) => `${displayName}`),
      "Captain",
      `GET /team-member-profiles/${CREW}/me`
    ],
    [
      "useTeamInvitations",
      () =>
        Keystile.useTeamInvitations(CREW)
          .map(({ recipientEmail }) => recipientEmail)
          .join(),
      () =>
        shown(Keystile.useTeamInvitationsState(CREW), (all) => all.map(({ recipientEmail }) => recipientEmail).join()),
      "guest@example.com",
      "GET /team-invitations"
    ],
    [
      "usePermissions",
      () =>
        Keystile.usePermissions(CREW)
          .map(({ id }) => id)
          .join(),
      () => shown(Keystile.usePermissionsState(CREW), (all) => all.map(({ id }) => id).join()),
      "$invite_members",
      permissions
    ],
    [
      "usePermission",
      () => Keystile.usePermission(CREW, "$delete_team")?.id ?? "none",
      () => shown(Keystile.usePermissionState(CREW, "$delete_team"), (found) => found?.id ?? "none"),
      "none",
      permissions
    ],
    [
      "useHasPermission",
      () => String(Keystile.useHasPermission(CREW, "$invite_members")),
      () => shown(Keystile.useHasPermissionState(CREW, "$invite_members"), String),
      "true",
      permissions
    ],
    [
      "useContactChannels",
      () =>
        Keystile.useContactChannels()
          .map(({ value }) => value)
          .join(),
      () => shown(Keystile.useContactChannelsState(), (all) => all.map(({ value }) => value).join()),
      "noor@fernhill.example",
      "GET /contact-channels"
    ],
    [
      "useConnectedAccount",
      () => Keystile.useConnectedAccount("github", { scopes: ["repo", "user"] })?.id ?? "none",
      () =>
        shown(
          Keystile.useConnectedAccountState("github", { scopes: ["user", "repo", "user"] }),
          (account) => account?.id ?? "none"
        ),
      "github",
      "POST /connected-accounts/me/github/access-token"
    ],
    [
      "useConnectedAccount of none",
      () => Keystile.useConnectedAccount("google")?.id ?? "none",
      () => shown(Keystile.useConnectedAccountState("google"), (account) => account?.id ?? "none"),
      "none",
      "POST /connected-accounts/me/google/access-token"
    ],
    [
      "useConnectedAccountToken",
      () => String(Keystile.useConnectedAccountToken("github")?.accessToken),
      () => shown(Keystile.useConnectedAccountTokenState("github"), (token) => String(token?.accessToken)),
      "<redacted>",
      "POST /connected-accounts/me/github/access-token"
    ],
    [
      "useProject",
      () => Keystile.useProject().displayName,
      () => shown(Keystile.useProjectState(), ({ displayName }) => displayName),
      "Fernhill",
      "GET /projects/current"
    ],
    [
      "useUser",
      () => Keystile.useUser()?.primaryEmail ?? "guest",
      () => shown(Keystile.useUserState(), (user) => user?.primaryEmail ?? "guest"),
      "noor@fernhill.example",
      me
    ]
  ]

const shown = <A, E>(state: Keystile.ReadState<A, E>, text: (data: A) => string): Keystile.ReadState<string, E> =>
  (state.data === undefined ? state : { ...state, data: text(state.data) }) as Keystile.ReadState<string, E>

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe.each(hooks)("%s", (_, useValue, useState, expected, request) => {
  const Suspending = () => <i>{useValue()}</i>
  const Stating = () => {
    const { data, error, pending } = useState()
    return <b>{pending ? "waiting" : error === null ? data : `failed ${(error as Error).message}`}</b>
  }

  it("and its state variant show the same data with one request for a hundred components in StrictMode", async () => {
    const service = signedIn()
    service.hold(request)
    const page = await render(
      inside(
        service,
        Array.from({ length: 50 }, (_, index) => <Suspending key={index} />)
      )
    )
    const twins = await render(
      inside(
        service,
        Array.from({ length: 50 }, (_, index) => <Stating key={index} />)
      )
    )
    await vi.waitFor(() => expect(service.count(request)).toBe(1))
    expect(page.text()).toBe("…")
    expect(twins.text()).toBe("waiting".repeat(50))
    await settle(() => service.release(request))
    await vi.waitFor(() => expect(page.text()).toBe(expected.repeat(50)))
    await vi.waitFor(() => expect(twins.text()).toBe(expected.repeat(50)))
    window.dispatchEvent(new Event("focus"))
    document.dispatchEvent(new Event("visibilitychange"))
    await settle()
    expect(service.log).toEqual([request])
  })

  it("and its state variant report a failed request", async () => {
    const service = signedIn({ [request]: () => ({ status: 418, body: "" }) })
    const page = await render(inside(service, <Suspending />))
    await vi.waitFor(() => expect(page.text()).toContain("failed: "))
    const twin = await render(inside(service, <Stating />))
    await vi.waitFor(() => expect(twin.text()).toContain("failed "))
    expect(service.count(request)).toBe(1)
  })

  it("sends no request during server rendering", () => {
    vi.stubGlobal("window", undefined)
    const service = signedIn()
    expect(renderToString(inside(service, <Stating />))).toContain("waiting")
    expect(renderToString(inside(service, <Suspending />))).toContain("…")
    expect(service.log).toEqual([])
  })
})

describe("Data of a user", () => {
  it("is not requested while the user is signed out, and the hook reports an error", async () => {
    const service = scriptedService(script)
    const Component = () => {
      const { error } = Keystile.useTeamsState()
      return error?._tag
    }
    const page = await render(inside(service, <Component />))
    await vi.waitFor(() => expect(page.text()).toBe("CannotGetOwnUserWithoutUser"))
    expect(service.log).toEqual([])
  })

  it("is removed at sign-out and loaded again after the next sign-in", async () => {
    let crew = "Crew"
    const service = signedIn({ [teams]: () => items(team(CREW, crew)) })
    const Component = () => (Keystile.useUser() === null ? "guest" : <Teams />)
    const Teams = () => names(Keystile.useTeams())
    const page = await render(inside(service, <Component />))
    await vi.waitFor(() => expect(page.text()).toBe("Crew"))
    await settle(() => service.signOut())
    await vi.waitFor(() => expect(page.text()).toBe("guest"))
    crew = "Vega"
    await settle(() => service.signIn())
    await vi.waitFor(() => expect(page.text()).toBe("Vega"))
    expect(service.count(teams)).toBe(2)
  })

  it("is reloaded by a write before the write completes", async () => {
    let known = [team(CREW, "Crew")]
    const service = signedIn({
      [teams]: () => items(...known),
      "POST /teams": () => {
        known = [...known, team(VEGA, "New")]
        return { body: team(VEGA, "New") }
      }
    })
    const given: { create?: () => Promise<unknown> } = {}
    const Component = () => {
      const client = Keystile.useClient()
      const { run } = Keystile.useAction(() => client.teams.create({ displayName: "New" }))
      useEffect(() => void Object.assign(given, { create: run }), [run])
      return names(Keystile.useTeams())
    }
    const page = await render(inside(service, <Component />))
    await vi.waitFor(() => expect(page.text()).toBe("Crew"))
    await settle(() => given.create?.())
    expect(page.text()).toBe("Crew,New")
    expect(service.count(teams)).toBe(2)
  })

  it("is reloaded by refresh()", async () => {
    let name = "Crew"
    const service = signedIn({ [teams]: () => items(team(CREW, name)) })
    const given: { refresh?: () => Promise<void> } = {}
    const Component = () => {
      const { data, refresh } = Keystile.useTeamsState()
      useEffect(() => void Object.assign(given, { refresh }), [refresh])
      return data && names(data)
    }
    const page = await render(inside(service, <Component />))
    await vi.waitFor(() => expect(page.text()).toBe("Crew"))
    name = "Vega"
    await settle(() => given.refresh?.())
    expect(page.text()).toBe("Vega")
  })
})

describe("SignedIn, SignedOut and Can", () => {
  const Page = () => (
    <>
      <SignedIn pending="?">in</SignedIn>
      <SignedOut pending="?">out</SignedOut>
      <Can permission="$invite_members" team={CREW} fallback="may not" pending="?">
        may
      </Can>
      <Can permission="$delete_team" team={{ id: CREW }} fallback="may not" pending="?">
        may
      </Can>
    </>
  )

  it("render for the signed-in user without suspending, with one request for each kind of data", async () => {
    const service = signedIn()
    service.hold(me)
    service.hold(permissions)
    const page = await render(inside(service, <Page />))
    expect(page.text()).toBe("????")
    await settle(() => (service.release(me), service.release(permissions)))
    await vi.waitFor(() => expect(page.text()).toBe("inmaymay not"))
    expect([service.count(me), service.count(permissions)]).toEqual([1, 1])
    await settle(() => service.signOut())
    await vi.waitFor(() => expect(page.text()).toBe("outmay notmay not"))
    expect([service.count(me), service.count(permissions)]).toEqual([1, 1])
  })

  it("throw a failed request to the error boundary", async () => {
    const page = await render(inside(signedIn({ [me]: () => ({ status: 418, body: "" }) }), <SignedOut>out</SignedOut>))
    await vi.waitFor(() => expect(page.text()).toContain("failed: GET /users/me"))
    const can = (
      <Can permission="a" team={CREW}>
        may
      </Can>
    )
    const other = await render(inside(signedIn({ [permissions]: () => ({ status: 418, body: "" }) }), can))
    await vi.waitFor(() => expect(other.text()).toContain("failed: GET /team-permissions"))
  })
})

describe("useUserState", () => {
  const CurrentUser = ({ or }: { readonly or: "redirect" | "throw" }) => {
    const redirecting = Keystile.useUserState({ or: "redirect" })
    const throwing = Keystile.useUserState({ or: "throw" })
    const { data, error, pending } = or === "throw" ? throwing : redirecting
    return pending ? "waiting" : error === null ? data.primaryEmail : error._tag
  }

  it("stays pending while it redirects to the sign-in page, and redirects once", async () => {
    const redirectMethod = vi.fn<(url: string) => void>()
    const service = scriptedService(script, { redirectMethod })
    const page = await render(inside(service, <CurrentUser or="redirect" />))
    await settle()
    expect(page.text()).toBe("waiting")
    expect(redirectMethod).toHaveBeenCalledTimes(1)
    await settle(() => service.signIn())
    await vi.waitFor(() => expect(page.text()).toBe("noor@fernhill.example"))
  })

  it("returns UserNotSignedIn when `or` is throw", async () => {
    const page = await render(inside(scriptedService(script), <CurrentUser or="throw" />))
    expect(page.text()).toBe("UserNotSignedIn")
  })
})

describe("projectIdMustMatch", () => {
  const Client = ({ id }: { readonly id: string }) => Keystile.useClient({ projectIdMustMatch: id }).projectId
  const User = ({ id }: { readonly id: string }) =>
    Keystile.useUser({ projectIdMustMatch: id })?.primaryEmail ?? "guest"

  it("allows only components of that project", async () => {
    const service = scriptedService(script)
    expect(
      (
        await render(
          inside(
            service,
            <>
              <Client id="p" />
              <User id="p" />
            </>
          )
        )
      ).text()
    ).toBe("pguest")
    for (const wrong of [<Client key="1" id="internal" />, <User key="2" id="internal" />]) {
      const page = await render(inside(service, wrong))
      expect(page.text()).toBe("failed: This component is for the project internal, but the provider's is p.")
    }
  })

  it("is implied by hooks that only the internal project has", async () => {
    const service = signedIn({ "GET /internal/projects": () => items() })
    const Owned = () => String(Keystile.useOwnedProjects().length)
    expect((await render(inside(service, <Owned />))).text()).toContain("for the project internal")
    expect(service.log).toEqual([])
  })
})

describe("useConnectedAccount with redirect", () => {
  const Account = () => Keystile.useConnectedAccount("github", { or: "redirect", scopes: ["repo"] }).id
  const tokenRequest = "POST /connected-accounts/me/github/access-token"

  it("returns a connected account", async () => {
    const service = signedIn()
    const page = await render(
      inside(
        service,
        <>
          <Account />
          <Account />
        </>
      )
    )
    await vi.waitFor(() => expect(page.text()).toBe("githubgithub"))
    expect(service.log).toEqual([tokenRequest])
  })

  it("starts to connect a missing account once, and suspends", async () => {
    const service = signedIn({
      [tokenRequest]: () => knownError("OAUTH_CONNECTION_NOT_CONNECTED_TO_USER", "Not connected")
    })
    const assign = vi.spyOn(location, "assign").mockImplementation(() => {})
    const page = await render(
      inside(
        service,
        <>
          <Account />
          <Account />
        </>
      )
    )
    await vi.waitFor(() => expect(assign).toHaveBeenCalledTimes(1))
    await settle()
    expect(page.text()).toBe("…")
    const url = new URL(String(assign.mock.calls[0]?.[0]))
    expect(url.pathname).toBe("/api/v1/auth/oauth/authorize/github")
    expect(url.searchParams.get("provider_scope")).toBe("repo")
    expect([service.count(tokenRequest), assign.mock.calls.length]).toEqual([1, 1])
    assign.mockRestore()
  })
})

describe("useNavigate", () => {
  it("uses the provider's redirect method, and rejects script URLs", async () => {
    const redirectMethod = vi.fn<(url: string, options: { readonly replace: boolean }) => void>()
    const given: { navigate?: Keystile.Navigate } = {}
    const Component = () => {
      const navigate = Keystile.useNavigate()
      useEffect(() => void (given.navigate = navigate), [navigate])
      return null
    }
    await render(inside(scriptedService(script, { redirectMethod }), <Component />))
    await settle(() => given.navigate?.("/teams"))
    await settle(() => given.navigate?.("/notes", { replace: true }))
    await settle(() => given.navigate?.("javascript:alert(1)"))
    expect(redirectMethod.mock.calls).toEqual([
      ["/teams", { replace: false }],
      ["/notes", { replace: true }]
    ])
  })
})

describe("useCurrentUser", () => {
  const seen: Array<ReturnType<typeof Keystile.useCurrentUser>> = []
  const CurrentUser = () => {
    const user = Keystile.useCurrentUser()
    useEffect(() => void seen.push(user), [user])
    return user === null ? "guest" : (user.displayName ?? "nameless")
  }
  const open = async (over = {}) => {
    seen.length = 0
    const renamed = () => ({ body: user({ display_name: "Noor" }) })
    const service = signedIn({ "PATCH /users/me": renamed, ...over })
    const page = await render(
      inside(
        service,
        <>
          <CurrentUser />
          <CurrentUser />
        </>
      )
    )
    await vi.waitFor(() => expect(page.text()).toBe("namelessnameless"))
    const current = seen.at(-1)
    if (!current) throw new Error("the user is signed out")
    return { service, page, current }
  }

  it("returns one object for all components, whose writes update all of them", async () => {
    const { current, page, service } = await open()
    expect(new Set(seen)).toEqual(new Set([current]))
    expect(new Set(seen).size).toBe(1)
    await settle(() => current.update({ displayName: "Noor" }))
    expect(page.text()).toBe("NoorNoor")
    expect([service.count(me), service.count("PATCH /users/me")]).toEqual([1, 1])
  })

  it("rejects with the error of the call", async () => {
    const { current } = await open({ "PATCH /users/me": () => ({ status: 418, body: "" }) })
    await settle(() => expect(current.setDisplayName("Noor")).rejects.toMatchObject({ _tag: "RequestError" }))
  })

  it("is bound to its user and sends nothing after another user has signed in", async () => {
    const { current, page, service } = await open()
    service.answer("POST /auth/password/sign-in", () => ({ body: session({ userId: "another" }) }))
    service.answer(me, () => ({ body: user({ id: "another", display_name: "Bob" }) }))
    await settle(() => service.signIn())
    await vi.waitFor(() => expect(page.text()).toBe("BobBob"))
    await settle(() =>
      expect(current.update({ displayName: "Ada" })).rejects.toMatchObject({ reason: { _tag: "SessionChanged" } })
    )
    expect(service.count("PATCH /users/me")).toBe(0)
    await settle(() => current.signOut())
    expect(page.text()).toBe("BobBob")
  })

  it("signs out and navigates to the given URL", async () => {
    const redirectMethod = vi.fn<(url: string) => void>()
    const service = scriptedService(script, { signedIn: true, redirectMethod })
    const page = await render(inside(service, <CurrentUser />))
    await vi.waitFor(() => expect(page.text()).toBe("nameless"))
    await settle(() => void seen.at(-1)?.signOut({ redirectUrl: "/bye" }))
    await vi.waitFor(() => expect(page.text()).toBe("guest"))
    expect(redirectMethod.mock.calls.map(([url]) => url)).toEqual(["/bye"])
  })
})

describe("A hook without suspense", () => {
  it("has the declared errors of its calls in its type", () => {
    const useTypes = () => {
      const state = Keystile.useTeamsState()
      const error: CannotGetOwnUserWithoutUser | RequestError | null = state.error
      // @ts-expect-error `data` may be null while pending or failed.
      const data: ReadonlyArray<Team> = state.data
      const sure: ReadonlyArray<Team> | null = state.pending || state.error !== null ? null : state.data
      return [error, data, sure]
    }
    expect(useTypes).toBeTypeOf("function")
  })
})
