/** Creates a user, as the server tier does. */
import * as Exit from "effect/Exit"
import { useState } from "react"
import { useAdminAction } from "../../react/dashboard/use-admin-action.ts"
import type { Project } from "../route/project.ts"
import { ActionForm } from "../components/action-form.tsx"
import { Dialog } from "../components/dialog.tsx"
import { Check, Field } from "../components/fields.tsx"

interface Props {
  readonly project: Project
  readonly onClose: () => void
}

export const CreateUserDialog = ({ onClose, project }: Props) => {
  const [email, setEmail] = useState("")
  const [name, setName] = useState("")
  const [password, setPassword] = useState("")
  const [verified, setVerified] = useState(true)
  const create = useAdminAction(({ users }) =>
    users.create({
      primaryEmail: email.trim(),
      primaryEmailVerified: verified,
      primaryEmailAuthEnabled: true,
      ...(name.trim() !== "" && { displayName: name.trim() }),
      ...(password !== "" && { password })
    })
  )
  return (
    <Dialog title={`Create a user in ${project.displayName}`} onClose={onClose}>
      <ActionForm
        action={create}
        submitText="Create user"
        onSubmit={() => void create.run().then((exit) => Exit.isSuccess(exit) && onClose())}
        onClose={onClose}
      >
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
      </ActionForm>
    </Dialog>
  )
}
