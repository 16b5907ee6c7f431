/** Deletes a user after a confirmation. */
import { useSubmit } from "../components/use-submit.ts"
import type { Project, User } from "../control/responses.ts"
import { Dialog } from "../components/dialog.tsx"
import { Button, Problem } from "../components/components.tsx"
import { change } from "../control/control-api.ts"
import { nameOf } from "./user-name.ts"

interface Props {
  readonly project: Project
  readonly user: User
  readonly onDeleted: () => void
  readonly onClose: () => void
}

export const DeleteUserDialog = ({ onClose, onDeleted, project, user }: Props) => {
  const remove = useSubmit(async () => {
    await change("DELETE", `/projects/${project.id}/users/${user.id}`)
    onDeleted()
  })
  return (
    <Dialog title={`Delete ${nameOf(user)}?`} onClose={onClose}>
      <p className="ks-text">
        Their sessions, sign-in methods, team memberships and data are gone for good. The address can sign up again.
      </p>
      <Problem>{remove.problem}</Problem>
      <div className="ks-dialog-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" busy={remove.busy} onClick={() => void remove.run()}>
          Delete user
        </Button>
      </div>
    </Dialog>
  )
}
