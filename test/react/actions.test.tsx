// @vitest-environment happy-dom
/** Actions over a scripted service: requests, state and cancellation. */
import { act, type ReactNode, startTransition, Suspense, useEffect, useState } from "react"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import type { RequestError } from "../../core/errors/request-error.ts"
import type { User } from "../../core/schema/user.ts"
import { ErrorBoundary } from "../../react/components/error-boundary.tsx"
import {
  type Action,
  KeystileProvider,
  useAction,
  useClient,
  useSignOut,
  useUser,
  type UseUserOptions
} from "../../react/index.ts"
import { Client, type ClientCalls } from "../../tiers/client.ts"
import { loadModules } from "../../core/loading/lazy-module.ts"
import { render, settle } from "./page.tsx"
import { scriptedService, user } from "./scripted-service.ts"

const me = "GET /users/me"

beforeAll(() => Effect.runPromise(loadModules))

const CurrentUser = (options: UseUserOptions) => <i>{useUser(options)?.primaryEmail ?? "guest"}</i>
const Name = () => <b>{useUser()?.displayName ?? "nameless"}</b>
const Boundary = ({ children }: { readonly children: ReactNode }) => (
  <ErrorBoundary fallback={(error) => <p>{`failed: ${error instanceof Error ? error.message : ""}`}</p>}>
    <Suspense fallback="…">{children}</Suspense>
  </ErrorBoundary>
)

afterEach(() => history.replaceState(null, "", "/"))

describe("useAction", () => {
  const rename = "PATCH /users/me"
  type Rename = Action<[string], User, { readonly _tag: string; readonly message: string }>

  const Rename = ({ give }: { readonly give: (action: Rename, client: ClientCalls) => void }) => {
    const client = useClient()
    const action = useAction((displayName: string) => client.updateUser({ displayName }))
    give(action, client)
    return <u>{`${action.pending ? "busy" : "ready"} ${action.error?._tag ?? "fine"}`}</u>
  }

  const open = async (script = {}) => {
    const renamed = () => ({ body: user({ display_name: "Noor" }) })
    const service = scriptedService({ [rename]: renamed, ...script }, { signedIn: true })
    const given: { action?: Rename } = {}
    const tree = (shown: boolean) => (
      <KeystileProvider runtime={service.runtime}>
        <Name />
        {shown && <Rename give={(action) => void (given.action = action)} />}
      </KeystileProvider>
    )
    const page = await render(tree(true))
    await vi.waitFor(() => expect(page.text()).toBe("namelessready fine"))
    const action = () => {
      if (given.action === undefined) throw new Error("not rendered")
      return given.action
    }
    return { service, page, action, hide: () => page.show(tree(false)) }
  }

  it("sends one request for two calls, is pending meanwhile, and its write updates all components", async () => {
    const { action, page, service } = await open()
    service.hold(rename)
    const runs: Array<unknown> = []
    await act(async () => void runs.push(action().run("Noor"), action().run("Noor")))
    expect(runs[0]).toBe(runs[1])
    expect(page.text()).toBe("namelessbusy fine")
    await settle(() => service.release(rename))
    await vi.waitFor(() => expect(page.text()).toBe("Noorready fine"))
    expect(service.count(rename)).toBe(1)
    expect(service.count(me)).toBe(1)
  })

  it("has the typed error until it is reset or runs again", async () => {
    const { action, page, service } = await open({ [rename]: () => ({ status: 418, body: "" }) })
    await settle(() => action().run("Noor"))
    expect(page.text()).toBe("namelessready RequestError")
    await settle(() => action().reset())
    expect(page.text()).toBe("namelessready fine")
    await settle(() => action().run("Noor"))
    service.respond(rename, () => ({ body: user() }))
    service.hold(rename)
    await act(async () => void action().run("Noor"))
    expect(page.text()).toBe("namelessbusy fine")
  })

  it("is aborted by unmounting and by reset, and ignores late responses", async () => {
    const { action, hide, page, service } = await open()
    service.hold(rename)
    await act(async () => void action().run("Noor"))
    await settle(() => action().reset())
    expect(page.text()).toBe("namelessready fine")
    expect(service.count(`aborted ${rename}`)).toBe(1)
    const run: { exit?: Promise<Exit.Exit<unknown, unknown>> } = {}
    await act(async () => void (run.exit = action().run("Noor")))
    await hide()
    await settle()
    expect(service.count(`aborted ${rename}`)).toBe(2)
    expect(Exit.hasInterrupts((await run.exit) ?? Exit.void)).toBe(true)
    service.release(rename)
    await settle()
    expect(page.text()).toBe("nameless")
  })

  it("is not pending again when a request that it left behind waits for its next try", async () => {
    const service = scriptedService({ [rename]: () => ({ status: 429, headers: { "retry-after": "20" } }) })
    service.hold(rename)
    const given: { run?: () => Promise<unknown> } = {}
    const Component = () => {
      const { pending, run } = useAction(() =>
        Effect.flatMap(Client, (client) => Effect.asVoid(Effect.forkDetach(client.updateUser({ displayName: "Noor" }))))
      )
      useEffect(() => void (given.run = run), [run])
      return pending ? "busy" : "ready"
    }
    const page = await render(
      <KeystileProvider runtime={service.runtime}>
        <Component />
      </KeystileProvider>
    )
    await settle(() => given.run?.())
    await vi.waitFor(() => expect(service.count(rename)).toBe(1))
    await settle(() => service.release(rename))
    expect(page.text()).toBe("ready")
  })

  it("runs effects that need the client, and throws defects to the error boundary", async () => {
    const service = scriptedService()
    const given: { run?: () => Promise<Exit.Exit<string, RequestError>> } = {}
    const Component = ({ broken }: { readonly broken: boolean }) => {
      const { run } = useAction(() =>
        broken ? Effect.die(new Error("a bug")) : Effect.map(Client, ({ navigation }) => navigation.urls.home)
      )
      useEffect(() => void (given.run = run), [run])
      return "working"
    }
    const tree = (broken: boolean) => (
      <KeystileProvider runtime={service.runtime}>
        <Boundary>
          <Component broken={broken} />
        </Boundary>
      </KeystileProvider>
    )
    const page = await render(tree(false))
    await settle(async () => expect(await given.run?.()).toEqual(Exit.succeed("/")))
    await page.show(tree(true))
    await settle(() => given.run?.())
    expect(page.text()).toBe("failed: a bug")
  })
})

