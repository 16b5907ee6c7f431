/** The reasons to reject a webhook. */
import * as Data from "effect/Data"

/**
 * - `headers`: a header of the scheme is missing or is none.
 * - `timestamp`: sent too long ago, or in the future.
 * - `signature`: none of the signatures is of the endpoint's secret.
 * - `payload`: signed, but no event: no JSON, or not with the fields of its type. Or a body that was parsed before.
 * - `too-long`: the body of the request is longer than allowed.
 */
export type WebhookRejectionReason = "headers" | "timestamp" | "signature" | "payload" | "too-long"

const texts: Readonly<Record<WebhookRejectionReason, string>> = {
  headers: "The webhook's headers are missing or malformed.",
  timestamp: "The webhook's time is too far from now.",
  signature: "The webhook is not signed with the endpoint's secret.",
  payload: "The webhook holds no event that can be read.",
  "too-long": "The webhook's body is too long."
}

/** The webhook is not to be acted on: answer 400. Nothing of it is in the error. */
export class WebhookRejected extends Data.TaggedError("WebhookRejected")<{ readonly reason: WebhookRejectionReason }> {
  override get message(): string {
    return texts[this.reason]
  }
}
