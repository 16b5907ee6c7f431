// @vitest-environment happy-dom
/** Components and options that render for some users or projects only. */
import { afterEach, describe, expect, it, vi } from "vitest"
import * as Keystile from "../../react/index.ts"
import { Can, SignedIn, SignedOut } from "../../react/index.ts"
import { render, settle } from "./page.tsx"
import { sharedStateOf } from "../../react/engine/keystile.ts"
import { userQuery } from "../../tiers/cache/queries.ts"
import { scriptedService, user } from "./scripted-service.ts"
import { CREW, inside, items, me, permissions, projectPermissions, script, signedInService } from "./reads-fixture.tsx"

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
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
      <Can permission="staff" fallback="may not in the project" pending="?">
        may in the project
      </Can>
      <Can permission="$invite_members" fallback="may not in the project" pending="?">
        may in the project
      </Can>
    </>
  )

  it("render for the signed-in user without suspending, with one request for each kind of data", async () => {
    const service = signedInService()
    service.hold(me)
    service.hold(permissions)
    service.hold(projectPermissions)
    const page = await render(inside(service, <Page />))
    expect(page.text()).toBe("??????")
    await settle(() => {
      for (const request of [me, permissions, projectPermissions]) service.release(request)
    })
    const inProject = "may in the projectmay not in the project"
    await vi.waitFor(() => expect(page.text()).toBe(`inmaymay not${inProject}`))
    const counts = () => [me, permissions, projectPermissions].map((request) => service.count(request))
    expect(counts()).toEqual([1, 1, 1])
    await settle(() => service.signOut())
    const nowhere = "may not in the projectmay not in the project"
    await vi.waitFor(() => expect(page.text()).toBe(`outmay notmay not${nowhere}`))
    expect(counts()).toEqual([1, 1, 1])
  })

  it("throw a failed request to the error boundary", async () => {
    const page = await render(
      inside(signedInService({ [me]: () => ({ status: 418, body: "" }) }), <SignedOut>out</SignedOut>)
    )
    await vi.waitFor(() => expect(page.text()).toContain("failed: GET /users/me"))
    const can = (
      <Can permission="a" team={CREW}>
        may
      </Can>
    )
    const other = await render(inside(signedInService({ [permissions]: () => ({ status: 418, body: "" }) }), can))
    await vi.waitFor(() => expect(other.text()).toContain("failed: GET /team-permissions"))
    const unavailable = signedInService({ [projectPermissions]: () => ({ status: 418, body: "" }) })
    const inProject = await render(inside(unavailable, <Can permission="a">may</Can>))
    await vi.waitFor(() => expect(inProject.text()).toContain("failed: GET /project-permissions"))
  })

  it.each([
    ["SignedIn", me, <SignedIn key="in">shown</SignedIn>, "shown"],
    ["SignedOut", me, <SignedOut key="out">shown</SignedOut>, ""],
    [
      "Can",
      permissions,
      <Can key="can" permission="$invite_members" team={CREW}>
        shown
      </Can>,
      "shown"
    ]
  ])(
    "show the card of the provider if %s fails to read %s, whose button repeats the request",
    async (_, name, guard, text) => {
      const service = signedInService({ [name]: () => ({ status: 418, body: "" }) })
      const page = await render(
        <Keystile.KeystileProvider runtime={service.runtime}>{guard}</Keystile.KeystileProvider>
      )
      await vi.waitFor(() => expect(page.find("h1").textContent).not.toBe(""))
      service.respond(name, name === me ? () => ({ body: user() }) : script[permissions])
      await settle(() => page.find("button").click())
      await vi.waitFor(() => expect(page.text()).toBe(text))
    }
  )
})

