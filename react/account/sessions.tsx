/** The section of the user's sessions on all devices, for a service that has them. */
import { useEffect, useRef, useState } from "react"
import * as Effect from "effect/Effect"
import { isMissingFromService } from "../../tiers/calls/missing-from-service.ts"
import { Client } from "../../tiers/client.ts"
import { Button } from "../components/button.tsx"
import { useActiveSessionsState } from "../hooks/use-active-sessions.ts"
import { activityTexts } from "../messages/english/activity.ts"
import { sessionTexts } from "../messages/english/sessions.ts"
import { useMessages } from "../messages/messages.ts"
import { ConfirmButton } from "./confirm-button.tsx"
import { ListSkeleton } from "./page-skeleton.tsx"
import { ReadErrorNotice, Section } from "./section.tsx"
import { SessionRow } from "./session-row.tsx"
import { useLatest } from "./use-latest.ts"

/** Number of sessions that are shown at first. */
const SHOWN = 10

const revokeOthers = () => Effect.flatMap(Client, ({ sessions }) => sessions.revokeOthers())

export const Sessions = () => {
  const texts = useMessages(sessionTexts)
  const { activityMore } = useMessages(activityTexts)
  const [showsAll, setShowsAll] = useState(false)
  const rows = useRef<HTMLUListElement>(null)
  const { data, error, refresh } = useLatest(useActiveSessionsState())
  // The button that had the focus is gone.
  useEffect(() => {
    const row = showsAll ? rows.current?.children[SHOWN] : undefined
    if (row instanceof HTMLElement) row.focus()
  }, [showsAll])
  if (isMissingFromService(error)) return null
  const sessions = data ?? []
  const current = sessions.filter(({ isCurrentSession }) => isCurrentSession === true)
  const others = sessions.filter(({ isCurrentSession }) => isCurrentSession !== true)
  const sorted = [...current, ...others]
  return (
    <Section
      title={texts.sessions}
      text={texts.sessionsText}
      action={
        others.length > 0 && (
          <ConfirmButton
            label={texts.sessionsRevokeOthers}
            title={texts.sessionsRevokeOthersTitle}
            text={texts.sessionsRevokeOthersText}
            confirm={texts.sessionsRevokeOthers}
            askPassword={false}
            effect={revokeOthers}
            done={texts.sessionsRevoked}
          />
        )
      }
    >
      {error !== null && <ReadErrorNotice error={error} refresh={refresh} />}
      {data === undefined && error === null && <ListSkeleton />}
      {sessions.length > 0 && (
        <ul ref={rows} className="ks-list" aria-label={texts.sessions}>
          {(showsAll ? sorted : sorted.slice(0, SHOWN)).map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
      {!showsAll && sorted.length > SHOWN && (
        <div>
          <Button variant="outline" size="sm" onClick={() => setShowsAll(true)}>
            {activityMore}
          </Button>
        </div>
      )}
    </Section>
  )
}
