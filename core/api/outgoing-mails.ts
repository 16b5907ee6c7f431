/** Mails that a project's mail server sends: an extension of the wire. */
import * as Schema from "effect/Schema"
import { OutgoingMailNotFound, OutgoingMailNotSendable } from "../errors/outgoing-mail.ts"
import * as Endpoint from "../http/endpoint.ts"
import { Uuid } from "../schema/fields/uuid.ts"
import { wholeText } from "../schema/fields/whole.ts"
import { OutgoingMail, OutgoingMailState } from "../schema/outgoing-mail.ts"
import { list as listOf } from "../schema/lists.ts"
import { wire } from "../schema/wire.ts"

/** Lists mails, the newest first: by default 100, at most 1000. */
export const list = Endpoint.get("/internal/outgoing-mails", {
  tiers: ["admin"],
  missingFrom: "Stack Auth",
  query: wire({
    state: Schema.optionalKey(OutgoingMailState),
    limit: Schema.optionalKey(wholeText(1, 1000))
  }),
  success: listOf(OutgoingMail)
})

/** Sends a mail again that has failed. One that waits already is sent once. */
export const sendAgain = Endpoint.post("/internal/outgoing-mails/:mail_id/send", {
  tiers: ["admin"],
  resource: true,
  missingFrom: "Stack Auth",
  params: { mail_id: Uuid },
  body: wire({}),
  success: OutgoingMail,
  errors: [OutgoingMailNotFound, OutgoingMailNotSendable]
})