describe("useUserState", () => {
  const CurrentUser = ({ or }: { readonly or: "redirect" | "throw" }) => {
    const redirecting = Keystile.useUserState({ or: "redirect" })
    const throwing = Keystile.useUserState({ or: "throw" })
    const { data, error, pending } = or === "throw" ? throwing : redirecting
    return pending ? "waiting" : error === null ? data.primaryEmail : error._tag
  }

  const SignOutButton = () => {
    const { run } = Keystile.useSignOut()
    return (
      <button type="button" onClick={() => void run()}>
        Sign out
      </button>
    )
  }

  /** Renders a page for signed-in users, and signs out there. */
  const renderAndSignOut = async (service: ReturnType<typeof scriptedService>) => {
    const page = await render(
      inside(
        service,
        <>
          <CurrentUser or="redirect" />
          <SignOutButton />
        </>
      )
    )
    await vi.waitFor(() => expect(page.text()).toContain("noor@fernhill.example"))
    await settle(() => page.find("button").click())
    return page
  }

  it("stays pending while it redirects to the sign-in page, and redirects once", async () => {
    const redirectMethod = vi.fn<(url: string) => void>()
    const service = scriptedService(script, { redirectMethod })
    const page = await render(inside(service, <CurrentUser or="redirect" />))
    await settle()
    expect(page.text()).toBe("waiting")
    await vi.waitFor(() => expect(redirectMethod).toHaveBeenCalledTimes(1))
    await settle(() => service.signIn())
    await vi.waitFor(() => expect(page.text()).toBe("noor@fernhill.example"))
  })

  it("redirects after a sign-out that has led to the same page", async () => {
    const visited: Array<string> = []
    const service = scriptedService(script, {
      signedIn: true,
      redirectMethod: (url) => void visited.push(url),
      virtualTime: true
    })
    const page = await renderAndSignOut(service)
    await vi.waitFor(() => expect(visited).toEqual(["/"]))
    await vi.waitFor(() => expect(page.text()).toContain("waiting"))
    await settle(() => service.pass("1 minute"))
    await vi.waitFor(() => expect(visited).toEqual(["/", "/handler/sign-in?after_auth_return_to=%2F"]))
  })

  it("leaves the navigation of a sign-out alone until the next page has responded", async () => {
    const assign = vi.spyOn(location, "assign").mockImplementation(() => {})
    const replace = vi.spyOn(location, "replace").mockImplementation(() => {})
    const service = scriptedService(script, { signedIn: true, redirectMethod: "window", virtualTime: true })
    const page = await renderAndSignOut(service)
    await vi.waitFor(() => expect(assign).toHaveBeenCalledTimes(1))
    for (let second = 0; second < 5; second++) await settle(() => service.pass("1 second"))
    await settle()
    expect(replace).not.toHaveBeenCalled()
    expect(page.text()).toContain("noor@fernhill.example")
    for (let second = 0; second < 30; second++) await settle(() => service.pass("1 second"))
    await vi.waitFor(() => expect(replace).toHaveBeenCalledTimes(1))
    assign.mockRestore()
    replace.mockRestore()
  })

  it.each([
    ["sign-in", script, {}],
    ["the onboarding", { ...script, [me]: () => ({ body: user({ is_restricted: true }) }) }, { signedIn: true }]
  ] as const)(
    "subscribes to the user for the redirect to %s only until the user has signed in",
    async (_, first, given) => {
      const redirectMethod = vi.fn<(url: string) => void>()
      const service = scriptedService(first, { redirectMethod, ...given })
      const { cache } = sharedStateOf(service.runtime)
      const subscribers = () => cache.entries().find(({ key }) => key === userQuery.key)?.subscribers
      const page = await render(inside(service, <CurrentUser or="redirect" />))
      await vi.waitFor(() => expect(redirectMethod).toHaveBeenCalledTimes(1))
      // Two hooks, and the redirect.
      expect(subscribers()).toBe(3)
      service.respond(me, () => ({ body: user() }))
      await settle(() => (first === script ? service.signIn() : cache.refresh(userQuery)))
      await vi.waitFor(() => expect(page.text()).toBe("noor@fernhill.example"))
      await vi.waitFor(() => expect(subscribers()).toBe(2))
      await settle()
      expect(subscribers()).toBe(2)
      await page.unmount()
      expect(subscribers()).toBe(0)
      expect(redirectMethod).toHaveBeenCalledTimes(1)
    }
  )

  it("ends the subscription of a redirect that finds a signed-in user", async () => {
    const service = scriptedService(script, { signedIn: true })
    const { cache, redirectToSignIn } = sharedStateOf(service.runtime)
    await cache.read(userQuery).promise
    await redirectToSignIn()
    expect(cache.entries().map(({ subscribers }) => subscribers)).toEqual([0])
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
    const service = signedInService({ "GET /internal/projects": () => items() })
    const Owned = () => String(Keystile.useOwnedProjects().length)
    expect((await render(inside(service, <Owned />))).text()).toContain("for the project internal")
    expect(service.log).toEqual([])
  })
})
