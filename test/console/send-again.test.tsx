// @vitest-environment happy-dom
/** What the console sends again: webhook messages. */
import { expect, it } from "vitest"
import { MessagePage } from "../../console/webhooks/message-page.tsx"
import { button, click, eventually, ownedProject, project, run } from "./owned-project.tsx"

const { calls: admin, fault, show } = ownedProject()

it("shows only the delivery as busy that is sent again", async () => {
  const { allTeams, webhooks } = admin()
  for (const name of ["first", "second"]) await run(webhooks.createTarget({ url: `http://${name}.test/hooks` }))
  await run(allTeams.create({ displayName: "Pickers" }))
  const message = await eventually(async () => {
    const [found] = await run(webhooks.listMessages({}))
    if (found === undefined) throw new Error("A team raises a message.")
    return found
  })
  const page = await show(<MessagePage project={project} now={0} rest={[message.id]} search={new URLSearchParams()} />)
  await button(page, "Send again to http://second.test/hooks")
  await fault({ kind: "delay", millis: 600_000, method: "POST" })
  await click(page, "Send again to http://second.test/hooks")
  const busy = [...page.container.querySelectorAll("button[aria-busy]")]
  expect(busy.map((element) => element.getAttribute("aria-label"))).toEqual(["Send again to http://second.test/hooks"])
  await page.unmount()
})
