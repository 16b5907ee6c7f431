/** Deletes the project, once its name is typed. */
import * as Exit from "effect/Exit"
import { useState } from "react"
import type { AdminProject } from "../../core/schema/admin-project.ts"
import { useAdminAction } from "../../react/dashboard/use-admin-action.ts"
import { counted } from "../components/counted.ts"
import { Button } from "../components/button.tsx"
import { Problem } from "../components/problem.tsx"
import { Dialog } from "../components/dialog.tsx"
import { Field } from "../components/fields.tsx"
import { problemOf } from "../components/problem-text.ts"
import { forgetDraftsOf } from "../components/draft-store.ts"
import { useHost } from "../route/host.ts"

interface Props {
  readonly settings: AdminProject
  readonly onClose: () => void
}

export const DeleteProjectDialog = ({ onClose, settings: { displayName, id, userCount } }: Props) => {
  const { onProjectDeleted } = useHost()
  const [typed, setTyped] = useState("")
  const [problem, setProblem] = useState<string | null>(null)
  const remove = useAdminAction(({ removeProject }) => removeProject())
  const name = displayName.trim() === "" ? id : displayName.trim()

  const submit = async () => {
    if (typed.trim() !== name) {
      setProblem(`Type the name as it is: ${name}`)
      return
    }
    if (!Exit.isSuccess(await remove.run())) return
    forgetDraftsOf(id)
    onProjectDeleted()
    location.hash = "#/projects"
  }

  return (
    <Dialog title={`Delete ${name}`} onClose={onClose}>
      <form
        className="ks-form"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <p className="ks-text">
          {userCount === undefined ? "All users" : counted(userCount, "user")}, their teams, the keys and the settings
          are deleted for good. Applications with these keys stop working.
        </p>
        <Field
          label={`Type “${name}” to confirm`}
          value={typed}
          problem={problem}
          onChange={(text) => {
            setTyped(text)
            setProblem(null)
          }}
        />
        <Problem>{problemOf(remove.error)}</Problem>
        <div className="ks-dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger" busy={remove.pending}>
            Delete project
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
