/** The events of webhooks. */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { ProjectPermission, TeamPermission } from "../../core/schema/permission.ts"
import { ServerTeam } from "../../core/schema/server-team.ts"
import { ServerUser } from "../../core/schema/server-user.ts"
import { WebhookEventType } from "../../core/schema/webhook-event-type.ts"
import { wire } from "../../core/schema/wire.ts"

const DeletedUser = wire({ id: Schema.String, teams: Schema.Array(wire({ id: Schema.String })) })
const DeletedTeam = wire({ id: Schema.String })
const Membership = wire({ teamId: Schema.String, userId: Schema.String })

interface KnownEvent<Type extends string, Data> {
  readonly type: Type
  readonly data: Data
}

/** One event, by its `type`. An event of a type that this version does not have is `unknown`. */
export type EventContent =
  | KnownEvent<"user.created" | "user.updated", ServerUser>
  | KnownEvent<"user.deleted", { readonly id: string; readonly teams: ReadonlyArray<{ readonly id: string }> }>
  | KnownEvent<"team.created" | "team.updated", ServerTeam>
  | KnownEvent<"team.deleted", { readonly id: string }>
  | KnownEvent<
      "team_membership.created" | "team_membership.deleted",
      { readonly teamId: string; readonly userId: string }
    >
  | KnownEvent<"team_permission.created" | "team_permission.deleted", TeamPermission>
  | KnownEvent<"project_permission.created" | "project_permission.deleted", ProjectPermission>
  | { readonly type: "unknown"; readonly unknownType: string; readonly data: unknown }

/** An event and its message. */
export type WebhookEvent = EventContent & {
  /** The same in every delivery of this event: what was handled under it once need not be handled again. */
  readonly messageId: string
  /** When this delivery was sent. */
  readonly sentAt: Date
}

const event = <const Types extends ReadonlyArray<WebhookEventType>, Data>(
  types: Types,
  data: Schema.Codec<Data, unknown>
) => Schema.Struct({ type: Schema.Literals(types), data })

const decodeKnown = Schema.decodeUnknownOption(
  Schema.Union([
    event(["user.created", "user.updated"], ServerUser),
    event(["user.deleted"], DeletedUser),
    event(["team.created", "team.updated"], ServerTeam),
    event(["team.deleted"], DeletedTeam),
    event(["team_membership.created", "team_membership.deleted"], Membership),
    event(["team_permission.created", "team_permission.deleted"], TeamPermission),
    event(["project_permission.created", "project_permission.deleted"], ProjectPermission)
  ])
)

const knownTypes: ReadonlyArray<string> = WebhookEventType.literals satisfies ReadonlyArray<EventContent["type"]>

const decodeEnvelope = Schema.decodeUnknownOption(
  Schema.Struct({
    type: Schema.String,
    data: Schema.optionalKey(Schema.Unknown)
  })
)

/** Decodes a payload. Returns `null` if it is no event, or does not have the fields of its type. */
export const readEvent = (payload: unknown): EventContent | null => {
  const envelope = decodeEnvelope(payload)
  if (Option.isNone(envelope)) return null
  const { data, type } = envelope.value
  return knownTypes.includes(type)
    ? Option.getOrNull(decodeKnown(payload))
    : { type: "unknown", unknownType: type, data }
}
