/** The members and the invitations of a team. */
import type { Team } from "keystile"
import { Can, UserAvatar, useTeamUsersState, useUser } from "keystile/react"
import { ListSkeleton } from "../components/skeletons.tsx"
import { Problem } from "../components/problem.tsx"
import { TeamPage } from "../components/team-page.tsx"
import { Link } from "../router.tsx"
import { Invitations } from "./invitations.tsx"

export const People = ({ teamId }: { readonly teamId: string }) => (
  <TeamPage teamId={teamId} page="People">
    {(team) => (
      <>
        <Can
          permission="$read_members"
          team={team}
          fallback={<p className="ks-text">Who is in this team is not shown to you.</p>}
        >
          <Members team={team} />
        </Can>
        <Can permission="$invite_members" team={team}>
          <Invitations team={team} />
        </Can>
        <p className="ks-text">
          Your name in this team, its picture, and leaving it are in{" "}
          <Link href={`/account#team-${team.id}`} className="ks-link">
            your account
          </Link>
          .
        </p>
      </>
    )}
  </TeamPage>
)

const Members = ({ team }: { readonly team: Team }) => {
  const me = useUser({ or: "redirect" })
  const { data: people, error, pending, refresh } = useTeamUsersState(team)
  return (
    <section className="panel" aria-labelledby="members">
      <h2 id="members">
        {people === undefined ? "Members" : people.length === 1 ? "1 member" : `${people.length} members`}
      </h2>
      <Problem error={error} retry={refresh} />
      {pending && <ListSkeleton />}
      <ul className="rows">
        {people?.map(({ id, teamProfile }) => (
          <li key={id}>
            <UserAvatar user={teamProfile} aria-hidden />
            <span className="ks-truncate">{teamProfile.displayName ?? "A member without a name"}</span>
            {id === me.id && <span className="ks-badge">You</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
