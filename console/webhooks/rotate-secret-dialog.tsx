/** Replaces the secret of a webhook target, at once or with an overlap, and shows the new one once. */
import * as Exit from "effect/Exit"
import { useState } from "react"
import {
  DEFAULT_SECRET_OVERLAP_MILLIS,
  type WebhookTarget,
  type WebhookTargetWithSecret
} from "../../core/schema/webhook.ts"
import { useAdminAction } from "../../react/dashboard/use-admin-action.ts"
import { ActionForm } from "../components/action-form.tsx"
import { Dialog } from "../components/dialog.tsx"
import { Check } from "../components/fields.tsx"
import { spanOf } from "../components/times.ts"
import { NewSecret } from "./new-secret.tsx"

interface Props {
  readonly target: WebhookTarget
  readonly onClose: () => void
}

export const RotateSecretDialog = ({ onClose, target }: Props) => {
  const [overlaps, setOverlaps] = useState(true)
  const [made, setMade] = useState<WebhookTargetWithSecret | null>(null)
  const rotate = useAdminAction(({ webhooks }) =>
    webhooks.rotateSecret(target.id, undefined, { overlapMillis: overlaps ? DEFAULT_SECRET_OVERLAP_MILLIS : 0 })
  )
  if (made !== null) {
    return (
      <Dialog title="The new secret" onClose={onClose}>
        <NewSecret target={made} onClose={onClose} />
      </Dialog>
    )
  }
  return (
    <Dialog title="Replace the secret?" onClose={onClose} isHeld={rotate.pending}>
      <ActionForm
        action={rotate}
        submitText="Replace secret"
        variant="danger"
        onSubmit={() =>
          void rotate.run().then((exit) => {
            if (Exit.isSuccess(exit)) setMade(exit.value)
          })
        }
        onClose={onClose}
      >
        <Check
          label={`Sign with the old secret, too, for ${spanOf(DEFAULT_SECRET_OVERLAP_MILLIS)}`}
          checked={overlaps}
          onChange={setOverlaps}
        />
        <p className="ks-text">
          {overlaps
            ? "Meanwhile the application verifies with either of them. Give it the new one before the old one ends."
            : "For a secret that leaked. The application rejects what is sent until it has the new one, and what it " +
              "rejects is retried."}
        </p>
      </ActionForm>
    </Dialog>
  )
}
