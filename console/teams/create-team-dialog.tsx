/** Creates a team without members. */
import * as Exit from "effect/Exit"
import { useState } from "react"
import { useAdminAction } from "../../react/dashboard/use-admin-action.ts"
import { ActionForm } from "../components/action-form.tsx"
import { Dialog } from "../components/dialog.tsx"
import { Field } from "../components/fields.tsx"
import type { Project } from "../route/project.ts"
import { projectHref } from "../route/route.ts"

interface Props {
  readonly project: Project
  readonly onClose: () => void
}

export const CreateTeamDialog = ({ onClose, project }: Props) => {
  const [name, setName] = useState("")
  const create = useAdminAction(({ allTeams }) => allTeams.create({ displayName: name.trim() }))
  return (
    <Dialog title="Create a team" onClose={onClose}>
      <ActionForm
        action={create}
        submitText="Create team"
        onSubmit={() =>
          void create.run().then((exit) => {
            if (!Exit.isSuccess(exit)) return
            onClose()
            location.hash = projectHref(project.id, "teams", exit.value.id)
          })
        }
        onClose={onClose}
      >
        <Field
          label="Name"
          required
          value={name}
          onChange={setName}
          hint="It has no members at first. Add them on the team's page."
        />
      </ActionForm>
    </Dialog>
  )
}
