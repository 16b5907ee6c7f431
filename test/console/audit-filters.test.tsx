// @vitest-environment happy-dom
/** The filters of the audit log. */
import { expect, it, vi } from "vitest"
import { AuditFilters } from "../../console/audit/audit-filters.tsx"
import { noFilter } from "../../console/audit/audit-search.ts"
import { render } from "../react/page.tsx"
import { click, enter } from "./owned-project.tsx"

it("accept as a subject only an id that the service accepts", async () => {
  const apply = vi.fn()
  const page = await render(<AuditFilters applied={noFilter} apply={apply} />)
  const subject = page.find<HTMLInputElement>('input[placeholder="Id of a user"]')
  // Version 7 of RFC 9562, which the service does not use.
  await enter(subject, "0190a3f2-7c4e-7b21-8c55-2f1e9a6b3d10")
  await click(page, "Apply filters")
  expect(page.text()).toContain("The subject is the id of a user")
  expect(apply).not.toHaveBeenCalled()
  const id = "1c9b4a3e-0f8d-4c56-9a7e-2b1d5e6f7a80"
  await enter(subject, ` ${id} `)
  await click(page, "Apply filters")
  expect(apply).toHaveBeenCalledWith({ ...noFilter, user: id })
})
