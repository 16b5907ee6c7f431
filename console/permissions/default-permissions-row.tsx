/** The row of the permissions that creators of teams, new members or new users get. */
import type { AdminProject } from "../../core/schema/admin-project.ts"
import type { PermissionDefinition } from "../../core/schema/permission.ts"
import type { DefaultsName } from "../settings/change-settings.ts"
import { DefaultPermissionsEditor } from "../settings/default-permissions-editor.tsx"

interface Props {
  readonly name: DefaultsName
  readonly title: string
  /** The users who get them, for names of buttons. */
  readonly of: string
  readonly project: AdminProject
  readonly definitions: ReadonlyArray<PermissionDefinition>
}

export const DefaultPermissionsRow = ({ definitions, name, of, project, title }: Props) => (
  <li>
    <div className="ks-list-row ks-list-wrap">
      <div className="ks-list-main">
        <span className="ks-strong">{title}</span>
        <DefaultPermissionsEditor name={name} of={of} settings={project} definitions={definitions} />
      </div>
    </div>
  </li>
)
