/** The projects of the signed-in owner, with links to their pages, and a button that creates another one. */
import * as Effect from "effect/Effect"
import { useState } from "react"
import type { AdminProject } from "../../core/schema/admin-project.ts"
import { useClient } from "../../react/hooks/use-client.ts"
import type { ReadState } from "../../react/runtime/use-query-state.ts"
import type { ListOwnedProjectsError } from "../../tiers/calls/owned-projects.ts"
import { Button } from "../components/button.tsx"
import { Empty } from "../components/empty.tsx"
import { CreateProjectDialog } from "../components/create-project-dialog.tsx"
import { Icon } from "../components/icons.tsx"
import { ReadView } from "../components/read-view.tsx"
import { Table } from "../components/table.tsx"
import { dateTimeOf } from "../components/times.ts"
import { projectHref } from "../route/route.ts"

interface Props {
  readonly projects: ReadState<ReadonlyArray<AdminProject>, ListOwnedProjectsError>
}

export const OwnedProjects = ({ projects }: Props) => {
  const client = useClient({ projectIdMustMatch: "internal" })
  const [creating, setCreating] = useState(false)
  const create = async (displayName: string) => {
    const { id } = await Effect.runPromise(client.createProject({ displayName }))
    await projects.refresh()
    location.hash = projectHref(id, "home")
  }
  return (
    <div className="ks-panel">
      <div className="ks-section-head">
        <h1 className="ks-section-title">Your projects</h1>
        <Button onClick={() => setCreating(true)}>
          <Icon name="plus" />
          New project
        </Button>
      </div>
      <ReadView state={projects}>
        {(owned) =>
          owned.length === 0 ? (
            <Empty icon="list" title="You own no project">
              Create one, or ask the operator of this service to add you to one:{" "}
              <code className="ks-mono">keystile owner add-project OWNER PROJECT</code>
            </Empty>
          ) : (
            <Table label="Your projects" columns={["Project", "Users", "Created", "Project id"]}>
              {owned.map(({ createdAt, displayName, id, userCount }) => (
                <tr key={id}>
                  <th scope="row" data-fill>
                    <a className="ks-link ks-strong" href={projectHref(id, "home")}>
                      {displayName === "" ? id : displayName}
                    </a>
                  </th>
                  <td>{userCount?.toLocaleString()}</td>
                  <td>{dateTimeOf(createdAt)}</td>
                  <td>
                    <span className="ks-mono">{id}</span>
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </ReadView>
      {creating && (
        <CreateProjectDialog
          hint="You own it. It begins with sign-in by password, and without trusted domains."
          create={create}
          onClose={() => setCreating(false)}
        />
      )}
    </div>
  )
}
