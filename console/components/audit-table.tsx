/** Entries of the audit log, page by page. */
import { useState } from "react"
import type { AuditEntry } from "../../core/schema/audit-entry.ts"
import { useProjectAuditLogState } from "../../react/dashboard/use-project-settings.ts"
import type { AuditLogFilter } from "../../tiers/calls/admin/dashboard.ts"
import { AuditEntryDialog } from "./audit-entry-dialog.tsx"
import { Button } from "./components.tsx"
import { Pager, useCursor } from "./pager.tsx"
import { ReadView } from "./read-view.tsx"
import { actions, Table } from "./table.tsx"
import { agoOf, dateTimeOf } from "./times.ts"

interface Props {
  readonly projectId: string
  readonly filter: AuditLogFilter
  readonly now: number
}

const LIMIT = 50

const actors: Readonly<Record<AuditEntry["actor"]["type"], string>> = {
  user: "User",
  anonymous: "Signed out",
  server_key: "Server key",
  admin_key: "Admin key",
  owner: "Owner",
  operator: "Operator"
}

export const AuditTable = ({ filter, now, projectId }: Props) => {
  const [opened, open] = useState<AuditEntry | null>(null)
  const cursor = useCursor()
  const log = useProjectAuditLogState({ ...filter, limit: LIMIT, ...(cursor !== undefined && { cursor }) })
  return (
    <>
      <ReadView state={log}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="ks-text">No entry is recorded.</p>
          ) : (
            <Table label="Audit log" columns={["Time", "Action", "Outcome", "By", "Fields", "From", actions]}>
              {items.map((entry) => (
                <Entry key={entry.id} entry={entry} now={now} onOpen={() => open(entry)} />
              ))}
            </Table>
          )
        }
      </ReadView>
      <Pager next={log.data?.nextCursor ?? null} previousText="Newer" nextText="Older" />
      {opened !== null && <AuditEntryDialog projectId={projectId} entry={opened} onClose={() => open(null)} />}
    </>
  )
}

interface EntryProps {
  readonly entry: AuditEntry
  readonly now: number
  readonly onOpen: () => void
}

const Entry = ({ entry, now, onOpen }: EntryProps) => {
  const { action, actor, address, at, changedFields, clearedFields, code, outcome, userAgent } = entry
  return (
    <tr>
      <td title={dateTimeOf(at)}>{agoOf(at.getTime(), now)}</td>
      <th scope="row">
        <span className="ks-mono">{action}</span>
      </th>
      <td>
        <span className="ks-badge" data-tone={outcome === "succeeded" ? "success" : "danger"}>
          {outcome}
        </span>{" "}
        {code !== null && <span className="ks-mono">{code}</span>}
      </td>
      <td title={actor.id ?? undefined}>{actors[actor.type]}</td>
      <td>
        <span className="ks-mono">
          {[
            ...changedFields.filter((field) => !clearedFields.includes(field)),
            ...clearedFields.map((field) => `−${field}`)
          ].join(", ")}
        </span>
      </td>
      <td title={userAgent ?? undefined}>
        <span className="ks-mono">{address}</span>
      </td>
      <td data-align="end">
        <Button variant="quiet" label={`Details of ${action}, ${dateTimeOf(at)}`} onClick={onOpen}>
          Details
        </Button>
      </td>
    </tr>
  )
}
