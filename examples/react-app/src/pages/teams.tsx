/** The teams of the signed-in user, with the number of unread notices. */
import type { Team } from "keystile"
import { UserAvatar, useProject, useTeamsState, useUser } from "keystile/react"
import { noticesOf } from "../board/notices.ts"
import { newTo } from "../board/seen.ts"
import { ListSkeleton } from "../components/skeletons.tsx"
import { Empty } from "../components/empty.tsx"
import { peopleIcon } from "../components/icons.tsx"
import { Page } from "../components/page.tsx"
import { Problem } from "../components/problem.tsx"
import { Link } from "../router.tsx"

export const Teams = () => {
  const user = useUser({ or: "redirect" })
  const mayCreate = useProject().config.clientTeamCreationEnabled
  const { data: teams, error, pending, refresh } = useTeamsState()
  const creation = mayCreate && (
    <Link href="/teams/new" className="ks-button" data-variant="primary">
      New team
    </Link>
  )
  return (
    <Page
      title="Your teams"
      text={`Signed in as ${user.displayName ?? user.primaryEmail}`}
      action={teams?.length !== 0 && creation}
    >
      <Problem error={error} retry={refresh} />
      {pending && <ListSkeleton />}
      {teams?.length === 0 && (
        <Empty
          icon={peopleIcon}
          title="You are in no team yet"
          text="Start one for your people, or wait for an invitation: it comes by email."
        >
          {creation}
        </Empty>
      )}
      {teams !== undefined && teams.length > 0 && (
        <ul className="teams">
          {teams.map((team) => (
            <li key={team.id}>
              <TeamLink team={team} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}

const TeamLink = ({ team }: { readonly team: Team }) => {
  const user = useUser({ or: "redirect" })
  const notices = noticesOf(team)
  const count = newTo(user, team.id, notices).length
  return (
    <Link href={`/teams/${team.id}`} className="team">
      <UserAvatar user={team} aria-hidden size={40} />
      <span className="team-text">
        <span className="team-name">{team.displayName}</span>
        <span className="ks-text">{notices[0]?.title ?? "Nothing pinned yet"}</span>
      </span>
      {count > 0 && (
        <span className="ks-badge" data-tone="accent">
          {count} new
        </span>
      )}
    </Link>
  )
}
