/** When an invitation to a team expires, in days, with the exact time as its title. */
import { useState } from "react"
import { teamTexts } from "../messages/english/teams.ts"
import { useLanguage, useMessages } from "../messages/messages.ts"
import { format } from "../messages/template.ts"
import { daysUntil } from "./relative-time.ts"

export interface InvitationExpiryProps {
  readonly expiresAt: Date
}

export const InvitationExpiry = ({ expiresAt }: InvitationExpiryProps) => {
  const { expires } = useMessages(teamTexts)
  const { tag } = useLanguage()
  const [now] = useState(() => Date.now())
  const exact = new Intl.DateTimeFormat(tag, { dateStyle: "long", timeStyle: "short" }).format(expiresAt)
  return (
    <time className="ks-person-mail" dateTime={expiresAt.toISOString()} title={exact}>
      {format(expires, { when: daysUntil(expiresAt, now, tag) })}
    </time>
  )
}