describe("useSignOut", () => {
  it("signs out and navigates, and a page that requires a user does not redirect meanwhile", async () => {
    history.replaceState(null, "", "/profile")
    const visited: Array<string> = []
    const moved = new Set<() => void>()
    const redirectMethod = (url: string) => {
      visited.push(url)
      history.pushState(null, "", url)
      startTransition(() => moved.forEach((listener) => listener()))
    }
    /** A router that renders its next page in a transition, like the routers of Next and React Router. */
    const Router = () => {
      const [path, setPath] = useState(location.pathname)
      useEffect(() => void moved.add(() => setPath(location.pathname)), [])
      return path === "/profile" ? <Profile /> : <CurrentUser />
    }
    const service = scriptedService({}, { signedIn: true, redirectMethod })
    const given: { signOut?: () => void } = {}
    const Profile = () => {
      const { run } = useSignOut()
      useEffect(() => void (given.signOut = () => void run()), [run])
      return <CurrentUser or="redirect" />
    }
    const page = await render(
      <KeystileProvider runtime={service.runtime} fallback="…">
        <Router />
      </KeystileProvider>
    )
    await vi.waitFor(() => expect(page.text()).toBe("noor@fernhill.example"))
    service.hold("DELETE /auth/sessions/current")
    await settle(() => given.signOut?.())
    expect(page.text()).toBe("noor@fernhill.example")
    await settle(() => service.release("DELETE /auth/sessions/current"))
    await vi.waitFor(() => expect(page.text()).toBe("guest"))
    await settle()
    expect(visited).toEqual(["/"])
    expect(service.count("DELETE /auth/sessions/current")).toBe(1)
  })

  it("signs out locally even when the service is unreachable", async () => {
    const unable = () => ({ status: 418, body: "" })
    const service = scriptedService({ "DELETE /auth/sessions/current": unable }, { signedIn: true })
    const given: { signOut?: () => void } = {}
    const Profile = () => {
      const { run } = useSignOut()
      useEffect(() => void (given.signOut = () => void run()), [run])
      return <CurrentUser />
    }
    const page = await render(
      <KeystileProvider runtime={service.runtime} fallback="…">
        <Profile />
      </KeystileProvider>
    )
    await vi.waitFor(() => expect(page.text()).toBe("noor@fernhill.example"))
    await settle(() => given.signOut?.())
    await vi.waitFor(() => expect(page.text()).toBe("guest"))
  })
})
