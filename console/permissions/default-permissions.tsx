/** The permissions that creators of teams, new members and new users get. */
import type { AdminProject } from "../../core/schema/admin-project.ts"
import type { PermissionDefinition } from "../../core/schema/permission.ts"
import { PermissionEditor } from "../components/permission-editor.tsx"

type DefaultsName = "teamCreatorDefaultPermissions" | "teamMemberDefaultPermissions" | "userDefaultPermissions"

interface Props {
  readonly name: DefaultsName
  readonly title: string
  /** The receivers, as texts name them. */
  readonly of: string
  readonly project: AdminProject
  readonly definitions: ReadonlyArray<PermissionDefinition>
}

export const DefaultPermissions = ({ definitions, name, of, project, title }: Props) => {
  const saved = (project.config[name] ?? []).map(({ id }) => id)
  const references = (ids: ReadonlyArray<string>) => ({ config: { [name]: ids.map((id) => ({ id })) } })
  return (
    <li>
      <div className="ks-list-row ks-list-wrap">
        <div className="ks-list-main">
          <span className="ks-strong">{title}</span>
          <PermissionEditor
            of={of}
            granted={saved}
            definitions={definitions}
            grant={({ updateProject }, id) => updateProject(references([...saved, id]))}
            revoke={({ updateProject }, id) => updateProject(references(saved.filter((other) => other !== id)))}
          />
        </div>
      </div>
    </li>
  )
}
