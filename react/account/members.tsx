/** The section of a team's members, with roles and emails where the service has them. */
import { useState } from "react"
import { hasExtension } from "../../core/schema/extension.ts"
import type { Team } from "../../core/schema/team.ts"
import { Field } from "../components/field.tsx"
import { useProject } from "../hooks/use-project.ts"
import { useTeamMembersState, useTeamUsersState } from "../hooks/use-team-members.ts"
import { teamTexts } from "../messages/english/teams.ts"
import { useMessages } from "../messages/messages.ts"
import { format } from "../messages/template.ts"
import { useAccountUser } from "./account-user.ts"
import type { DisplayedCallError } from "./call-error-notice.tsx"
import { MemberRow, type MemberView } from "./member-row.tsx"
import { ListSkeleton } from "./page-skeleton.tsx"
import { Section, ReadErrorNotice } from "./section.tsx"
import { type LatestRead, useLatest } from "./use-latest.ts"

/** With more members, a field searches them by name and email. */
const SEARCHED_ABOVE = 10

export interface MembersProps {
  readonly team: Team
  readonly mayRemove: boolean
}

export const Members = (props: MembersProps) =>
  hasExtension(useProject(), "team_members") ? <MembersWithRoles {...props} /> : <MembersByName {...props} />

const MembersWithRoles = (props: MembersProps) => {
  const read = useLatest(useTeamMembersState(props.team))
  const members = read.data?.map((member) => ({ ...member, id: member.userId, membership: member }))
  return <MemberSection {...props} read={read} members={members} />
}

/** Without the extension, users see only their own email. */
const MembersByName = (props: MembersProps) => {
  const me = useAccountUser()
  const read = useLatest(useTeamUsersState(props.team))
  const members = read.data?.map(({ id, teamProfile }) => ({
    ...teamProfile,
    id,
    primaryEmail: id === me.id ? me.primaryEmail : null,
    membership: null
  }))
  return <MemberSection {...props} read={read} members={members} />
}

interface MemberSectionProps extends MembersProps {
  readonly read: Pick<LatestRead<unknown, DisplayedCallError>, "error" | "refresh">
  readonly members: ReadonlyArray<MemberView> | undefined
}

const MemberSection = ({ mayRemove, members, read: { error, refresh }, team }: MemberSectionProps) => {
  const texts = useMessages(teamTexts)
  const me = useAccountUser()
  const [search, setSearch] = useState("")
  const count = members?.length ?? 0
  const text = count === 1 ? texts.memberAlone : format(texts.memberCount, { count })
  const isSearched = count > SEARCHED_ABOVE
  const sought = isSearched ? search.trim().toLocaleLowerCase() : ""
  const found = (members ?? []).filter(({ displayName, primaryEmail }) =>
    [displayName, primaryEmail].some((name) => (name ?? "").toLocaleLowerCase().includes(sought))
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
          aria-required={false}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      {found.length > 0 && (
        <ul className="ks-list" aria-label={texts.members}>
          {found.map((member) => (
            <MemberRow key={member.id} member={member} team={team} mayRemove={mayRemove && member.id !== me.id} />
          ))}
        </ul>
      )}
      {isSearched && <SearchStatus count={sought === "" ? null : found.length} />}
    </Section>
  )
}

/** Announces how many members were found; `null` for no search. Mounted before its first text. */
const SearchStatus = ({ count }: { readonly count: number | null }) => {
  const { memberCount, noMemberFound } = useMessages(teamTexts)
  return (
    <div className={count === 0 ? "ks-text" : "ks-visually-hidden"} role="status">
      {count === null ? "" : count === 0 ? noMemberFound : format(memberCount, { count })}
    </div>
  )
}
