/** The permissions that creators of teams, new members and new users get. */
import type { AdminProject } from "../../core/schema/admin-project.ts"
import type { PermissionDefinition } from "../../core/schema/permission.ts"
import { PermissionEditor } from "../components/permission-editor.tsx"
import { changeDefaultPermissions, defaultPermissionsOf, type DefaultsName } from "../settings/change-settings.ts"

interface Props {
  readonly name: DefaultsName
  readonly title: string
  /** The receivers, as texts name them. */
  readonly of: string
  readonly project: AdminProject
  readonly definitions: ReadonlyArray<PermissionDefinition>
}

export const DefaultPermissions = ({ definitions, name, of, project, title }: Props) => (
  <li>
    <div className="ks-list-row ks-list-wrap">
      <div className="ks-list-main">
        <span className="ks-strong">{title}</span>
        <PermissionEditor
          of={of}
          granted={defaultPermissionsOf(project, name)}
          definitions={definitions}
          grant={(admin, id) => changeDefaultPermissions(admin, name, (ids) => [...ids, id])}
          revoke={(admin, id) => changeDefaultPermissions(admin, name, (ids) => ids.filter((other) => other !== id))}
        />
      </div>
    </div>
  </li>
)
