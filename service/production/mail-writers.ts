/** Writers of mails in production, where no mailbox is stored: a mail contains codes and links that sign users in. */
import { Effect, Layer } from "effect"
import { MailboxWriter } from "../mail/mailbox-writer.ts"
import { DECOY } from "../mail/stored-mail.ts"
import { addCommitHook } from "../sql/commit-hooks.ts"

/** Keeps no mail. */
export const layerNone = Layer.succeed(MailboxWriter, {
  put: () => Effect.void,
  setDelivery: () => Effect.void
})

/** Writes each mail to the log, for a service that the operator set up without a mail server (`KEYSTILE_MAIL=log`). */
export const layerLog = Layer.succeed(MailboxWriter, {
  // After the transaction: one that runs again after a conflict, or is rolled back, has sent no mail.
  put: ({ delivery, id, subject, text, to }) =>
    delivery === "mailbox" && to !== DECOY
      ? addCommitHook(`log of the mail ${id}`, {
          before: Effect.void,
          isSkippedUnlessCommitted: true,
          after: Effect.logInfo(`A mail to ${to}: ${subject}\n\n${text}`)
        })
      : Effect.void,
  setDelivery: () => Effect.void
})
