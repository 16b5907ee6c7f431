// @vitest-environment happy-dom
/** Sign-in before its runtime is loaded: the first field, and what a user does before the runtime is there. */
import { act, type ReactNode, StrictMode, useState } from "react"
import { createRoot } from "react-dom/client"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { LoadFailure } from "../../core/loading/load-failure.ts"
import {
  Handler,
  KeystileProvider,
  SignIn,
  type KeystileOptions,
  type SignInProps,
  type Snapshot,
  useSignOut,
  useUserState
} from "../../react/index.ts"
import { forms } from "../../react/messages/english/forms.ts"
import { engineModule } from "../../react/runtime/engine-module.ts"
import { project, session, user } from "./scripted-service.ts"

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const PROJECT = "GET /projects/current"
const SIGN_IN = "POST /auth/password/sign-in"
const SEND_CODE = "POST /auth/otp/send-sign-in-code"

/** Replaces the network by responses, some of which are held until they are released. */
const service = (responses: Readonly<Record<string, () => Response>> = {}) => {
  const all: Readonly<Record<string, () => Response>> = {
    [PROJECT]: () => Response.json(project()),
    [SIGN_IN]: () => Response.json(session()),
    [SEND_CODE]: () => Response.json({ nonce: "n".repeat(39) }),
    ...responses
  }
  const log: Array<{ readonly name: string; readonly headers: Headers; readonly body: string }> = []
  const held = new Map<string, () => void>()
  const gates = new Map<string, Promise<void>>()
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    const name = `${request.method} ${new URL(request.url).pathname.replace("/api/v1", "")}`
    log.push({ name, headers: request.headers, body: await request.clone().text() })
    await gates.get(name)
    return all[name]?.() ?? new Response("", { status: 404 })
  })
  return {
    log,
    count: (name: string) => log.filter((entry) => entry.name === name).length,
    hold: (name: string) => void gates.set(name, new Promise((resolve) => held.set(name, resolve))),
    release: (name: string) => {
      gates.delete(name)
      held.get(name)?.()
    }
  }
}

/** Holds the code of the runtime until it is released, or fails to load it. */
const holdRuntime = () => {
  const real = { load: engineModule.load, getIfLoaded: engineModule.getIfLoaded }
  let isFree = false
  let failures = 0
  let free = () => {}
  const gate = new Promise<void>((resolve) => (free = resolve))
  const load = vi.spyOn(engineModule, "load").mockImplementation(async () => {
    if (failures > 0) {
      failures--
      throw new LoadFailure("engine", new TypeError("Failed to fetch"))
    }
    await gate
    return real.load()
  })
  vi.spyOn(engineModule, "getIfLoaded").mockImplementation(() => (isFree ? real.getIfLoaded() : undefined))
  return {
    load,
    fail: (times: number) => void (failures = times),
    arrive: () =>
      act(async () => {
        isFree = true
        free()
        await real.load()
        await new Promise((resolve) => setTimeout(resolve, 0))
      })
  }
}

const visited: Array<string> = []

/** A project for each test: an early response that no call has taken would be of the test before. */
let projectId = "p0"

const open = async (screen: ReactNode, snapshot?: Snapshot, tokenStore?: KeystileOptions["tokenStore"]) => {
  const container = document.createElement("div")
  document.body.append(container)
  const root = createRoot(container)
  await act(async () =>
    root.render(
      <StrictMode>
        <KeystileProvider
          projectId={projectId}
          publishableClientKey="pck_x"
          baseUrl="http://service.test"
          redirectMethod={(url) => void visited.push(url)}
          snapshot={snapshot}
          {...(tokenStore && { tokenStore })}
        >
          {screen}
        </KeystileProvider>
      </StrictMode>
    )
  )
  return {
    container,
    text: () => container.textContent,
    find: <E extends HTMLElement>(selector: string) => {
      const found = container.querySelector<E>(selector)
      if (found === null) throw new Error(`There is no ${selector} in ${container.innerHTML}`)
      return found
    },
    close: () => act(async () => root.unmount())
  }
}

