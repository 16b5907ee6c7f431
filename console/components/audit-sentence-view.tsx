/** Shows the sentence of an audit entry, with links to what it names. */
import type { AuditEntry } from "../../core/schema/audit-entry.ts"
import { providerName } from "../../look/providers.ts"
import { projectHref } from "../route/route.ts"
import { sentenceOf, type SentencePart } from "./audit-sentence.ts"

/** Returns the path of the page of a target below its project; `null` for kinds without a page. */
export const pageOf = (kind: string, id: string | undefined): ReadonlyArray<string> | null => {
  if (kind === "settings") return ["settings"]
  if (kind === "keys") return ["settings", "keys"]
  if (id === undefined) return null
  switch (kind) {
    case "user_id":
      return ["users", id]
    case "team_id":
      return ["teams", id]
    case "permission_id":
      return ["permissions"]
    case "webhook_target_id":
      return ["webhooks", "targets", id]
    case "webhook_message_id":
      return ["webhooks", id]
    case "type":
      return ["mail", "templates", id]
    case "mail_id":
      return ["mail"]
    default:
      return null
  }
}

/** The digits of a UUID that distinguish entries. */
const SHORT = 8
const UUID = /^[\da-f]{8}-/i

const shortId = (kind: string, id: string): string =>
  kind.endsWith("provider_id") ? providerName(id) : UUID.test(id) ? id.slice(0, SHORT) : id

interface Props {
  readonly projectId: string
  readonly entry: AuditEntry
  /** The id of the user or team on whose page it is shown. */
  readonly shownOn?: string | undefined
}

export const AuditSentence = ({ entry, projectId, shownOn }: Props) =>
  sentenceOf(entry).map((part) => <Part key={part.text} part={part} projectId={projectId} shownOn={shownOn} />)

interface PartProps {
  readonly part: SentencePart
  readonly projectId: string
  readonly shownOn: string | undefined
}

const Part = ({ part: { target, text }, projectId, shownOn }: PartProps) => {
  if (target === undefined) return text
  const { id, isDeleted, kind } = target
  if (id !== undefined && id === shownOn) return text.replace(/^an? /, "the ")
  const page = isDeleted ? null : pageOf(kind, id)
  const words = (
    <>
      {text}
      {id !== undefined && (
        <>
          {" "}
          <span className="ks-mono">{shortId(kind, id)}</span>
        </>
      )}
    </>
  )
  return page === null ? (
    <span title={id}>{words}</span>
  ) : (
    <a className="ks-link" href={projectHref(projectId, ...page)} title={id}>
      {words}
    </a>
  )
}
