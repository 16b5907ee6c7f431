/** The group of the settings for the permissions that users get by themselves. */
import type { AdminProject } from "../../core/schema/admin-project.ts"
import type { PermissionDefinition } from "../../core/schema/permission.ts"
import { defaultPermissionsOf, type DefaultsName } from "./change-settings.ts"
import { DefaultPermissionsEditor } from "./default-permissions-editor.tsx"

interface Props {
  readonly title: string
  readonly field: DefaultsName
  readonly settings: AdminProject
  readonly definitions: ReadonlyArray<PermissionDefinition>
}

export const DefaultPermissionsGroup = ({ definitions, field, settings, title }: Props) => (
  <div className="ks-stack" role="group" aria-label={title}>
    <p className="ks-strong">{title}</p>
    {defaultPermissionsOf(settings, field).length === 0 && (
      <p className="ks-text">
        {definitions.length === 0 ? "Nothing: the project defines no such permission." : "Nothing."}
      </p>
    )}
    <DefaultPermissionsEditor name={field} of={title.toLowerCase()} settings={settings} definitions={definitions} />
  </div>
)
