/** The teams of a user with the permissions in each, and the permissions in the project. */
import { useDeferredValue, useState } from "react"
import { useAllTeamsState } from "../../react/dashboard/use-all-teams.ts"
import {
  useProjectPermissionDefinitionsState,
  useTeamPermissionDefinitionsState
} from "../../react/dashboard/use-permission-definitions.ts"
import {
  useProjectPermissionsOfUserState,
  useTeamPermissionsOfUserState,
  useTeamsOfUserState
} from "../../react/dashboard/use-users.ts"
import { ChangeButton } from "../components/change-button.tsx"
import { Search } from "../components/fields.tsx"
import { PermissionEditor } from "../components/permission-editor.tsx"
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

const Teams = ({ project, user }: UserTabProps) => {
  const teams = useTeamsOfUserState(user.id)
  const permissions = useTeamPermissionsOfUserState(user.id)
  const definitions = useTeamPermissionDefinitionsState()
  return (
    <Section title="Teams" text="With the permissions that were granted directly. They may contain others.">
      <ReadView state={teams}>
        {(data) => (
          <ReadView state={permissions}>
            {(grants) => (
              <>
                {data.length === 0 && <p className="ks-text">The user is in no team.</p>}
                {data.length > 0 && (
                  <ul className="ks-list">
                    {data.map((team) => (
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
                            isAsked
                            done={`Removed from ${team.displayName}`}
                            change={({ allTeams }) => allTeams.removeUser(team.id, user.id)}
                          />
                        </div>
                      </li>
                    ))}
                  </ul>
                )}
                <AddToTeam userId={user.id} teamIds={data.map(({ id }) => id)} />
              </>
            )}
          </ReadView>
        )}
      </ReadView>
    </Section>
  )
}

const FOUND = 5

interface AddProps {
  readonly userId: string
  readonly teamIds: ReadonlyArray<string>
}

const AddToTeam = ({ teamIds, userId }: AddProps) => {
  const [text, setText] = useState("")
  const query = useDeferredValue(text.trim())
  const found = useKeptPage(useAllTeamsState({ limit: FOUND + teamIds.length, ...(query !== "" && { query }) }))
  return (
    <div className="ks-stack">
      <Search label="Find a team to add the user to" placeholder="Add to a team" value={text} onChange={setText} />
      {query !== "" && (
        <ReadView state={found}>
          {({ items }) => {
            const teams = items.filter(({ id }) => !teamIds.includes(id)).slice(0, FOUND)
            if (teams.length === 0) return <p className="ks-text">No other team matches.</p>
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
          }}
        </ReadView>
      )}
    </div>
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
