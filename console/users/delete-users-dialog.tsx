/** Deletes users after a confirmation, and the time in which that can be undone. */
import { useState } from "react"
import type { ServerUser } from "../../core/schema/server-user.ts"
import { counted } from "../components/counted.ts"
import { ConfirmDialog } from "../components/confirm-dialog.tsx"
import { useDeleteLater } from "../deletions/use-delete-later.ts"
import { nameOf } from "./user-name.ts"

interface Props {
  readonly users: ReadonlyArray<ServerUser>
  /** Called when the time begins. */
  readonly onDeleted: () => void
  readonly onClose: () => void
}

export const DeleteUsersDialog = ({ onClose, onDeleted, users: given }: Props) => {
  // The list may lose users meanwhile.
  const [users] = useState(given)
  const [only] = users
  const deleteLater = useDeleteLater("user")
  const isOne = users.length === 1 && only !== undefined
  const addresses = isOne ? "The address" : "The addresses"
  return (
    <ConfirmDialog
      title={`Delete ${isOne ? nameOf(only) : counted(users.length, "user")}?`}
      confirmText={isOne ? "Delete user" : "Delete users"}
      busy={false}
      problem={null}
      onConfirm={() => {
        deleteLater(users.map((user) => ({ id: user.id, name: nameOf(user) })))
        onDeleted()
      }}
      onClose={onClose}
    >
      Their sessions, sign-in methods, team memberships and data are deleted. {addresses} can sign up again. You can
      undo it for 10 seconds.
    </ConfirmDialog>
  )
}
