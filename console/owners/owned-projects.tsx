/** The projects of the signed-in owner, with links to their pages. */
import type { AdminProject } from "../../core/schema/admin-project.ts"
import type { ReadState } from "../../react/runtime/use-query-state.ts"
import type { ListOwnedProjectsError } from "../../tiers/calls/owned-projects.ts"
import { Empty } from "../components/components.tsx"
import { ReadView } from "../components/read-view.tsx"
import { Table } from "../components/table.tsx"
import { dateTimeOf } from "../components/times.ts"
import { projectHref } from "../route/route.ts"

interface Props {
  readonly projects: ReadState<ReadonlyArray<AdminProject>, ListOwnedProjectsError>
}

export const OwnedProjects = ({ projects }: Props) => (
  <div className="ks-panel">
    <h1 className="ks-section-title">Your projects</h1>
    <ReadView state={projects}>
      {(owned) =>
        owned.length === 0 ? (
          <Empty icon="list" title="You own no project">
            The operator of this service adds one:{" "}
            <code className="ks-mono">keystile owner add-project EMAIL PROJECT</code>
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
  </div>
)