type Page = Awaited<ReturnType<typeof open>>

const openForm = async (props: SignInProps = {}) => {
  const page = await open(<SignIn {...props} />)
  await vi.waitFor(() => page.find("form"))
  return page
}

const type = (page: Page, name: string, text: string) =>
  act(async () => {
    const input = page.find<HTMLInputElement>(`input[name=${name}]`)
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text)
    input.dispatchEvent(new Event("input", { bubbles: true }))
  })

const submit = (page: Page) =>
  act(async () => {
    page.find("form").dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }))
  })

const isBusy = (page: Page) => page.find("button[type=submit]").getAttribute("aria-busy") === "true"

const forgetCookies = () => {
  for (const pair of document.cookie.split("; ")) document.cookie = `${pair.split("=")[0]}=; Path=/; Max-Age=0`
}

beforeEach(() => {
  forgetCookies()
  localStorage.clear()
  visited.length = 0
  projectId = `p${Number(projectId.slice(1)) + 1}`
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
  history.replaceState(null, "", "/")
})

describe("Sign-in before its runtime is loaded", () => {
  it("shows its form, and the runtime takes the response of the one request for the project", async () => {
    const { count, log } = service({ [PROJECT]: () => Response.json(project({ magic_link_enabled: true })) })
    const runtime = holdRuntime()
    const page = await openForm({ firstTab: "password" })
    expect(page.text()).toContain(forms.passwordTab)
    expect(count(PROJECT)).toBe(1)
    expect(log[0]?.headers.get("x-stack-publishable-client-key")).toBe("pck_x")
    expect(localStorage.getItem(`keystile-layout-${projectId}`)).toBe("cms::Fernhill")
    const field = page.find("input[name=email]")
    await type(page, "email", "noor@fernhill.example")
    await runtime.arrive()
    expect(page.find<HTMLInputElement>("input[name=email]")).toBe(field)
    expect(page.find<HTMLInputElement>("input[name=email]").value).toBe("noor@fernhill.example")
    expect(count(PROJECT)).toBe(1)
    await page.close()
  })

  it("keeps a submitted form busy, and signs in when the runtime is loaded", async () => {
    const { count, log } = service()
    const runtime = holdRuntime()
    const page = await openForm()
    await type(page, "email", "noor@fernhill.example")
    await type(page, "password", "correct horse")
    await submit(page)
    await vi.waitFor(() => expect(isBusy(page)).toBe(true))
    await submit(page)
    expect(count(SIGN_IN)).toBe(0)
    await runtime.arrive()
    await vi.waitFor(() => expect(visited).toEqual(["/"]))
    expect(count(SIGN_IN)).toBe(1)
    expect(JSON.parse(log.find(({ name }) => name === SIGN_IN)?.body ?? "")).toEqual({
      email: "noor@fernhill.example",
      password: "correct horse"
    })
    await page.close()
  })

  it("reports invalid fields at once", async () => {
    service()
    holdRuntime()
    const page = await openForm()
    await submit(page)
    await vi.waitFor(() => expect(page.text()).toContain(forms.emailEmpty))
    expect(isBusy(page)).toBe(false)
    await page.close()
  })

  it("sends the mail of a magic link when the runtime is loaded", async () => {
    const { count } = service({
      [PROJECT]: () => Response.json(project({ credential_enabled: false, magic_link_enabled: true }))
    })
    const runtime = holdRuntime()
    const page = await openForm()
    await type(page, "email", "noor@fernhill.example")
    await submit(page)
    expect(isBusy(page)).toBe(true)
    await runtime.arrive()
    await vi.waitFor(() => expect(count(SEND_CODE)).toBe(1))
    await page.close()
  })

  it("leaves for a provider when the runtime is loaded", async () => {
    const { count } = service({
      [PROJECT]: () => Response.json(project({ enabled_oauth_providers: [{ id: "github" }] }))
    })
    const runtime = holdRuntime()
    const page = await openForm()
    const leave = vi.spyOn(location, "assign").mockImplementation(() => {})
    await act(async () => page.find("[data-provider=github]").click())
    expect(page.find("[data-provider=github]").getAttribute("aria-busy")).toBe("true")
    await runtime.arrive()
    await vi.waitFor(() => expect(leave.mock.lastCall?.join()).toContain("/auth/oauth/authorize/github"))
    expect(count(PROJECT)).toBe(1)
    await page.close()
  })

  it("shows that the code could not be loaded, and loads it again with the next try", async () => {
    const { count } = service()
    const runtime = holdRuntime()
    runtime.fail(1)
    const page = await openForm()
    await vi.waitFor(() => expect(runtime.load).toHaveBeenCalledOnce())
    runtime.fail(1)
    await type(page, "email", "noor@fernhill.example")
    await type(page, "password", "correct horse")
    await submit(page)
    await vi.waitFor(() => expect(page.text()).toContain(forms.connectionBroke))
    expect(isBusy(page)).toBe(false)
    await submit(page)
    await runtime.arrive()
    await vi.waitFor(() => expect(count(SIGN_IN)).toBe(1))
    await page.close()
  })

  it("shows the methods of the last visit before the service responds", async () => {
    const { count, hold, release } = service({
      [PROJECT]: () => Response.json(project({ enabled_oauth_providers: [{ id: "google" }] }))
    })
    localStorage.setItem(`keystile-layout-${projectId}`, "cs:github:Fernhill")
    hold(PROJECT)
    const runtime = holdRuntime()
    const page = await open(<SignIn />)
    expect(page.text()).toContain("GitHub")
    await act(async () => release(PROJECT))
    await vi.waitFor(() => expect(page.text()).toContain("Google"))
    await runtime.arrive()
    expect(page.text()).not.toContain("GitHub")
    expect(count(PROJECT)).toBe(1)
    await page.close()
  })

  it("requests the project after the first frame if it remembers the methods", async () => {
    const frames: Array<FrameRequestCallback> = []
    vi.stubGlobal("requestAnimationFrame", (callback: FrameRequestCallback) => frames.push(callback))
    localStorage.setItem(`keystile-layout-${projectId}`, "cs:github:Fernhill")
    const { count } = service()
    holdRuntime()
    const page = await open(<SignIn />)
    expect(page.text()).toContain("GitHub")
    expect(count(PROJECT)).toBe(0)
    await act(async () => frames.splice(0).forEach((frame) => frame(0)))
    await vi.waitFor(() => expect(page.text()).not.toContain("GitHub"))
    expect(count(PROJECT)).toBe(1)
    await page.close()
  })

  it("shows the settings of a build before the service responds, and then those of the service", async () => {
    const { count, hold, release } = service({
      [PROJECT]: () => Response.json(project({ enabled_oauth_providers: [{ id: "google" }] }))
    })
    hold(PROJECT)
    const runtime = holdRuntime()
    const built = { ...project({ enabled_oauth_providers: [{ id: "github" }] }) }
    const page = await open(<SignIn />, { version: 1, projectId, session: null, project: built, revalidate: true })
    expect(page.text()).toContain("GitHub")
    await vi.waitFor(() => expect(count(PROJECT)).toBe(1))
    await type(page, "email", "noor@fernhill.example")
    await act(async () => release(PROJECT))
    await vi.waitFor(() => expect(page.text()).toContain("Google"))
    expect(page.text()).not.toContain("GitHub")
    await runtime.arrive()
    expect(page.text()).toContain("Google")
    expect(page.find<HTMLInputElement>("input[name=email]").value).toBe("noor@fernhill.example")
    expect(count(PROJECT)).toBe(1)
    await page.close()
  })

  it("keeps the settings of a build while the service cannot be reached", async () => {
    service({ [PROJECT]: () => new Response("", { status: 503 }) })
    const runtime = holdRuntime()
    const built = { ...project({ enabled_oauth_providers: [{ id: "github" }] }) }
    const page = await open(<SignIn />, { version: 1, projectId, session: null, project: built, revalidate: true })
    await runtime.arrive()
    expect(page.text()).toContain("GitHub")
    await page.close()
  })

  it("ignores the settings that a build has of another project", async () => {
    const { hold } = service()
    hold(PROJECT)
    holdRuntime()
    const built = { ...project({ enabled_oauth_providers: [{ id: "github" }] }) }
    const page = await open(<SignIn />, {
      version: 1,
      projectId: "other",
      session: null,
      project: built,
      revalidate: true
    })
    expect(page.text()).not.toContain("GitHub")
    await page.close()
  })

  it("shows no skeleton if the service responds before the first frame", async () => {
    const frames: Array<FrameRequestCallback> = []
    vi.stubGlobal("requestAnimationFrame", (callback: FrameRequestCallback) => frames.push(callback))
    const { hold, release } = service()
    hold(PROJECT)
    holdRuntime()
    const page = await open(<SignIn />)
    expect(page.container.querySelector(".ks-skeleton")).toBeNull()
    await act(async () => release(PROJECT))
    await vi.waitFor(() => page.find("form"))
    expect(frames).not.toEqual([])
    await page.close()
  })

  it("shows a skeleton from the first frame on, and at once on later pages", async () => {
    const frames: Array<FrameRequestCallback> = []
    vi.stubGlobal("requestAnimationFrame", (callback: FrameRequestCallback) => frames.push(callback))
    const { hold } = service()
    hold(PROJECT)
    holdRuntime()
    const Pages = () => {
      const [isShown, setIsShown] = useState(true)
      return (
        <>
          <button type="button" id="other-page" onClick={() => setIsShown(!isShown)}>
            Another page
          </button>
          {isShown && <SignIn />}
        </>
      )
    }
    const page = await open(<Pages />)
    expect(page.container.querySelector(".ks-skeleton")).toBeNull()
    await act(async () => frames.splice(0).forEach((frame) => frame(0)))
    expect(page.find(".ks-card").getAttribute("aria-busy")).toBe("true")
    for (const isShown of [false, true]) {
      await act(async () => page.find("#other-page").click())
      expect(page.container.querySelector(".ks-card") !== null).toBe(isShown)
    }
    expect(page.find(".ks-card").getAttribute("aria-busy")).toBe("true")
    await page.close()
  })

  it("waits for the runtime when the browser has a session", async () => {
    document.cookie = `stack-refresh-${projectId}=of-a-user; Path=/`
    localStorage.setItem(`keystile-layout-${projectId}`, "cs:github:Fernhill")
    const { count } = service({ "POST /auth/oauth/token": () => new Response("", { status: 503 }) })
    holdRuntime()
    const page = await open(<SignIn />)
    await vi.waitFor(() => expect(count(PROJECT)).toBe(1))
    await vi.waitFor(() => expect(page.find(".ks-card").getAttribute("aria-busy")).toBe("true"))
    expect(page.container.querySelector("form")).toBeNull()
    await page.close()
  })

  it("leaves a rejected request to the runtime, which reports it", async () => {
    const rejected = {
      status: 400,
      headers: { "x-stack-known-error": "PROJECT_NOT_FOUND", "content-type": "application/json" }
    }
    const { count } = service({
      [PROJECT]: () => new Response(JSON.stringify({ code: "PROJECT_NOT_FOUND", error: "No project" }), rejected)
    })
    vi.spyOn(console, "error").mockImplementation(() => {})
    const runtime = holdRuntime()
    const page = await open(<SignIn />)
    await vi.waitFor(() => expect(count(PROJECT)).toBe(1))
    await vi.waitFor(() => expect(page.find(".ks-card").getAttribute("aria-busy")).toBe("true"))
    await runtime.arrive()
    await vi.waitFor(() => expect(page.find("h2").textContent).toBe(forms.unknownError))
    await page.close()
  })

  it("is the same on the handler's page", async () => {
    const { count } = service()
    const runtime = holdRuntime()
    history.replaceState(null, "", "/handler/sign-in")
    const page = await open(<Handler />)
    await vi.waitFor(() => page.find("form"), 20_000)
    await type(page, "email", "noor@fernhill.example")
    await runtime.arrive()
    expect(page.find<HTMLInputElement>("input[name=email]").value).toBe("noor@fernhill.example")
    expect(count(PROJECT)).toBe(1)
    await page.close()
  })
})

