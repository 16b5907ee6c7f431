/** The webhooks of the project. */
import type { WebhookMessageFilter } from "../../tiers/calls/admin/webhooks.ts"
import { webhookMessageQuery, webhookMessagesQuery, webhookTargetsQuery } from "./queries.ts"
import { useAdminPage, useAdminQuery, useAdminQueryState } from "./use-admin-query.ts"

/** Returns the targets of the webhooks, the oldest first, with their failed deliveries. Suspends. */
export const useWebhookTargets = () => useAdminQuery(webhookTargetsQuery())

/** Same as `useWebhookTargets`, without suspending. */
export const useWebhookTargetsState = () => useAdminQueryState(webhookTargetsQuery())

/** Returns the messages with the state of their deliveries, the newest first. Suspends. */
export const useWebhookMessages = (filter: WebhookMessageFilter = {}) =>
  useAdminPage(webhookMessagesQuery(filter), filter)

/** Same as `useWebhookMessages`, without suspending. */
export const useWebhookMessagesState = (filter: WebhookMessageFilter = {}) =>
  useAdminQueryState(webhookMessagesQuery(filter))

/** Returns a message with its payload and its attempts. Fails with `WebhookMessageNotFound`. Suspends. */
export const useWebhookMessage = (messageId: string) => useAdminQuery(webhookMessageQuery(messageId))

/** Same as `useWebhookMessage`, without suspending. */
export const useWebhookMessageState = (messageId: string) => useAdminQueryState(webhookMessageQuery(messageId))
