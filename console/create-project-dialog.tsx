/** Creates a project with the settings of the default project. */
import { useState } from "react"
import { useSubmit } from "./use-submit.ts"
import type { Project } from "./responses.ts"
import { Dialog } from "./dialog.tsx"
import { Field } from "./fields.tsx"
import { Button, Problem } from "./components.tsx"
import { change } from "./control-api.ts"

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
      <form
        className="ks-form"
        onSubmit={(event) => {
          event.preventDefault()
          void create.run()
        }}
      >
        <Field
          label="Name"
          required
          value={name}
          onChange={setName}
          hint="It has keys of its own, sign-in with a password, and each provider on the service's own pages."
        />
        <Problem>{create.problem}</Problem>
        <div className="ks-dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={create.busy}>
            Create project
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
