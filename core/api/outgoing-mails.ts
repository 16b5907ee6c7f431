/** Mails that a project's mail server sends: an extension of the wire. */
import * as Schema from "effect/Schema"
import * as Endpoint from "../http/endpoint.ts"
import { OutgoingMail, OutgoingMailState } from "../schema/outgoing-mail.ts"
import { list as listOf } from "../schema/responses.ts"
import { wire } from "../schema/wire.ts"

/** Lists mails, the newest first: by default 100, at most 1000. */
export const list = Endpoint.get("/internal/outgoing-mails", {
  tiers: ["admin"],
  query: wire({
    state: Schema.optionalKey(OutgoingMailState),
    limit: Schema.optionalKey(
      Schema.FiniteFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 1, maximum: 1000 }))
    )
  }),
  success: listOf(OutgoingMail)
})
