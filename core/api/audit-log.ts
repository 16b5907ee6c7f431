/** The audit log of a project: an extension of the wire. */
import * as Schema from "effect/Schema"
import { CannotGetOwnUserWithoutUser } from "../errors/own-user.ts"
import * as Endpoint from "../http/endpoint.ts"
import { AuditEntry } from "../schema/audit-entry.ts"
import { matching } from "../schema/fields/matching.ts"
import { atMost, NonEmpty } from "../schema/fields/text.ts"
import { UserRef, Uuid } from "../schema/fields/uuid.ts"
import { wholeText } from "../schema/fields/whole.ts"
import { page } from "../schema/lists.ts"
import { wire } from "../schema/wire.ts"

const WholeMillis = wholeText(0, 8.64e15)

/**
 * Lists entries, the newest first: by default 100, at most 1000. The client tier has access to those about the
 * signed-in user, with `user_id=me`.
 */
export const list = Endpoint.get("/audit-log", {
  tiers: ["client", "server", "admin"],
  session: "current",
  resource: true,
  missingFrom: "Stack Auth",
  query: wire(
    {
      /** Only entries about this user. */
      userId: Schema.optionalKey(UserRef),
      /** Only entries about this team. */
      teamId: Schema.optionalKey(Uuid),
      /** Only entries of this action, such as `PATCH /users/:user_id`. */
      action: Schema.optionalKey(NonEmpty.check(atMost(200))),
      /** Only what this actor did. */
      actorId: Schema.optionalKey(NonEmpty.check(atMost(200))),
      /** Only entries at this time or later, in epoch milliseconds. */
      since: Schema.optionalKey(WholeMillis),
      /** Only entries before this time, in epoch milliseconds. */
      until: Schema.optionalKey(WholeMillis),
      /** `nextCursor` of the page before. */
      cursor: Schema.optionalKey(Schema.String.check(matching(/^\d{1,16}_\d{1,15}$/, { expected: "a cursor" }))),
      limit: Schema.optionalKey(wholeText(1, 1000))
    },
    { since: "since_millis", until: "until_millis" }
  ),
  success: page(AuditEntry),
  errors: [CannotGetOwnUserWithoutUser]
})
