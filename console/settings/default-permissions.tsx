/** The permissions that users get by themselves: at sign-up, as the creator of a team, as a member. */
import * as Effect from "effect/Effect"
import type { AdminProject } from "../../core/schema/admin-project.ts"
import type { PermissionDefinition } from "../../core/schema/permission.ts"
import type { ProjectAdminCalls } from "../../tiers/project-admin.ts"
import { PermissionEditor } from "../components/permission-editor.tsx"

type Field = "teamCreatorDefaultPermissions" | "teamMemberDefaultPermissions" | "userDefaultPermissions"

interface Props {
  readonly title: string
  readonly field: Field
  readonly settings: AdminProject
  readonly definitions: ReadonlyArray<PermissionDefinition>
}

/** Reads the list right before the change, so that a change by another owner stays. */
const changeList = (
  { getProject, updateProject }: ProjectAdminCalls,
  field: Field,
  change: (ids: ReadonlyArray<string>) => ReadonlyArray<string>
) =>
  Effect.flatMap(getProject, ({ config }) =>
    updateProject({ config: { [field]: change((config[field] ?? []).map(({ id }) => id)).map((id) => ({ id })) } })
  )

export const DefaultPermissions = ({ definitions, field, settings: { config }, title }: Props) => (
  <div className="ks-stack" role="group" aria-label={title}>
    <p className="ks-strong">{title}</p>
    {(config[field] ?? []).length === 0 && (
      <p className="ks-text">
        {definitions.length === 0 ? "Nothing: the project defines no such permission." : "Nothing."}
      </p>
    )}
    <PermissionEditor
      of={title.toLowerCase()}
      granted={(config[field] ?? []).map(({ id }) => id)}
      definitions={definitions}
      grant={(admin, permissionId) => changeList(admin, field, (ids) => [...ids, permissionId])}
      revoke={(admin, permissionId) => changeList(admin, field, (ids) => ids.filter((id) => id !== permissionId))}
    />
  </div>
)
