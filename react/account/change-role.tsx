/**
 * The dialog that confirms a change of a member's role. It names the permissions that the member loses besides the
 * role.
 */
import * as Effect from "effect/Effect"
import type { TeamMember, TeamRoleChange } from "../../core/schema/team-role.ts"
import type { Team } from "../../core/schema/team.ts"
import { Client } from "../../tiers/client.ts"
import { teamTexts } from "../messages/english/teams.ts"
import { useMessages } from "../messages/messages.ts"
import { format } from "../messages/template.ts"
import { Question } from "./confirm-button.tsx"

export interface ChangeRoleProps {
  readonly team: Team
  readonly member: TeamMember
  readonly name: string
  readonly change: TeamRoleChange
  /** True if the member is the user. */
  readonly isOwn: boolean
  readonly onClose: () => void
}

export const ChangeRole = ({ change, isOwn, member, name, onClose, team }: ChangeRoleProps) => {
  const texts = useMessages(teamTexts)
  const toAdmin = change.role === "admin"
  const lost = change.revokedPermissionIds.filter((id) => member.additionalPermissionIds.includes(id))
  const roleText = toAdmin ? texts.makeAdminText : isOwn ? texts.stepDownText : texts.makeMemberText
  const title = format(toAdmin ? texts.makeAdminTitle : texts.makeMemberTitle, { name })
  return (
    <Question
      title={isOwn && !toAdmin ? texts.stepDownTitle : title}
      text={
        lost.length === 0 ? roleText : `${roleText} ${format(texts.permissionsLost, { permissions: lost.join(", ") })}`
      }
      confirm={toAdmin ? texts.makeAdmin : texts.makeMember}
      danger={!toAdmin}
      passwordEmail={null}
      effect={() => Effect.flatMap(Client, ({ teams }) => teams.changeRole(team.id, member.userId, change.role))}
      done={format(toAdmin ? texts.nowAdmin : texts.nowMember, { name })}
      onClose={onClose}
      onDone={onClose}
    />
  )
}
