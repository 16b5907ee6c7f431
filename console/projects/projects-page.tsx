/** A project: its keys, its API key sets, and a button that creates another project. */
import { useState } from "react"
import { variables } from "../../core/environment/variables.ts"
import type { KeySet, KeySets, Project } from "../control/responses.ts"
import { CopyButton, Value } from "../components/copy-button.tsx"
import { CreateProjectDialog } from "../components/create-project-dialog.tsx"
import { Icon } from "../components/icons.tsx"
import { KeySetDialog } from "./key-set-dialog.tsx"
import { useSubmit } from "../components/use-submit.ts"
import { useLive } from "../control/use-live.ts"
import { ConfirmButton } from "../components/confirm-button.tsx"
import { Button } from "../components/button.tsx"
import { Empty } from "../components/empty.tsx"
import { Notice } from "../components/notice.tsx"
import { Problem } from "../components/problem.tsx"
import { TableSkeleton } from "../components/table-skeleton.tsx"
import { change } from "../control/control-api.ts"
import { projectHref } from "../route/route.ts"
import { actions, Table } from "../components/table.tsx"
import { agoOf, dateTimeOf, untilOf } from "../components/times.ts"

interface Props {
  /** `undefined` before the first response. */
  readonly projects: ReadonlyArray<Project> | undefined
  /** The selected project. */
  readonly projectId: string | undefined
  /** The service's time in epoch milliseconds. */
  readonly now: number
}

export const ProjectsPage = ({ now, projectId, projects }: Props) => {
  const project = projects?.find(({ id }) => id === projectId)
  const [making, setMaking] = useState(false)
  const [creating, setCreating] = useState(false)
  const create = (
    <Button onClick={() => setCreating(true)}>
      <Icon name="plus" />
      New project
    </Button>
  )
  const dialog = creating && (
    <CreateProjectDialog
      hint="It has keys of its own, sign-in with a password, and each provider on the service's own pages."
      create={async (name) => {
        const { id } = await change<Project>("POST", "/projects", { display_name: name })
        location.hash = projectHref(id, "projects")
      }}
      onClose={() => setCreating(false)}
    />
  )
  if (project === undefined) {
    return (
      <div className="ks-panel">
        <h1 className="ks-visually-hidden">Projects</h1>
        {projects === undefined ? (
          <TableSkeleton />
        ) : (
          <>
            <Empty icon="list" title="No project">
              A seed file names the projects that a service starts with.
            </Empty>
            {create}
          </>
        )}
        {dialog}
      </div>
    )
  }
  return (
    <div className="ks-panel">
      <div className="ks-section-head">
        <div>
          <h1 className="ks-section-title">{project.display_name === "" ? project.id : project.display_name}</h1>
          <p className="ks-text">
            {project.keys === null
              ? "Its keys were shown when they were created."
              : "Keys for development. A hosted project never accepts them."}
          </p>
        </div>
        <div className="ks-row">
          {project.keys !== null && <CopyButton text={environment(project)}>Copy .env</CopyButton>}
          <Button onClick={() => setMaking(true)}>
            <Icon name="plus" />
            New key set
          </Button>
          {create}
        </div>
      </div>
      <dl className="ks-keys" key={project.id}>
        <Value name="Address" value={location.origin} />
        <Value name="Project id" value={project.id} />
        {project.keys?.publishable_client_key !== undefined && (
          <Value name="Publishable client key" value={project.keys.publishable_client_key} />
        )}
        {project.keys?.secret_server_key !== undefined && (
          <Value name="Secret server key" secret value={project.keys.secret_server_key} />
        )}
        {project.keys?.super_secret_admin_key !== undefined && (
          <Value name="Super-secret admin key" secret value={project.keys.super_secret_admin_key} />
        )}
      </dl>
      <Sets key={`sets ${project.id}`} project={project} now={now} />
      {making && <KeySetDialog project={project} now={now} onClose={() => setMaking(false)} />}
      {dialog}
    </div>
  )
}

/** Returns the environment variables that `keystile dev` prints. */
const environment = ({ id, keys }: Project): string =>
  [
    [variables.baseUrl, location.origin],
    [variables.projectId, id],
    [variables.publishableClientKey, keys?.publishable_client_key],
    [variables.secretServerKey, keys?.secret_server_key],
    [variables.superSecretAdminKey, keys?.super_secret_admin_key]
  ]
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}\n`]))
    .join("")

const tiersOf = (set: KeySet): string =>
  [
    ...(set.publishable_client_key === undefined ? [] : ["client"]),
    ...(set.secret_server_key === undefined ? [] : ["server"]),
    ...(set.super_secret_admin_key === undefined ? [] : ["admin"])
  ].join(" ")

/**
 * Returns `true` for the set with the keys shown above. It cannot be revoked here, because every developer uses them.
 */
const isKnown = (set: KeySet, { keys }: Project): boolean =>
  set.publishable_client_key !== undefined &&
  keys?.publishable_client_key?.endsWith(set.publishable_client_key.last_four) === true &&
  set.secret_server_key !== undefined &&
  keys.secret_server_key?.endsWith(set.secret_server_key.last_four) === true

const stateOf = (set: KeySet, now: number) => {
  if (set.manually_revoked_at_millis !== undefined) return { tone: "danger", word: "Revoked" }
  return set.expires_at_millis <= now ? { tone: "danger", word: "Expired" } : { tone: "success", word: "Valid" }
}

const Sets = ({ now, project }: { readonly now: number; readonly project: Project }) => {
  const path = `/projects/${project.id}/keys`
  const { problem, value } = useLive<KeySets>(path, 4000)
  const revoke = useSubmit(async (id: string) => {
    await change("DELETE", `${path}/${id}`)
  })
  if (problem !== null) return <Notice tone="warning">{problem}</Notice>
  if (value === undefined) return <TableSkeleton />
  return (
    <>
      <Problem>{revoke.problem}</Problem>
      <Table label="Key sets" columns={["Description", "Keys", "Created", "Expires", "State", actions]}>
        {value.key_sets.map((set) => {
          const { tone, word } = stateOf(set, now)
          return (
            <tr key={set.id}>
              <th scope="row" data-fill title={set.description}>
                {set.description}
              </th>
              <td>
                <span className="ks-mono">{tiersOf(set)}</span>
              </td>
              <td title={dateTimeOf(set.created_at_millis)}>{agoOf(set.created_at_millis, now)}</td>
              <td title={dateTimeOf(set.expires_at_millis)}>{untilOf(set.expires_at_millis, now)}</td>
              <td>
                <span className="ks-badge" data-tone={tone}>
                  {word}
                </span>
              </td>
              <td data-align="end">
                {word === "Valid" && !isKnown(set, project) && (
                  <ConfirmButton
                    word="Revoke"
                    what={set.description}
                    busy={revoke.busy}
                    onConfirm={() => revoke.run(set.id)}
                  />
                )}
              </td>
            </tr>
          )
        })}
      </Table>
    </>
  )
}
