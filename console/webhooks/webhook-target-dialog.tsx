/** Creates a webhook target, and shows its secret. It cannot be shown again. */
import { useState } from "react"
import { useSubmit } from "../components/use-submit.ts"
import type { NewWebhookTarget } from "../control/responses.ts"
import type { Project } from "../route/project.ts"
import { Value } from "../components/copy-button.tsx"
import { Dialog } from "../components/dialog.tsx"
import { NewSecrets } from "../components/new-secrets.tsx"
import { DialogForm } from "../components/dialog-form.tsx"
import { Field } from "../components/fields.tsx"
import { change } from "../control/control-api.ts"

interface Props {
  readonly project: Project
  readonly onClose: () => void
}

export const WebhookTargetDialog = ({ onClose, project }: Props) => {
  const [url, setUrl] = useState("")
  const [secret, setSecret] = useState("")
  const [made, setMade] = useState<NewWebhookTarget | null>(null)
  const add = useSubmit(async () => {
    setMade(
      await change<NewWebhookTarget>("POST", `/projects/${project.id}/webhooks`, {
        url: url.trim(),
        ...(secret.trim() === "" ? {} : { secret: secret.trim() })
      })
    )
  })

  if (made !== null) {
    return (
      <Dialog title="Target added" onClose={onClose}>
        <NewSecrets warning="The secret is shown this once. Give it to the application now." onClose={onClose}>
          <Value name="Address" value={made.url} />
          <Value name="Secret" value={made.secret} />
        </NewSecrets>
      </Dialog>
    )
  }
  return (
    <Dialog title="Add a target" onClose={onClose}>
      <DialogForm submission={add} submitText="Add target" onClose={onClose}>
        <Field
          label="Address"
          type="url"
          required
          value={url}
          onChange={setUrl}
          placeholder="http://localhost:3000/webhooks"
          hint="Every event of the project is posted there."
        />
        <Field
          label="Secret"
          value={secret}
          onChange={setSecret}
          placeholder="whsec_…"
          hint="Left empty, a new one is made. It signs what is sent."
        />
      </DialogForm>
    </Dialog>
  )
}
