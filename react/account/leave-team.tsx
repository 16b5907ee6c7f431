/** The section to leave a team. The only admin of a team with other members has to name another admin first. */
import * as Effect from "effect/Effect"
import { useContext } from "react"
import { hasExtension } from "../../core/schema/extension.ts"
import type { TeamMember } from "../../core/schema/team-role.ts"
import type { Team } from "../../core/schema/team.ts"
import { Client } from "../../tiers/client.ts"
import { useProject } from "../hooks/use-project.ts"
import { useTeamMembersState } from "../hooks/use-team-members.ts"
import { account } from "../messages/english/account.ts"
import { teamTexts } from "../messages/english/teams.ts"
import { useMessages } from "../messages/messages.ts"
import { format } from "../messages/template.ts"
import { useAccountUser } from "./account-user.ts"
import { useAnnounce } from "./announcements.tsx"
import { ConfirmButton } from "./confirm-button.tsx"
import { LeavingTeamsContext } from "./leaving-teams.ts"
import { Section } from "./section.tsx"
import { goToHash, readHash, teamHash } from "./use-hash.ts"
import { useLatest } from "./use-latest.ts"

interface Props {
  readonly team: Team
}

export const LeaveTeam = ({ mayRead, team }: Props & { readonly mayRead: boolean }) =>
  hasExtension(useProject(), "team_members") && mayRead ? <LeaveWithRoles team={team} /> : <Leave team={team} />

const LeaveWithRoles = ({ team }: Props) => {
  const me = useAccountUser()
  const { lastAdmin } = useMessages(account)
  const { data: members = [] } = useLatest(useTeamMembersState(team))
  return <Leave team={team} unless={isOnlyAdmin(members, me.id) ? lastAdmin : null} />
}

/** Returns whether others would be left without an admin. */
const isOnlyAdmin = (members: ReadonlyArray<TeamMember>, userId: string): boolean => {
  const admins = members.filter(({ role }) => role === "admin")
  return members.length > 1 && admins.length === 1 && admins[0]?.userId === userId
}

const Leave = ({ team, unless }: Props & { readonly unless?: string | null }) => {
  const texts = useMessages(teamTexts)
  const announce = useAnnounce()
  const setLeaving = useContext(LeavingTeamsContext)
  /** Announces it on the profile page, or on the page that the user has gone to meanwhile. */
  const showLeft = () => {
    if (readHash() === teamHash(team.id)) goToHash("profile")
    announce(format(texts.left, { team: team.displayName }), readHash() || "profile")
  }
  return (
    <Section
      title={texts.leave}
      text={texts.leaveText}
      action={
        <ConfirmButton
          label={texts.leave}
          variant="danger"
          unless={unless}
          askPassword={false}
          title={format(texts.leaveQuestion, { team: team.displayName })}
          text={texts.leaveText}
          confirm={texts.leave}
          effect={() =>
            Effect.sync(() => setLeaving((ids) => new Set(ids).add(team.id))).pipe(
              Effect.andThen(Effect.flatMap(Client, ({ teams }) => teams.leave(team.id))),
              Effect.tap(() => Effect.sync(showLeft)),
              Effect.ensuring(Effect.sync(() => setLeaving((ids) => new Set([...ids].filter((id) => id !== team.id)))))
            )
          }
        />
      }
    />
  )
}
