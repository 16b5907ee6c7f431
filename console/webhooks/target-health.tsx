/** The results of the deliveries to a target. */
import type { WebhookTarget } from "../../core/schema/webhook.ts"
import { isAccepted } from "./delivery-state.tsx"

/** Returns why the last attempt failed; `null` if it did not. */
export const lastProblemOf = ({ lastAttempt }: Pick<WebhookTarget, "lastAttempt">): string | null => {
  if (lastAttempt === null || isAccepted(lastAttempt.status)) return null
  return lastAttempt.problem ?? `The last response had the status ${lastAttempt.status}.`
}

export const HealthBadge = ({ target }: { readonly target: WebhookTarget }) => {
  const problem = lastProblemOf(target)
  if (target.lastAttempt === null) return <span className="ks-badge">Nothing sent yet</span>
  return problem === null ? (
    <span className="ks-badge" data-tone="success">
      Works
    </span>
  ) : (
    <span className="ks-badge" data-tone="danger" title={problem}>
      Fails
    </span>
  )
}

/** Returns the types that a target receives, in words. */
export const eventTypesText = ({ eventTypes }: Pick<WebhookTarget, "eventTypes">): string => {
  if (eventTypes === null) return "All"
  return eventTypes.length === 1 ? (eventTypes[0] ?? "") : `${eventTypes.length} types`
}
