/** The section of what happened to the account, for a service with the extension `audit_log`. */
import { useEffect, useRef, useState } from "react"
import type { AuditEntry } from "../../core/schema/audit-entry.ts"
import { Button } from "../components/button.tsx"
import { Icon } from "../components/icons.tsx"
import { account } from "../messages/english/account.ts"
import { activityTexts } from "../messages/english/activity.ts"
import { useLanguage, useMessages } from "../messages/messages.ts"
import { format } from "../messages/template.ts"
import { useNow } from "../runtime/use-now.ts"
import { CallErrorNotice } from "./call-error-notice.tsx"
import { clientNameOf } from "./client-name.ts"
import { DetailLine } from "./detail-line.tsx"
import { ListSkeleton } from "./page-skeleton.tsx"
import { relativeTime } from "./relative-time.ts"
import { ReadErrorNotice, Section } from "./section.tsx"
import { type EventSubject, type SecurityEvent, securityEventOf } from "./security-event.ts"
import { PAGE, useActivity } from "./use-activity.ts"
import { Text } from "./text.tsx"

const MINUTE = 60_000

export interface SecurityActivityProps {
  /** The name of the application, whose servers and owners may act on the account. */
  readonly app: string
}

export const SecurityActivity = ({ app }: SecurityActivityProps) => {
  const texts = useMessages(activityTexts)
  const { error, list, older, refresh } = useActivity()
  const now = useNow(MINUTE)
  const [added, setAdded] = useState<ReadonlyArray<AuditEntry>>([])
  const events = (list?.items ?? []).flatMap((entry) => {
    const event = securityEventOf(entry)
    return event === null ? [] : [{ entry, event }]
  })
  const firstAdded = events.find(({ entry }) => added.includes(entry))?.entry
  const showMore = async () => setAdded(await older.run())
  return (
    <Section title={texts.activity} text={texts.activityText}>
      {error !== null && <ReadErrorNotice error={error} refresh={refresh} />}
      {list === null && error === null && <ListSkeleton rows={PAGE} />}
      {events.length > 0 && (
        <ul className="ks-list" aria-label={texts.activity}>
          {events.map(({ entry, event }) => (
            <EventRow
              key={entry.id}
              entry={entry}
              event={event}
              now={now}
              app={app}
              isFirstAdded={entry === firstAdded}
            />
          ))}
        </ul>
      )}
      {list !== null && events.length === 0 && list.nextCursor === null && <Text>{texts.activityNone}</Text>}
      {list !== null && list.nextCursor !== null && (
        <div className="ks-stack">
          <div>
            <Button variant="outline" size="sm" busy={older.pending} onClick={() => void showMore()}>
              {texts.activityMore}
            </Button>
          </div>
          <CallErrorNotice error={older.error} waiting={older.waiting} />
        </div>
      )}
    </Section>
  )
}

interface EventRowProps {
  readonly entry: AuditEntry
  readonly event: SecurityEvent
  readonly now: number
  readonly app: string
  /** True for the first entry of the page that the user has loaded last: it gets the focus. */
  readonly isFirstAdded: boolean
}

const EventRow = ({ app, entry, event, isFirstAdded, now }: EventRowProps) => {
  const row = useRef<HTMLLIElement>(null)
  // The button that had the focus may be gone.
  useEffect(() => {
    if (isFirstAdded) row.current?.focus()
  }, [isFirstAdded])
  const texts = useMessages(activityTexts)
  const { tag } = useLanguage()
  const { at } = entry
  const exact = new Intl.DateTimeFormat(tag, { dateStyle: "long", timeStyle: "medium" }).format(at)
  const subject = useSubject(event.subject)
  const client = useClientText(entry)
  const actor = useActorText(entry, app)
  return (
    <li ref={row} tabIndex={-1}>
      <div className="ks-list-row ks-event">
        <span className="ks-event-icon" data-tone={event.isRefused ? "danger" : undefined} aria-hidden="true">
          <Icon path={event.icon} />
        </span>
        <div className="ks-event-text">
          <span>{texts[event.text]}</span>
          <DetailLine>
            {subject}
            {actor}
            {client}
            {entry.address !== null && <bdi dir="ltr">{entry.address}</bdi>}
          </DetailLine>
          <time className="ks-event-time" dateTime={at.toISOString()} title={exact}>
            {relativeTime(at, now, tag)}
          </time>
        </div>
      </div>
    </li>
  )
}

/** Returns the name of what the event is about. */
const useSubject = (subject: EventSubject): string | null => {
  const { passkey, password } = useMessages()
  const { emails, mfa, otp, teams } = useMessages(account)
  const { activityExternal, activityRecoveryCode } = useMessages(activityTexts)
  if (subject === null) return null
  return {
    password,
    passkey,
    codes: otp,
    external: activityExternal,
    factor: mfa,
    recoveryCode: activityRecoveryCode,
    emails,
    teams
  }[subject]
}

/** Returns the browser of the request. */
const useClientText = ({ userAgent }: AuditEntry): string | null => {
  const { activityClient } = useMessages(activityTexts)
  const { browser, system } = clientNameOf(userAgent)
  return browser !== null && system !== null ? format(activityClient, { browser, system }) : (browser ?? system)
}

/** Returns who acted, if it was neither the user nor a caller without a session. */
const useActorText = ({ actor }: AuditEntry, app: string): string | null => {
  const { activityByApp, activityByOther } = useMessages(activityTexts)
  if (actor.type === "anonymous" || (actor.type === "user" && actor.id !== null)) return null
  return actor.type === "user" ? activityByOther : format(activityByApp, { app })
}
