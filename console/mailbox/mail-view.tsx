/** One mail: its codes to copy, its links to follow, and its HTML and text. */
import { useId, useState } from "react"
import type { Mail } from "../control/responses.ts"
import type { Project } from "../route/project.ts"
import { CopyButton } from "../components/copy-button.tsx"
import { useLive } from "../control/use-live.ts"
import { Notice } from "../components/notice.tsx"
import { TableSkeleton } from "../components/table-skeleton.tsx"
import { ScrollingText } from "../components/scrolling-text.tsx"
import { Tabs } from "../components/tabs.tsx"
import { dateTimeOf } from "../components/times.ts"

interface Props {
  readonly id: string
  readonly projects: ReadonlyArray<Project>
}

const deliveries = {
  mailbox: "Into this mailbox only",
  pending: "On its way to the project's mail server",
  delivered: "To the project's mail server, too",
  failed: "The project's mail server did not take it"
}

export const MailView = ({ id, projects }: Props) => {
  const heading = useId()
  const { problem, value } = useLive<{ readonly mail: Mail }>(`/mailbox/${id}`, 4000)
  const [view, setView] = useState("page")
  if (problem !== null)
    return (
      <div className="ks-mail">
        <Notice tone="warning">{problem}</Notice>
      </div>
    )
  if (value === undefined)
    return (
      <div className="ks-mail">
        <TableSkeleton />
      </div>
    )
  const { at, codes, delivery, delivery_problem, links, project_id, subject, text, to, type } = value.mail
  const [code] = codes
  const [first] = links.filter(isWeb)
  return (
    <article className="ks-mail" aria-labelledby={heading}>
      <div className="ks-section-head">
        <div>
          <h2 className="ks-section-title" id={heading}>
            {subject}
          </h2>
        </div>
        <div className="ks-row">
          {code !== undefined && (
            <CopyButton text={code}>{`Copy code${code.length > SHORT ? "" : ` ${code}`}`}</CopyButton>
          )}
          {first !== undefined && (
            <a
              className="ks-button"
              data-variant="outline"
              data-size="sm"
              href={first}
              target="_blank"
              rel="noopener noreferrer"
            >
              Open link
            </a>
          )}
        </div>
      </div>
      <dl className="ks-mail-meta">
        <dt>To</dt>
        <dd className="ks-truncate" title={to}>
          {to}
        </dd>
        <dt>Sent</dt>
        <dd>{dateTimeOf(at)}</dd>
        <dt>Template</dt>
        <dd>
          <span className="ks-mono">{type}</span>
        </dd>
        <dt>Project</dt>
        <dd className="ks-truncate">
          {projects.find((project) => project.id === project_id)?.displayName ?? project_id}
        </dd>
        <dt>Delivered</dt>
        <dd>{delivery_problem === null ? deliveries[delivery] : `${deliveries[delivery]}: ${delivery_problem}`}</dd>
      </dl>
      {links.length > 0 && (
        <ul className="ks-mail-links" aria-label="Links">
          {links.map((link) => (
            <li key={link}>
              {isWeb(link) ? (
                <a className="ks-link ks-mono" href={link} target="_blank" rel="noopener noreferrer">
                  {link}
                </a>
              ) : (
                <span className="ks-mono">{link}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      <Tabs label="How to show the mail" tabs={views} chosen={view} choose={setView}>
        {view === "page" ? (
          // No scripts, no forms, no origin. The response's content security policy has the same restrictions.
          <iframe
            className="ks-mail-frame"
            title="The mail"
            src={`/_keystile/mailbox/${id}/html`}
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            referrerPolicy="no-referrer"
          />
        ) : (
          <ScrollingText>{text}</ScrollingText>
        )}
      </Tabs>
    </article>
  )
}

/** The length of a one-time password, which users type, in characters. */
const SHORT = 6

const views = [
  { name: "page", title: "Mail" },
  { name: "text", title: "Plain text" }
]

/** Returns `true` for a link with http or https. */
const isWeb = (link: string): boolean => /^https?:\/\//i.test(link)
