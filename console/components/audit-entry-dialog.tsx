/** All that an entry of the audit log records, with links to what it is about and to entries like it. */
import type { AuditEntry } from "../../core/schema/audit-entry.ts"
import { projectHref } from "../route/route.ts"
import { pageOf } from "./audit-sentence-view.tsx"
import { sentenceText } from "./audit-sentence.ts"
import { Button } from "./button.tsx"
import { Dialog } from "./dialog.tsx"
import { Fact, Facts } from "./facts.tsx"
import { dateTimeOf } from "./times.ts"

interface Props {
  readonly projectId: string
  readonly entry: AuditEntry
  readonly onClose: () => void
}

export const AuditEntryDialog = ({ entry, onClose, projectId }: Props) => {
  const {
    action,
    actor,
    address,
    at,
    changedFields,
    clearedFields,
    code,
    outcome,
    reason,
    requestId,
    targets,
    userAgent
  } = entry
  const like = (name: string, value: string) => (
    <a
      className="ks-link"
      href={`${projectHref(projectId, "audit-log")}?${new URLSearchParams({ [name]: value })}`}
      onClick={onClose}
    >
      Entries of this {name}
    </a>
  )
  return (
    <Dialog title={sentenceText(entry)} onClose={onClose}>
      <Facts>
        <Fact name="Time">{`${dateTimeOf(at)} (${at.toISOString()})`}</Fact>
        <Fact name="Action">
          {action} {like("action", action)}
        </Fact>
        <Fact name="Outcome">{code === null ? outcome : `${outcome}: ${code}`}</Fact>
        <Fact name="Actor">
          {actor.type} {actor.id} {actor.id !== null && like("actor", actor.id)}
        </Fact>
        {Object.entries(targets).map(([kind, id]) => {
          const page = pageOf(kind, id)
          return (
            <Fact key={kind} name={kind}>
              {page === null ? (
                id
              ) : (
                <a className="ks-link" href={projectHref(projectId, ...page)} onClick={onClose}>
                  {id}
                </a>
              )}
            </Fact>
          )
        })}
        {reason !== undefined && <Fact name="Reason">{reason}</Fact>}
        {changedFields.length > 0 && <Fact name="Changed fields">{changedFields.join(", ")}</Fact>}
        {clearedFields.length > 0 && <Fact name="Cleared fields">{clearedFields.join(", ")}</Fact>}
        {address !== null && <Fact name="Address">{address}</Fact>}
        {userAgent !== null && <Fact name="User agent">{userAgent}</Fact>}
        {requestId !== null && <Fact name="Request id">{requestId}</Fact>}
        <Fact name="Entry id">{entry.id}</Fact>
      </Facts>
      <div className="ks-dialog-actions">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  )
}
