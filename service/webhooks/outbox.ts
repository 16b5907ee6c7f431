/** Raises webhook events: the transaction of a change writes a message, which is sent after the commit. */
import { Clock, Context, Effect, Layer } from "effect"
import type { WebhookEventType } from "../../core/schema/webhook-event-type.ts"
import { addCommitHook } from "../sql/commit-hooks.ts"
import { Dispatcher } from "./dispatcher.ts"
import { newMessageId } from "./new-message-id.ts"
import { MessageStore } from "./message-store.ts"

interface RaisedEvent {
  readonly projectId: string
  readonly type: WebhookEventType
  /** Identifies the event within its transaction: raised twice, it is sent once. */
  readonly name: string
  /** Names of events that include this one, if the transaction has raised them. */
  readonly unless?: ReadonlyArray<string>
  /** Reads the encoded data at the end of the transaction; `null` raises no event. */
  readonly data: Effect.Effect<unknown>
}

export class Outbox extends Context.Service<
  Outbox,
  {
    /** Raises an event. Must run within a transaction. */
    readonly raise: (event: RaisedEvent) => Effect.Effect<void>
  }
>()("keystile/service/WebhookOutbox") {}

/** `true` if changes raise events. Those of a seed do not: they would raise events at every start. */
export const AreEventsRaised = Context.Reference("keystile/service/WebhookEventsRaised", { defaultValue: () => true })

export const layer: Layer.Layer<Outbox, never, Dispatcher | MessageStore> = Layer.effect(
  Outbox,
  Effect.gen(function* () {
    const messages = yield* MessageStore
    const dispatcher = yield* Dispatcher

    const write = Effect.fnUntraced(function* ({ data, projectId, type }: RaisedEvent) {
      const targetIds = yield* messages.receivers(projectId, type)
      if (targetIds.length === 0) return
      const content = yield* data
      if (content === null) return
      const createdAt = yield* Clock.currentTimeMillis
      const payload = JSON.stringify({ type, data: content })
      yield* messages.insert({ id: newMessageId(createdAt), projectId, type, payload, createdAt, targetIds })
    })

    return Outbox.of({
      raise: (event) =>
        Effect.flatMap(AreEventsRaised, (areEventsRaised) =>
          areEventsRaised
            ? addCommitHook(event.name, { before: write(event), after: dispatcher.wake }, event.unless)
            : Effect.void
        )
    })
  })
)
