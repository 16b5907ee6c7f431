// @vitest-environment happy-dom
/** The hooks of `keystile/dashboard` with the session of a project's owner. */
import { Effect, ManagedRuntime } from "effect"
import * as Exit from "effect/Exit"
import * as Latch from "effect/Latch"
import { Suspense, useState } from "react"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import {
  DashboardProvider,
  useAdminAction,
  useAllTeams,
  useAllTeamsState,
  useContactChannelsOfUserState,
  useProjectAuditLog,
  useProjectSettings,
  useUserByIdState,
  useUsers,
  useUsersState,
  useWebhookMessages
} from "../../../react/dashboard/index.ts"
import * as Testing from "../../../testing/index.ts"
import type { UserPageOptions } from "../../../tiers/calls/server/all-users.ts"
import * as Client from "../../../tiers/client.ts"
import type { ProjectOwnerSession } from "../../../tiers/project-owner.ts"
import { render, settle } from "../page.tsx"

const PROJECT = "22222222-2222-4222-8222-222222222222"
const ada = { email: "ada@example.com", password: "correct horse" }

const seed = {
  projects: [
    {
      id: "internal",
      displayName: "Internal",
      users: [
        { ...ada, serverMetadata: { managedProjectIds: [PROJECT] } },
        { email: "bob@example.com", password: "correct horse" }
      ]
    },
    {
      id: PROJECT,
      displayName: "Fernhill",
      users: [
        { email: "noor@example.com", displayName: "Noor", emailVerified: true },
        { email: "tomas@example.com", displayName: "Tomás" }
      ]
    }
  ]
}

let runtime: ManagedRuntime.ManagedRuntime<Client.Client | Testing.Faults, unknown>
beforeEach(() => {
  runtime = ManagedRuntime.make(Testing.layer({ seed }))
})
afterEach(() => runtime.dispose())

const ownerWith = (email: string): Promise<ProjectOwnerSession> =>
  runtime.runPromise(
    Effect.gen(function* () {
      const client = yield* Client.Client
      yield* client.signInWithCredential({ ...ada, email })
      return client.asProjectOwner
    })
  )

const names = (users: ReadonlyArray<{ readonly displayName: string | null }>) =>
  users.map(({ displayName }) => displayName).join(", ")

const until = async (text: () => string | null, part: string) => {
  // All updates are within `act`, unlike with `expect.poll`, which waits between its attempts.
  for (const end = Date.now() + 20_000; Date.now() < end && text()?.includes(part) !== true;) await settle()
  expect(text()).toContain(part)
}

interface ListProps {
  readonly subject: string | undefined
}

const UsersOfTeam = ({ subject }: ListProps) => <p>{useUsers({ teamId: subject }).items.length} items</p>
const TeamsOfUser = ({ subject }: ListProps) => <p>{useAllTeams({ userId: subject }).items.length} items</p>
const EntriesOfActor = ({ subject }: ListProps) => <p>{useProjectAuditLog({ actorId: subject }).items.length} items</p>
const MessagesOfTarget = ({ subject }: ListProps) => <p>{useWebhookMessages({ targetId: subject }).length} items</p>

