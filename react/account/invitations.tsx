/** The section that invites users to a team and revokes invitations. */
import * as Effect from "effect/Effect"
import { useState } from "react"
import { isStrictEmail } from "../../core/schema/fields/strict-email.ts"
import type { TeamInvitation } from "../../core/schema/team-member.ts"
import type { Team } from "../../core/schema/team.ts"
import { Client } from "../../tiers/client.ts"
import { Button } from "../components/button.tsx"
import { useAction } from "../hooks/use-action.ts"
import { useTeamInvitationsState } from "../hooks/use-team-members.ts"
import { teamTexts } from "../messages/english/teams.ts"
import { useLanguage, useMessages } from "../messages/messages.ts"
import { format } from "../messages/template.ts"
import { CallErrorNotice } from "./call-error-notice.tsx"
import { daysUntil } from "./days-until.ts"
import { Section, ReadErrorNotice } from "./section.tsx"
import { TextForm } from "./text-form.tsx"
import { useLatest } from "./use-latest.ts"

export interface InvitationsProps {
  readonly team: Team
  readonly mayRead: boolean
  readonly mayRevoke: boolean
}

export const Invitations = ({ mayRead, mayRevoke, team }: InvitationsProps) => {
  const texts = useMessages(teamTexts)
  const messages = useMessages()
  const invite = useAction((email: string) =>
    Effect.flatMap(Client, ({ teams }) => teams.inviteUser(team.id, { email }))
  )
  const check = (email: string) =>
    email === "" ? messages.emailEmpty : isStrictEmail(email) ? null : messages.emailInvalid
  return (
    <Section title={texts.invite} text={texts.inviteText}>
      <TextForm
        label={messages.email}
        type="email"
        placeholder={messages.emailPlaceholder}
        submit={texts.inviteButton}
        check={check}
        action={invite}
        done={(email) => format(texts.invited, { email })}
      />
      {mayRead && <OpenInvitations team={team} mayRevoke={mayRevoke} />}
    </Section>
  )
}

const OpenInvitations = ({ mayRevoke, team }: Pick<InvitationsProps, "team" | "mayRevoke">) => {
  const texts = useMessages(teamTexts)
  const { data: invitations, error, refresh } = useLatest(useTeamInvitationsState(team))
  if (error !== null) return <ReadErrorNotice error={error} refresh={refresh} />
  if (invitations === undefined || invitations.length === 0) return null
  return (
    <ul className="ks-list" aria-label={texts.openInvitations}>
      {invitations.map((invitation) => (
        <Invitation key={invitation.id} invitation={invitation} team={team} mayRevoke={mayRevoke} />
      ))}
    </ul>
  )
}

interface InvitationProps extends Pick<InvitationsProps, "team" | "mayRevoke"> {
  readonly invitation: TeamInvitation
}

const Invitation = ({ invitation: { expiresAt, id, recipientEmail }, mayRevoke, team }: InvitationProps) => {
  const texts = useMessages(teamTexts)
  const [now] = useState(() => Date.now())
  const { tag } = useLanguage()
  const date = new Intl.DateTimeFormat(tag, { dateStyle: "long", timeStyle: "short" })
  const revoke = useAction(() => Effect.flatMap(Client, ({ teams }) => teams.revokeInvitation(team.id, id)))
  return (
    <li>
      <div className="ks-list-row">
        <div className="ks-list-main">
          <span className="ks-person-text">
            <span className="ks-truncate" dir="ltr" title={recipientEmail}>
              {recipientEmail}
            </span>
            <time className="ks-person-mail" dateTime={expiresAt.toISOString()} title={date.format(expiresAt)}>
              {format(texts.expires, { when: daysUntil(expiresAt, now, tag) })}
            </time>
          </span>
        </div>
        {mayRevoke && (
          <Button
            variant="quiet"
            size="sm"
            aria-label={format(texts.revokeOf, { email: recipientEmail })}
            busy={revoke.pending}
            onClick={() => void revoke.run()}
          >
            {texts.revoke}
          </Button>
        )}
      </div>
      <CallErrorNotice error={revoke.error} waiting={revoke.waiting} />
    </li>
  )
}
