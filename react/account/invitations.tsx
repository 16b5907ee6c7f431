/** The section that invites users to a team and revokes invitations. */
import * as Effect from "effect/Effect"
import type { ReactNode } from "react"
import { isStrictEmail } from "../../core/schema/fields/email-pattern.ts"
import type { TeamInvitation } from "../../core/schema/team-member.ts"
import type { Team } from "../../core/schema/team.ts"
import { Client } from "../../tiers/client.ts"
import { Button } from "../components/button.tsx"
import { useTeamInvitationsState } from "../hooks/use-team-members.ts"
import { teamTexts } from "../messages/english/teams.ts"
import { useMessages } from "../messages/messages.ts"
import { format } from "../messages/template.ts"
import { CallErrorNotice } from "./call-error-notice.tsx"
import { InvitationExpiry } from "./invitation-expiry.tsx"
import { ListSkeleton } from "./page-skeleton.tsx"
import { Section, ReadErrorNotice } from "./section.tsx"
import { TextForm } from "./text-form.tsx"
import { useAnnouncedAction } from "./use-announced-action.ts"
import { useLatest } from "./use-latest.ts"

export interface InvitationsProps {
  readonly team: Team
  readonly mayRead: boolean
  readonly mayRevoke: boolean
}

export const Invitations = (props: InvitationsProps) =>
  props.mayRead ? <ReadableInvitations {...props} /> : <InviteSection team={props.team} invited={[]} />

const ReadableInvitations = ({ mayRevoke, team }: InvitationsProps) => {
  const texts = useMessages(teamTexts)
  const { data, error, refresh } = useLatest(useTeamInvitationsState(team))
  const invitations = data ?? []
  return (
    <InviteSection team={team} invited={invitations}>
      {data === undefined && error === null && <ListSkeleton />}
      {error !== null && <ReadErrorNotice error={error} refresh={refresh} />}
      {error === null && invitations.length > 0 && (
        <ul className="ks-list" aria-label={texts.openInvitations}>
          {invitations.map((invitation) => (
            <Invitation key={invitation.id} invitation={invitation} team={team} mayRevoke={mayRevoke} />
          ))}
        </ul>
      )}
    </InviteSection>
  )
}

interface InviteSectionProps {
  readonly team: Team
  /** The pending invitations, as far as the user may read them. */
  readonly invited: ReadonlyArray<TeamInvitation>
  readonly children?: ReactNode
}

const InviteSection = ({ children, invited, team }: InviteSectionProps) => {
  const texts = useMessages(teamTexts)
  const messages = useMessages()
  const check = (email: string) => {
    if (email === "") return messages.emailEmpty
    if (!isStrictEmail(email)) return messages.emailInvalid
    const isInvited = invited.some(({ recipientEmail }) => recipientEmail.toLowerCase() === email.toLowerCase())
    return isInvited ? texts.alreadyInvited : null
  }
  return (
    <Section title={texts.invite} text={texts.inviteText}>
      <TextForm
        label={messages.email}
        type="email"
        placeholder={messages.emailPlaceholder}
        submit={texts.inviteButton}
        check={check}
        effect={(email) => Effect.flatMap(Client, ({ teams }) => teams.inviteUser(team.id, { email }))}
        done={(_sent, email) => format(texts.invited, { email })}
      />
      {children}
    </Section>
  )
}

interface InvitationProps extends Pick<InvitationsProps, "team" | "mayRevoke"> {
  readonly invitation: TeamInvitation
}

const Invitation = ({ invitation: { expiresAt, id, recipientEmail }, mayRevoke, team }: InvitationProps) => {
  const texts = useMessages(teamTexts)
  const revoke = useAnnouncedAction(
    () => Effect.flatMap(Client, ({ teams }) => teams.revokeInvitation(team.id, id)),
    format(texts.revoked, { email: recipientEmail })
  )
  return (
    <li>
      <div className="ks-list-row">
        <div className="ks-list-main">
          <span className="ks-person-text">
            <span className="ks-truncate" dir="ltr" title={recipientEmail}>
              {recipientEmail}
            </span>
            <InvitationExpiry expiresAt={expiresAt} />
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
