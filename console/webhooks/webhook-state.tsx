/** The state of a webhook delivery as a badge. */
import type { WebhookDelivery } from "../control/responses.ts"
import { dateTimeOf } from "../components/times.ts"

type State = WebhookDelivery["state"]

export const stateWords: Readonly<Record<State, string>> = {
  pending: "Waiting",
  delivered: "Delivered",
  failed: "Failed"
}

const tones = { pending: "warning", delivered: "success", failed: "danger" } as const

export const StateBadge = ({ children, state }: { readonly state: State; readonly children?: string }) => (
  <span className="ks-badge" data-tone={tones[state]}>
    {children ?? stateWords[state]}
  </span>
)

/** Returns the time of the next attempt, or an empty text if there is none. */
export const nextOf = ({ due_at, state }: WebhookDelivery): string => {
  if (state !== "pending") return ""
  return due_at === null ? "Now" : dateTimeOf(due_at)
}
