/** Creates a project with the settings of the default project. */
import { useState } from "react"
import { useSubmit } from "../components/use-submit.ts"
import type { Project } from "../control/responses.ts"
import { Dialog } from "../components/dialog.tsx"
import { DialogForm } from "../components/dialog-form.tsx"
import { Field } from "../components/fields.tsx"
import { change } from "../control/control-api.ts"

interface Props {
  readonly onCreated: (project: Project) => void
  readonly onClose: () => void
}

export const CreateProjectDialog = ({ onClose, onCreated }: Props) => {
  const [name, setName] = useState("")
  const create = useSubmit(async () => {
    onCreated(await change<Project>("POST", "/projects", { display_name: name.trim() }))
    onClose()
  })
  return (
    <Dialog title="Create a project" onClose={onClose}>
      <DialogForm submission={create} submitText="Create project" onClose={onClose}>
        <Field
          label="Name"
          required
          value={name}
          onChange={setName}
          hint="It has keys of its own, sign-in with a password, and each provider on the service's own pages."
        />
      </DialogForm>
    </Dialog>
  )
}
