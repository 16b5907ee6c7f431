/** Creates a user, as the server tier does, and invites the user by a mail with a link to set a password. */
import * as Exit from "effect/Exit"
import { useState } from "react"
import { useAdminAction } from "../../react/dashboard/use-admin-action.ts"
import type { Project } from "../route/project.ts"
import { ActionForm } from "../components/action-form.tsx"
import { useAnnounce } from "../components/announcements.tsx"
import { Dialog } from "../components/dialog.tsx"
import { Check, Field } from "../components/fields.tsx"
import { PasswordMailDialog } from "./password-mail-dialog.tsx"

interface Props {
  readonly project: Project
  readonly onClose: () => void
}

export const CreateUserDialog = ({ onClose, project }: Props) => {
  const [email, setEmail] = useState("")
  const [name, setName] = useState("")
  const [password, setPassword] = useState("")
  const [verified, setVerified] = useState(true)
  const [invites, setInvites] = useState(false)
  const [created, setCreated] = useState(false)
  const announce = useAnnounce()
  const create = useAdminAction(({ users }) =>
    users.create({
      primaryEmail: email.trim(),
      primaryEmailVerified: verified,
      primaryEmailAuthEnabled: true,
      ...(name.trim() !== "" && { displayName: name.trim() }),
      ...(password !== "" && { password })
    })
  )
  const submit = async () => {
    if (!Exit.isSuccess(await create.run())) return
    announce(`${name.trim() || email.trim()} was created`)
    if (invites && password === "") setCreated(true)
    else onClose()
  }
  if (created) {
    return <PasswordMailDialog project={project} email={email.trim()} hasPassword={false} onClose={onClose} />
  }
  return (
    <Dialog title={`Create a user in ${project.displayName}`} onClose={onClose}>
      <ActionForm action={create} submitText="Create user" onSubmit={() => void submit()} onClose={onClose}>
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
        {password === "" && (
          <Check label="Then mail a link to set a password" checked={invites} onChange={setInvites} />
        )}
      </ActionForm>
    </Dialog>
  )
}
