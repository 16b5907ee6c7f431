import { Context, type Effect } from "effect"
import type { Delivery, StoredMail } from "./stored-mail.ts"

/** Writes to the mailbox. */
export class MailboxWriter extends Context.Service<
  MailboxWriter,
  {
    /** Stores a mail. Must run within a transaction. */
    readonly put: (mail: StoredMail) => Effect.Effect<void>
    readonly setDelivery: (id: string, delivery: Delivery, problem: string | null) => Effect.Effect<void>
  }
>()("keystile/service/MailboxWriter") {}
