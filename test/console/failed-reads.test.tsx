// @vitest-environment happy-dom
/** Parts of the console whose data could not be read. They must not claim that there is nothing. */
import { describe, expect, it, vi } from "vitest"
import HomePage from "../../console/home/home-page.tsx"
import Palette from "../../console/palette/palette.tsx"
import { HostProvider } from "../../console/route/host.ts"
import { TeamsTab } from "../../console/user/teams-tab.tsx"
import { button, click, enter, eventually, ownedProject, project, run, shows } from "./owned-project.tsx"

const {
  calls: admin,
  clearFaults,
  fault,
  hostAt,
  show
} = ownedProject([{ email: "noor@example.com", displayName: "Noor" }])

describe("what needs attention", () => {
  it.each(["/api/v1/internal/outgoing-mails", "/api/v1/webhooks/targets"])(
    "is not nothing while %s fails, and is read again",
    async (path) => {
      // A failure is kept for 1 s only. On a slow machine the page may read again before it is shown.
      await fault({ kind: "serverError", path })
      const page = await show(<HomePage project={project} now={0} rest={[]} search={new URLSearchParams()} />)
      await button(page, "Try again")
      expect(page.text()).not.toContain("Nothing.")
      await clearFaults()
      await click(page, "Try again")
      await shows(page, "The project has no mail server")
    }
  )
})

describe("the teams of a user", () => {
  it("show no permissions that could not be read", async () => {
    const [user] = (await run(admin().users.page({}))).items
    if (user === undefined) throw new Error("The seed has a user.")
    const team = await run(admin().allTeams.create({ displayName: "Pickers" }))
    await run(admin().allTeams.addUser(team.id, user.id))
    await fault({ kind: "serverError", path: "/api/v1/team-permissions" })
    const page = await show(<TeamsTab user={user} project={project} now={0} />)
    await button(page, "Try again")
    await clearFaults()
    await click(page, "Try again")
    await button(page, `Revoke member of Noor in Pickers`)
  })

  it("say why no team is found", async () => {
    const [user] = (await run(admin().users.page({}))).items
    if (user === undefined) throw new Error("The seed has a user.")
    const page = await show(<TeamsTab user={user} project={project} now={0} />)
    await shows(page, "The user is in no team.")
    await fault({ kind: "serverError", path: "/api/v1/teams" })
    await enter(page.find<HTMLInputElement>("input[type=search]"), "pick")
    await button(page, "Try again")
    expect(page.text()).not.toContain("No other team matches.")
  })
})

describe("the command palette", () => {
  it("says why no user is found", async () => {
    await fault({ kind: "serverError", path: "/api/v1/users" })
    const page = await show(
      <HostProvider value={hostAt("http://keystile.test")}>
        <Palette groups={[]} project={project} onClose={vi.fn()} />
      </HostProvider>
    )
    await enter(page.find<HTMLInputElement>("input"), "noor")
    await eventually(() => expect(page.find("[role=alert]").textContent).not.toBe(""))
    expect(page.text()).not.toContain("Nothing matches")
  })
})