describe("the hooks of a dashboard", () => {
  it("read the users of the project, and one that fails has a typed error", async () => {
    const owner = await ownerWith(ada.email)
    const missing = "99999999-9999-4999-8999-999999999999"
    const Page = () => {
      const users = useUsersState({ primaryEmailVerified: true })
      const none = useUserByIdState(missing)
      const tag: "UserNotFound" | "RequestError" | undefined = none.error?._tag
      return (
        <p>
          {users.data && names(users.data.items)} / {tag}
        </p>
      )
    }
    const page = await render(
      <DashboardProvider owner={owner} projectId={PROJECT}>
        <Page />
      </DashboardProvider>
    )
    await until(page.text, "Noor / UserNotFound")
  })

  it("read once if a first render suspends, and React discards the provider in it", async () => {
    const owner = await ownerWith(ada.email)
    const reads: Array<string> = []
    const network = Latch.makeUnsafe()
    const waiting: ProjectOwnerSession = {
      ...owner,
      transport: {
        send: (request) => {
          reads.push(`${request.method} ${new URL(request.url).pathname}`)
          return network.whenOpen(owner.transport.send(request))
        }
      }
    }
    const Page = () => <p>{names(useUsers().items)}</p>
    const page = await render(
      <Suspense fallback="Loading">
        <DashboardProvider owner={waiting} projectId={PROJECT}>
          <Page />
        </DashboardProvider>
      </Suspense>
    )
    expect(page.text()).toBe("Loading")
    network.openUnsafe()
    await until(page.text, "Noor")
    expect(reads).toEqual(["GET /api/v1/users"])
  })

  it("keep the page of a list while another is read, but suspend for another team or project", async () => {
    const owner = await ownerWith(ada.email)
    const network = Latch.makeUnsafe(true)
    const waiting: ProjectOwnerSession = {
      ...owner,
      transport: { send: (request) => network.whenOpen(owner.transport.send(request)) }
    }
    const Page = (options: UserPageOptions) => <p>{`${names(useUsers(options).items)}.`}</p>
    const inDashboard = (options: UserPageOptions, projectId = PROJECT) => (
      <DashboardProvider owner={waiting} projectId={projectId}>
        <Suspense fallback="Loading">
          <Page {...options} />
        </Suspense>
      </DashboardProvider>
    )
    const page = await render(inDashboard({}))
    await until(page.text, "Noor")
    network.closeUnsafe()
    await page.show(inDashboard({ query: "noor" }))
    await settle()
    expect(page.text()).toBe("Noor, Tomás.")
    network.openUnsafe()
    await until(page.text, "Noor.")
    expect(page.text()).toBe("Noor.")
    network.closeUnsafe()
    await page.show(inDashboard({ teamId: "99999999-9999-4999-8999-999999999999" }))
    expect(page.text()).toContain("Loading")
    await page.show(inDashboard({ query: "noor" }))
    await until(page.text, "Noor.")
    await page.show(inDashboard({ query: "noor" }, "88888888-8888-4888-8888-888888888888"))
    expect(page.text()).toContain("Loading")
  })

  it.each([
    ["teamId", UsersOfTeam],
    ["userId", TeamsOfUser],
    ["actorId", EntriesOfActor],
    ["targetId", MessagesOfTarget]
  ])("suspend for a page of a list with another %s", async (_, Page) => {
    const owner = await ownerWith(ada.email)
    const network = Latch.makeUnsafe(true)
    const waiting: ProjectOwnerSession = {
      ...owner,
      transport: { send: (request) => network.whenOpen(owner.transport.send(request)) }
    }
    const about = (subject: string | undefined) => (
      <DashboardProvider owner={waiting} projectId={PROJECT}>
        <Suspense fallback="Loading">
          <Page subject={subject} />
        </Suspense>
      </DashboardProvider>
    )
    const page = await render(about(undefined))
    await until(page.text, "items")
    network.closeUnsafe()
    await page.show(about("99999999-9999-4999-8999-999999999999"))
    expect(page.text()).toContain("Loading")
  })

  it("work again after the owner has signed out and in", async () => {
    const owner = await ownerWith(ada.email)
    const Page = () => {
      const { data, error } = useUsersState()
      return <p>{error === null ? data && names(data.items) : error.message}</p>
    }
    const open = () =>
      render(
        <DashboardProvider owner={owner} projectId={PROJECT}>
          <Page />
        </DashboardProvider>
      )
    const before = await open()
    await until(before.text, "Noor")
    await before.unmount()
    await runtime.runPromise(Effect.flatMap(Client.Client, ({ signOut }) => signOut))
    const away = await open()
    await until(away.text, "not signed in any more")
    await away.unmount()
    await ownerWith(ada.email)
    const after = await open()
    await until(after.text, "Noor")
  })

  it("suspend, and show the change of an action", async () => {
    const owner = await ownerWith(ada.email)
    const Page = () => {
      const { displayName } = useProjectSettings()
      const { items } = useUsers({ desc: true })
      const rename = useAdminAction(({ users }, userId: string) => users.update(userId, { displayName: "Ines" }))
      return (
        <>
          <p>
            {displayName}: {names(items)}
          </p>
          <button type="button" onClick={() => void rename.run(items[0]?.id ?? "")}>
            Rename
          </button>
        </>
      )
    }
    const page = await render(
      <DashboardProvider owner={owner} projectId={PROJECT}>
        <Suspense fallback="Loading">
          <Page />
        </Suspense>
      </DashboardProvider>
    )
    await until(page.text, "Fernhill: ")
    const before = page.find("p").textContent ?? ""
    expect(before).not.toContain("Ines")
    await settle(() => page.find("button").click())
    await until(page.text, "Ines")
  })

  it("show the error of a rejected action until its next run, and repeat the reads", async () => {
    const owner = await ownerWith(ada.email)
    const results: Array<string> = []
    const Page = () => {
      const { data } = useUsersState()
      const add = useAdminAction(({ users }, primaryEmail: string) =>
        users.create({ primaryEmail, primaryEmailAuthEnabled: true })
      )
      const run = (email: string) => () =>
        void add.run(email).then((exit) => results.push(Exit.isSuccess(exit) ? "done" : "failed"))
      return (
        <>
          <p>
            {data?.items.length} {add.error?._tag ?? "no error"}
          </p>
          <button type="button" id="same" onClick={run("noor@example.com")}>
            Same
          </button>
          <button type="button" id="new" onClick={run("ines@example.com")}>
            New
          </button>
        </>
      )
    }
    const page = await render(
      <DashboardProvider owner={owner} projectId={PROJECT}>
        <Page />
      </DashboardProvider>
    )
    await until(page.text, "2 no error")
    await settle(() => page.find("#same").click())
    await until(page.text, "2 UserEmailAlreadyExists")
    await settle(() => page.find("#new").click())
    await until(page.text, "3 no error")
    expect(results).toEqual(["failed", "done"])
  })

  it("fail for a user who does not own the project, and for an owner who has signed out", async () => {
    const Page = () => {
      const { error } = useAllTeamsState()
      return <p>{error === null ? "" : error.message}</p>
    }
    const nonOwner = await ownerWith("bob@example.com")
    const refused = await render(
      <DashboardProvider owner={nonOwner} projectId={PROJECT}>
        <Page />
      </DashboardProvider>
    )
    await until(refused.text, "admin")
    await refused.unmount()
    const owner = await ownerWith(ada.email)
    await runtime.runPromise(Effect.flatMap(Client.Client, ({ signOut }) => signOut))
    const page = await render(
      <DashboardProvider owner={owner} projectId={PROJECT}>
        <Page />
      </DashboardProvider>
    )
    await until(page.text, "not signed in any more")
  })

  it("repeat their reads when the page becomes visible again", async () => {
    const owner = await ownerWith(ada.email)
    const Page = ({ userId }: { readonly userId: string }) => {
      const { data } = useContactChannelsOfUserState(userId)
      return <p>{data?.map(({ value }) => value).join(" ")}</p>
    }
    const List = () => {
      const [first] = useUsersState({ query: "Noor" }).data?.items ?? []
      const add = useAdminAction(({ ofUser }, userId: string) =>
        ofUser(userId).contactChannels.create({ value: "second@example.com", usedForAuth: false })
      )
      return (
        first !== undefined && (
          <>
            <Page userId={first.id} />
            <button type="button" onClick={() => void add.run(first.id)}>
              Add
            </button>
          </>
        )
      )
    }
    // Two sessions, as in two tabs: a change in one shows in the other when it becomes visible.
    const [one, other] = [
      await render(
        <DashboardProvider owner={owner} projectId={PROJECT}>
          <List />
        </DashboardProvider>
      ),
      await render(
        <DashboardProvider owner={{ ...owner }} projectId={PROJECT}>
          <List />
        </DashboardProvider>
      )
    ]
    await until(other.text, "noor@example.com")
    await until(one.text, "noor@example.com")
    await settle(() => one.find("button").click())
    await until(one.text, "second@example.com")
    expect(other.text()).not.toContain("second@example.com")
    await settle(() => document.dispatchEvent(new Event("visibilitychange")))
    await until(other.text, "second@example.com")
  })

  it("show that what they read does not exist any more", async () => {
    const owner = await ownerWith(ada.email)
    const Page = ({ userId }: { readonly userId: string }) => {
      const { data, error } = useUserByIdState(userId)
      return <p>{error === null ? data?.displayName : error._tag}</p>
    }
    const List = () => {
      const [first] = useUsersState({ query: "Noor" }).data?.items ?? []
      const [shown, show] = useState<string | null>(null)
      if (shown === null && first !== undefined) show(first.id)
      const remove = useAdminAction(({ users }, userId: string) => users.remove(userId))
      return (
        shown !== null && (
          <>
            <Page userId={shown} />
            <button type="button" onClick={() => void remove.run(shown)}>
              Delete
            </button>
          </>
        )
      )
    }
    const page = await render(
      <DashboardProvider owner={owner} projectId={PROJECT}>
        <List />
      </DashboardProvider>
    )
    await until(page.text, "Noor")
    await settle(() => page.find("button").click())
    await until(page.text, "UserNotFound")
  })

  it("say which provider is missing", async () => {
    const Page = () => <p>{String(useUsersState().pending)}</p>
    await expect(render(<Page />)).rejects.toThrow("No <DashboardProvider> around this component")
  })
})
