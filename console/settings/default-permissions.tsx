/** The permissions that users get by themselves: at sign-up, as the creator of a team, as a member. */
import type { AdminProject } from "../../core/schema/admin-project.ts"
import type { PermissionDefinition } from "../../core/schema/permission.ts"
import { PermissionEditor } from "../components/permission-editor.tsx"
import { changeDefaultPermissions, defaultPermissionsOf, type DefaultsName } from "./change-settings.ts"

interface Props {
  readonly title: string
  readonly field: DefaultsName
  readonly settings: AdminProject
  readonly definitions: ReadonlyArray<PermissionDefinition>
}

export const DefaultPermissions = ({ definitions, field, settings, title }: Props) => {
  const granted = defaultPermissionsOf(settings, field)
  return (
    <div className="ks-stack" role="group" aria-label={title}>
      <p className="ks-strong">{title}</p>
      {granted.length === 0 && (
        <p className="ks-text">
          {definitions.length === 0 ? "Nothing: the project defines no such permission." : "Nothing."}
        </p>
      )}
      <PermissionEditor
        of={title.toLowerCase()}
        granted={granted}
        definitions={definitions}
        grant={(admin, id) => changeDefaultPermissions(admin, field, (ids) => [...ids, id])}
        revoke={(admin, id) => changeDefaultPermissions(admin, field, (ids) => ids.filter((other) => other !== id))}
      />
    </div>
  )
}
