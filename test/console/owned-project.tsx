/** Parts of the console on a real service in memory, with the session of an owner. */
import { Effect, ManagedRuntime } from "effect"
import type { ReactNode } from "react"
import { afterEach, beforeEach, expect } from "vitest"
import type { ConsoleHost } from "../../console/route/host.ts"
import type { Project } from "../../console/route/project.ts"
import { DashboardProvider } from "../../react/dashboard/index.ts"
import type { SeedInput } from "../../service/development/seed/seed.ts"
import * as Testing from "../../testing/index.ts"
import * as Client from "../../tiers/client.ts"
import { makeProjectAdmin, type ProjectAdminCalls } from "../../tiers/project-admin.ts"
import type { ProjectOwnerSession } from "../../tiers/project-owner.ts"
import { render, settle } from "../react/page.tsx"

const ID = "22222222-2222-4222-8222-222222222222"
const ada = { email: "ada@example.com", password: "correct horse" }

export const project: Project = { id: ID, displayName: "Fernhill", domains: [], publishableClientKey: undefined }

export type Page = Awaited<ReturnType<typeof render>>

export const run = <A, E>(change: Effect.Effect<A, E>) => Effect.runPromise(change)

/** Starts a service for each test of the file. Returns the calls of an owner of the project, and shows parts. */
export const ownedProject = (
  users: SeedInput["projects"][number]["users"] = [],
  options: Pick<Testing.TestingOptions, "accessTokenLifetimeSeconds"> = {}
) => {
  const seed = {
    projects: [
      { id: "internal", displayName: "Internal", users: [{ ...ada, serverMetadata: { managedProjectIds: [ID] } }] },
      { id: ID, displayName: "Fernhill", users }
    ]
  }
  let runtime: ManagedRuntime.ManagedRuntime<Client.Client | Testing.Faults | Testing.RequestLog, unknown>
  let owner: ProjectOwnerSession
  let admin: ProjectAdminCalls
  beforeEach(async () => {
    runtime = ManagedRuntime.make(Testing.layer({ seed, ...options }))
    owner = await runtime.runPromise(
      Effect.gen(function* () {
        const client = yield* Client.Client
        yield* client.signInWithCredential(ada)
        return client.asProjectOwner
      })
    )
    admin = await run(makeProjectAdmin(owner, ID))
  })
  afterEach(() => runtime.dispose())
  return {
    /** The calls outside of the page, such as those of another owner. */
    calls: () => admin,
    /** Returns how many requests of a kind the service has got, such as `POST /api/v1/auth/oauth/token`. */
    requests: (kind: string) => runtime.runPromise(Testing.RequestLog.use((log) => log.count(kind))),
    /** Adds a fault to the requests that follow. */
    fault: (fault: Testing.Fault) => runtime.runPromise(Testing.Faults.use((faults) => faults.add(fault))),
    /** Removes all faults. */
    clearFaults: () => runtime.runPromise(Testing.Faults.use((faults) => faults.clear)),
    /** Returns the program around the pages of owners of a service at a URL. */
    hostAt: (baseUrl: string): ConsoleHost => ({
      baseUrl,
      consoleUrl: `${baseUrl}/owner`,
      mailFrameUrl: "",
      ownerOf: () => owner,
      refreshMillis: 60_000,
      SignInAsDialog: () => null,
      onProjectDeleted: () => {},
      isDevelopment: false
    }),
    show: (node: ReactNode): Promise<Page> =>
      render(
        <DashboardProvider owner={owner} projectId={ID}>
          {node}
        </DashboardProvider>
      )
  }
}

/** Repeats a check until it holds. All updates are within `act`, unlike with `vi.waitFor`. */
export const eventually = async <A,>(check: () => A | Promise<A>): Promise<A> => {
  const end = Date.now() + 20_000
  for (;;) {
    await settle()
    try {
      return await check()
    } catch (error) {
      if (Date.now() > end) throw error
    }
  }
}

/** Waits until the page shows a text. */
export const shows = (page: Page, part: string) => eventually(() => expect(page.text()).toContain(part))

const buttonNamed = (page: Page, name: string) =>
  [...page.container.querySelectorAll("button")].find(
    (button) => (button.getAttribute("aria-label") ?? button.textContent) === name
  )

/** Waits for the button with this name. */
export const button = (page: Page, name: string) =>
  eventually(() => {
    const found = buttonNamed(page, name)
    if (found === undefined) throw new Error(`No button is named ${name}.`)
    return found
  })

/** Clicks the button with this name once it is there. */
export const click = async (page: Page, name: string) => {
  const found = await button(page, name)
  await settle(() => found.click())
}

/** Enters a text in a field. */
export const enter = (field: HTMLInputElement | HTMLTextAreaElement, text: string) =>
  settle(() => {
    // React ignores an event whose value it has set itself.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, text)
    field.dispatchEvent(new Event("input", { bubbles: true }))
  })
