/** The new secret of a target. The service does not return it again. */
import * as Redacted from "effect/Redacted"
import type { WebhookTargetWithSecret } from "../../core/schema/webhook.ts"
import { Value } from "../components/copy-button.tsx"
import { NewSecrets } from "../components/new-secrets.tsx"

interface Props {
  readonly target: WebhookTargetWithSecret
  readonly onClose: () => void
}

export const NewSecret = ({ onClose, target }: Props) => (
  <NewSecrets
    warning="The secret is shown this once. Give it to the application now."
    secrets={[["Secret", Redacted.value(target.secret)]]}
    onClose={onClose}
  >
    <Value name="Address" value={target.url} />
  </NewSecrets>
)
