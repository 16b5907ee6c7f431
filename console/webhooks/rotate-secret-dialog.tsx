/** Replaces the secret of a webhook target, and shows the new one once. */
import * as Exit from "effect/Exit"
import { useState } from "react"
import type { WebhookTarget, WebhookTargetWithSecret } from "../../core/schema/webhook.ts"
import { useAdminAction } from "../../react/dashboard/use-admin-action.ts"
import { ConfirmDialog } from "../components/confirm-dialog.tsx"
import { Dialog } from "../components/dialog.tsx"
import { problemOf } from "../components/problem-text.ts"
import { NewSecret } from "./new-secret.tsx"

interface Props {
  readonly target: WebhookTarget
  readonly onClose: () => void
}

export const RotateSecretDialog = ({ onClose, target }: Props) => {
  const [made, setMade] = useState<WebhookTargetWithSecret | null>(null)
  const rotate = useAdminAction(({ webhooks }) => webhooks.rotateSecret(target.id))
  if (made !== null) {
    return (
      <Dialog title="The new secret" onClose={onClose}>
        <NewSecret target={made} onClose={onClose} />
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      title="Replace the secret?"
      confirmText="Replace secret"
      busy={rotate.pending}
      problem={problemOf(rotate.error)}
      onConfirm={() =>
        void rotate.run().then((exit) => {
          if (Exit.isSuccess(exit)) setMade(exit.value)
        })
      }
      onClose={onClose}
    >
      All attempts from now on are signed with the new one. The application rejects them until it has it, and what it
      rejects meanwhile is retried.
    </ConfirmDialog>
  )
}
