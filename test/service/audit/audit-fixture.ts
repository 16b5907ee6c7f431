/** Reads the audit log of the service. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { type AuditFilter, AuditLog, type NewAuditEntry } from "../../../service/audit/audit-log.ts"
import { type TestResponse, PROJECT_ID } from "../fixture.ts"

/** Returns entries, the newest first. */
export const entriesWith = (filter: Partial<AuditFilter> = {}) =>
  AuditLog.use((log) =>
    log.list({
      projectId: null,
      userId: null,
      teamId: null,
      action: null,
      actorId: null,
      since: null,
      until: null,
      cursor: null,
      limit: 1000,
      ...filter
    })
  )

/** Returns the entries of the request with this response. */
export const entriesOf = ({ headers }: TestResponse) =>
  Effect.map(entriesWith(), (all) => all.filter(({ requestId }) => requestId === headers["x-stack-request-id"]))

/** Returns the only entry of the request with this response. */
export const entryOf = (response: TestResponse) =>
  Effect.map(entriesOf(response), ([entry, ...others]) => {
    assert.isEmpty(others)
    return entry ?? assert.fail("There is no entry of this request")
  })

export const newEntry: NewAuditEntry = {
  id: "a",
  createdAt: 0,
  projectId: PROJECT_ID,
  action: "PATCH /users/:user_id",
  outcome: "succeeded",
  code: null,
  actor: { type: "operator", id: "root" },
  address: null,
  userAgent: null,
  requestId: null,
  targets: {},
  changedFields: [],
  clearedFields: []
}
