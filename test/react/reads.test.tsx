// @vitest-environment happy-dom
/** Reading hooks other than `useUser` and `useProject`: their results and the number of requests. */
import { useEffect } from "react"
import { renderToString } from "react-dom/server"
import { afterEach, describe, expect, it, vi } from "vitest"
import type { CannotGetOwnUserWithoutUser } from "../../core/errors/own-user.ts"
import type { RequestError } from "../../core/errors/request-error.ts"
import type { Team } from "../../core/schema/team.ts"
import * as Keystile from "../../react/index.ts"
import { render, settle } from "./page.tsx"
import { scriptedService } from "./scripted-service.ts"
import {
  CREW,
  VEGA,
  inside,
  items,
  me,
  permissions,
  projectPermissions,
  script,
  signedInService,
  team,
  teams
} from "./reads-fixture.tsx"

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
      "useTeamMembers",
      () =>
        Keystile.useTeamMembers(CREW)
          .map(({ role }) => role)
          .join(),
      () => shown(Keystile.useTeamMembersState({ id: CREW }), (members) => members.map(({ role }) => role).join()),
      "admin",
      "GET /team-members"
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
      "useReceivedInvitations",
      () =>
        Keystile.useReceivedInvitations()
          .map(({ teamDisplayName }) => teamDisplayName)
          .join(),
      () =>
        shown(Keystile.useReceivedInvitationsState(), (all) =>
          all.map(({ teamDisplayName }) => teamDisplayName).join()
        ),
      "Crew",
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
      "useActiveSessions",
      () =>
        Keystile.useActiveSessions()
          .map(({ id }) => id)
          .join(),
      () => shown(Keystile.useActiveSessionsState(), (all) => all.map(({ id }) => id).join()),
      "s",
      "GET /auth/sessions"
    ],
    [
      "useUserApiKeys",
      () =>
        Keystile.useUserApiKeys()
          .map(({ userId, value }) => `${userId} ${value.lastFour}`)
          .join(),
      () =>
        shown(Keystile.useUserApiKeysState(), (all) =>
          all.map(({ userId, value }) => `${userId} ${value.lastFour}`).join()
        ),
      "u 0123",
      "GET /user-api-keys"
    ],
    [
      "useTeamApiKeys",
      () =>
        Keystile.useTeamApiKeys(CREW)
          .map(({ description }) => description)
          .join(),
      () =>
        shown(Keystile.useTeamApiKeysState({ id: CREW }), (all) => all.map(({ description }) => description).join()),
      "CI",
      "GET /team-api-keys"
    ],
    [
      "usePermissions without a team",
      () =>
        Keystile.usePermissions({ recursive: false })
          .map(({ id }) => id)
          .join(),
      () => shown(Keystile.usePermissionsState({ recursive: false }), (all) => all.map(({ id }) => id).join()),
      "staff",
      projectPermissions
    ],
    [
      "usePermission without a team",
      () => Keystile.usePermission("staff")?.id ?? "none",
      () => shown(Keystile.usePermissionState("staff"), (found) => found?.id ?? "none"),
      "staff",
      projectPermissions
    ],
    [
      "useHasPermission without a team",
      () => String(Keystile.useHasPermission("$invite_members")),
      () => shown(Keystile.useHasPermissionState("$invite_members"), String),
      "false",
      projectPermissions
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
      "useOAuthProviders",
      () =>
        Keystile.useOAuthProviders()
          .map(({ id }) => id)
          .join(),
      () => shown(Keystile.useOAuthProvidersState(), (all) => all.map(({ id }) => id).join()),
      "a",
      "GET /oauth-providers"
    ],
    [
      "useConnectedAccounts",
      () =>
        Keystile.useConnectedAccounts()
          .map(({ accountId }) => accountId)
          .join(),
      () => shown(Keystile.useConnectedAccountsState(), (all) => all.map(({ accountId }) => accountId).join()),
      "octocat",
      "GET /connected-accounts/me"
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
    const service = signedInService()
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
    const service = signedInService({ [request]: () => ({ status: 418, body: "" }) })
    const page = await render(inside(service, <Suspending />))
    await vi.waitFor(() => expect(page.text()).toContain("failed: "))
    const twin = await render(inside(service, <Stating />))
    await vi.waitFor(() => expect(twin.text()).toContain("failed "))
    expect(service.count(request)).toBe(1)
  })

  it("sends no request during server rendering", () => {
    vi.stubGlobal("window", undefined)
    const service = signedInService()
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
    const service = signedInService({ [teams]: () => items(team(CREW, crew)) })
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
    const service = signedInService({
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
    const service = signedInService({ [teams]: () => items(team(CREW, name)) })
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

describe("A hook that suspends", () => {
  it("suspends for another team, and never returns the result of the earlier one", async () => {
    const service = signedInService()
    const results: Array<string> = []
    const Component = ({ id, name }: { readonly id: string; readonly name: string }) => {
      const text = `${name} ${Keystile.useHasPermission(id, "$invite_members")}`
      results.push(text)
      return text
    }
    const page = await render(inside(service, <Component id={CREW} name="Crew" />))
    await vi.waitFor(() => expect(page.text()).toBe("Crew true"))
    service.hold(permissions)
    service.respond(permissions, () => items())
    await page.show(inside(service, <Component id={VEGA} name="Vega" />))
    expect(page.text()).toContain("…")
    await settle(() => service.release(permissions))
    await vi.waitFor(() => expect(page.text()).toBe("Vega false"))
    expect([...new Set(results)]).toEqual(["Crew true", "Vega false"])
  })

  it("keeps the page of a list until the next one is read", async () => {
    const list = "GET /audit-log"
    const service = signedInService({
      [list]: ({ url }: { readonly url: string }) => {
        const cursor = new URL(url).searchParams.get("cursor")
        return { body: { items: [], is_paginated: true, pagination: { next_cursor: cursor === null ? "1_2" : null } } }
      }
    })
    const Page = ({ cursor }: { readonly cursor?: string }) => Keystile.useAuditLog({ cursor }).nextCursor ?? "last"
    const page = await render(inside(service, <Page />))
    await vi.waitFor(() => expect(page.text()).toBe("1_2"))
    service.hold(list)
    await page.show(inside(service, <Page cursor="1_2" />))
    await settle()
    expect(page.text()).toBe("1_2")
    await settle(() => service.release(list))
    await vi.waitFor(() => expect(page.text()).toBe("last"))
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
