/** Entries of the audit log: an extension of the wire. */
import * as Schema from "effect/Schema"
import { Millis } from "./fields/millis.ts"
import { wire } from "./wire.ts"

/**
 * The actor: a signed-in user, a caller without a session, the owner of a key set, an owner of the project on a
 * dashboard, or an operator with a command on the service's machine.
 */
export const AuditActorType = Schema.Literals(["user", "anonymous", "server_key", "admin_key", "owner", "operator"])
export type AuditActorType = typeof AuditActorType.Type

export const AuditOutcome = Schema.Literals(["succeeded", "refused"])
export type AuditOutcome = typeof AuditOutcome.Type

/** A change or a refused attempt at one. It has names of fields and ids, never the values of fields. */
export class AuditEntry extends Schema.Opaque<AuditEntry>()(
  wire(
    {
      id: Schema.String,
      at: Millis,
      /** An endpoint (`PATCH /users/:user_id`) or a command (`keystile owner create`). */
      action: Schema.String,
      outcome: AuditOutcome,
      /** The code of the error that refused it; `null` if it succeeded. */
      code: Schema.NullOr(Schema.String),
      actor: wire({
        type: AuditActorType,
        /** The id of the user, of the key set or of the owner, or the operator's name on the machine. */
        id: Schema.NullOr(Schema.String)
      }),
      /** The IP address of the client; `null` for commands, and where a user reads what another actor did. */
      address: Schema.NullOr(Schema.String),
      /** The `User-Agent` of the client, at most 300 characters; `null` without one, and where `address` is. */
      userAgent: Schema.NullOr(Schema.String),
      /** The id of the request as in the logs of the service. */
      requestId: Schema.NullOr(Schema.String),
      /** The ids of the changed entities, by their kind: `user_id`, `team_id`, `passkey_id`. */
      targets: Schema.Record(Schema.String, Schema.String),
      /** The names of the fields that the request set. */
      changedFields: Schema.Array(Schema.String),
      /** The names of those that it set to `null` or `false`. */
      clearedFields: Schema.Array(Schema.String),
      /** Why the actor did it, in their own words. Absent for most actions, and where a user reads it. */
      reason: Schema.optionalKey(Schema.String)
    },
    { at: "at_millis" }
  )
) {}
