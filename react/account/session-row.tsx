/** One session of the user, with a button that revokes it. */
import * as Effect from "effect/Effect"
import { useState } from "react"
import type { ActiveSession } from "../../core/schema/active-session.ts"
import { Client } from "../../tiers/client.ts"
import { Badge } from "../components/badge.tsx"
import { Button } from "../components/button.tsx"
import { Icon, laptopIcon, phoneIcon, terminalIcon } from "../components/icons.tsx"
import { sessionTexts } from "../messages/english/sessions.ts"
import { useLanguage, useMessages } from "../messages/messages.ts"
import { format } from "../messages/template.ts"
import { clientNameOf, isMobile } from "./client-name.ts"
import { Question } from "./confirm-button.tsx"
import { DetailLine } from "./detail-line.tsx"
import { relativeTime } from "./relative-time.ts"

export interface SessionRowProps {
  readonly session: ActiveSession
}

export const SessionRow = ({ session }: SessionRowProps) => {
  const texts = useMessages(sessionTexts)
  const { signOut } = useMessages()
  const [isAsking, setAsking] = useState(false)
  const device = useDevice(session)
  const isCurrent = session.isCurrentSession === true
  const close = () => setAsking(false)
  return (
    <li tabIndex={-1}>
      <div className="ks-list-row">
        <span className="ks-list-icon" aria-hidden="true">
          <Icon path={iconOf(session)} />
        </span>
        <div className="ks-list-main">
          <span className="ks-person-text">
            <span className="ks-truncate" title={device}>
              {device}
            </span>
            <Details session={session} />
          </span>
          {(isCurrent || session.isImpersonation) && (
            <span className="ks-badges">
              {session.isImpersonation && <Badge>{texts.sessionImpersonation}</Badge>}
              {isCurrent && <Badge>{texts.sessionCurrent}</Badge>}
            </span>
          )}
        </div>
        {!isCurrent && (
          <Button
            variant="quiet"
            size="sm"
            aria-label={format(texts.sessionRevokeOf, { device })}
            onClick={() => setAsking(true)}
          >
            {signOut}
          </Button>
        )}
      </div>
      {isAsking && (
        <Question
          title={format(texts.sessionRevokeTitle, { device })}
          text={texts.sessionRevokeText}
          confirm={signOut}
          danger
          passwordEmail={null}
          effect={() => Effect.flatMap(Client, ({ sessions }) => sessions.revoke(session.id))}
          done={format(texts.sessionRevoked, { device })}
          onClose={close}
          onDone={close}
        />
      )}
    </li>
  )
}

const iconOf = ({ isCommandLine, userAgent }: ActiveSession): string => {
  if (isCommandLine === true) return terminalIcon
  return isMobile(clientNameOf(userAgent ?? null)) ? phoneIcon : laptopIcon
}

/** Returns the name of the device: `Firefox on Windows`. */
const useDevice = ({ isCommandLine, userAgent }: ActiveSession): string => {
  const { sessionClient, sessionCommandLine, sessionUnknown } = useMessages(sessionTexts)
  // The programs of command lines name themselves in no common form.
  if (isCommandLine === true) return sessionCommandLine
  const { browser, system } = clientNameOf(userAgent ?? null)
  return browser !== null && system !== null
    ? format(sessionClient, { browser, system })
    : (browser ?? system ?? sessionUnknown)
}

/** When the session began, and when and where it was last used. */
const Details = ({ session }: SessionRowProps) => {
  const texts = useMessages(sessionTexts)
  const { tag } = useLanguage()
  const [now] = useState(() => Date.now())
  const { createdAt, isCurrentSession, lastUsedAt, lastUsedFrom } = session
  const date = new Intl.DateTimeFormat(tag, { dateStyle: "medium" }).format(createdAt)
  const city = [lastUsedFrom?.cityName, lastUsedFrom?.countryCode].filter((part) => part != null).join(", ")
  return (
    <DetailLine>
      {format(texts.sessionStartedOn, { date })}
      {lastUsedAt !== undefined &&
        isCurrentSession !== true &&
        format(texts.sessionUsed, { when: relativeTime(lastUsedAt, now, tag) })}
      {city !== "" && city}
      {lastUsedFrom !== undefined && <bdi dir="ltr">{lastUsedFrom.address}</bdi>}
    </DetailLine>
  )
}
