/** Known errors about the mails of a project's outbox. */
import * as Schema from "effect/Schema"
import { knownError } from "./known-error.ts"

/** The outbox of the project has no such mail. An extension. */
export class OutgoingMailNotFound extends knownError("OutgoingMailNotFound", {
  status: 404,
  details: { mailId: Schema.String },
  message: "The outbox has no such mail. Old mails are deleted."
}) {}

/** The mail cannot be sent again: it was delivered, or its code has expired. An extension. */
export class OutgoingMailNotSendable extends knownError("OutgoingMailNotSendable", {
  status: 409,
  details: { mailId: Schema.String },
  message: "This mail cannot be sent again: it was delivered, or its code has expired."
}) {}
