/** The list of teams, or the page of the team that the URL names. */
import type { ProjectPageProps } from "../route/project-page-props.ts"
import { TeamPage } from "../team/team-page.tsx"
import { TeamsPage } from "../teams/teams-page.tsx"

const TeamsPages = (shown: ProjectPageProps) => {
  const [teamId = ""] = shown.rest
  return teamId === "" ? <TeamsPage {...shown} /> : <TeamPage key={teamId} {...shown} />
}

export default TeamsPages
