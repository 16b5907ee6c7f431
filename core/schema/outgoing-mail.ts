/** Mails that a mail server sends. */
import * as Schema from "effect/Schema"
import { Millis } from "./fields/millis.ts"
import { wire } from "./wire.ts"

/** A mail has failed if the server refused it for good, or if it or its code expired before a server accepted it. */
export const OutgoingMailState = Schema.Literals(["pending", "delivered", "failed"])
export type OutgoingMailState = typeof OutgoingMailState.Type

/** A mail in the outbox, without its content. */
export class OutgoingMail extends Schema.Opaque<OutgoingMail>()(
  wire(
    {
      id: Schema.String,
      /** The type of its template. */
      type: Schema.String,
      recipient: Schema.String,
      state: OutgoingMailState,
      attempts: Schema.Finite,
      /** The problem of the last attempt; `null` if it succeeded or there was none. */
      problem: Schema.NullOr(Schema.String),
      createdAt: Millis,
      /** The time of the next attempt; `null` unless it is pending. */
      nextAttemptAt: Schema.NullOr(Millis),
      /** When it was delivered or failed; `null` while it is pending. */
      finishedAt: Schema.NullOr(Millis)
    },
    {
      createdAt: "created_at_millis",
      nextAttemptAt: "next_attempt_at_millis",
      finishedAt: "finished_at_millis"
    }
  )
) {}
