/** The content of an outgoing mail as it is stored. It contains codes and links that sign users in. */
import { Effect, Schema } from "effect"

const MailContent = Schema.Struct({ subject: Schema.String, text: Schema.String, html: Schema.String })
export type MailContent = typeof MailContent.Type

const StoredContent = Schema.fromJsonString(MailContent)

const encode = Schema.encodeEffect(StoredContent)
const decode = Schema.decodeUnknownEffect(StoredContent)

/** Returns the text of the column `content`. */
export const storeContent = (content: MailContent): Effect.Effect<string> => Effect.orDie(encode(content))

/** Reads the column `content`. */
export const readContent = (stored: string): Effect.Effect<MailContent> => Effect.orDie(decode(stored))
