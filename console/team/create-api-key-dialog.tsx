/** Creates an API key of a team, and shows it once. */
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import { useState } from "react"
import { useAdminAction } from "../../react/dashboard/use-admin-action.ts"
import type { ServerTeam } from "../../core/schema/server-team.ts"
import { ActionForm } from "../components/action-form.tsx"
import { Dialog } from "../components/dialog.tsx"
import { Field } from "../components/fields.tsx"
import { Select } from "../components/select.tsx"
import { DAY } from "../components/times.ts"
import { NewSecrets } from "../components/new-secrets.tsx"

interface Props {
  readonly team: ServerTeam
  readonly now: number
  readonly onClose: () => void
}

const lifetimes = [
  ["30", "Expires in 30 days"],
  ["90", "Expires in 90 days"],
  ["365", "Expires in a year"],
  ["", "Never expires"]
] as const

export const CreateApiKeyDialog = ({ now, onClose, team }: Props) => {
  const [description, setDescription] = useState("")
  const [days, setDays] = useState<(typeof lifetimes)[number][0]>("90")
  const [key, setKey] = useState<string | null>(null)
  const create = useAdminAction(({ teamApiKeys }) =>
    teamApiKeys.create(team.id, {
      description: description.trim(),
      expiresAt: days === "" ? null : new Date(now + Number(days) * DAY)
    })
  )
  if (key !== null) {
    return (
      <Dialog title="The new API key" onClose={onClose}>
        <NewSecrets warning="The key is shown this once. Copy it now." secrets={[["API key", key]]} onClose={onClose} />
      </Dialog>
    )
  }
  return (
    <Dialog title="New API key" onClose={onClose} isHeld={create.pending}>
      <ActionForm
        action={create}
        submitText="Create key"
        onSubmit={() =>
          void create.run().then((exit) => {
            if (Exit.isSuccess(exit)) setKey(Redacted.value(exit.value.value))
          })
        }
        onClose={onClose}
      >
        <Field label="Description" required value={description} onChange={setDescription} />
        <Select label="Lifetime" value={days} options={lifetimes} onChange={setDays} />
      </ActionForm>
    </Dialog>
  )
}
