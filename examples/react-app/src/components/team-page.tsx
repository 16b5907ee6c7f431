/** The frame of a team's pages: requires a member of the team, and links the pages to each other. */
import type { ReactNode } from "react"
import type { Team } from "keystile"
import { useTeamState, useUser } from "keystile/react"
import { Link } from "../router.tsx"
import { PageSkeleton } from "./skeletons.tsx"
import { Empty } from "./empty.tsx"
import { peopleIcon } from "./icons.tsx"
import { Page } from "./page.tsx"
import { Problem } from "./problem.tsx"

interface TeamPageProps {
  readonly teamId: string
  readonly page: "Board" | "People"
  readonly children: (team: Team) => ReactNode
}

export const TeamPage = ({ children, page, teamId }: TeamPageProps) => {
  useUser({ or: "redirect" })
  const { data: team, error, pending, refresh } = useTeamState(teamId)
  if (pending) return <PageSkeleton />
  if (error !== null)
    return (
      <Page title={page}>
        <Problem error={error} retry={refresh} />
      </Page>
    )
  if (team === null) return <NotYours />
  return (
    <Page title={team.displayName} action={<Tabs teamId={teamId} page={page} />}>
      {children(team)}
    </Page>
  )
}

const Tabs = ({ page, teamId }: Pick<TeamPageProps, "teamId" | "page">) => (
  <nav className="tabs" aria-label="Team">
    <Link href={`/teams/${teamId}`} aria-current={page === "Board" ? "page" : undefined}>
      Board
    </Link>
    <Link href={`/teams/${teamId}/people`} aria-current={page === "People" ? "page" : undefined}>
      People
    </Link>
  </nav>
)

const NotYours = () => (
  <Page title="No such team">
    <Empty
      icon={peopleIcon}
      title="You are not in this team"
      text="It may be gone, or you have left it. If somebody sent you here, ask them for an invitation."
    >
      <Link href="/teams" className="ks-button" data-variant="outline">
        Your teams
      </Link>
    </Empty>
  </Page>
)