describe("A page without sign-in", () => {
  const State = () => (useUserState().pending ? "pending" : "known")

  it("requests no project, and its state is pending until the runtime is loaded", async () => {
    const { log } = service()
    const runtime = holdRuntime()
    const page = await open(<State />)
    expect(page.text()).toBe("pending")
    await runtime.arrive()
    await vi.waitFor(() => expect(page.text()).toBe("known"))
    expect(log).toEqual([])
    await page.close()
  })
})

describe("A page whose runtime cannot be loaded at first", () => {
  const State = () => (useUserState().pending ? "pending" : "known")

  it("loads it again ten seconds later, so that its state does not stay pending", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    service()
    const runtime = holdRuntime()
    runtime.fail(1)
    const page = await open(<State />)
    // The first load starts a moment after the first paint.
    for (let i = 0; i < 20 && runtime.load.mock.calls.length === 0; i++)
      await act(() => vi.advanceTimersByTimeAsync(100))
    expect(runtime.load).toHaveBeenCalledOnce()
    await act(() => vi.advanceTimersByTimeAsync(9000))
    expect(runtime.load).toHaveBeenCalledOnce()
    await act(() => vi.advanceTimersByTimeAsync(2000))
    expect(runtime.load).toHaveBeenCalledTimes(2)
    vi.useRealTimers()
    await runtime.arrive()
    await vi.waitFor(() => expect(page.text()).toBe("known"))
    await page.close()
  })

  it("loads it again when the device is online", async () => {
    service()
    const runtime = holdRuntime()
    runtime.fail(1)
    const page = await open(<State />)
    await vi.waitFor(() => expect(runtime.load).toHaveBeenCalledOnce())
    await act(async () => void dispatchEvent(new Event("online")))
    await vi.waitFor(() => expect(runtime.load).toHaveBeenCalledTimes(2))
    await runtime.arrive()
    await vi.waitFor(() => expect(page.text()).toBe("known"))
    await page.close()
  })
})

