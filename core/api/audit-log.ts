/** The audit log of a project: an extension of the wire. */
import * as Schema from "effect/Schema"
import { CannotGetOwnUserWithoutUser } from "../errors/own-user.ts"
import * as Endpoint from "../http/endpoint.ts"
import { AuditEntry } from "../schema/audit-entry.ts"
import { UserRef } from "../schema/fields/uuid.ts"
import { page } from "../schema/responses.ts"
import { wire } from "../schema/wire.ts"

const WholeMillis = Schema.FiniteFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 0, maximum: 8.64e15 }))

/**
 * Lists entries, the newest first: by default 100, at most 1000. The client tier has access to those about the signed-in
 * user, with `user_id=me`.
 */
export const list = Endpoint.get("/audit-log", {
  tiers: ["client", "server", "admin"],
  session: "current",
  resource: true,
  query: wire(
    {
      /** Only entries about this user. */
      userId: Schema.optionalKey(UserRef),
      /** Only what this actor did. */
      actorId: Schema.optionalKey(Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(200))),
      /** Only entries at this time or later, in epoch milliseconds. */
      since: Schema.optionalKey(WholeMillis),
      /** Only entries before this time, in epoch milliseconds. */
      until: Schema.optionalKey(WholeMillis),
      /** `nextCursor` of the page before. */
      cursor: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^\d{1,16}_\d{1,15}$/))),
      limit: Schema.optionalKey(
        Schema.FiniteFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 1, maximum: 1000 }))
      )
    },
    { since: "since_millis", until: "until_millis" }
  ),
  success: page(AuditEntry),
  errors: [CannotGetOwnUserWithoutUser]
})
