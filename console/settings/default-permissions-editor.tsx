/** Edits the permissions that users get by themselves: at sign-up, as the creator of a team, as a member. */
import type { AdminProject } from "../../core/schema/admin-project.ts"
import type { PermissionDefinition } from "../../core/schema/permission.ts"
import { PermissionEditor } from "../components/permission-editor.tsx"
import { changeDefaultPermissions, defaultPermissionsOf, type DefaultsName } from "./change-settings.ts"

interface Props {
  readonly name: DefaultsName
  /** The users who get them, for names of buttons. */
  readonly of: string
  readonly settings: AdminProject
  readonly definitions: ReadonlyArray<PermissionDefinition>
}

export const DefaultPermissionsEditor = ({ definitions, name, of, settings }: Props) => (
  <PermissionEditor
    of={of}
    granted={defaultPermissionsOf(settings, name)}
    definitions={definitions}
    grant={(admin, id) => changeDefaultPermissions(admin, name, (ids) => [...ids, id])}
    revoke={(admin, id) => changeDefaultPermissions(admin, name, (ids) => ids.filter((other) => other !== id))}
  />
)
