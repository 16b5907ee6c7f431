/** A mail as the mailbox stores it. */
import { Schema } from "effect"
import { EmailTemplateType } from "../../core/schema/email-template.ts"
import { Millis } from "../../core/schema/fields/millis.ts"
import { wire } from "../../core/schema/wire.ts"

/** The delivery of a mail: to the mailbox only, or also to the project's mail server. */
const Delivery = Schema.Literals(["mailbox", "pending", "delivered", "failed"])
export type Delivery = typeof Delivery.Type

export const mailFields = {
  id: Schema.String,
  projectId: Schema.String,
  type: EmailTemplateType,
  from: Schema.String,
  to: Schema.String,
  subject: Schema.String,
  text: Schema.String,
  html: Schema.String,
  at: Millis,
  delivery: Delivery,
  /** The reason of a failed delivery. */
  deliveryProblem: Schema.NullOr(Schema.String)
}

/** A mail in the mailbox. */
export const StoredMail = wire({
  ...mailFields,
  /** The URLs in the mail, each once, in order. */
  links: Schema.Array(Schema.String),
  /** The short code, if the mail shows one, then the codes in its links. */
  codes: Schema.Array(Schema.String)
})
/** A mail that the service has sent. */
export type StoredMail = typeof StoredMail.Type

/** The recipient of a decoy. No address is empty. */
export const DECOY = ""
