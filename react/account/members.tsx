/** The section of a team's members. */
import type { Team } from "../../core/schema/team.ts"
import { Picture } from "../components/picture.tsx"
import { Badge } from "../components/badge.tsx"
import { useTeamUsersState } from "../hooks/use-team-members.ts"
import { teamTexts } from "../messages/english/teams.ts"
import { useMessages } from "../messages/messages.ts"
import { format } from "../messages/template.ts"
import { useAccountUser } from "./account-user.ts"
import { Section, ReadErrorNotice } from "./section.tsx"
import { useLatest } from "./use-latest.ts"

export const Members = ({ team }: { readonly team: Team }) => {
  const texts = useMessages(teamTexts)
  const me = useAccountUser()
  const { data: members, error, refresh } = useLatest(useTeamUsersState(team))
  const count = members?.length ?? 0
  const text = count === 1 ? texts.memberAlone : format(texts.memberCount, { count })
  return (
    <Section title={texts.members} text={count === 0 ? undefined : text}>
      {error !== null && <ReadErrorNotice error={error} refresh={refresh} />}
      {members === undefined && error === null && <span className="ks-bone" data-bone="control" />}
      {members !== undefined && (
        <ul className="ks-list">
          {members.map(({ id, teamProfile: { displayName, profileImageUrl } }) => (
            <li key={id}>
              <div className="ks-list-row">
                <div className="ks-list-main">
                  <span className="ks-person">
                    <Picture kind="user" name={displayName} url={profileImageUrl} />
                    <span className="ks-person-name ks-truncate" title={displayName ?? undefined}>
                      {displayName || <span className="ks-text">{texts.nameless}</span>}
                    </span>
                  </span>
                </div>
                {id === me.id && <Badge>{texts.you}</Badge>}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
