export type { EventContent, WebhookEvent } from "./events.ts"
export { WebhookRejected, type WebhookRejectionReason } from "./rejected.ts"
export {
  createWebhookVerifier,
  layer,
  make,
  type ReceivedWebhook,
  type WebhookOptions,
  Webhooks,
  type WebhookVerifier
} from "./webhooks.ts"
