/** The selected users of a page, with what can be done with all of them. */
import { useState } from "react"
import type { ServerUser } from "../../core/schema/server-user.ts"
import { counted } from "../components/counted.ts"
import { Button } from "../components/button.tsx"
import { type BulkAction, bulkActions } from "./bulk-actions.ts"
import { BulkDialog } from "./bulk-dialog.tsx"
import { DeleteUsersDialog } from "./delete-users-dialog.tsx"

interface Props {
  readonly users: ReadonlyArray<ServerUser>
  /** Ends the selection of these users. */
  readonly onDone: (users: ReadonlyArray<ServerUser>) => void
}

export const BulkBar = ({ onDone, users }: Props) => {
  const [action, setAction] = useState<BulkAction | null>(null)
  const [deleting, setDeleting] = useState(false)
  if (users.length === 0 && action === null && !deleting) return null
  return (
    <div className="ks-toolbar ks-selected" role="group" aria-label="Selected users">
      <span role="status">{counted(users.length, "user")} selected</span>
      {bulkActions.map((one) => (
        <Button key={one.word} variant={one.isDangerous ? "danger" : "outline"} onClick={() => setAction(one)}>
          {one.word}
        </Button>
      ))}
      <Button variant="danger" onClick={() => setDeleting(true)}>
        Delete
      </Button>
      <Button variant="quiet" onClick={() => onDone(users)}>
        Clear selection
      </Button>
      {action !== null && (
        <BulkDialog
          action={action}
          users={users}
          onClose={(changed) => {
            setAction(null)
            onDone(changed)
          }}
        />
      )}
      {deleting && (
        <DeleteUsersDialog
          users={users}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            setDeleting(false)
            onDone(users)
          }}
        />
      )}
    </div>
  )
}
