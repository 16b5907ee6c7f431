/** The webhooks of the project: targets, messages and their deliveries. */
import * as Effect from "effect/Effect"
import * as Api from "../../../core/api/webhooks.ts"
import type { RequestError } from "../../../core/errors/request-error.ts"
import type {
  WebhookDeliveryState,
  WebhookMessage,
  WebhookMessageDetails,
  WebhookTarget,
  WebhookTargetWithSecret
} from "../../../core/schema/webhook.ts"
import type { WebhookEventType } from "../../../core/schema/webhook-event-type.ts"
import type { CallDependencies } from "../call-dependencies.ts"
import type { CallError } from "../call-error.ts"
import { omitUndefined } from "../omit-undefined.ts"
import { redact, type SecretText } from "../redact.ts"
import { byKeys } from "../server/user-scope.ts"

/** A new target. */
export interface WebhookTargetInput {
  /** An `https` URL. Services in development accept `http`, too. */
  readonly url: string
  /** A note of at most 200 characters. Default: empty. */
  readonly description?: string | undefined
  /** The types of events that it receives. Default: all, also those of later versions. */
  readonly eventTypes?: ReadonlyArray<WebhookEventType> | null | undefined
  /** `whsec_` and 24 to 64 bytes in base64. Default: a new secret. */
  readonly secret?: SecretText | undefined
}

/** Absent fields are unchanged. `null` as types of events means all. */
export interface WebhookTargetChanges extends Partial<Omit<WebhookTargetInput, "secret">> {
  /** `null`: the previous secret no longer signs. */
  readonly previousSecretExpiresAt?: null | undefined
}

/** The options of a rotation of a target's secret. */
export interface WebhookSecretRotationOptions {
  /** The time for which the previous secret signs, too, at most a week. Default: a day. 0: it ends at once. */
  readonly overlapMillis?: number | undefined
}

/** Selects messages by one of their deliveries. */
export interface WebhookMessageFilter {
  /** The state of the delivery. Default: all. */
  readonly state?: WebhookDeliveryState | undefined
  /** The target of the delivery. */
  readonly targetId?: string | undefined
  /** 1 to 1000. Default 100. */
  readonly limit?: number | undefined
}

/** Selects the deliveries that are sent again. */
export interface WebhookSendAgainOptions {
  /** Selects one target. Default: all targets that receive the message. */
  readonly targetId?: string | undefined
  /**
   * Leaves out deliveries with an attempt after this time. With the time of the last attempt that a user has seen, two
   * clicks send one message.
   */
  readonly unlessAttemptedAfter?: Date | undefined
}

export interface WebhookCalls {
  /** The targets, the oldest first. They have no secrets. */
  readonly listTargets: () => Effect.Effect<ReadonlyArray<WebhookTarget>, RequestError>
  /** Adds a target. Only this result and that of `rotateSecret` have its secret. */
  readonly createTarget: (
    input: WebhookTargetInput
  ) => Effect.Effect<WebhookTargetWithSecret, CallError<typeof Api.createTarget>>
  /**
   * Changes a target.
   *
   * @param id The id of the target.
   */
  readonly updateTarget: (
    id: string,
    changes: WebhookTargetChanges
  ) => Effect.Effect<WebhookTarget, CallError<typeof Api.updateTarget>>
  /**
   * Deletes a target with its deliveries.
   *
   * @param id The id of the target.
   */
  readonly deleteTarget: (id: string) => Effect.Effect<void, CallError<typeof Api.deleteTarget>>
  /**
   * Replaces the secret of a target. Later attempts are signed with both secrets until the overlap ends.
   *
   * @param id The id of the target.
   * @param secret The new secret. Default: a generated one.
   */
  readonly rotateSecret: (
    id: string,
    secret?: SecretText,
    options?: WebhookSecretRotationOptions
  ) => Effect.Effect<WebhookTargetWithSecret, CallError<typeof Api.rotateSecret>>
  /** The messages, the newest first. */
  readonly listMessages: (filter?: WebhookMessageFilter) => Effect.Effect<ReadonlyArray<WebhookMessage>, RequestError>
  /**
   * A message with its payload and its attempts.
   *
   * @param id The id of the message.
   */
  readonly getMessage: (id: string) => Effect.Effect<WebhookMessageDetails, CallError<typeof Api.getMessage>>
  /**
   * Sends a message again. A delivery whose attempt is under way is sent once.
   *
   * @param id The id of the message.
   */
  readonly sendAgain: (
    id: string,
    options?: WebhookSendAgainOptions
  ) => Effect.Effect<WebhookMessage, CallError<typeof Api.sendAgain>>
}

export const webhookCalls = (dependencies: CallDependencies): WebhookCalls => {
  const run = byKeys(dependencies)
  const ofTarget = (id: string) => ({ params: { webhook_target_id: id } })
  const ofMessage = (id: string) => ({ params: { webhook_message_id: id } })
  return {
    listTargets: () => Effect.map(run(Api.listTargets, {}), ({ items }) => items),
    createTarget: ({ secret, ...input }) =>
      run(Api.createTarget, {
        body: { ...omitUndefined(input), ...(secret !== undefined && { secret: redact(secret) }) }
      }),
    updateTarget: (id, changes) => run(Api.updateTarget, { ...ofTarget(id), body: omitUndefined(changes) }),
    deleteTarget: (id) => Effect.asVoid(run(Api.deleteTarget, ofTarget(id))),
    rotateSecret: (id, secret, { overlapMillis } = {}) =>
      run(Api.rotateSecret, {
        ...ofTarget(id),
        body: omitUndefined({ secret: secret === undefined ? undefined : redact(secret), overlapMillis })
      }),
    listMessages: (filter = {}) =>
      Effect.map(run(Api.listMessages, { query: omitUndefined(filter) }), ({ items }) => items),
    getMessage: (id) => run(Api.getMessage, ofMessage(id)),
    sendAgain: (id, options = {}) => run(Api.sendAgain, { ...ofMessage(id), body: omitUndefined(options) })
  }
}
