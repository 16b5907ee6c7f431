/** Targets, messages and deliveries of webhooks: an extension of the wire. */
import * as Schema from "effect/Schema"
import { LimitReached } from "../errors/limit-reached.ts"
import {
  WebhookMessageNotFound,
  WebhookTargetAlreadyExists,
  WebhookTargetNotFound,
  WebhookUrlNotAllowed
} from "../errors/webhook.ts"
import * as Endpoint from "../http/endpoint.ts"
import { atMost } from "../schema/fields/text.ts"
import { Uuid } from "../schema/fields/uuid.ts"
import { wholeText } from "../schema/fields/whole.ts"
import { list as listOf } from "../schema/lists.ts"
import { Success } from "../schema/responses.ts"
import {
  WebhookDeliveryState,
  WebhookMessage,
  WebhookMessageDetails,
  WebhookSecretRotation,
  WebhookSendAgain,
  WebhookTarget,
  WebhookTargetCreate,
  WebhookTargetUpdate,
  WebhookTargetWithSecret
} from "../schema/webhook.ts"
import { wire } from "../schema/wire.ts"

const admin = { tiers: ["admin"], resource: true, missingFrom: "Stack Auth" } as const
const ofTarget = { webhook_target_id: Uuid }
const ofMessage = { webhook_message_id: Schema.String.check(atMost(100)) }

/** Lists the targets, the oldest first. */
export const listTargets = Endpoint.get("/webhooks/targets", { ...admin, success: listOf(WebhookTarget) })

/** Adds a target. Only this response and that of `rotateSecret` have its secret. */
export const createTarget = Endpoint.post("/webhooks/targets", {
  ...admin,
  body: WebhookTargetCreate,
  status: 201,
  success: WebhookTargetWithSecret,
  errors: [WebhookTargetAlreadyExists, LimitReached, WebhookUrlNotAllowed]
})

/** Changes a target, or ends the overlap of its secrets. Messages that wait are sent to its new URL. */
export const updateTarget = Endpoint.patch("/webhooks/targets/:webhook_target_id", {
  ...admin,
  params: ofTarget,
  body: WebhookTargetUpdate,
  success: WebhookTarget,
  errors: [WebhookTargetNotFound, WebhookTargetAlreadyExists, WebhookUrlNotAllowed]
})

/** Deletes a target with its deliveries. */
export const deleteTarget = Endpoint.del("/webhooks/targets/:webhook_target_id", {
  ...admin,
  params: ofTarget,
  success: Success,
  errors: [WebhookTargetNotFound]
})

/** Replaces the secret of a target. Later attempts are signed with both secrets until the overlap ends. */
export const rotateSecret = Endpoint.post("/webhooks/targets/:webhook_target_id/rotate-secret", {
  ...admin,
  params: ofTarget,
  body: WebhookSecretRotation,
  success: WebhookTargetWithSecret,
  errors: [WebhookTargetNotFound]
})

/** Lists messages, the newest first: by default 100, at most 1000. State and target select by one delivery. */
export const listMessages = Endpoint.get("/webhooks/messages", {
  ...admin,
  query: wire({
    state: Schema.optionalKey(WebhookDeliveryState),
    targetId: Schema.optionalKey(Uuid),
    limit: Schema.optionalKey(wholeText(1, 1000))
  }),
  success: listOf(WebhookMessage)
})

/** Returns a message with its payload and its attempts. */
export const getMessage = Endpoint.get("/webhooks/messages/:webhook_message_id", {
  ...admin,
  params: ofMessage,
  success: WebhookMessageDetails,
  errors: [WebhookMessageNotFound]
})

/** Sends a message again, also to targets that were added later. A delivery that waits already is sent once. */
export const sendAgain = Endpoint.post("/webhooks/messages/:webhook_message_id/send", {
  ...admin,
  params: ofMessage,
  body: WebhookSendAgain,
  success: WebhookMessage,
  errors: [WebhookMessageNotFound]
})
