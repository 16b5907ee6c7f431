// @vitest-environment happy-dom
/** Another owner signs in, as in another tab, while the console of the first one is open. */
import { Effect, ManagedRuntime } from "effect"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import OwnerConsole from "../../console/owners/owner-console.tsx"
import { header } from "../../core/http/headers.ts"
import { loadModules } from "../../core/loading/lazy-module.ts"
import { KeystileProvider } from "../../react/index.ts"
import * as Testing from "../../testing/index.ts"
import * as Client from "../../tiers/client.ts"
import { makeProjectAdmin, type ProjectAdminCalls } from "../../tiers/project-admin.ts"
import { render, settle } from "../react/page.tsx"
import { click, enter, eventually, run, shows } from "./owned-project.tsx"

const PROJECT = "22222222-2222-4222-8222-222222222222"
const ada = { email: "ada@example.com", password: "correct horse" }
const bob = { email: "bob@example.com", password: "battery staple" }
const owned = { serverMetadata: { managedProjectIds: [PROJECT] } }

const seedWith = (names: ReadonlyArray<string>) => ({
  projects: [
    {
      id: "internal",
      displayName: "Internal",
      users: [
        { ...ada, ...owned },
        { ...bob, ...owned }
      ]
    },
    {
      id: PROJECT,
      displayName: "Fernhill",
      users: names.map((displayName) => ({ email: `${displayName.toLowerCase()}@example.com`, displayName }))
    }
  ]
})

let runtime: ManagedRuntime.ManagedRuntime<Client.Client, unknown>
let client: Client.ClientCalls
/** Called with each deletion before it is sent. */
let beforeDeletion: () => Promise<void>

/** Starts a service with users of the project, and signs in Ada. */
const start = async (...names: ReadonlyArray<string>) => {
  runtime = ManagedRuntime.make(Testing.layer({ seed: seedWith(names) }))
  client = await runtime.runPromise(Effect.flatMap(Client.Client, Effect.succeed))
  await run(client.signInWithCredential(ada))
}

beforeEach(async () => {
  await run(loadModules)
  beforeDeletion = async () => {}
  // The console sends deletions by `fetch`, so that they outlive the page.
  vi.stubGlobal("fetch", async (url: string, { body, headers, method = "GET" }: RequestInit) => {
    if (method === "DELETE") await beforeDeletion()
    const response = await run(
      client.asProjectOwner.transport.send({
        url,
        method,
        headers: Object.fromEntries(new Headers(headers)),
        body: typeof body === "string" ? body : undefined,
        maxResponseBytes: 1_000_000
      })
    )
    const found = new Headers()
    for (const name of [header.knownError, header.actualStatus, "content-type"]) {
      const value = response.header(name)
      if (value !== undefined) found.set(name, value)
    }
    return new Response(response.body, { status: response.status, headers: found })
  })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  history.replaceState(null, "", "/")
  await runtime.dispose()
})

/** Shows a page of the project in the console of Ada. */
const showPage = (name: "users" | "webhooks") => {
  history.replaceState(null, "", `#/projects/${PROJECT}/${name}`)
  return render(
    <KeystileProvider runtime={runtime}>
      <OwnerConsole />
    </KeystileProvider>
  )
}

/** Deletes the user Noor in the console of Ada, who can still undo it. */
const deleteNoor = async () => {
  await start("Noor")
  const page = await showPage("users")
  await click(page, "Delete Noor")
  await click(page, "Delete user")
  await shows(page, "Noor will be deleted.")
  return page
}

const adminCalls = (): Promise<ProjectAdminCalls> => run(makeProjectAdmin(client.asProjectOwner, PROJECT))

const countUsers = async () => (await run((await adminCalls()).users.page())).items.length

describe("a deletion that can still be undone when another owner signs in", () => {
  it("is sent as the owner who chose it", async () => {
    const page = await deleteNoor()
    const { id } = (await run(client.getUser)) ?? {}
    await settle(() => run(client.signInWithCredential(bob)))
    await eventually(async () => expect(await countUsers()).toBe(0))
    const { items } = await run((await adminCalls()).listAuditLog({ action: "DELETE /users/:user_id" }))
    expect(items).toMatchObject([{ actor: { id, type: "owner" } }])
    expect(page.text()).not.toContain("The deletion of")
  })

  it("is reported to the next owner, without names, if its owner has signed out", async () => {
    const page = await deleteNoor()
    await settle(() => run(Effect.andThen(client.signOut, client.signInWithCredential(bob))))
    await shows(page, "The deletion of 1 user by that owner failed.")
    expect(page.find(".ks-banner").textContent).not.toContain("Noor")
    expect(await countUsers()).toBe(1)
    await click(page, "Close")
    expect(page.text()).not.toContain("The deletion of")
  })

  it("is sent four at a time, or at once when the page is left meanwhile", async () => {
    await start("Noor", "Ines", "Wren", "Tess", "Juno", "Kofi")
    const page = await showPage("users")
    const all = await eventually(() => page.find("[aria-label='Select all users on this page']"))
    await settle(() => all.click())
    await click(page, "Delete")
    await click(page, "Delete users")
    await shows(page, "6 users will be deleted.")
    let sent = 0
    let respond = () => {}
    const response = new Promise<void>((resolve) => (respond = resolve))
    beforeDeletion = () => {
      sent++
      return response
    }
    await settle(() => run(client.signInWithCredential(bob)))
    await eventually(() => expect(sent).toBe(4))
    await settle()
    expect(sent).toBe(4)
    await settle(() => dispatchEvent(new Event("pagehide")))
    await eventually(() => expect(sent).toBe(6))
    respond()
    await eventually(async () => expect(await countUsers()).toBe(0))
  })
})

describe("a new secret that is shown", () => {
  const WARNING = "The secret is shown this once."

  /** Shows the secret of a new webhook target in the console of Ada. */
  const showSecret = async () => {
    await start()
    const page = await showPage("webhooks")
    await click(page, "Add target")
    await enter(await eventually(() => page.find<HTMLInputElement>("dialog input")), "https://app.example/")
    await settle(() => page.find<HTMLButtonElement>("dialog button[type=submit]").click())
    await shows(page, WARNING)
    return page
  }

  it("stays when its owner signs in again, as in another tab", async () => {
    const page = await showSecret()
    await settle(() => run(Effect.andThen(client.signOut, client.signInWithCredential(ada))))
    await settle()
    expect(page.text()).toContain(WARNING)
  })

  it("is not shown to another owner", async () => {
    const page = await showSecret()
    await settle(() => run(client.signInWithCredential(bob)))
    await eventually(() => expect(page.text()).not.toContain(WARNING))
  })
})
