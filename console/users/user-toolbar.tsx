/** The search and the order of the list of users, with the count, the creation and the export of users. */
import { useState } from "react"
import { useProjectSettingsState } from "../../react/dashboard/use-project-settings.ts"
import type { UserPageOptions } from "../../tiers/calls/server/all-users.ts"
import { counted } from "../components/counted.ts"
import { Button } from "../components/button.tsx"
import { Search } from "../components/fields.tsx"
import { Icon } from "../components/icons.tsx"
import { Select } from "../components/select.tsx"
import { usePendingUsers } from "../deletions/use-pending-users.ts"
import { ExportDialog } from "../export/export-dialog.tsx"
import type { Project } from "../route/project.ts"
import { CreateUserDialog } from "./create-user-dialog.tsx"
import { userExport } from "./user-export.ts"
import { hasNoFilter, orderOptions, type UserSearch } from "./user-search.ts"

interface Props {
  readonly project: Project
  readonly wanted: UserSearch
  readonly onChange: (changes: Partial<UserSearch>) => void
  /** Selects the users that are exported. */
  readonly exported: UserPageOptions
  readonly now: number
}

export const UserToolbar = ({ exported, now, onChange, project, wanted }: Props) => {
  const [dialog, setDialog] = useState<"create" | "export" | null>(null)
  const close = () => setDialog(null)
  const count = useProjectSettingsState().data?.userCount
  const pending = usePendingUsers()
  const total = count === undefined || pending === null || !hasNoFilter(wanted) ? undefined : count - pending
  return (
    <>
      <div className="ks-toolbar">
        <Search
          label="Search users"
          placeholder="Search name, email or id"
          value={wanted.query}
          onChange={(query) => onChange({ query })}
        />
        <Select label="Order" value={wanted.order} options={orderOptions} onChange={(order) => onChange({ order })} />
        <Button onClick={() => setDialog("create")}>
          <Icon name="plus" />
          Create user
        </Button>
        <Button onClick={() => setDialog("export")}>Export</Button>
        {total !== undefined && <span className="ks-toolbar-end">{counted(total, "user")}</span>}
      </div>
      {dialog === "export" && (
        <ExportDialog
          title="Export users"
          what="users"
          total={total}
          source={userExport(exported, now)}
          onClose={close}
        />
      )}
      {dialog === "create" && <CreateUserDialog project={project} onClose={close} />}
    </>
  )
}
