export type { EventContent, WebhookEvent } from "./events.ts"
export { WebhookRejected, type WebhookRejectionReason } from "./rejected.ts"
export {
  createWebhookVerifier,
  make,
  type ReceivedWebhook,
  type WebhookOptions,
  type Webhooks,
  type WebhookVerifier
} from "./webhooks.ts"
