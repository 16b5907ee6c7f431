/** Raising events: a message in the outbox, written by the transaction of the change, and sent when that is over. */
import { Clock, Context, Effect, Layer } from "effect"
import { addCommitHook } from "../sql/commit-hooks.ts"
import { Dispatcher } from "./dispatcher.ts"
import { newMessageId } from "./new-message-id.ts"
import { MessageStore } from "./message-store.ts"

/** The events of the wire (section 13). */
export type EventType =
  | `user.${"created" | "updated" | "deleted"}`
  | `team.${"created" | "updated" | "deleted"}`
  | `team_membership.${"created" | "deleted"}`

export interface RaisedEvent {
  readonly projectId: string
  readonly type: EventType
  /** The event in its transaction: raised twice, it is one. */
  readonly name: string
  /** The names of events that say it already, if their transaction has raised them before. */
  readonly unless?: ReadonlyArray<string>
  /** Read at the end of the transaction, as it crosses the wire; `null` if there is nothing to tell by then. */
  readonly data: Effect.Effect<unknown>
}

export class Outbox extends Context.Service<
  Outbox,
  {
    /** Within a transaction. */
    readonly raise: (event: RaisedEvent) => Effect.Effect<void>
  }
>()("keystile/service/WebhookOutbox") {}

/** Whether changes are told. What a seed sets up is no change of an application, and would come again with every start. */
export const AreEventsRaised = Context.Reference("keystile/service/WebhookEventsRaised", { defaultValue: () => true })

export const layer: Layer.Layer<Outbox, never, Dispatcher | MessageStore> = Layer.effect(
  Outbox,
  Effect.gen(function* () {
    const messages = yield* MessageStore
    const dispatcher = yield* Dispatcher

    const write = Effect.fnUntraced(function* ({ data, projectId, type }: RaisedEvent) {
      if (!(yield* messages.hasTargets(projectId))) return
      const content = yield* data
      if (content === null) return
      const createdAt = yield* Clock.currentTimeMillis
      const payload = JSON.stringify({ type, data: content })
      yield* messages.insert({ id: newMessageId(createdAt), projectId, type, payload, createdAt })
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
