/** Creates an API key set, and shows its keys. They cannot be shown again. */
import { useState } from "react"
import { useSubmit } from "../components/use-submit.ts"
import type { NewKeySet, Project } from "../control/responses.ts"
import { Dialog } from "../components/dialog.tsx"
import { NewSecrets } from "../components/new-secrets.tsx"
import { DialogForm } from "../components/dialog-form.tsx"
import { Check, Field } from "../components/fields.tsx"
import { change } from "../control/control-api.ts"
import { DAY } from "../components/times.ts"

interface Props {
  readonly project: Project
  /** The service's time, in epoch milliseconds. */
  readonly now: number
  readonly onClose: () => void
}

export const KeySetDialog = ({ now, onClose, project }: Props) => {
  const [description, setDescription] = useState("")
  const [days, setDays] = useState("90")
  const [client, setClient] = useState(true)
  const [server, setServer] = useState(true)
  const [admin, setAdmin] = useState(false)
  const [made, setMade] = useState<NewKeySet | null>(null)
  const make = useSubmit(async () => {
    setMade(
      await change<NewKeySet>("POST", `/projects/${project.id}/keys`, {
        description: description.trim() === "" ? "Made in the console" : description.trim(),
        expires_at_millis: now + Number(days) * DAY,
        has_publishable_client_key: client,
        has_secret_server_key: server,
        has_super_secret_admin_key: admin
      })
    )
  })

  if (made !== null) {
    const keys = [
      ["Publishable client key", made.publishable_client_key],
      ["Secret server key", made.secret_server_key],
      ["Super-secret admin key", made.super_secret_admin_key]
    ] as const
    return (
      <Dialog title={made.description} onClose={onClose}>
        <NewSecrets
          warning="These keys are shown this once. Copy them now."
          secrets={keys.flatMap(([name, key]) => (key === undefined ? [] : [[name, key]]))}
          onClose={onClose}
        />
      </Dialog>
    )
  }
  return (
    <Dialog title="New key set" onClose={onClose} isHeld={make.busy}>
      <DialogForm submission={make} submitText="Make keys" onClose={onClose}>
        <Field label="Description" value={description} onChange={setDescription} placeholder="Who or what uses them" />
        <Field label="Good for, in days" type="number" min={1} max={36500} required value={days} onChange={setDays} />
        <div className="ks-stack" role="group" aria-label="Keys">
          <Check label="Publishable client key" checked={client} onChange={setClient} />
          <Check label="Secret server key" checked={server} onChange={setServer} />
          <Check label="Super-secret admin key" checked={admin} onChange={setAdmin} />
        </div>
      </DialogForm>
    </Dialog>
  )
}
