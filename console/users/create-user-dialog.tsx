/** Creates a user, as the server tier does. */
import { useState } from "react"
import { useSubmit } from "../components/use-submit.ts"
import type { Project } from "../control/responses.ts"
import { Dialog } from "../components/dialog.tsx"
import { DialogForm } from "../components/dialog-form.tsx"
import { Check, Field } from "../components/fields.tsx"
import { change } from "../control/control-api.ts"

interface Props {
  readonly project: Project
  readonly onClose: () => void
}

export const CreateUserDialog = ({ onClose, project }: Props) => {
  const [email, setEmail] = useState("")
  const [name, setName] = useState("")
  const [password, setPassword] = useState("")
  const [verified, setVerified] = useState(true)
  const create = useSubmit(async () => {
    await change("POST", `/projects/${project.id}/users`, {
      primary_email: email.trim(),
      primary_email_verified: verified,
      primary_email_auth_enabled: true,
      ...(name.trim() === "" ? {} : { display_name: name.trim() }),
      ...(password === "" ? {} : { password })
    })
    onClose()
  })
  return (
    <Dialog title={`Create a user in ${project.display_name}`} onClose={onClose}>
      <DialogForm submission={create} submitText="Create user" onClose={onClose}>
        <Field label="Email" type="email" required value={email} onChange={setEmail} />
        <Field label="Name" value={name} onChange={setName} />
        <Field
          label="Password"
          type="password"
          value={password}
          onChange={setPassword}
          hint="Without one they sign in by a link from here, or by whatever else the project offers."
        />
        <Check label="The address is verified" checked={verified} onChange={setVerified} />
      </DialogForm>
    </Dialog>
  )
}
