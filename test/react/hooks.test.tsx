// @vitest-environment happy-dom
/** `useUser` and `useProject` over a scripted service: their results and the number of requests. */
import { type ReactNode, Suspense } from "react"
import { renderToString } from "react-dom/server"
import { afterEach, describe, expect, it, vi } from "vitest"
import { KeystileProvider, SignIn, useProject, useUser, type UseUserOptions } from "../../react/index.ts"
import type { User } from "../../core/schema/user.ts"
import { ErrorBoundary } from "../../react/components/error-boundary.tsx"
import { render, settle } from "./page.tsx"
import { scriptedService, user } from "./scripted-service.ts"

const me = "GET /users/me"

const CurrentUser = (options: UseUserOptions) => <i>{useUser(options)?.primaryEmail ?? "guest"}</i>
const Name = () => <b>{useUser()?.displayName ?? "nameless"}</b>
const Boundary = ({ children }: { readonly children: ReactNode }) => (
  <ErrorBoundary fallback={(error) => <p>{`failed: ${error instanceof Error ? error.message : ""}`}</p>}>
    <Suspense fallback="…">{children}</Suspense>
  </ErrorBoundary>
)

afterEach(() => {
  vi.useRealTimers()
  history.replaceState(null, "", "/")
})

describe("useUser", () => {
  it("suspends, and sends one request for all components, in StrictMode too", async () => {
    const service = scriptedService({}, { signedIn: true })
    service.hold(me)
    const page = await render(
      <KeystileProvider runtime={service.runtime}>
        <Suspense fallback="first…">
          <CurrentUser />
        </Suspense>
        <Suspense fallback="second…">
          <CurrentUser />
          <Name />
        </Suspense>
      </KeystileProvider>
    )
    expect(page.text()).toBe("first…second…")
    await settle(() => service.release(me))
    await vi.waitFor(() => expect(page.text()).toBe("noor@fernhill.examplenoor@fernhill.examplenameless"))
    expect(service.count(me)).toBe(1)
  })

  it("needs no <Suspense> of the application", async () => {
    const service = scriptedService({}, { signedIn: true })
    service.hold(me)
    const page = await render(
      <KeystileProvider runtime={service.runtime} fallback="…">
        <CurrentUser />
      </KeystileProvider>
    )
    expect(page.text()).toBe("…")
    await settle(() => service.release(me))
    await vi.waitFor(() => expect(page.text()).toBe("noor@fernhill.example"))
    expect(service.count(me)).toBe(1)
  })

  it("is null immediately without a request when the user is signed out", async () => {
    const service = scriptedService()
    const page = await render(
      <KeystileProvider runtime={service.runtime} fallback="…">
        <CurrentUser />
      </KeystileProvider>
    )
    expect(page.text()).toBe("guest")
    expect(service.log).toEqual([])
  })

  it("follows sign-in and sign-out, and shows the old user until the new one is loaded", async () => {
    const service = scriptedService()
    const page = await render(
      <KeystileProvider runtime={service.runtime} fallback="…">
        <CurrentUser />
      </KeystileProvider>
    )
    service.hold(me)
    await settle(() => service.signIn())
    expect(page.text()).toBe("guest")
    await settle(() => service.release(me))
    await vi.waitFor(() => expect(page.text()).toBe("noor@fernhill.example"))
    await settle(() => service.signOut())
    await vi.waitFor(() => expect(page.text()).toBe("guest"))
    expect(service.count(me)).toBe(1)
  })

  it("sends no request when only the access token was refreshed", async () => {
    const service = scriptedService({
      "POST /auth/password/sign-in": () => ({
        body: { access_token: `e30.${btoa('{"exp":1}')}.x`, refresh_token: "refresh", user_id: "u" }
      }),
      "POST /auth/oauth/token": () => ({
        body: {
          access_token: `e30.${btoa(JSON.stringify({ exp: Date.now() / 1000 + 3600 }))}.x`,
          token_type: "Bearer",
          expires_in: 3600,
          scope: "legacy",
          refresh_token: "refresh"
        }
      })
    })
    const page = await render(
      <KeystileProvider runtime={service.runtime}>
        <CurrentUser />
      </KeystileProvider>
    )
    await settle(() => service.signIn())
    await vi.waitFor(() => expect(page.text()).toBe("noor@fernhill.example"))
    await settle()
    expect(service.count("POST /auth/oauth/token")).toBe(1)
    expect(service.count(me)).toBe(1)
  })

  it("throws an error with the documented message", async () => {
    const service = scriptedService()
    const page = await render(
      <KeystileProvider runtime={service.runtime}>
        <Boundary>
          <CurrentUser or="throw" />
        </Boundary>
      </KeystileProvider>
    )
    expect(page.text()).toBe("failed: User is not signed in but getUser was called with { or: 'throw' }")
  })

  it("redirects once, replacing the history entry, with a return URL", async () => {
    history.replaceState(null, "", "/notes?page=2")
    const redirectMethod = vi.fn<(url: string, options: { readonly replace: boolean }) => void>()
    const service = scriptedService({}, { redirectMethod })
    const page = await render(
      <KeystileProvider runtime={service.runtime}>
        <Suspense fallback="…">
          <CurrentUser or="redirect" />
          <CurrentUser or="redirect" />
        </Suspense>
      </KeystileProvider>
    )
    await settle()
    expect(page.text()).toBe("…")
    await vi.waitFor(() =>
      expect(redirectMethod.mock.calls).toEqual([
        ["/handler/sign-in?after_auth_return_to=%2Fnotes%3Fpage%3D2", { replace: true }]
      ])
    )
    await settle(() => service.signIn())
    await vi.waitFor(() => expect(page.text()).toBe("noor@fernhill.examplenoor@fernhill.example"))
  })

  it("has a type without null for `redirect` and `throw`", () => {
    const useTypes = () => {
      const redirected: User = useUser({ or: "redirect" })
      const thrown: User = useUser({ or: "throw" })
      const maybe: User | null = useUser()
      // @ts-expect-error The user may be signed out.
      const wrong: User = useUser({ or: "return-null" })
      return [redirected, thrown, maybe, wrong]
    }
    expect(useTypes).toBeTypeOf("function")
  })

  it("throws a failed request to the error boundary, and succeeds on a later render", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const service = scriptedService({ [me]: () => ({ status: 500, body: "" }) }, { signedIn: true })
    const page = await render(
      <KeystileProvider runtime={service.runtime}>
        <Boundary>
          <CurrentUser />
        </Boundary>
      </KeystileProvider>
    )
    await vi.waitFor(() => expect(page.text()).toContain("failed: GET /users/me"))
    service.respond(me, () => ({ body: user() }))
    vi.setSystemTime(Date.now() + 2000)
    await page.show(
      <KeystileProvider runtime={service.runtime}>
        <Boundary key="again">
          <CurrentUser />
        </Boundary>
      </KeystileProvider>
    )
    await vi.waitFor(() => expect(page.text()).toBe("noor@fernhill.example"))
  })

  it("sends no request during server rendering and does not use `window`", async () => {
    const service = scriptedService({}, { signedIn: true })
    vi.stubGlobal("window", undefined)
    const html = renderToString(
      <KeystileProvider runtime={service.runtime}>
        <p>Hello</p>
        <Suspense fallback="…">
          <CurrentUser or="redirect" />
        </Suspense>
        <SignIn fullPage />
      </KeystileProvider>
    )
    vi.unstubAllGlobals()
    expect(html).toContain("<p>Hello</p>")
    expect(html).toContain("…")
    expect(html).toContain("ks-skeleton")
    await settle()
    expect(service.log).toEqual([])
  })
})

describe("useProject", () => {
  it("reads the project once", async () => {
    const service = scriptedService()
    const Project = () => useProject().displayName
    const page = await render(
      <KeystileProvider runtime={service.runtime}>
        <Project />
        <Project />
      </KeystileProvider>
    )
    await vi.waitFor(() => expect(page.text()).toBe("FernhillFernhill"))
    expect(service.count("GET /projects/current")).toBe(1)
  })

  it("names the provider in the error when it is missing", async () => {
    const page = await render(
      <Boundary>
        <CurrentUser />
      </Boundary>
    )
    expect(page.text()).toContain("KeystileProvider")
  })
})
