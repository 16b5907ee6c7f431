/** The open invitations of a team: send, copy, revoke. */
import { useState } from "react"
import type { TeamInvitation } from "../../core/schema/team-member.ts"
import { useInvitationsOfTeamState } from "../../react/dashboard/use-all-teams.ts"
import { ChangeButton } from "../components/change-button.tsx"
import { Button } from "../components/button.tsx"
import { CopyButton } from "../components/copy-button.tsx"
import { Icon } from "../components/icons.tsx"
import { ReadView } from "../components/read-view.tsx"
import { Section } from "../components/section.tsx"
import { dateTimeOf, untilOf } from "../components/times.ts"
import { teamNameOf } from "../teams/team-name.ts"
import { InviteDialog } from "./invite-dialog.tsx"
import type { TeamTabProps } from "./team-tab-props.ts"

export const InvitationsTab = ({ now, project, team }: TeamTabProps) => {
  const invitations = useInvitationsOfTeamState(team.id)
  const [inviting, setInviting] = useState(false)
  return (
    <Section
      title="Invitations"
      text="Mails with a link that is valid once. A revoked link leads nowhere."
      actions={
        <Button onClick={() => setInviting(true)}>
          <Icon name="mail" />
          Invite by mail
        </Button>
      }
    >
      <ReadView state={invitations}>
        {(data) =>
          data.length === 0 ? (
            <p className="ks-text">No invitation is open.</p>
          ) : (
            <ul className="ks-list">
              {data.map((invitation) => (
                <Invitation key={invitation.id} invitation={invitation} team={team} now={now} />
              ))}
            </ul>
          )
        }
      </ReadView>
      {inviting && <InviteDialog project={project} team={team} onClose={() => setInviting(false)} />}
    </Section>
  )
}

type RowProps = Pick<TeamTabProps, "now" | "team"> & { readonly invitation: TeamInvitation }

const Invitation = ({ invitation: { expiresAt, id, recipientEmail }, now, team }: RowProps) => {
  const isOpen = expiresAt.getTime() > now
  return (
    <li>
      <div className="ks-list-row ks-list-wrap">
        <span className="ks-list-main">
          <span>{recipientEmail}</span>
          <span className="ks-badges" title={dateTimeOf(expiresAt)}>
            <span className="ks-badge" data-tone={isOpen ? "success" : "warning"}>
              {isOpen ? "open" : "expired"}
            </span>
            <span className="ks-text">Expires: {untilOf(expiresAt.getTime(), now).toLowerCase()}</span>
          </span>
        </span>
        <span className="ks-actions">
          <CopyButton
            label={`Copy state of the invitation of ${recipientEmail}`}
            text={
              `${recipientEmail} is invited to ${teamNameOf(team)}: ` +
              `${isOpen ? "open until" : "expired on"} ${dateTimeOf(expiresAt)}`
            }
          >
            Copy state
          </CopyButton>
          <ChangeButton
            word="Revoke"
            what={`the invitation of ${recipientEmail}`}
            needsConfirmation
            done={`The invitation of ${recipientEmail} was revoked`}
            change={({ allTeams }) => allTeams.revokeInvitation(team.id, id)}
          />
        </span>
      </div>
    </li>
  )
}
