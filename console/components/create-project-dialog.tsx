/** Creates a project. */
import { useState } from "react"
import { Dialog } from "./dialog.tsx"
import { DialogForm } from "./dialog-form.tsx"
import { Field } from "./fields.tsx"
import { useSubmit } from "./use-submit.ts"

interface Props {
  /** The initial settings of the project. */
  readonly hint: string
  /** Creates the project, and opens it. Rejects with an error whose message is shown. */
  readonly create: (name: string) => Promise<void>
  readonly onClose: () => void
}

export const CreateProjectDialog = ({ create, hint, onClose }: Props) => {
  const [name, setName] = useState("")
  const creation = useSubmit(async () => {
    await create(name.trim())
    onClose()
  })
  return (
    <Dialog title="Create a project" onClose={onClose}>
      <DialogForm submission={creation} submitText="Create project" onClose={onClose}>
        <Field label="Name" required value={name} onChange={setName} hint={hint} />
      </DialogForm>
    </Dialog>
  )
}
