// @vitest-environment happy-dom
/** The teams of a user in the console, page by page. */
import { act } from "react"
import { expect, it } from "vitest"
import { TeamsTab } from "../../console/user/teams-tab.tsx"
import { button, click, enter, eventually, ownedProject, project, run, shows } from "./owned-project.tsx"

const { calls: admin, show } = ownedProject([{ email: "noor@example.com", displayName: "Noor" }])

it("are listed in pages, and none of them can be added once more", async () => {
  location.hash = ""
  const [user] = (await run(admin().users.page({}))).items
  if (user === undefined) throw new Error("The seed has a user.")
  const names = Array.from({ length: 51 }, (_, index) => `Pickers ${index + 1}`)
  for (const displayName of names) await run(admin().allTeams.create({ displayName, creatorUserId: user.id }))
  await run(admin().allTeams.create({ displayName: "Pickers of plums" }))
  const page = await show(<TeamsTab user={user} project={project} now={0} />)
  await shows(page, "Pickers 25")
  expect(page.text()).not.toContain("Pickers 26")
  const search = page.find<HTMLInputElement>("input[type=search]")
  await enter(search, "pickers")
  await shows(page, "The user is in the first teams that match. Enter more of the name.")
  await enter(search, "plums")
  await button(page, "Add to Pickers of plums")
  expect(page.container.querySelectorAll("button[aria-label^=Add]")).toHaveLength(1)
  // The page that is left is shown, with its button, until the next one was read.
  const next = await button(page, "Next page")
  await act(async () => {
    next.click()
    next.click()
  })
  await shows(page, "Pickers 27")
  expect(page.text()).not.toContain("Pickers 25")
  await click(page, "Previous page")
  await eventually(() => expect(page.text()).toContain("Pickers 25"))
})
