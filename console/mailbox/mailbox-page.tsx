/** The mailbox: the list of mails, and the selected one. */
import { useState } from "react"
import { isUuid } from "../../core/schema/fields/is-uuid.ts"
import { useSubmit } from "../components/use-submit.ts"
import type { MailHeads } from "../control/responses.ts"
import { Search } from "../components/fields.tsx"
import { useLive } from "../control/use-live.ts"
import { MailView } from "./mail-view.tsx"
import { Button } from "../components/button.tsx"
import { Empty } from "../components/empty.tsx"
import { Notice } from "../components/notice.tsx"
import { Problem } from "../components/problem.tsx"
import { TableSkeleton } from "../components/table-skeleton.tsx"
import { change } from "../control/control-api.ts"
import type { PageProps } from "../route/page-props.ts"
import type { Project } from "../route/project.ts"
import { dateTimeOf, timeOf } from "../components/times.ts"

interface Props extends Pick<PageProps, "rest"> {
  readonly projects: ReadonlyArray<Project>
}

export const MailboxPage = ({ projects, rest: [detail = ""] }: Props) => {
  const { problem, value } = useLive<MailHeads>("/mailbox/heads?limit=200", 1500)
  const [text, setText] = useState("")
  const clear = useSubmit(async () => {
    await change("DELETE", "/mailbox")
    location.hash = "#/mailbox"
  })

  if (value === undefined || value.total === 0) {
    return (
      <div className="ks-panel">
        <h1 className="ks-visually-hidden">Mailbox</h1>
        {value !== undefined && detail !== "" && gone}
        {problem !== null && <Notice tone="warning">{problem}</Notice>}
        {value === undefined ? (
          problem === null && <TableSkeleton />
        ) : (
          <Empty icon="mail" title="No mail yet">
            Every mail that the service sends appears here at once: sign-in codes, links to verify an address or to
            choose a new password, invitations.
          </Empty>
        )}
      </div>
    )
  }

  const wanted = text.trim().toLowerCase()
  const mails = value.mails.filter(({ subject, to, type }) => `${to} ${subject} ${type}`.toLowerCase().includes(wanted))
  const isListed = (listed: MailHeads["mails"]) => listed.some(({ id }) => id === detail)
  // The first one if the filter hides the mail of the URL. The view of a mail that is not listed shows if it is gone.
  const open = detail === "" || (isListed(value.mails) && !isListed(mails)) ? mails[0]?.id : detail
  return (
    <div className="ks-mailbox">
      <h1 className="ks-visually-hidden">Mailbox</h1>
      <div className="ks-mail-side">
        <div className="ks-mail-tools">
          <Search label="Filter mails" placeholder="Filter by address or subject" value={text} onChange={setText} />
          <Button variant="quiet" label="Clear the mailbox" busy={clear.busy} onClick={() => void clear.run()}>
            Clear
          </Button>
        </div>
        <Problem>{clear.problem}</Problem>
        {mails.length === 0 && <p className="ks-text ks-mail-item">No mail matches “{text}”.</p>}
        <ul className="ks-mail-list" aria-label="Mails">
          {mails.map((mail) => (
            <li key={mail.id}>
              <a
                className="ks-mail-item"
                href={`#/mailbox/${mail.id}`}
                aria-current={mail.id === open ? "true" : undefined}
              >
                <span className="ks-row">
                  <span className="ks-truncate ks-person-name" title={mail.to}>
                    {mail.to}
                  </span>
                  <time dateTime={new Date(mail.at).toISOString()} title={dateTimeOf(mail.at)}>
                    {timeOf(mail.at)}
                  </time>
                </span>
                <span className="ks-mail-subject ks-truncate" title={mail.subject}>
                  {mail.subject}
                </span>
              </a>
            </li>
          ))}
        </ul>
      </div>
      {open !== undefined &&
        (isUuid(open) ? <MailView key={open} id={open} projects={projects} /> : <div className="ks-mail">{gone}</div>)}
    </div>
  )
}

/** The same text as the response of the service for an id that is not listed. */
const gone = <Notice tone="warning">The mailbox has no such mail.</Notice>
