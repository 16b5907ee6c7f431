/** Entries of the audit log, page by page. */
import { useState } from "react"
import type { AuditEntry } from "../../core/schema/audit-entry.ts"
import { useProjectAuditLogState } from "../../react/dashboard/use-project-settings.ts"
import type { AuditLogFilter } from "../../tiers/calls/admin/dashboard.ts"
import { projectHref } from "../route/route.ts"
import { AuditEntryDialog } from "./audit-entry-dialog.tsx"
import { AuditSentence } from "./audit-sentence-view.tsx"
import { sentenceText } from "./audit-sentence.ts"
import { Button } from "./button.tsx"
import { Pager, useCursor } from "./pager.tsx"
import { ReadView } from "./read-view.tsx"
import { actions, Table } from "./table.tsx"
import { agoOf, dateTimeOf } from "./times.ts"
import { useKeptPage } from "./use-kept-page.ts"

interface Props {
  readonly projectId: string
  readonly filter: AuditLogFilter
  /** The id of the user or team on whose page the table is. */
  readonly shownOn?: string
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

export const AuditTable = ({ filter, now, projectId, shownOn }: Props) => {
  const [opened, open] = useState<AuditEntry | null>(null)
  const cursor = useCursor()
  const log = useKeptPage(useProjectAuditLogState({ ...filter, limit: LIMIT, ...(cursor !== undefined && { cursor }) }))
  return (
    <>
      <ReadView state={log}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="ks-text">
              {Object.keys(filter).length > (shownOn === undefined ? 0 : 1)
                ? "No entry matches the filters."
                : "No entry is recorded."}
            </p>
          ) : (
            <Table label="Audit log" columns={["Time", "Action", "Outcome", "By", "Fields", "From", actions]}>
              {items.map((entry) => (
                <Entry
                  key={entry.id}
                  projectId={projectId}
                  entry={entry}
                  shownOn={shownOn}
                  now={now}
                  onOpen={() => open(entry)}
                />
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
  readonly projectId: string
  readonly shownOn: string | undefined
  readonly entry: AuditEntry
  readonly now: number
  readonly onOpen: () => void
}

const Entry = ({ entry, now, onOpen, projectId, shownOn }: EntryProps) => {
  const { action, actor, address, at, changedFields, clearedFields, code, outcome, userAgent } = entry
  return (
    <tr>
      <td title={dateTimeOf(at)}>{agoOf(at.getTime(), now)}</td>
      <th scope="row" className="ks-audit-what">
        <AuditSentence projectId={projectId} entry={entry} shownOn={shownOn} />
        <span className="ks-mono ks-audit-action">{action}</span>
      </th>
      <td>
        <span className="ks-badge" data-tone={outcome === "succeeded" ? "success" : "danger"}>
          {outcome}
        </span>{" "}
        {code !== null && <span className="ks-mono ks-audit-code">{code}</span>}
      </td>
      <td title={actor.id ?? undefined}>
        {actor.type === "user" && actor.id !== null && actor.id !== shownOn ? (
          <a className="ks-link" href={projectHref(projectId, "users", actor.id)}>
            {actors.user}
          </a>
        ) : (
          actors[actor.type]
        )}
      </td>
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
        <Button variant="quiet" label={`Details: ${sentenceText(entry)}, ${dateTimeOf(at)}`} onClick={onOpen}>
          Details
        </Button>
      </td>
    </tr>
  )
}
