/** Handles the endpoints of webhook messages. */
import { Clock, Effect } from "effect"
import { getMessage, listMessages, sendAgain } from "../../core/api/webhooks.ts"
import { WebhookMessageNotFound } from "../../core/errors/webhook.ts"
import { caller } from "../request/caller.ts"
import { implement } from "../endpoint/implement.ts"
import { addCommitHook } from "../sql/commit-hooks.ts"
import { inTransaction } from "../sql/rows.ts"
import { Dispatcher } from "./dispatcher.ts"
import type { QueuedWebhook } from "./message.ts"
import { MessageStore } from "./message-store.ts"

const DEFAULT_LIMIT = 100

const serialize = ({ deliveries, ...message }: QueuedWebhook) => ({
  ...message,
  deliveries: deliveries.map(({ dueAt, ...delivery }) => ({ ...delivery, nextAttemptAt: dueAt }))
})

const find = Effect.fnUntraced(function* (projectId: string, messageId: string) {
  const found = yield* (yield* MessageStore).find(projectId, messageId)
  return found ?? (yield* new WebhookMessageNotFound({ messageId }))
})

export const messageHandlers = [
  implement(
    listMessages,
    Effect.fnUntraced(function* ({ query: { limit = DEFAULT_LIMIT, state = null, targetId = null } = {} }) {
      const { project } = yield* caller
      const filter = { limit, state, targetId: targetId?.toLowerCase() ?? null }
      const messages = yield* (yield* MessageStore).list(project.id, filter)
      return { items: messages.map(serialize), isPaginated: false }
    })
  ),

  implement(
    getMessage,
    Effect.fnUntraced(function* ({ params }) {
      const { project } = yield* caller
      const { attempts, message, payload } = yield* find(project.id, params.webhook_message_id)
      return { ...serialize(message), payload, attempts }
    })
  ),

  implement(
    sendAgain,
    Effect.fnUntraced(function* ({ body: { targetId, unlessAttemptedAfter }, params }) {
      const { project } = yield* caller
      const { webhook_message_id: messageId } = params
      const isKnown = yield* (yield* MessageStore).sendAgain(project.id, messageId, {
        targetId: targetId?.toLowerCase() ?? null,
        unlessAttemptedAfter: unlessAttemptedAfter?.getTime() ?? null,
        now: yield* Clock.currentTimeMillis
      })
      if (!isKnown) return yield* new WebhookMessageNotFound({ messageId })
      yield* addCommitHook("webhooks sent again", { before: Effect.void, after: (yield* Dispatcher).wake })
      return serialize((yield* find(project.id, messageId)).message)
    }, inTransaction)
  )
]
