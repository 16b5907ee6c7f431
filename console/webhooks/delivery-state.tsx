/** The state of a webhook delivery as a badge, and the time of its next attempt. */
import type { WebhookDeliveryState, WebhookMessage } from "../../core/schema/webhook.ts"
import { dateTimeOf } from "../components/times.ts"

type Delivery = WebhookMessage["deliveries"][number]

export const states = ["pending", "delivered", "failed"] as const

export const stateWords: Readonly<Record<WebhookDeliveryState, string>> = {
  pending: "Waiting",
  delivered: "Delivered",
  failed: "Failed"
}

const tones = { pending: "warning", delivered: "success", failed: "danger" } as const

interface BadgeProps {
  readonly state: WebhookDeliveryState
  readonly children?: string
}

export const StateBadge = ({ children, state }: BadgeProps) => (
  <span className="ks-badge" data-tone={tones[state]}>
    {children ?? stateWords[state]}
  </span>
)

/** Returns the time of the next attempt, or an empty text if there is none. */
export const nextOf = ({ nextAttemptAt, state }: Delivery): string => {
  if (state !== "pending") return ""
  return nextAttemptAt === null ? "Now" : dateTimeOf(nextAttemptAt)
}

/** The time before an attempt from which the page is read often, in milliseconds. */
const SOON = 10_000

/** Returns whether an attempt is under way or begins soon. */
export const isUnderWay = (messages: ReadonlyArray<Pick<WebhookMessage, "deliveries">>, now: number): boolean =>
  messages.some(({ deliveries }) =>
    deliveries.some(
      ({ nextAttemptAt, state }) =>
        state === "pending" && (nextAttemptAt === null || nextAttemptAt.getTime() < now + SOON)
    )
  )

/** Returns whether a target accepted a message. */
export const isAccepted = (status: number | null): boolean => status !== null && status >= 200 && status < 300
