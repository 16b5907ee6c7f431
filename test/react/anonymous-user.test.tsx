// @vitest-environment happy-dom
/** Anonymous users in the hooks and guards, over the service in memory. */
import { Suspense } from "react"
import { Effect, ManagedRuntime } from "effect"
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { loadModules } from "../../core/loading/lazy-module.ts"
import { AccountSettings, KeystileProvider, SignedIn, SignedOut, useUser, useUserState } from "../../react/index.ts"
import * as Testing from "../../testing/index.ts"
import * as Client from "../../tiers/client.ts"
import { render, settle } from "./page.tsx"
import { type PartialResponse, scriptedService, user } from "./scripted-service.ts"

const SIGN_UP = "POST /api/v1/auth/anonymous/sign-up"

const services = () => ManagedRuntime.make(Testing.layer({}))
let runtime: ReturnType<typeof services>
beforeAll(() => Effect.runPromise(loadModules))
beforeEach(() => {
  runtime = services()
})
afterEach(() => runtime.dispose())

const signUps = () => runtime.runPromise(Testing.RequestLog.use((log) => log.count(SIGN_UP)))

const shown = async (text: () => string | null, expected: string | RegExp) => {
  // All updates are within `act`, unlike with `expect.poll`, which waits between its attempts.
  const matches = () => new RegExp(expected).test(text() ?? "")
  for (const end = Date.now() + 20_000; Date.now() < end && !matches();) await settle()
  expect(text()).toMatch(expected)
}

const Visitor = ({ or }: { readonly or: "anonymous" | "anonymous-if-exists" }) => {
  const user = useUser({ or })
  return <p>{user === null ? "nobody" : user.isAnonymous === true ? "anonymous" : user.primaryEmail}</p>
}

const inside = (...children: ReadonlyArray<React.ReactNode>) => (
  <KeystileProvider runtime={runtime} lang="en">
    <Suspense fallback="…">{children}</Suspense>
  </KeystileProvider>
)

describe("an anonymous user", () => {
  it("is signed up once for all hooks that ask for one, and counts as signed out elsewhere", async () => {
    const Elsewhere = () => {
      const user = useUser()
      return <p>{user === null ? "no user" : "a user"}</p>
    }
    const page = await render(
      inside(
        <Visitor key="1" or="anonymous" />,
        <Visitor key="2" or="anonymous" />,
        <Elsewhere key="3" />,
        <SignedIn key="4">in</SignedIn>,
        <SignedOut key="5">out</SignedOut>
      )
    )
    await shown(page.text, /^anonymousanonymousno userout$/)
    expect(await signUps()).toBe(1)
  })

  it("is read if there is one, and none is signed up otherwise", async () => {
    const page = await render(inside(<Visitor key="1" or="anonymous-if-exists" />))
    await shown(page.text, "nobody")
    expect(await signUps()).toBe(0)
    await settle(() => runtime.runPromise(Client.Client.use(({ signUpAnonymously }) => signUpAnonymously())))
    await shown(page.text, "anonymous")
  })

  it("becomes a real one of the same id by a sign-up, which all hooks show", async () => {
    const ids = new Set<string>()
    const Id = () => {
      const { data } = useUserState({ or: "anonymous" })
      if (data !== undefined) ids.add(data.id)
      return <p>{data?.isAnonymous === true ? "anonymous" : (data?.primaryEmail ?? "…")}</p>
    }
    const page = await render(inside(<Id key="1" />))
    await shown(page.text, "anonymous")
    await settle(() =>
      runtime.runPromise(
        Client.Client.use(({ signUpWithCredential }) =>
          signUpWithCredential({ email: "noor@example.com", password: "verdigris-lantern-42" })
        )
      )
    )
    await shown(page.text, "noor@example.com")
    expect(ids.size).toBe(1)
  })

  it("is invited to sign up by the account settings, which signed-out users leave at once", async () => {
    const visit = async (response: PartialResponse, signedIn: boolean) => {
      const went: Array<string> = []
      const service = scriptedService(
        { "GET /users/me": () => response },
        { signedIn, redirectMethod: (url: string) => void went.push(url) }
      )
      const page = await render(
        <KeystileProvider runtime={service.runtime} lang="en">
          <Suspense fallback="…">
            <AccountSettings />
          </Suspense>
        </KeystileProvider>
      )
      return { page, went }
    }
    const leaves = (went: ReadonlyArray<string>, path: string) =>
      vi.waitFor(async () => {
        await settle()
        expect(went).toEqual([expect.stringContaining(path)])
      }, 20_000)
    const anonymous = { is_anonymous: true, is_restricted: true, restricted_reason: { type: "anonymous" } }
    const { page, went } = await visit({ body: user({ ...anonymous, primary_email: null }) }, true)
    await shown(page.text, /You have not signed up yet/)
    expect(went).toEqual([])
    const [button] = page.container.querySelectorAll("button")
    await settle(() => button?.click())
    await leaves(went, "/handler/sign-up")
    const signedOut = await visit({ status: 401 }, false)
    await leaves(signedOut.went, "/handler/sign-in")
  })
})
