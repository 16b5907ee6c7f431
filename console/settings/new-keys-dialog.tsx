/** Creates a set of API keys, and shows the keys this once. */
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import { useState } from "react"
import type { ApiKeyFirstView } from "../../core/schema/api-key.ts"
import { useAdminAction } from "../../react/dashboard/use-admin-action.ts"
import { ActionForm } from "../components/action-form.tsx"
import { Dialog } from "../components/dialog.tsx"
import { Check, Field } from "../components/fields.tsx"
import { Problem } from "../components/problem.tsx"
import { DAY } from "../components/times.ts"
import { NewSecrets } from "../components/new-secrets.tsx"

interface Props {
  readonly now: number
  readonly onClose: () => void
}

/** 100 years: in the form of other dashboards, keys that do not expire. */
const MAX_DAYS = 36_500

export const NewKeysDialog = ({ now, onClose }: Props) => {
  const [description, setDescription] = useState("")
  const [days, setDays] = useState("90")
  const [hasClient, setClient] = useState(true)
  const [hasServer, setServer] = useState(true)
  const [hasAdmin, setAdmin] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const [made, setMade] = useState<ApiKeyFirstView | null>(null)
  const create = useAdminAction(({ apiKeys }) =>
    apiKeys.create({
      description: description.trim(),
      expiresAt: new Date(now + Number(days) * DAY),
      hasPublishableClientKey: hasClient,
      hasSecretServerKey: hasServer,
      hasSuperSecretAdminKey: hasAdmin
    })
  )
  const number = Number(days)
  const problems = {
    description: description.trim() === "" ? "Say who uses the keys, so that they can be revoked later." : null,
    days:
      Number.isInteger(number) && number >= 1 && number <= MAX_DAYS
        ? null
        : `Enter a whole number of days from 1 to ${MAX_DAYS.toLocaleString()}.`,
    keys: hasClient || hasServer || hasAdmin ? null : "Choose at least one key."
  }

  const submit = async () => {
    setChecked(true)
    if (Object.values(problems).some((problem) => problem !== null)) return
    const exit = await create.run()
    if (Exit.isSuccess(exit)) setMade(exit.value)
  }

  if (made !== null) {
    const keys = [
      ["Publishable client key", made.publishableClientKey],
      ["Secret server key", made.secretServerKey],
      ["Super-secret admin key", made.superSecretAdminKey]
    ] as const
    return (
      <Dialog title={made.description} onClose={onClose}>
        <NewSecrets
          warning="These keys are shown this once. Copy them now."
          secrets={keys.flatMap(([name, key]) => (key === undefined ? [] : [[name, Redacted.value(key)]]))}
          onClose={onClose}
        />
      </Dialog>
    )
  }
  return (
    <Dialog title="New keys" onClose={onClose} isHeld={create.pending}>
      <ActionForm action={create} submitText="Create keys" onSubmit={() => void submit()} onClose={onClose}>
        <Field
          label="Description"
          value={description}
          onChange={setDescription}
          placeholder="Web application in production"
          problem={isChecked ? problems.description : null}
        />
        <Field
          label="Days until they expire"
          value={days}
          onChange={setDays}
          problem={isChecked ? problems.days : null}
        />
        <div className="ks-stack" role="group" aria-label="Keys">
          <Check label="Publishable client key: for browsers and apps" checked={hasClient} onChange={setClient} />
          <Check label="Secret server key: for your servers" checked={hasServer} onChange={setServer} />
          <Check label="Super-secret admin key: can change everything" checked={hasAdmin} onChange={setAdmin} />
        </div>
        <Problem>{isChecked ? problems.keys : null}</Problem>
      </ActionForm>
    </Dialog>
  )
}
