/** The section of a team's members. */
import * as Effect from "effect/Effect"
import { useState } from "react"
import type { Team } from "../../core/schema/team.ts"
import type { TeamUser } from "../../tiers/calls/team-members.ts"
import { Client } from "../../tiers/client.ts"
import { Picture } from "../components/picture.tsx"
import { Badge } from "../components/badge.tsx"
import { Button } from "../components/button.tsx"
import { Field } from "../components/field.tsx"
import { useTeamUsersState } from "../hooks/use-team-members.ts"
import { account } from "../messages/english/account.ts"
import { teamTexts } from "../messages/english/teams.ts"
import { useMessages } from "../messages/messages.ts"
import { format } from "../messages/template.ts"
import { useAccountUser } from "./account-user.ts"
import { Question } from "./confirm-button.tsx"
import { ListSkeleton } from "./page-skeleton.tsx"
import { Section, ReadErrorNotice } from "./section.tsx"
import { useLatest } from "./use-latest.ts"

/** With more members, a field searches them by name. */
const SEARCHED_ABOVE = 10

interface MembersProps {
  readonly team: Team
  readonly mayRemove: boolean
}

export const Members = ({ mayRemove, team }: MembersProps) => {
  const texts = useMessages(teamTexts)
  const me = useAccountUser()
  const { data: members, error, refresh } = useLatest(useTeamUsersState(team))
  const [search, setSearch] = useState("")
  const count = members?.length ?? 0
  const text = count === 1 ? texts.memberAlone : format(texts.memberCount, { count })
  const isSearched = count > SEARCHED_ABOVE
  const sought = isSearched ? search.trim().toLocaleLowerCase() : ""
  const found = (members ?? []).filter(({ id, teamProfile: { displayName } }) =>
    [displayName, id === me.id ? me.primaryEmail : null].some((name) =>
      (name ?? "").toLocaleLowerCase().includes(sought)
    )
  )
  return (
    <Section title={texts.members} text={count === 0 ? "\u00a0" : text}>
      {error !== null && <ReadErrorNotice error={error} refresh={refresh} />}
      {members === undefined && error === null && <ListSkeleton />}
      {isSearched && (
        <Field
          label={texts.searchMembers}
          type="search"
          autoComplete="off"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      {found.length > 0 && (
        <ul className="ks-list">
          {found.map((member) => (
            <Member key={member.id} member={member} team={team} mayRemove={mayRemove && member.id !== me.id} />
          ))}
        </ul>
      )}
      {members !== undefined && found.length === 0 && sought !== "" && (
        <p className="ks-text" role="status">
          {texts.noMemberFound}
        </p>
      )}
    </Section>
  )
}

interface MemberProps extends MembersProps {
  readonly member: TeamUser
}

const Member = ({
  mayRemove,
  member: {
    id,
    teamProfile: { displayName, profileImageUrl }
  },
  team
}: MemberProps) => {
  const texts = useMessages(teamTexts)
  const { remove } = useMessages(account)
  const me = useAccountUser()
  const [removing, setRemoving] = useState(false)
  // The client tier reads the addresses of other members nowhere.
  const email = id === me.id ? me.primaryEmail : null
  const name = displayName || email || texts.nameless
  return (
    <li>
      <div className="ks-list-row">
        <div className="ks-list-main">
          <span className="ks-person">
            <Picture kind="user" name={displayName} url={profileImageUrl} />
            <span className="ks-person-text">
              <span className="ks-person-name ks-truncate" dir="auto" title={name}>
                {displayName || email || <span className="ks-text">{texts.nameless}</span>}
              </span>
              {displayName && email !== null && (
                <span className="ks-person-mail ks-truncate" dir="ltr" title={email}>
                  {email}
                </span>
              )}
            </span>
          </span>
        </div>
        {id === me.id && <Badge>{texts.you}</Badge>}
        {mayRemove && (
          <Button
            variant="quiet"
            size="sm"
            aria-label={format(texts.removeMemberOf, { name })}
            onClick={() => setRemoving(true)}
          >
            {remove}
          </Button>
        )}
      </div>
      {removing && (
        <Question
          title={format(texts.removeMemberTitle, { name })}
          text={texts.removeMemberText}
          confirm={remove}
          danger
          address={null}
          effect={() => Effect.flatMap(Client, ({ teams }) => teams.removeUser(team.id, id))}
          done={format(texts.memberRemoved, { name })}
          onClose={() => setRemoving(false)}
          onDone={() => setRemoving(false)}
        />
      )}
    </li>
  )
}
