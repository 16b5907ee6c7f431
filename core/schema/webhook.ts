/** Webhooks of a project: the targets to which they are sent, their messages, and the deliveries of these. */
import * as Schema from "effect/Schema"
import { matching } from "./fields/matching.ts"
import { Millis } from "./fields/millis.ts"
import { redacted, Secret } from "./fields/secret.ts"
import { atMost } from "./fields/text.ts"
import { Uuid } from "./fields/uuid.ts"
import { integerBetween } from "./fields/whole.ts"
import { WebhookEventType } from "./webhook-event-type.ts"
import { wire } from "./wire.ts"
import { parseUrl } from "../environment/parse-url.ts"

const isTargetUrl = (text: string): boolean => {
  const url = parseUrl(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "" && url.hash === ""
}

/** The URL of a target. A service in production may require https. */
export const WebhookUrl = Schema.String.check(
  atMost(2000),
  Schema.makeFilter(isTargetUrl, {
    expected: "an http or https URL without a user, a password or a fragment",
    toJsonSchema: () => ({ format: "uri" })
  })
)

/** 24 to 64 bytes in base64 (Standard Webhooks, "Signature scheme"). */
const secretPattern = /^whsec_[\d+/A-Za-z]{32,86}={0,2}$/

/** A secret by which deliveries are signed. */
export const WebhookSecret = redacted(
  Schema.String.check(matching(secretPattern, { expected: "whsec_ and 24 to 64 bytes in base64" }))
)

/** A note of the owner about a target. */
export const TargetDescription = Schema.String.check(atMost(200))

/** The types that a target receives; `null` for all, also those of later versions. */
export const EventTypes = Schema.NullOr(
  Schema.Array(WebhookEventType).check(
    Schema.makeFilter((types) => types.length > 0 && new Set(types).size === types.length, {
      expected: "different types, at least one",
      toJsonSchema: () => ({ minItems: 1, uniqueItems: true })
    })
  )
)

const LastAttempt = wire(
  {
    attemptedAt: Millis,
    /** The status of the response; `null` without one. */
    status: Schema.NullOr(Schema.Finite),
    /** The reason why there was no response. */
    problem: Schema.NullOr(Schema.String)
  },
  { attemptedAt: "attempted_at_millis" }
)

const targetFields = {
  id: Schema.String,
  url: Schema.String,
  description: Schema.String,
  /** The types that it receives; `null` for all. */
  eventTypes: Schema.NullOr(Schema.Array(Schema.String)),
  createdAt: Millis,
  /**
   * The time until which the previous secret signs beside the present one; `null` if there is none. Absent from
   * services before this field.
   */
  previousSecretExpiresAt: Schema.optionalKey(Schema.NullOr(Millis)),
  /** The number of kept messages that it did not accept in any attempt. */
  failedDeliveries: Schema.Finite,
  /** The last attempt to send it a message; `null` if there is none. */
  lastAttempt: Schema.NullOr(LastAttempt)
}

const targetNames = {
  createdAt: "created_at_millis",
  previousSecretExpiresAt: "previous_secret_expires_at_millis"
} as const

/** A target, without its secret. */
export class WebhookTarget extends Schema.Opaque<WebhookTarget>()(wire(targetFields, targetNames)) {}

/** A target with its secret, which is returned only when it is set. */
export class WebhookTargetWithSecret extends Schema.Opaque<WebhookTargetWithSecret>()(
  wire({ ...targetFields, secret: Secret }, targetNames)
) {}

export class WebhookTargetCreate extends Schema.Opaque<WebhookTargetCreate>()(
  wire({
    url: WebhookUrl,
    description: Schema.optionalKey(TargetDescription),
    /** Default: all. */
    eventTypes: Schema.optionalKey(EventTypes),
    /** Default: a new one. */
    secret: Schema.optionalKey(WebhookSecret)
  })
) {}

export class WebhookTargetUpdate extends Schema.Opaque<WebhookTargetUpdate>()(
  wire(
    {
      url: Schema.optionalKey(WebhookUrl),
      description: Schema.optionalKey(TargetDescription),
      eventTypes: Schema.optionalKey(EventTypes),
      /** `null`: the previous secret no longer signs. */
      previousSecretExpiresAt: Schema.optionalKey(Schema.Null)
    },
    targetNames
  )
) {}

/** The time for which the previous secret signs, in milliseconds: by default a day, at most a week. */
export const DEFAULT_SECRET_OVERLAP_MILLIS = 86_400_000
const MAX_SECRET_OVERLAP_MILLIS = 7 * 86_400_000

export class WebhookSecretRotation extends Schema.Opaque<WebhookSecretRotation>()(
  wire({
    /** Default: a new one. */
    secret: Schema.optionalKey(WebhookSecret),
    /** The time for which the previous secret signs, too. Default: a day. 0: it ends at once. */
    overlapMillis: Schema.optionalKey(integerBetween(0, MAX_SECRET_OVERLAP_MILLIS))
  })
) {}

/** A delivery has failed if its target did not accept it in any attempt. */
export const WebhookDeliveryState = Schema.Literals(["pending", "delivered", "failed"])
export type WebhookDeliveryState = typeof WebhookDeliveryState.Type

const Delivery = wire(
  {
    targetId: Schema.String,
    url: Schema.String,
    state: WebhookDeliveryState,
    /** The number of attempts, including those before it was sent again. */
    attempts: Schema.Finite,
    /** The status of the last attempt; `null` without a response or an attempt. */
    lastStatus: Schema.NullOr(Schema.Finite),
    /** The time of the next attempt; `null` during an attempt and once it is not pending. */
    nextAttemptAt: Schema.NullOr(Millis)
  },
  { nextAttemptAt: "next_attempt_at_millis" }
)

const messageFields = {
  id: Schema.String,
  type: Schema.String,
  createdAt: Millis,
  /** One for each target that receives it. */
  deliveries: Schema.Array(Delivery)
}

/** A message with its deliveries. */
export class WebhookMessage extends Schema.Opaque<WebhookMessage>()(
  wire(messageFields, { createdAt: "created_at_millis" })
) {}

const Attempt = wire(
  {
    targetId: Schema.String,
    attemptedAt: Millis,
    durationMillis: Schema.Finite,
    /** The status of the response; `null` without one. */
    status: Schema.NullOr(Schema.Finite),
    /** The reason why there was no response. */
    problem: Schema.NullOr(Schema.String),
    /** The beginning of the response body. */
    responseBody: Schema.NullOr(Schema.String)
  },
  { attemptedAt: "attempted_at_millis", responseBody: "answer" }
)

/** A message with its payload and its last 100 attempts, the newest first. */
export class WebhookMessageDetails extends Schema.Opaque<WebhookMessageDetails>()(
  wire(
    {
      ...messageFields,
      /** The JSON that is signed and sent. */
      payload: Schema.String,
      attempts: Schema.Array(Attempt)
    },
    { createdAt: "created_at_millis" }
  )
) {}

export class WebhookSendAgain extends Schema.Opaque<WebhookSendAgain>()(
  wire(
    {
      /** Selects one target. Default: all targets that receive it. */
      targetId: Schema.optionalKey(Uuid),
      /** Leaves out deliveries with an attempt after this time, so that a repeated request sends nothing twice. */
      unlessAttemptedAfter: Schema.optionalKey(Millis)
    },
    { unlessAttemptedAfter: "unless_attempted_after_millis" }
  )
) {}
