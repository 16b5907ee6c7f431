/** Known errors about the webhooks of a project. */
import * as Schema from "effect/Schema"
import { knownError } from "./known-error.ts"

/** The project has no such webhook target. An extension. */
export class WebhookTargetNotFound extends knownError("WebhookTargetNotFound", {
  status: 404,
  details: { targetId: Schema.String },
  message: "The project has no such webhook target. List the targets to see which there are."
}) {}

/** The project has a webhook target with this URL already. An extension. */
export class WebhookTargetAlreadyExists extends knownError("WebhookTargetAlreadyExists", {
  status: 409,
  message: "The project has a webhook target with this URL already. Change that one instead."
}) {}

/** The service sends no webhooks to this URL. An extension. */
export class WebhookUrlNotAllowed extends knownError("WebhookUrlNotAllowed", {
  status: 400,
  message: "Webhooks are sent over https only. Use a URL that begins with https."
}) {}

/** The project has no such webhook message, or the target does not receive it. An extension. */
export class WebhookMessageNotFound extends knownError("WebhookMessageNotFound", {
  status: 404,
  details: { messageId: Schema.String },
  message: "The project has no such webhook message, or not for this target. Old messages are deleted."
}) {}
