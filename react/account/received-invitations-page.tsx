/** The settings page with the invitations to teams that the user received. */
import * as Effect from "effect/Effect"
import type { ReceivedTeamInvitation } from "../../tiers/calls/received-invitations.ts"
import { Client } from "../../tiers/client.ts"
import { Button } from "../components/button.tsx"
import { Picture } from "../components/picture.tsx"
import { account } from "../messages/english/account.ts"
import { teamTexts } from "../messages/english/teams.ts"
import { useMessages } from "../messages/messages.ts"
import { format } from "../messages/template.ts"
import { CallErrorNotice } from "./call-error-notice.tsx"
import { InvitationExpiry } from "./invitation-expiry.tsx"
import { ListSkeleton } from "./page-skeleton.tsx"
import { Page, ReadErrorNotice, Section } from "./section.tsx"
import { useAnnouncedAction } from "./use-announced-action.ts"
import { useOpenInvitations } from "./use-open-invitations.ts"

export const ReceivedInvitationsPage = () => {
  const { receivedInvitations } = useMessages(account)
  const texts = useMessages(teamTexts)
  const { data: invitations, error, refresh } = useOpenInvitations()
  const isEmpty = invitations?.length === 0
  return (
    <Page title={receivedInvitations}>
      <Section title={texts.openInvitations} text={isEmpty ? texts.receivedNone : texts.receivedText}>
        {invitations === undefined && error === null && <ListSkeleton />}
        {error !== null && <ReadErrorNotice error={error} refresh={refresh} />}
        {invitations !== undefined && !isEmpty && (
          <ul className="ks-list" aria-label={texts.openInvitations}>
            {invitations.map((invitation) => (
              <ReceivedInvitation key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        )}
      </Section>
    </Page>
  )
}

interface ReceivedInvitationProps {
  readonly invitation: ReceivedTeamInvitation
}

const ReceivedInvitation = ({ invitation }: ReceivedInvitationProps) => {
  const { expiresAt, id, recipientEmail, teamDisplayName: team } = invitation
  const texts = useMessages(teamTexts)
  const accept = useAnnouncedAction(
    () => Effect.flatMap(Client, ({ teams }) => teams.acceptInvitation(id)),
    format(texts.receivedJoined, { team })
  )
  return (
    <li>
      <div className="ks-list-row">
        <div className="ks-list-main">
          <span className="ks-person">
            <Picture kind="team" name={team} url={null} />
            <span className="ks-person-text">
              <span className="ks-person-name ks-truncate" dir="auto" title={team}>
                {team}
              </span>
              <span className="ks-person-mail ks-truncate" dir="ltr" title={recipientEmail}>
                {recipientEmail}
              </span>
              <InvitationExpiry expiresAt={expiresAt} />
            </span>
          </span>
        </div>
        <Button
          variant="outline"
          size="sm"
          aria-label={format(texts.receivedAcceptOf, { team })}
          busy={accept.pending}
          onClick={() => void accept.run()}
        >
          {texts.receivedAccept}
        </Button>
      </div>
      <CallErrorNotice error={accept.error} waiting={accept.waiting} />
    </li>
  )
}
