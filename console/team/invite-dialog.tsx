/** Mails an invitation to a team. */
import { useState } from "react"
import type { ServerTeam } from "../../core/schema/server-team.ts"
import { Field } from "../components/fields.tsx"
import type { Project } from "../route/project.ts"
import { teamNameOf } from "../teams/team-name.ts"
import { MailDialog } from "../users/mail-dialog.tsx"

interface Props {
  readonly project: Project
  readonly team: ServerTeam
  readonly onClose: () => void
}

export const InviteDialog = ({ onClose, project, team }: Props) => {
  const [email, setEmail] = useState("")
  return (
    <MailDialog
      project={project}
      title={`Invite to ${teamNameOf(team)}`}
      page="team-invitation"
      done={`Invitation sent to ${email.trim()}`}
      send={({ allTeams }, callbackUrl) => allTeams.inviteUser(team.id, { email: email.trim(), callbackUrl })}
      onClose={onClose}
    >
      <Field label="Email" type="email" required value={email} onChange={setEmail} />
    </MailDialog>
  )
}
