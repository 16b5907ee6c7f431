/** Creates a webhook target, and shows its secret once. */
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import { useState } from "react"
import { WebhookSecret, type WebhookTargetWithSecret } from "../../core/schema/webhook.ts"
import { useAdminAction } from "../../react/dashboard/use-admin-action.ts"
import { ActionForm } from "../components/action-form.tsx"
import { Dialog } from "../components/dialog.tsx"
import { Field } from "../components/fields.tsx"
import { NewSecret } from "./new-secret.tsx"
import { inputOf, newDraft, problemsOf } from "./target-draft.ts"
import { TargetFields } from "./target-fields.tsx"

const isSecret: (text: string) => boolean = Schema.is(WebhookSecret)

const SECRET_PROBLEM = "A secret is whsec_ and 24 to 64 bytes in base64."

export const CreateTargetDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const [draft, setDraft] = useState(newDraft)
  const [secret, setSecret] = useState("")
  const [isChecked, setChecked] = useState(false)
  const [made, setMade] = useState<WebhookTargetWithSecret | null>(null)
  const given = secret.trim()
  const create = useAdminAction(({ webhooks }) =>
    webhooks.createTarget({ ...inputOf(draft), ...(given !== "" && { secret: given }) })
  )
  const found = problemsOf(draft)
  const isSecretBad = given !== "" && !isSecret(given)

  const submit = async () => {
    setChecked(true)
    if (Object.keys(found).length > 0 || isSecretBad) return
    const exit = await create.run()
    if (Exit.isSuccess(exit)) setMade(exit.value)
  }

  if (made !== null) {
    return (
      <Dialog title="Target added" onClose={onClose}>
        <NewSecret target={made} onClose={onClose} />
      </Dialog>
    )
  }
  return (
    <Dialog title="Add a target" onClose={onClose} isHeld={create.pending}>
      <ActionForm action={create} submitText="Add target" onSubmit={() => void submit()} onClose={onClose}>
        <TargetFields
          draft={draft}
          problems={isChecked ? found : {}}
          onChange={(changes) => setDraft((before) => ({ ...before, ...changes }))}
        />
        <Field
          label="Secret"
          value={secret}
          onChange={setSecret}
          placeholder="whsec_…"
          hint="Left empty, a new one is made. It signs what is sent."
          problem={isChecked && isSecretBad ? SECRET_PROBLEM : null}
        />
      </ActionForm>
    </Dialog>
  )
}
