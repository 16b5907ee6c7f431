/** The teams of a user with the permissions in each, and the permissions in the project. */
import { useDeferredValue, useState } from "react"
import type { ServerTeam } from "../../core/schema/server-team.ts"
import { useAllTeamsState } from "../../react/dashboard/use-all-teams.ts"
import {
  useProjectPermissionDefinitionsState,
  useTeamPermissionDefinitionsState
} from "../../react/dashboard/use-permission-definitions.ts"
import { useProjectPermissionsOfUserState, useTeamPermissionsOfUserState } from "../../react/dashboard/use-users.ts"
import { ChangeButton } from "../components/change-button.tsx"
import { Search } from "../components/fields.tsx"
import { PermissionEditor } from "../components/permission-editor.tsx"
import { Pager, useCursor } from "../components/pager.tsx"
import { ReadView } from "../components/read-view.tsx"
import { Section } from "../components/section.tsx"
import { useKeptPage } from "../components/use-kept-page.ts"
import { nameOf } from "../users/user-name.ts"
import { projectHref } from "../route/route.ts"
import { teamNameOf } from "../teams/team-name.ts"
import type { UserTabProps } from "./user-tab-props.ts"

export const TeamsTab = (shown: UserTabProps) => (
  <>
    <Teams {...shown} />
    <ProjectPermissions {...shown} />
  </>
)

/** The teams of a page. */
const LIMIT = 25

const Teams = ({ project, user }: UserTabProps) => {
  const cursor = useCursor()
  const current = useAllTeamsState({ userId: user.id, limit: LIMIT, ...(cursor !== undefined && { cursor }) })
  const teams = useKeptPage(current)
  const permissions = useTeamPermissionsOfUserState(user.id)
  const definitions = useTeamPermissionDefinitionsState()
  return (
    <Section title="Teams" text="With the permissions that were granted directly. They may contain others.">
      <ReadView state={teams}>
        {({ items, nextCursor }) => (
          <ReadView state={permissions}>
            {(grants) => (
              <>
                {items.length === 0 && (
                  <p className="ks-text">{cursor === undefined ? "The user is in no team." : "No more teams."}</p>
                )}
                {items.length > 0 && (
                  <ul className="ks-list" aria-busy={current.pending || undefined}>
                    {items.map((team) => (
                      <li key={team.id}>
                        <div className="ks-list-row ks-list-wrap">
                          <div className="ks-list-main">
                            <a className="ks-link ks-strong" href={projectHref(project.id, "teams", team.id)}>
                              {teamNameOf(team)}
                            </a>
                            <PermissionEditor
                              of={`${nameOf(user)} in ${team.displayName}`}
                              granted={grants.filter(({ teamId }) => teamId === team.id).map(({ id }) => id)}
                              definitions={definitions.data ?? []}
                              grant={({ ofUser }, permissionId) =>
                                ofUser(user.id).permissions.grant({ teamId: team.id, permissionId })
                              }
                              revoke={({ ofUser }, permissionId) =>
                                ofUser(user.id).permissions.revoke({ teamId: team.id, permissionId })
                              }
                            />
                          </div>
                          <ChangeButton
                            word="Remove"
                            what={`from ${team.displayName}`}
                            needsConfirmation
                            done={`Removed from ${team.displayName}`}
                            change={({ allTeams }) => allTeams.removeUser(team.id, user.id)}
                          />
                        </div>
                      </li>
                    ))}
                  </ul>
                )}
                <Pager next={nextCursor} />
                <AddToTeam userId={user.id} />
              </>
            )}
          </ReadView>
        )}
      </ReadView>
    </Section>
  )
}

/** The teams that can be added. */
const FOUND = 5

/** The teams that match a search, among which those of the user are left out. */
const MATCHES = 50

const AddToTeam = ({ userId }: { readonly userId: string }) => {
  const [text, setText] = useState("")
  const query = useDeferredValue(text.trim())
  const search = { limit: MATCHES, ...(query !== "" && { query }) }
  const found = useKeptPage(useAllTeamsState(search))
  const own = useKeptPage(useAllTeamsState({ ...search, userId }))
  return (
    <div className="ks-stack">
      <Search label="Find a team to add the user to" placeholder="Add to a team" value={text} onChange={setText} />
      {query !== "" && (
        <ReadView state={found}>
          {({ items, nextCursor }) => (
            <ReadView state={own}>
              {(ofUser) => {
                // Both lists have one order, so the user's teams among the first matches are the first ones, too.
                const others = items.filter(({ id }) => ofUser.items.every((team) => team.id !== id))
                return <FoundTeams teams={others.slice(0, FOUND)} hasMore={nextCursor !== null} userId={userId} />
              }}
            </ReadView>
          )}
        </ReadView>
      )}
    </div>
  )
}

interface FoundProps {
  readonly teams: ReadonlyArray<ServerTeam>
  /** True if more teams match than were read. */
  readonly hasMore: boolean
  readonly userId: string
}

const FoundTeams = ({ hasMore, teams, userId }: FoundProps) => {
  if (teams.length === 0) {
    const none = hasMore
      ? "The user is in the first teams that match. Enter more of the name."
      : "No other team matches."
    return <p className="ks-text">{none}</p>
  }
  return (
    <ul className="ks-list">
      {teams.map((team) => (
        <li key={team.id}>
          <div className="ks-list-row ks-list-wrap">
            <span className="ks-list-main">{teamNameOf(team)}</span>
            <ChangeButton
              word="Add"
              what={`to ${teamNameOf(team)}`}
              variant="outline"
              done={`Added to ${teamNameOf(team)}`}
              change={({ allTeams }) => allTeams.addUser(team.id, userId)}
            />
          </div>
        </li>
      ))}
    </ul>
  )
}

const ProjectPermissions = ({ user }: UserTabProps) => {
  const permissions = useProjectPermissionsOfUserState(user.id)
  const definitions = useProjectPermissionDefinitionsState()
  return (
    <Section title="Project permissions" text="Permissions in no team.">
      <ReadView state={permissions}>
        {(data) => (
          <>
            {data.length === 0 && definitions.data?.length === 0 && (
              <p className="ks-text">The project defines no project permission.</p>
            )}
            <PermissionEditor
              of={nameOf(user)}
              granted={data.map(({ id }) => id)}
              definitions={definitions.data ?? []}
              grant={({ ofUser }, permissionId) => ofUser(user.id).projectPermissions.grant(permissionId)}
              revoke={({ ofUser }, permissionId) => ofUser(user.id).projectPermissions.revoke(permissionId)}
            />
          </>
        )}
      </ReadView>
    </Section>
  )
}
