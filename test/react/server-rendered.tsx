/** Pages that are rendered on a server and hydrated in a browser, with a scripted service behind both. */
import { act, type ReactNode, StrictMode } from "react"
import { hydrateRoot } from "react-dom/client"
import { renderToString } from "react-dom/server"
import { vi } from "vitest"
import { tokenFrom, userIdIn } from "../../core/session/tokens.ts"
import { KeystileProvider, type Snapshot } from "../../react/index.ts"
import * as engine from "../../react/engine/engine.ts"
import { engineModule } from "../../react/runtime/engine-module.ts"
import { createServerRendering } from "../../react/server/index.ts"
import { project, session, user } from "./scripted-service.ts"

engineModule.provide(engine)

export const options = { projectId: "p", publishableClientKey: "pck_x", baseUrl: "http://service.test" }

/** Responses by request name. Each receives the user id of the access token. */
type Responses = Readonly<Record<string, (userId: string | null) => unknown>>

/** Replaces `fetch` by a scripted service with a request log. */
export const serviceByFetch = (responses: Responses = {}) => {
  const log: Array<string> = []
  const all: Responses = {
    "GET /users/me": () => user(),
    "GET /projects/current": () => project(),
    "DELETE /auth/sessions/current": () => ({ success: true }),
    ...responses
  }
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    const name = `${request.method} ${new URL(request.url).pathname.replace("/api/v1", "")}`
    log.push(name)
    const token = tokenFrom(request.headers.get("x-stack-access-token"))
    const response = all[name]?.(token && userIdIn(token))
    return response === undefined ? new Response("", { status: 404 }) : Response.json(response)
  })
  return { log, count: (name: string) => log.filter((entry) => entry === name).length }
}

/** The cookies of a session in a browser and its requests. */
export const cookiesOf = (userId = "u"): Readonly<Record<string, string>> => {
  const { access_token, refresh_token } = session({ userId })
  return { "stack-refresh-p": refresh_token, "stack-access": JSON.stringify([refresh_token, access_token]) }
}

const encodeCookies = (cookies: Readonly<Record<string, string>>) =>
  Object.entries(cookies).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)

export const setBrowserCookies = (cookies: Readonly<Record<string, string>>) => {
  for (const name of ["stack-refresh-p", "stack-access"]) document.cookie = `${name}=; Path=/; Max-Age=0`
  for (const line of encodeCookies(cookies)) document.cookie = `${line}; Path=/`
}

/** Runs without the globals of a browser. */
export const onServer = async <A,>(work: () => A | Promise<A>): Promise<A> => {
  const names = ["document", "window", "location", "localStorage", "navigator", "history"] as const
  const kept = names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const)
  for (const name of names) Reflect.deleteProperty(globalThis, name)
  try {
    return await work()
  } finally {
    for (const [name, property] of kept) if (property !== undefined) Object.defineProperty(globalThis, name, property)
  }
}

export const snapshotFor = (cookies: Readonly<Record<string, string>>): Promise<Snapshot> =>
  onServer(() =>
    createServerRendering(options).takeSnapshot({ headers: { cookie: encodeCookies(cookies).join("; ") } })
  )

export const page = (node: ReactNode, snapshot: Snapshot | undefined) => (
  <StrictMode>
    <KeystileProvider {...options} redirectMethod="none" fallback="…" snapshot={snapshot}>
      {node}
    </KeystileProvider>
  </StrictMode>
)

/** Serializes the snapshot as it is sent over the network. */
const sent = (snapshot: Snapshot | undefined): Snapshot | undefined =>
  snapshot === undefined ? undefined : JSON.parse(JSON.stringify(snapshot))

/**
 * Renders on a server, then hydrates in a browser, which loads the runtime meanwhile. Records React's errors.
 *
 * @param touch what the user does with the server's HTML before it is hydrated
 */
export const serve = async (node: ReactNode, snapshot?: Snapshot, touch: (page: HTMLElement) => void = () => {}) => {
  const errors: Array<unknown> = []
  const consoleError = vi.spyOn(console, "error").mockImplementation((...words) => void errors.push(words))
  const html = await onServer(() => renderToString(page(node, snapshot)))
  const container = document.createElement("div")
  container.innerHTML = html
  document.body.append(container)
  touch(container)
  const first = container.firstElementChild
  const seen: Array<string> = [container.textContent]
  const watching = new MutationObserver(() => seen.push(container.textContent))
  watching.observe(container, { childList: true, subtree: true, characterData: true })
  // A browser has not loaded the runtime yet.
  const loaded = vi.spyOn(engineModule, "getIfLoaded").mockReturnValue(undefined)
  let arrived = () => {}
  const runtimeLoaded = new Promise<void>((resolve) => (arrived = resolve))
  const load = vi.spyOn(engineModule, "load").mockImplementation(() => {
    setTimeout(arrived, 0)
    return Promise.resolve(engine)
  })
  const root = await act(async () =>
    hydrateRoot(container, page(node, sent(snapshot)), { onRecoverableError: (error) => errors.push(error) })
  )
  await act(() => runtimeLoaded)
  loaded.mockRestore()
  load.mockRestore()
  return {
    html,
    container,
    errors,
    /** The texts that the page has shown, in order. */
    seen,
    /** Returns true if hydration kept the server's elements. */
    kept: () => first === container.firstElementChild,
    text: () => container.textContent,
    show: (snapshot: Snapshot) => act(async () => root.render(page(node, sent(snapshot)))),
    end: async () => {
      await act(async () => root.unmount())
      watching.disconnect()
      consoleError.mockRestore()
      container.remove()
    }
  }
}
