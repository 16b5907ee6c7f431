/** Webhook messages as they are stored: their deliveries to targets, and the attempts of these. */
import { Schema } from "effect"
import { Millis } from "../../core/schema/fields/millis.ts"
import { WebhookDeliveryState } from "../../core/schema/webhook.ts"
import { wire } from "../../core/schema/wire.ts"

export const deliveryFields = {
  targetId: Schema.String,
  url: Schema.String,
  state: WebhookDeliveryState,
  /** The number of attempts, including those before it was sent again. */
  attempts: Schema.Int,
  /** The status of the last attempt; `null` without a response or an attempt. */
  lastStatus: Schema.NullOr(Schema.Int),
  /** The time of the next attempt; `null` during an attempt and once it is not pending. */
  dueAt: Schema.NullOr(Millis)
}

/** The delivery of a message to one target. */
const Delivery = wire(deliveryFields)

export const QueuedWebhook = wire({
  id: Schema.String,
  type: Schema.String,
  createdAt: Millis,
  deliveries: Schema.Array(Delivery)
})
export type QueuedWebhook = typeof QueuedWebhook.Type

export const Attempt = wire(
  {
    targetId: Schema.String,
    attemptedAt: Millis,
    durationMillis: Schema.Int,
    status: Schema.NullOr(Schema.Int),
    /** The reason why there was no response. */
    problem: Schema.NullOr(Schema.String),
    /** The beginning of the response body. */
    responseBody: Schema.NullOr(Schema.String)
  },
  { responseBody: "answer" }
)

export const WholeMessage = wire({ message: QueuedWebhook, payload: Schema.String, attempts: Schema.Array(Attempt) })
export type WholeMessage = typeof WholeMessage.Type
