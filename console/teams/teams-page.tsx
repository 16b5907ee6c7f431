/** The teams of a project: search, order and pages; create. */
import { useDeferredValue, useState } from "react"
import { useAllTeamsState } from "../../react/dashboard/use-all-teams.ts"
import type { ServerTeam } from "../../core/schema/server-team.ts"
import { Avatar } from "../components/avatar.tsx"
import { Button } from "../components/button.tsx"
import { Empty } from "../components/empty.tsx"
import { Search } from "../components/fields.tsx"
import { Icon } from "../components/icons.tsx"
import { Pager, useCursor } from "../components/pager.tsx"
import { ReadView } from "../components/read-view.tsx"
import { Select } from "../components/select.tsx"
import { Table } from "../components/table.tsx"
import { agoOf, dateTimeOf } from "../components/times.ts"
import { useKeptPage } from "../components/use-kept-page.ts"
import { useIsDeleted } from "../deletions/deletions.tsx"
import type { ProjectPageProps } from "../route/project-page-props.ts"
import { projectHref, setSearch } from "../route/route.ts"
import { CreateTeamDialog } from "./create-team-dialog.tsx"
import { teamNameOf } from "./team-name.ts"
import { orderOptions, readTeamSearch, teamPageOptions, type TeamSearch } from "./team-search.ts"

const LIMIT = 50

export const TeamsPage = ({ now, project, search }: ProjectPageProps) => {
  const wanted = readTeamSearch(search)
  const query = useDeferredValue(wanted.query)
  const cursor = useCursor()
  const [creating, setCreating] = useState(false)
  const current = useAllTeamsState(teamPageOptions({ ...wanted, query }, cursor, LIMIT))
  const page = useKeptPage(current)
  const isDeleted = useIsDeleted()
  // A list with another search begins with its first page.
  const change = (changes: Partial<TeamSearch>) => setSearch({ ...wanted, ...changes })

  return (
    <div className="ks-panel">
      <h1 className="ks-visually-hidden">Teams</h1>
      <div className="ks-toolbar">
        <Search
          label="Search teams"
          placeholder="Search name or id"
          value={wanted.query}
          onChange={(text) => change({ query: text })}
        />
        <Select label="Order" value={wanted.order} options={orderOptions} onChange={(order) => change({ order })} />
        <Button onClick={() => setCreating(true)}>
          <Icon name="plus" />
          Create team
        </Button>
      </div>
      <div className="ks-stack" aria-busy={current.pending || undefined}>
        <ReadView state={page}>
          {({ items }) => {
            const teams = items.filter(({ id }) => !isDeleted(id))
            return teams.length > 0 ? (
              <TeamsTable projectId={project.id} teams={teams} now={now} />
            ) : (
              <NoTeam query={wanted.query.trim()} />
            )
          }}
        </ReadView>
      </div>
      <Pager next={page.data?.nextCursor ?? null} />
      {creating && <CreateTeamDialog project={project} onClose={() => setCreating(false)} />}
    </div>
  )
}

interface TableProps {
  readonly projectId: string
  readonly teams: ReadonlyArray<ServerTeam>
  readonly now: number
}

const TeamsTable = ({ now, projectId, teams }: TableProps) => (
  <Table label="Teams" columns={["Team", { title: "Id", isWideOnly: true }, "Created"]}>
    {teams.map((team) => (
      <tr key={team.id}>
        <th scope="row" data-fill aria-label={teamNameOf(team)}>
          <a className="ks-person" href={projectHref(projectId, "teams", team.id)}>
            <Avatar kind="team" name={teamNameOf(team)} />
            <span className="ks-truncate" title={teamNameOf(team)}>
              {teamNameOf(team)}
            </span>
          </a>
        </th>
        <td data-wide>
          <span className="ks-mono">{team.id}</span>
        </td>
        <td title={dateTimeOf(team.createdAt)}>{agoOf(team.createdAt.getTime(), now)}</td>
      </tr>
    ))}
  </Table>
)

const NoTeam = ({ query }: { readonly query: string }) =>
  query === "" ? (
    <Empty icon="user" title="No team yet">
      Teams that users create in the application, or that are created here, are listed here.
    </Empty>
  ) : (
    <Empty icon="user" title={`No team matches “${query}”`}>
      Names are searched for a part, ids whole.
    </Empty>
  )