describe("A sign-out before the runtime is loaded", () => {
  it("happens when it is loaded, also if its button is gone", async () => {
    const { count } = service({
      "GET /users/me": () => Response.json(user()),
      "DELETE /auth/sessions/current": () => Response.json({ success: true })
    })
    const runtime = holdRuntime()
    const { access_token, refresh_token } = session()
    const SignOutButton = ({ onClick }: { readonly onClick: () => void }) => {
      const { run } = useSignOut()
      const press = () => {
        void run()
        onClick()
      }
      return <button type="button" aria-label="Sign out" onClick={press} />
    }
    const Menu = () => {
      const [isOpen, setOpen] = useState(true)
      return isOpen && <SignOutButton onClick={() => setOpen(false)} />
    }
    const tokenStore = { accessToken: access_token, refreshToken: refresh_token }
    const page = await open(<Menu />, undefined, tokenStore)
    await act(async () => page.find("button").click())
    expect(page.container.querySelector("button")).toBeNull()
    await runtime.arrive()
    await vi.waitFor(() => expect(count("DELETE /auth/sessions/current")).toBe(1))
    await page.close()
  })
})

describe("A misconfigured provider", () => {
  it("is reported when the runtime is loaded", async () => {
    service()
    vi.spyOn(console, "error").mockImplementation(() => {})
    const runtime = holdRuntime()
    const container = document.createElement("div")
    document.body.append(container)
    const root = createRoot(container)
    await act(async () =>
      root.render(
        <KeystileProvider projectId="p" publishableClientKey="ssk_secret" errorFallback={(error) => String(error)}>
          <SignIn />
        </KeystileProvider>
      )
    )
    await runtime.arrive()
    await vi.waitFor(() => expect(container.textContent).toMatch(/secretServerKey|not configured/))
    await act(async () => root.unmount())
  })
})
