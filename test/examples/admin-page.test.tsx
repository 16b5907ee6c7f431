// @vitest-environment happy-dom
/** Runs the example with its seed, by the session of the owner in it. */
import { Effect, ManagedRuntime } from "effect"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { Users } from "../../examples/admin-page/src/admin-page.tsx"
import seed from "../../examples/admin-page/seed.json" with { type: "json" }
import { DashboardProvider } from "../../react/dashboard/index.ts"
import * as Testing from "../../testing/index.ts"
import * as Client from "../../tiers/client.ts"
import { render, settle } from "../react/page.tsx"

const [internal, project] = seed.projects
const owner = internal?.users[0]
const email = owner?.email ?? ""
const password = owner !== undefined && "password" in owner ? owner.password : ""

let runtime: ManagedRuntime.ManagedRuntime<Client.Client | Testing.Faults, unknown>
beforeEach(() => {
  runtime = ManagedRuntime.make(Testing.layer({ seed }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  return runtime.dispose()
})

const openPage = async () => {
  const session = await runtime.runPromise(
    Effect.gen(function* () {
      const client = yield* Client.Client
      yield* client.signInWithCredential({ email, password })
      return client.asProjectOwner
    })
  )
  const page = await render(
    <DashboardProvider owner={session} projectId={project?.id ?? ""}>
      <Users />
    </DashboardProvider>
  )
  const until = async (isDone: () => boolean) => {
    for (const end = Date.now() + 20_000; Date.now() < end && !isDone();) await settle()
    expect(isDone(), page.text() ?? "").toBe(true)
  }
  const rows = () => [...page.container.querySelectorAll("tr")]
  const press = (row: string, name: string) =>
    settle(() =>
      rows()
        .find(({ textContent }) => textContent?.includes(row))
        ?.querySelectorAll("button")
        .forEach((button) => button.textContent === name && button.click())
    )
  await until(() => rows().length === 2)
  return { page, press, rows, until }
}

describe("examples/admin-page", () => {
  it("lists the users of the project, restricts one, and lifts the restriction", async () => {
    const { page, press, until } = await openPage()
    await until(() => page.text()?.includes("Users of Larkspur") === true)
    await press("Noor", "Restrict")
    await until(() => page.text()?.includes("Allow again") === true)
    await press("Noor", "Allow again")
    await until(() => page.text()?.includes("Allow again") === false)
  })

  it("deletes a user after a confirmation only", async () => {
    const { page, press, rows, until } = await openPage()
    const questions: Array<string> = []
    const responses = [false, true]
    vi.stubGlobal("confirm", (question: string) => questions.push(question) > 0 && responses.shift() === true)
    await press("Tomás", "Delete")
    expect(rows()).toHaveLength(2)
    await press("Tomás", "Delete")
    await until(() => rows().length === 1)
    expect(page.text()).not.toContain("Tomás")
    expect(questions).toEqual(["Delete Tomás Beltrán?", "Delete Tomás Beltrán?"])
  })
})
