import { Context, Effect, Layer } from "effect"
import { Mailbox } from "../../../service/development/mailbox/mailbox.ts"

/** Reads the texts of mails, from the mailbox or from the log of a service in production. */
export class MailedTexts extends Context.Service<
  MailedTexts,
  {
    /** Returns the texts of the mails to an address, the oldest first. */
    readonly to: (address: string) => Effect.Effect<ReadonlyArray<string>>
  }
>()("keystile/test/MailedTexts") {}

export const layerMailbox = Layer.effect(
  MailedTexts,
  Effect.map(Mailbox, (mailbox) => ({
    to: (address: string) => Effect.map(mailbox.list({ to: address }), (mails) => mails.map(({ text }) => text))
  }))
)
