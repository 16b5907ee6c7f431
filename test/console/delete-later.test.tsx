// @vitest-environment happy-dom
/** Deletions of the console with the time in which they can be undone. */
import { type ReactNode, useState } from "react"
import { expect, it } from "vitest"
import { Deletions } from "../../console/deletions/deletions.tsx"
import { DeleteUsersDialog } from "../../console/users/delete-users-dialog.tsx"
import { click, eventually, ownedProject, run, shows } from "./owned-project.tsx"

const LIFETIME = 30

const {
  calls: admin,
  requests,
  show
} = ownedProject([{ email: "noor@example.com", displayName: "Noor" }], {
  accessTokenLifetimeSeconds: LIFETIME
})

it("begin with an access token that does not expire within the time", async () => {
  const { items: users } = await run(admin().users.page({}))
  const refreshes = () => requests("POST /api/v1/auth/oauth/token")
  const before = await refreshes()
  const page = await show(
    <Deletions>
      <DeleteUsersDialog users={users} onDeleted={() => {}} onClose={() => {}} />
    </Deletions>
  )
  expect(await refreshes()).toBe(before)
  await click(page, "Delete user")
  await eventually(async () => expect(await refreshes()).toBe(before + 1))
  expect((await run(admin().users.page({}))).items).toHaveLength(1)
  await click(page, "Undo the deletion of Noor")
})

/** A page that passes another function to `<Deletions>` with each render. */
const Rendered = ({ children }: { readonly children: ReactNode }) => {
  const [count, setCount] = useState(0)
  return (
    <Deletions onEnd={() => {}}>
      <button type="button" onClick={() => setCount(count + 1)}>
        Render again
      </button>
      {count} renders
      {children}
    </Deletions>
  )
}

it("are not sent when the page renders again", async () => {
  const { items: users } = await run(admin().users.page({}))
  const page = await show(
    <Rendered>
      <DeleteUsersDialog users={users} onDeleted={() => {}} onClose={() => {}} />
    </Rendered>
  )
  await click(page, "Delete user")
  await shows(page, "Noor will be deleted.")
  await click(page, "Render again")
  await shows(page, "1 renders")
  await click(page, "Undo the deletion of Noor")
  expect((await run(admin().users.page({}))).items).toHaveLength(1)
})
