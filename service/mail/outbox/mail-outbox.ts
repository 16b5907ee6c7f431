/** The outbox of mails: the transaction that causes a mail writes it, and the dispatcher sends it after the commit. */
import { Context, Effect, Layer } from "effect"
import { addCommitHook } from "../../sql/commit-hooks.ts"
import type { SmtpMessage } from "../smtp.ts"
import { type MailContent, storeContent } from "./mail-content.ts"
import { MailDispatcher } from "./mail-dispatcher.ts"
import { OutgoingMailStore } from "./outgoing-mail-store.ts"
import { domainToASCII } from "node:url"
import { DAY_MILLIS } from "../../time/durations.ts"

interface OutgoingMail {
  readonly id: string
  readonly projectId: string
  readonly type: string
  /** `DECOY` for a mail that is stored and not sent. */
  readonly recipient: string
  readonly from: SmtpMessage["from"]
  readonly content: MailContent
  /** Epoch milliseconds. */
  readonly createdAt: number
  /** When the codes of the mail expire. Default: they do not. */
  readonly expiresAt?: number | undefined
}

export class MailOutbox extends Context.Service<
  MailOutbox,
  {
    /** Adds a mail. Must run within a transaction. */
    readonly add: (mail: OutgoingMail) => Effect.Effect<void>
  }
>()("keystile/service/MailOutbox") {}

/** The time for which a mail without a code can be sent, in milliseconds: as long as one that has failed is kept. */
const MAX_AGE = 30 * DAY_MILLIS

/** Returns a unique `Message-ID` in the domain of the sender (RFC 5322, section 3.6.4). */
export const messageIdOf = (id: string, { address }: SmtpMessage["from"]): string =>
  `<${id}@${domainToASCII(address.slice(address.lastIndexOf("@") + 1)) || "localhost"}>`

export const layer: Layer.Layer<MailOutbox, never, MailDispatcher | OutgoingMailStore> = Layer.effect(
  MailOutbox,
  Effect.gen(function* () {
    const dispatcher = yield* MailDispatcher
    const mails = yield* OutgoingMailStore
    return MailOutbox.of({
      add: Effect.fnUntraced(function* ({ content, createdAt, expiresAt = Infinity, from, ...mail }) {
        yield* mails.insert({
          ...mail,
          messageId: messageIdOf(mail.id, from),
          content: yield* storeContent(content),
          createdAt,
          expiresAt: Math.min(expiresAt, createdAt + MAX_AGE)
        })
        yield* addCommitHook("outgoing mails", { before: Effect.void, after: dispatcher.wake })
      })
    })
  })
)
