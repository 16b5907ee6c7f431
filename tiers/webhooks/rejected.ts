/** The reasons to reject a webhook. */
import * as Data from "effect/Data"

/**
 * - `headers`: a header of the scheme is missing or malformed.
 * - `timestamp`: sent too long ago, or in the future.
 * - `signature`: the endpoint's secret verifies none of the signatures.
 * - `payload`: the signature is valid, but the body is no JSON or no known event, or was parsed before.
 * - `too-long`: the body of the request is longer than allowed.
 */
export type WebhookRejectionReason = "headers" | "timestamp" | "signature" | "payload" | "too-long"

const texts: Readonly<Record<WebhookRejectionReason, string>> = {
  headers: "The webhook's headers are missing or malformed.",
  timestamp: "The webhook's time is too far from now.",
  signature: "The webhook is not signed with the endpoint's secret.",
  payload: "The webhook contains no event that can be read.",
  "too-long": "The webhook's body is too long."
}

/** The webhook is invalid: ignore it, and respond with 400. The error contains nothing of it. */
export class WebhookRejected extends Data.TaggedError("WebhookRejected")<{ readonly reason: WebhookRejectionReason }> {
  override get message(): string {
    return texts[this.reason]
  }
}
