/** Deletes a user after a confirmation. */
import * as Exit from "effect/Exit"
import { useAdminAction } from "../../react/dashboard/use-admin-action.ts"
import type { ServerUser } from "../../core/schema/server-user.ts"
import { ConfirmDialog } from "../components/confirm-dialog.tsx"
import { problemOf } from "../components/problem-text.ts"
import { nameOf } from "./user-name.ts"

interface Props {
  readonly user: ServerUser
  readonly onDeleted: () => void
  readonly onClose: () => void
}

export const DeleteUserDialog = ({ onClose, onDeleted, user }: Props) => {
  const remove = useAdminAction(({ users }) => users.remove(user.id))
  return (
    <ConfirmDialog
      title={`Delete ${nameOf(user)}?`}
      confirmText="Delete user"
      busy={remove.pending}
      problem={problemOf(remove.error)}
      onConfirm={() => void remove.run().then((exit) => Exit.isSuccess(exit) && onDeleted())}
      onClose={onClose}
    >
      Their sessions, sign-in methods, team memberships and data are gone for good. The address can sign up again.
    </ConfirmDialog>
  )
}
